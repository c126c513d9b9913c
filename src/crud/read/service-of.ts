import type { Type } from '@nestjs/common';
import { PARAMTYPES_METADATA } from '@nestjs/common/constants.js';
import { ReadService } from './read.service.js';

/** The service of the eight operations that a controller is injected with; undefined if there is none. */
export function serviceOf(controller: Type): Type<ReadService<object>> | undefined {
  return servicesOf(controller)[0];
}

/** All services of rows that a controller is injected with. */
export function servicesOf(controller: Type): Type<ReadService<object>>[] {
  const types = (Reflect.getMetadata(PARAMTYPES_METADATA, controller) ?? []) as Type[];
  return types.filter((type) => type.prototype instanceof ReadService) as Type<ReadService<object>>[];
}
