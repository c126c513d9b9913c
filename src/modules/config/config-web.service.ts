import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, Repository } from 'typeorm';
import { errors } from 'steward/core';
import { SharedReads } from 'steward/crud';
import { transact } from 'steward/database';
import { Events } from 'steward/events';
import { type Caller, changeBetween } from 'steward/http';
import { isLonger } from 'steward/validation';
import { checkValue } from './config-item.options.js';
import { MAX_VALUE } from './config.dto.js';
import { Config, ConfigItem, WEB_GROUP } from './config.entity.js';

/** Values of the web site's items by their keys. */
export type WebConfiguration = Record<string, string>;

/** The web site's configuration. It is not cached, so that a save is visible at once on every instance. */
@Injectable()
export class ConfigWebService {
  constructor(
    @InjectRepository(ConfigItem) private readonly items: Repository<ConfigItem>,
    private readonly reads: SharedReads,
    private readonly events: Events,
  ) {}

  /** The enabled items of group `web`. */
  read(): Promise<WebConfiguration> {
    return this.reads.together('web configuration', undefined, async () => {
      const items = await enabledItems(this.items.manager);
      return Object.fromEntries(items.map(({ key, value }) => [key, value]));
    });
  }

  /**
   * Stores the values of the keys that are given, all or none.
   * @throws AppError code 1 that names a key that is unknown, or whose value is not a string or not valid for its item
   */
  async save(body: unknown, caller: Caller): Promise<void> {
    const values = readValues(body);
    if (values.size === 0) return;
    await transact(this.items.manager, caller.gate, async ({ manager, afterCommit }) => {
      const items = new Map((await enabledItems(manager)).map((item) => [item.key, item]));
      const changed = [...values].map(([key, value]) => changedItem(items.get(key), key, value));
      for (const { id, value } of changed.sort((a, b) => a.id - b.id)) {
        await manager.update(ConfigItem, { id }, { value, updatedAt: new Date() });
      }
      const before = Object.fromEntries([...items.values()].map(({ key, value }) => [key, value]));
      caller.changes = changeBetween(before, Object.fromEntries(values));
      const updated = changed.filter(({ key, value }) => value !== before[key]);
      caller.objects = updated.map(({ id, key }) => ({ id, name: key, resource: '/api/config/item' }));
      const event = { resource: ConfigItem.name, tenantId: undefined, actorId: caller.userId, changed: ['value'] };
      afterCommit(() => updated.forEach(({ id }) => this.events.emit('row.updated', { ...event, id })));
    });
  }
}

function enabledItems(manager: EntityManager): Promise<ConfigItem[]> {
  return manager
    .createQueryBuilder(ConfigItem, 'item')
    .innerJoin(Config, 'config', 'config.id = item.configId')
    .where('item.status = 1')
    .andWhere('config.code = :code', { code: WEB_GROUP })
    .orderBy('item.sort')
    .addOrderBy('item.id')
    .getMany();
}

function readValues(body: unknown): Map<string, string> {
  if (body === undefined) return new Map();
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw errors.failure('The request body must be a JSON object', { reason: 'badRequest' });
  }
  const values = new Map<string, string>();
  for (const [key, value] of Object.entries(body)) {
    if (typeof value !== 'string') throw errors.malformed(key, 'isString', 'must be a string');
    if (isLonger(value, MAX_VALUE))
      throw errors.failure(`${key} must have at most ${MAX_VALUE} characters`, {
        reason: 'maxLength',
        limit: MAX_VALUE,
        member: key,
      });
    values.set(key, value);
  }
  return values;
}

function changedItem(item: ConfigItem | undefined, key: string, value: string): ConfigItem {
  if (item === undefined) throw errors.failure(`${key} is no key of the web configuration`);
  const changed = { ...item, value } as ConfigItem;
  checkValue(key, changed);
  return changed;
}
