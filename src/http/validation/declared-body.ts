import type { Type } from '@nestjs/common';
import { PARAMTYPES_METADATA, ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';

/** The class that a handler declares for its body, if any. */
export function declaredBody(controller: Type, handler: string): Type<object> | undefined {
  const args = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, handler) ?? {}) as Record<
    string,
    { index: number }
  >;
  const found = Object.entries(args).find(([key]) => key.startsWith(`${RouteParamtypes.BODY}:`));
  const types = (Reflect.getMetadata(PARAMTYPES_METADATA, controller.prototype as object, handler) ??
    []) as Type<object>[];
  return found && types[found[1].index];
}
