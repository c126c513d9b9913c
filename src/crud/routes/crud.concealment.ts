import { Injectable, type Type } from '@nestjs/common';
import { PARAMTYPES_METADATA } from '@nestjs/common/constants.js';
import { ModuleRef } from '@nestjs/core';
import type { Concealment } from '../../http/recording/operation.js';
import type { StewardRequest } from '../../http/request/request.js';
import { ReadService } from '../read/read.service.js';

/** The service of the eight operations that a controller is injected with; undefined if there is none. */
export function serviceOf(controller: Type): Type<ReadService<object>> | undefined {
  const types = (Reflect.getMetadata(PARAMTYPES_METADATA, controller) ?? []) as Type[];
  return types.find((type) => type.prototype instanceof ReadService) as Type<ReadService<object>> | undefined;
}

/** Columns that are never read are secrets in requests too, under any name. */
@Injectable()
export class CrudConcealment implements Concealment {
  constructor(private readonly modules: ModuleRef) {}

  membersOf(_request: StewardRequest, controller: Type): Promise<readonly string[]> {
    const service = serviceOf(controller);
    return Promise.resolve(service ? this.modules.get(service, { strict: false }).describe().secrets : []);
  }
}
