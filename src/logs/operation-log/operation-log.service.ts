import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Between, type EntityManager, In, LessThan, Repository } from 'typeorm';
import type { Change } from 'steward/crud';
import { listOf, type Schema, text } from 'steward/http';
import { LogService } from '../reading/log.service.js';
import { type LoggedObject, OperationLog } from './operation-log.entity.js';
import { OperationObject } from './operation-object.entity.js';

const LOGGED_OBJECTS: Schema = {
  ...listOf({
    title: 'LoggedObject',
    type: 'object',
    properties: {
      resource: text('Path of the resource', '/api/user'),
      id: text('Id of the row', '1'),
      name: text('Name of the row at that time; empty if it has none', 'admin'),
    },
    required: ['resource', 'id', 'name'],
  }),
  description: 'The first 50 rows that the call changed',
};

/** How many of a call's rows are shown with it. */
const MAX_OBJECTS = 50;

/** Queries and deletes operation-log rows. They are written by OperationLogRecorder. */
@Injectable()
export class OperationLogService extends LogService<OperationLog> {
  constructor(@InjectRepository(OperationLog) rows: Repository<OperationLog>) {
    super(rows, {
      label: 'Operation log row',
      filters: ['username', 'userId', 'tokenId', 'ip', 'logType', 'status', 'requestMethod', 'url'],
      added: { objects: LOGGED_OBJECTS },
      owner: 'userId',
    });
  }

  protected override async complete(rows: OperationLog[], manager: EntityManager): Promise<void> {
    const byId = new Map<number, LoggedObject[]>(rows.map(({ id }) => [Number(id), []]));
    const times = rows.map(({ createdAt }) => createdAt.getTime());
    const found =
      rows.length === 0
        ? []
        : await manager.find(OperationObject, {
            where: {
              logId: In([...byId.keys()]),
              position: LessThan(MAX_OBJECTS),
              // Spares a look into the partitions of other months.
              createdAt: Between(new Date(Math.min(...times)), new Date(Math.max(...times))),
            },
            order: { logId: 'ASC', position: 'ASC' },
          });
    for (const { logId, resource, rowId, name } of found) byId.get(Number(logId))?.push({ resource, id: rowId, name });
    for (const row of rows) row.objects = byId.get(Number(row.id)) ?? [];
  }

  protected override async beforeDelete(rows: OperationLog[], { manager }: Change): Promise<void> {
    await manager.delete(OperationObject, { logId: In(rows.map(({ id }) => Number(id))) });
  }
}
