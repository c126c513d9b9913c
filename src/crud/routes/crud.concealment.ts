import { Injectable, type Type } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { UsualConcealment } from '../../http/recording/operation.js';
import type { StewardRequest } from '../../http/request/request.js';
import { servicesOf } from '../read/service-of.js';

/**
 * Columns that are never read, and those that are concealed, are secrets in requests too, under any name, of all routes
 * of a controller with the service of their rows.
 */
@Injectable()
export class CrudConcealment extends UsualConcealment {
  constructor(private readonly modules: ModuleRef) {
    super();
  }

  membersOf(_request: StewardRequest, controller: Type): Promise<readonly string[]> {
    const resources = servicesOf(controller).map((type) => this.modules.get(type, { strict: false }).describe());
    return Promise.resolve(resources.flatMap(({ secrets, concealed }) => [...secrets, ...concealed]));
  }
}
