import { Injectable, type OnModuleInit, type Type } from '@nestjs/common';
import { DiscoveryService, ModuleRef, Reflector } from '@nestjs/core';
import { ReadService } from '../read/read.service.js';
import type { Row } from '../shape.js';
import { CrudService } from './crud.service.js';
import { EXTENDS, type Extended, type Extender } from './extender.js';

/** Tells services which providers extend them, and has each offer its rows to others, before the first request. */
@Injectable()
export class Extenders implements OnModuleInit {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly reflector: Reflector,
    private readonly modules: ModuleRef,
  ) {}

  /** @throws Error for a provider that extends no running service */
  onModuleInit(): void {
    for (const { metatype, instance } of this.discovery.getProviders() as { metatype: unknown; instance: unknown }[]) {
      if (instance instanceof CrudService) instance.offerRows();
      const extended =
        typeof metatype === 'function' && this.reflector.get<Extended<Row> | undefined>(EXTENDS, metatype);
      if (extended) this.serviceOf(extended, metatype.name).extend(instance as Extender<Row>);
    }
  }

  private serviceOf(extended: Extended<Row>, by: string): ReadService<Row> {
    const service: unknown = this.modules.get(extended as Type, { strict: false });
    if (service instanceof ReadService) return service as ReadService<Row>;
    throw new Error(`${by} extends ${extended.name}, which is no service of rows`);
  }
}
