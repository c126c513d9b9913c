import { Inject } from '@nestjs/common';
import type { DeepPartial } from 'typeorm';
import { errors } from '../core/errors.js';
import { Events, type RowEvent } from '../core/events.js';
import { dialectOf } from '../database/dialects/dialects.js';
import { isBrokenReference, isDuplicate, isRefusedValue } from '../database/drivers/errors.js';
import { type Transaction, rowLock, transact } from '../database/transaction.js';
import { changeBetween, removalOf } from '../http/recording/changes.js';
import type { Caller, RowChange } from '../http/request/caller.js';
import { type Key, ReadService, type Row } from './read.service.js';

/** A change under way, as its hooks see it: the transaction, and who makes it. */
export interface Change extends Transaction {
  caller: Caller;
}

/** Of the rows that are changed or deleted at once, how many the operation log shows. */
export const MAX_SHOWN = 50;

/** Member that the service sets with every update, to the time that the row in the operation log has anyway. */
const STAMP = 'updatedAt';

/**
 * The eight operations over one entity. A resource that lacks some has no routes for them; what is
 * special about it goes into the hooks, which run inside the transaction of the change.
 */
export abstract class CrudService<E extends Row> extends ReadService<E> {
  /** Injected as a property: no resource has to pass it on. */
  @Inject(Events)
  protected readonly events: Events;

  /** Adds a row; `id` and audit fields of the body were dropped with its other unknown members. */
  async add(values: object, caller: Caller): Promise<{ id: E['id'] }> {
    const row = await this.change(caller, async (change) => {
      const initial = this.scoped ? { ...named(values), tenantId: this.tenantOfNew(values, caller) } : named(values);
      const added = await this.save(initial as DeepPartial<E>, undefined, values, change);
      change.afterCommit(() => this.events.emit('row.added', this.eventOf(added, change)));
      return added;
    });
    return { id: this.asRead(row.id) };
  }

  /** Changes the members that are named and leaves the others. */
  async update({ id, ...values }: Partial<E> & Row, caller: Caller): Promise<void> {
    await this.change(caller, async (change) => {
      const before = await this.lockOne(id, change);
      const [old] = await this.asShown([before], change);
      await this.save({ ...before, ...named(values) }, before, values, change);
      // Read again: the database may round, complete or compute what it stores.
      const [now] = await this.asShown([await this.lockOne(id, change)], change);
      const difference = changeBetween(old ?? {}, now ?? {}, this.secretsOf(old, now));
      if (!Object.hasOwn(named(values), STAMP)) delete difference[STAMP];
      caller.changes = difference;
      this.announceUpdate(before, difference, change);
    });
  }

  /** Deletes one row. */
  async delete(id: Key, caller: Caller): Promise<void> {
    const [[, removed] = []] = await this.remove([id], caller);
    caller.changes = removed;
  }

  /** Deletes all of the rows or none. */
  async batchDelete(ids: Key[], caller: Caller): Promise<void> {
    caller.changes = Object.fromEntries(await this.remove(ids, caller));
  }

  /** @returns what the first of the rows were, by their ids */
  private remove(ids: Key[], caller: Caller): Promise<[Key, RowChange][]> {
    return this.change(caller, async (change) => {
      const found = await this.lock(ids, change);
      if (found.length !== ids.length) {
        const missing = ids.filter((id) => !found.some((row) => row.id === id));
        throw errors.notFound(`${this.shape.label} ${missing.slice(0, 10).join(', ')}`);
      }
      const old = await this.asShown(found.slice(0, MAX_SHOWN), change);
      await this.beforeDelete?.(found, change);
      await change.manager.delete(this.rows.target, ids);
      change.afterCommit(() => {
        for (const row of found) this.events.emit('row.deleted', this.eventOf(row, change));
      });
      return old.map((row) => [row.id, removalOf(row, this.secretsOf(row))]);
    });
  }

  /** Tenant of a new row: the caller's, whatever the body says. */
  protected tenantOfNew(_values: object, caller: Caller): number {
    return caller.tenantId;
  }

  /** Hook: checks or completes a row before it is stored; `before` is undefined for a new one. */
  protected beforeSave?(draft: E, before: E | undefined, change: Change, values: object): Promise<void>;

  /** Hook: stores what belongs to the row, from the members of the body. */
  protected afterSave?(row: E, before: E | undefined, change: Change, values: object): Promise<void>;

  /** Hook: refuses to delete rows that are in use, or deletes what belongs to them. */
  protected beforeDelete?(rows: E[], change: Change): Promise<void>;

  /** Hook: members of a row that the operation log must not show, though their names do not say that they are secret. */
  protected concealedOf?(row: E): string[];

  /** Runs a change in a transaction; what breaks a key is told as a failure. */
  protected async change<T>(caller: Caller, run: (change: Change) => Promise<T>): Promise<T> {
    try {
      return await transact(this.rows.manager, caller.lifetime, (transaction) => {
        transaction.afterCommit(() => this.reads.changed(this.rows.metadata.tableName));
        return run({ ...transaction, caller });
      });
    } catch (error) {
      if (isDuplicate(error)) throw this.duplicate();
      if (isRefusedValue(error)) throw errors.failure(`${this.shape.label} breaks a rule of its table`);
      if (!isBrokenReference(error)) throw error;
      throw errors.failure(`${this.shape.label} is in use, or refers to what does not exist`);
    }
  }

  /** Emits `row.updated` after the commit; for a service that updates rows by itself too. */
  protected announceUpdate(row: E, difference: RowChange, change: Change): void {
    const event = { ...this.eventOf(row, change), changed: Object.keys(difference) };
    change.afterCommit(() => this.events.emit('row.updated', event));
  }

  /** The rows of these ids that the caller may see, locked until the transaction ends. */
  protected lock(ids: Key[], { manager, caller }: Change): Promise<E[]> {
    const order = { id: 'ASC' } as never;
    return manager.find<E>(this.rows.target, {
      where: this.own(ids, caller),
      order,
      ...rowLock(manager),
    });
  }

  /** @throws AppError code 1 when there is no such row for the caller */
  protected async lockOne(id: Key, change: Change): Promise<E> {
    const [row] = await this.lock([id], change);
    if (row === undefined) throw errors.notFound(`${this.shape.label} ${id}`);
    return row;
  }

  /** Rows with the members that the API shows of them, and no other: what the operation log may know. */
  private async asShown(rows: E[], { manager }: Change): Promise<E[]> {
    const copies = rows.map((row) => ({ ...row }));
    await this.complete?.(copies, manager);
    return copies.map((row) => {
      const shown: Partial<E> = {};
      for (const name of this.members) shown[name] = row[name];
      return shown as E;
    });
  }

  private eventOf(row: E, { caller }: Change): RowEvent {
    const { tenantId } = row as { tenantId?: number };
    return { resource: this.rows.metadata.name, id: this.asRead(row.id), tenantId, actorId: caller.userId };
  }

  private secretsOf(...rows: (E | undefined)[]): string[] {
    return rows.flatMap((row) => (row && this.concealedOf?.(row)) ?? []);
  }

  /** A key that the database gave as TypeORM reads it later: it tells of a new bigint in digits, whatever its size. */
  private asRead(key: E['id']): E['id'] {
    const counted = this.rows.metadata.primaryColumns[0]?.isGenerated === true && Number.isSafeInteger(Number(key));
    return counted ? Number(key) : key;
  }

  private duplicate(): Error {
    return errors.failure(this.shape.duplicate ?? `${this.shape.label} exists already`);
  }

  /** @throws AppError code 1 that names a decimal column which the database would round: it is refused, not rounded */
  private assertKept(draft: E): void {
    const { sql } = dialectOf(this.rows.manager.dataSource);
    for (const { type, propertyName } of this.rows.metadata.columns) {
      const value = (draft as Record<string, unknown>)[propertyName];
      if (type !== 'decimal' || (typeof value !== 'string' && typeof value !== 'number')) continue;
      const problem = sql.decimalProblem(String(value));
      if (problem !== undefined) throw errors.failure(`${propertyName} ${problem}`);
    }
  }

  private async save(members: DeepPartial<E>, before: E | undefined, values: object, change: Change): Promise<E> {
    const { manager } = change;
    const draft = manager.create<E, DeepPartial<E>>(this.rows.target, members);
    this.assertKept(draft);
    // Storing a row under a key that is taken would change that row.
    const own = before === undefined && !this.rows.metadata.hasMultiplePrimaryKeys && draft.id !== undefined;
    if (own && (await manager.existsBy<E>(this.rows.target, { id: draft.id } as never))) throw this.duplicate();
    await this.beforeSave?.(draft, before, change, values);
    const saved = await manager.save(draft);
    await this.afterSave?.(saved, before, change, values);
    return saved;
  }
}

/** The members that a body names: a class that was filled from it has the others as undefined. */
function named(values: object): object {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
