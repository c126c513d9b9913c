import { Injectable, type Type } from '@nestjs/common';
import { PATH_METADATA } from '@nestjs/common/constants.js';
import { ModuleRef } from '@nestjs/core';
import { RouteCheck } from '../../http/access/route-check.js';
import { OperationRecorder, type OperationType } from '../../http/recording/operation.js';
import type { Changes, ChangedObject } from '../../http/request/caller.js';
import { serviceOf } from '../read/service-of.js';
import type { Change } from './change.js';

/** The operation of a change without a request. */
interface SystemOperation {
  type: OperationType;
  /** Name of the operation, such as `add`. */
  method: string;
  objects: ChangedObject[];
  changes?: Changes;
}

/**
 * Records what no request asks for: changes by a part of the system, and changes that others entail. Their rows are in the
 * transactions of the changes.
 */
@Injectable()
export class SystemOperations {
  private readonly paths = new Map<Type, string>();

  constructor(private readonly modules: ModuleRef) {}

  /** Records a change unless the request of its caller does. */
  async note(service: object, operation: SystemOperation, change: Change): Promise<void> {
    const { caller } = change;
    const { joined } = caller;
    if (joined?.report) {
      joined.report(operation.objects, operation.changes ?? {});
      return;
    }
    if (!caller.isSystem && !joined) return;
    const resource = this.pathOf(service.constructor as Type);
    await this.modules.get(OperationRecorder, { strict: false }).note(
      {
        ...operation,
        tenantId: caller.tenantId,
        actor: { id: caller.userId, username: caller.username },
        objects: operation.objects.map((object) => ({ ...object, resource })),
      },
      change,
    );
  }

  /** The path of the resource of a service, under which a row's history finds its changes; empty without routes. */
  private pathOf(service: Type): string {
    let path = this.paths.get(service);
    if (path === undefined) {
      const routes = this.modules.get(RouteCheck, { strict: false }).routes();
      const route = routes.find(({ controller }) => serviceOf(controller) === service);
      path = route === undefined ? '' : `/${String(Reflect.getMetadata(PATH_METADATA, route.controller))}`;
      this.paths.set(service, path);
    }
    return path;
  }
}
