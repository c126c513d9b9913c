import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Between, type FindManyOptions, type FindOptionsWhere, In, Repository, type SelectQueryBuilder } from 'typeorm';
import { errors } from 'steward/core';
import { type Page, pageOf, type RawQuery, readPaging, RowScope, single, tenantScopeOf } from 'steward/crud';
import { type Caller, OperationType, type RowChange } from 'steward/http';
import { OperationLog } from './operation-log.entity.js';
import { OperationObject } from './operation-object.entity.js';

/** The newest entries that a history shows. */
const MAX_ENTRIES = 1000;

/** The largest page of a history. */
const MAX_SIZE = 100;

/** One call that changed a row. */
export interface HistoryEntry extends Pick<OperationLog, 'id' | 'userId' | 'username' | 'logType' | 'method'> {
  createdAt: Date;
  /** Name of the row at that time. */
  name: string;
  /** The changes of the call to this row. */
  changes: RowChange;
}

/** The rows of the operation log that changed a certain row. */
@Injectable()
export class HistoryService {
  private readonly scope: RowScope<OperationLog>;

  constructor(
    @InjectRepository(OperationObject) private readonly objects: Repository<OperationObject>,
    @InjectRepository(OperationLog) private readonly logs: Repository<OperationLog>,
  ) {
    this.scope = new RowScope<OperationLog>(logs.metadata, { owner: 'userId' });
  }

  /**
   * The changes of a row, the newest first: those whose rows in the operation log the caller may see.
   * @throws AppError code 1 if the query does not name a row
   */
  async page(query: RawQuery, caller: Caller): Promise<Page<HistoryEntry>> {
    const asked = readPaging(query);
    const paging = { ...asked, size: Math.min(asked.size, MAX_SIZE) };
    const where = { resource: required(query, 'resource'), rowId: required(query, 'id'), ...scopeOf(caller) };
    const offset = (paging.current - 1) * paging.size;
    const found =
      offset >= MAX_ENTRIES
        ? []
        : await this.select(caller, {
            where,
            order: { createdAt: 'DESC', id: 'DESC' },
            skip: offset,
            take: Math.min(paging.size, MAX_ENTRIES - offset),
          }).getMany();
    const isLast = found.length < paging.size && (found.length > 0 || paging.current === 1);
    const total = isLast ? offset + found.length : await this.total(where, caller);
    return pageOf(await this.entries(found), total, paging);
  }

  private async total(where: FindOptionsWhere<OperationObject>, caller: Caller): Promise<number> {
    const ids = await this.select(caller, { select: { id: true }, where, take: MAX_ENTRIES }).getMany();
    return ids.length;
  }

  /** Rows that were changed by calls that the caller's data scope reaches. */
  private select(caller: Caller, options: FindManyOptions<OperationObject>): SelectQueryBuilder<OperationObject> {
    const builder = this.objects.createQueryBuilder('object').setFindOptions(options);
    const reached = this.scope.conditionFor(caller, 'log');
    if (reached === undefined) return builder;
    const calls = builder.subQuery().select('log.id').from(OperationLog, 'log').where(reached.sql);
    return builder.andWhere(`object.logId IN ${calls.getQuery()}`, reached.parameters);
  }

  private async entries(objects: OperationObject[]): Promise<HistoryEntry[]> {
    const [newest, oldest] = [objects[0], objects.at(-1)];
    if (newest === undefined || oldest === undefined) return [];
    // The times spare a look into the partitions of other months.
    const logs = await this.logs.findBy({
      id: In(objects.map(({ logId }) => logId)),
      createdAt: Between(oldest.createdAt, newest.createdAt),
    });
    const byId = new Map(logs.map((log) => [Number(log.id), log]));
    return objects.flatMap((object) => {
      const log = byId.get(Number(object.logId));
      if (log === undefined) return [];
      const { id, userId, username, logType, method, createdAt } = log;
      return [{ id, userId, username, logType, method, createdAt, name: object.name, changes: changesOf(log, object) }];
    });
  }
}

function scopeOf(caller: Caller): { tenantId?: number } {
  const tenantId = tenantScopeOf(caller);
  return tenantId === undefined ? {} : { tenantId };
}

function required(query: RawQuery, name: string): string {
  const value = single(query, name);
  if (value === undefined) throw errors.failure(`${name} must not be empty`);
  return value;
}

/** The changes of a call to one of its rows. */
function changesOf({ changes, logType }: OperationLog, { rowId, name }: OperationObject): RowChange {
  const all = changes as Record<string, RowChange[string] | RowChange>;
  // A save names configuration items by their keys.
  if (logType === (OperationType.Save as number)) {
    const value = all[name];
    return Array.isArray(value) ? { value } : {};
  }
  const isOfOneRow = Object.values(all).every(Array.isArray);
  if (isOfOneRow) return all as RowChange;
  const own = all[rowId];
  return own === undefined || Array.isArray(own) ? {} : own;
}
