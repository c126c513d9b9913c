import { Injectable, type Type } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import type { Concealment } from '../../http/recording/operation.js';
import type { StewardRequest } from '../../http/request/request.js';
import { serviceOf } from '../read/service-of.js';

/** Columns that are never read, and those that are concealed, are secrets in requests too, under any name. */
@Injectable()
export class CrudConcealment implements Concealment {
  constructor(private readonly modules: ModuleRef) {}

  membersOf(_request: StewardRequest, controller: Type): Promise<readonly string[]> {
    const service = serviceOf(controller);
    if (service === undefined) return Promise.resolve([]);
    const { secrets, concealed } = this.modules.get(service, { strict: false }).describe();
    return Promise.resolve([...secrets, ...concealed]);
  }
}
