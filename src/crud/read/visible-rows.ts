import { Injectable } from '@nestjs/common';
import type { EntityManager, EntityMetadata, EntityTarget, ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { Caller } from '../../http/request/caller.js';
import { columnTypeOf } from '../columns/column-types.js';
import { ROW } from '../columns/filters.js';
import { tenantScopeOf } from './read.service.js';
import { RowScope } from './row-scope.js';

/** Queries the rows of an entity that a caller may see. */
type Query = (manager: EntityManager, caller: Caller) => SelectQueryBuilder<ObjectLiteral>;

/** Tells which rows of any entity a caller may see. */
@Injectable()
export class VisibleRows {
  private readonly queries = new Map<EntityMetadata, Query>();

  /** Has the service of an entity tell it. */
  offer(metadata: EntityMetadata, query: Query): void {
    this.queries.set(metadata, query);
  }

  /**
   * The rows of an entity that a caller may see: as its service says, and without a service, those of the caller's tenant
   * that the data scope reaches.
   */
  of<E extends ObjectLiteral>(manager: EntityManager, entity: EntityTarget<E>, caller: Caller): SelectQueryBuilder<E> {
    const metadata = manager.dataSource.getMetadata(entity);
    const query = this.queries.get(metadata) ?? ((reading, reader) => ofTenant(metadata, reading, reader));
    return query(manager, caller) as SelectQueryBuilder<E>;
  }
}

function ofTenant(metadata: EntityMetadata, manager: EntityManager, caller: Caller): SelectQueryBuilder<ObjectLiteral> {
  const builder = manager.createQueryBuilder<ObjectLiteral>(metadata.target, ROW);
  const tenant = metadata.findColumnWithPropertyName('tenantId');
  const tenantId = tenantScopeOf(caller);
  if (tenant && columnTypeOf(tenant).whole && tenantId !== undefined) {
    builder.andWhere(`${ROW}.tenantId = :ownTenant`, { ownTenant: tenantId });
  }
  new RowScope(metadata, {}).limit(builder, caller);
  return builder;
}
