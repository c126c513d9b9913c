import { Inject } from '@nestjs/common';
import type { DeepPartial, ObjectLiteral, Repository } from 'typeorm';
import { AppError } from '../../core/app.error.js';
import { errors } from '../../core/errors.js';
import type { RowEvent } from '../../core/domain-events.js';
import { Events } from '../../core/events.js';
import { type Transaction, rowLock, takeTurn, transact } from '../../database/transaction.js';
import { changeBetween, removalOf } from '../../http/recording/changes.js';
import { OperationType } from '../../http/recording/operation.js';
import {
  type Caller,
  type ChangedObject,
  type JoinedTransaction,
  type RowChange,
  within,
} from '../../http/request/caller.js';
import { matches } from '../../http/envelope/entity-tag.js';
import { ROW } from '../columns/filters.js';
import { ReadService, orIfIncomparable, tenantScopeOf } from '../read/read.service.js';
import { VisibleRows } from '../read/visible-rows.js';
import type { KeyValues } from '../columns/row-key.js';
import type { CrudShape, Key, Row } from '../shape.js';
import { named, newKey, stampsOf } from '../columns/stamps.js';
import { assertStorable } from '../columns/storable.js';
import { checkPath } from '../relations/tree.js';
import { withoutZeroDates, withoutZeroKeys } from '../columns/zero-dates.js';
import type { Change } from './change.js';
import type { Extender } from './extender.js';
import { FlowOf } from './flow.js';
import { placeInDepartment } from './placement.js';
import { SystemOperations } from './system-operations.js';
import { duplicateOf, failureOf } from './write-failures.js';

/** How many of the rows that are changed or deleted at once the operation log shows. */
export const MAX_SHOWN = 50;

/** Member that an audited entity sets on every update; the row in the operation log has that time anyway. */
const STAMP = 'updatedAt';

/**
 * The eight operations over one entity. A resource that lacks some has no routes for them; anything special about it
 * goes into the hooks, which run inside the transaction of the change.
 */
export abstract class CrudService<E extends Row> extends ReadService<E> {
  /** Injected as a property, so that no resource has to pass it on. */
  @Inject(Events)
  protected readonly events: Events;

  @Inject(SystemOperations)
  private readonly systemOperations: SystemOperations;

  @Inject(VisibleRows)
  private readonly visibleRows: VisibleRows;

  private readonly extenders: Extender<E>[] = [];

  private readonly flow: FlowOf<E>;

  protected constructor(rows: Repository<E>, shape: CrudShape<E>) {
    super(rows, shape);
    this.flow = new FlowOf(shape);
  }

  /** Lets changes of other resources query the rows that a caller may see; called once, before the first request. */
  offerRows(): void {
    this.visibleRows.offer(this.rows.metadata, (manager, caller) => this.visible(manager, caller));
  }

  protected override get showsAddedFields(): boolean {
    return true;
  }

  override extend(extender: Extender<E>): void {
    super.extend(extender);
    this.extenders.push(extender);
  }

  /** Adds a row; `id` and audit fields of the body were dropped with its other unknown members. */
  add(values: object, caller: Caller): Promise<{ id: E['id'] }> {
    return this.addAnd(values, caller, () => Promise.resolve());
  }

  /** Adds a row and does more in its transaction. */
  protected async addAnd(
    values: object,
    caller: Caller,
    more: (added: E, change: Change) => Promise<void>,
  ): Promise<{ id: E['id'] }> {
    const row = await this.change(caller, async (change) => {
      const initial = this.resource.scoped
        ? { ...named(values), tenantId: this.tenantOfNew(values, caller) }
        : named(values);
      this.flow.hold(initial, undefined);
      const added = await this.save(initial as DeepPartial<E>, undefined, values, change);
      change.afterCommit(() => this.events.emit('row.added', this.eventOf(added, change)));
      await more(added, change);
      const operation = { type: OperationType.Add, method: 'add', objects: this.objectsOf([added]) };
      await this.systemOperations.note(this, operation, change);
      return added;
    });
    caller.objects = this.objectsOf([row]);
    return { id: this.resource.key.idOf(row) };
  }

  /**
   * Changes the given members and leaves the others.
   * @throws AppError code 1 if the row does not have a tag that the request's If-Match header names
   */
  update({ id, ...values }: Partial<E> & Row, caller: Caller): Promise<void> {
    return this.changeOne(id, caller, { method: 'update', values });
  }

  /**
   * Moves a row to another state of its flow, and changes members besides.
   * @param name of the move
   * @throws AppError code 1 if the move does not begin at the state of the row, and as {@link update} does
   */
  move(name: string, id: Key, caller: Caller, values: object = {}): Promise<void> {
    return this.changeOne(id, caller, { method: name, values, move: name });
  }

  /**
   * Changes what belongs to a row, which the caller may see and which is locked until the end of the transaction.
   * @throws AppError code 1 if the caller may see no such row
   */
  changeBeside<T>(id: Key, caller: Caller, run: (row: E, change: Change) => Promise<T>): Promise<T> {
    return this.change(caller, async (change) => {
      const row = await this.lockOne(id, change);
      const result = await run(row, change);
      caller.objects = this.objectsOf([row]);
      return result;
    });
  }

  private async changeOne(
    id: Key,
    caller: Caller,
    { method, values: given, move }: { method: string; values: object; move?: string },
  ): Promise<void> {
    caller.tag = await this.change(caller, async (change) => {
      const before = await this.lockOne(id, change);
      const [old] = await this.asShown([before], change);
      this.assertUnchanged(old, id, caller);
      const values = move === undefined ? given : { ...given, ...this.flow.changesOf(move, before, id) };
      const draft = { ...before, ...named(values) };
      if (move === undefined) this.flow.hold(draft, before);
      await this.save(draft, before, values, change);
      // Read again: the database may round, complete or compute what it stores.
      const [now] = await this.asShown([await this.lockOne(id, change)], change);
      const difference = changeBetween(old ?? {}, now ?? {}, this.secretsOf(old, now));
      const { times, by } = this.shape;
      for (const stamp of [STAMP, times?.updated, by?.updated]) {
        if (stamp !== undefined && !Object.hasOwn(named(values), stamp)) delete difference[stamp];
      }
      caller.changes = difference;
      caller.objects = this.objectsOf([{ ...before, ...now }]);
      this.announceUpdate(before, difference, change);
      const { objects, changes } = caller;
      await this.systemOperations.note(this, { type: OperationType.Update, method, objects, changes }, change);
      return now && this.resource.tagOf(now);
    });
  }

  /**
   * Adds several rows, all of them or none.
   * @throws AppError of the first row that is refused, whose message begins with its place: "Row 3: …"
   */
  addAll(rows: readonly object[], caller: Caller): Promise<{ id: E['id'] }[]> {
    const operation = { type: OperationType.Add, method: 'addAll' };
    return this.allOrNone(rows, operation, caller, (row, each) => this.add(row, each));
  }

  /**
   * Changes several rows, all of them or none.
   * @throws AppError as {@link addAll} does
   */
  async updateAll(rows: readonly (Partial<E> & Row)[], caller: Caller): Promise<void> {
    const operation = { type: OperationType.Update, method: 'updateAll' };
    await this.allOrNone(rows, operation, caller, (row, each) => this.update(row, each));
  }

  private async allOrNone<R, T>(
    rows: readonly R[],
    operation: { type: OperationType; method: string },
    caller: Caller,
    store: (row: R, caller: Caller) => Promise<T>,
  ): Promise<T[]> {
    const objects: ChangedObject[] = [];
    const changes: [Key, RowChange][] = [];
    const report: JoinedTransaction['report'] = (changed, what) => {
      objects.push(...changed);
      const id = changed[0]?.id;
      if (id !== undefined && Object.keys(what).length > 0 && changes.length < MAX_SHOWN) {
        changes.push([id, what as RowChange]);
      }
    };
    const stored = await this.change(caller, async (change) => {
      objects.splice(0);
      changes.splice(0);
      const results: T[] = [];
      for (const [index, row] of rows.entries()) {
        const each = { ...within(change), joined: { transaction: change, report } };
        results.push(await ofRow(index + 1, store(row, each)));
      }
      const done = { ...operation, objects, changes: Object.fromEntries(changes) };
      await this.systemOperations.note(this, done, change);
      return results;
    });
    caller.objects = objects;
    caller.changes = Object.fromEntries(changes);
    return stored;
  }

  /**
   * Deletes one row.
   * @throws AppError code 1 if the row does not have a tag that the request's If-Match header names
   */
  delete(id: Key, caller: Caller): Promise<void> {
    return this.deleteAnd(id, caller, () => Promise.resolve());
  }

  /** Deletes one row and does more in its transaction. */
  protected async deleteAnd(
    id: Key,
    caller: Caller,
    more: (deleted: E, change: Change) => Promise<void>,
  ): Promise<void> {
    const check = ([old]: E[]) => this.assertUnchanged(old, id, caller);
    const [[, removed] = []] = await this.remove([id], caller, check, more);
    caller.changes = removed;
  }

  /** Deletes all of the rows or none. */
  async batchDelete(ids: Key[], caller: Caller): Promise<void> {
    caller.changes = Object.fromEntries(await this.remove(ids, caller));
  }

  /** A precondition is checked while the row is locked, so that nothing changes between the check and the change. */
  private assertUnchanged(row: E | undefined, id: Key, caller: Caller): void {
    const tag = row && this.resource.tagOf(row);
    if (caller.ifMatch === undefined || tag === undefined || matches(caller.ifMatch, tag)) return;
    caller.tag = tag;
    throw errors.changedSince(`${this.shape.label} ${id}`);
  }

  /**
   * @param check decides about the first rows as they are shown
   * @param more is called for each row
   * @returns the first {@link MAX_SHOWN} of the rows as they were, with their ids
   */
  private remove(
    ids: Key[],
    caller: Caller,
    check: (rows: E[]) => void = () => undefined,
    more?: (row: E, change: Change) => Promise<void>,
  ): Promise<[Key, RowChange][]> {
    const run = async (change: Change): Promise<[Key, RowChange][]> => {
      const found = await this.lock(ids, change);
      if (found.length !== ids.length) {
        const there = new Set(found.map((row) => String(this.resource.key.idOf(row))));
        const missing = ids.filter((id) => !there.has(this.resource.key.normalised(id)));
        throw errors.notFound(`${this.shape.label} ${missing.slice(0, 10).join(', ')}`);
      }
      const old = await this.asShown(found.slice(0, MAX_SHOWN), change);
      check(old);
      await this.beforeDelete?.(found, change);
      for (const extender of this.extenders) await extender.beforeDelete?.(found, change);
      if (more) for (const row of found) await more(row, change);
      await this.deleteRows(found, change);
      caller.objects = this.objectsOf(found);
      change.afterCommit(() => {
        for (const row of found) this.events.emit('row.deleted', this.eventOf(row, change));
      });
      const removed = old.map((row, index): [Key, RowChange] => [
        this.resource.key.idOf(found[index] ?? row),
        removalOf(row, this.secretsOf(row)),
      ]);
      const { objects } = caller;
      const changes = Object.fromEntries(removed);
      await this.systemOperations.note(
        this,
        { type: OperationType.Delete, method: 'delete', objects, changes },
        change,
      );
      return removed;
    };
    return this.change(caller, run, ids);
  }

  private async deleteRows(found: E[], change: Change): Promise<void> {
    const { manager } = change;
    const { target } = this.rows;
    await this.assertChildless(found, change);
    if (this.marks.used) {
      const mark = this.marks.ofDeleted(new Date());
      const stamps = stampsOf(this.shape, this.rows.metadata, { caller: change.caller, isNew: false });
      const marked = { ...mark, ...stamps } as never;
      for (const row of found) await manager.update(target, this.resource.key.criteria(row), marked);
      return;
    }
    await this.lines.delete(found, manager);
    this.announceTables(await this.joins.delete(found, manager), change);
    const { key } = this.resource;
    const keys = found.map((row) => (key.isOfIds ? row.id : key.criteria(row)));
    const step = Math.min(key.deletedAtOnce, keys.length);
    for (let begin = 0; begin < keys.length; begin += step)
      await manager.delete(target, keys.slice(begin, begin + step));
  }

  /** A row of a tree must not be deleted while it has others below it, unless they are deleted too. */
  private async assertChildless(found: E[], { manager, caller }: Change): Promise<void> {
    const { tree } = this.shape;
    if (tree === undefined) return;
    const keys = found.map(({ id }) => id);
    const belowFor = (reader: Caller) =>
      this.visible(manager, reader)
        .andWhere(`${ROW}.${tree} IN (:...parents)`, { parents: keys })
        .andWhere(`${ROW}.${this.resource.key.properties[0]} NOT IN (:...deleted)`, { deleted: keys });
    const [children, count] = await belowFor({ ...caller, tenantId: 0, dataScope: 'all' })
      .take(1)
      .getManyAndCount();
    const [child] = children;
    if (child === undefined) return;
    const { label } = this.shape;
    // Named only to those who see it.
    const seen = caller.dataScope === 'all' ? child : await belowFor(caller).getOne();
    throw errors.inUse(`${label} ${String(child[tree])}`, [{ what: label, count }], seen ? String(seen.id) : undefined);
  }

  /** Tenant of a new row: always the caller's, even if the body names another. */
  protected tenantOfNew(_values: object, caller: Caller): number {
    return caller.tenantId;
  }

  /** Hook: checks or completes a row before it is stored; `before` is undefined for a new one. */
  protected beforeSave?(draft: E, before: E | undefined, change: Change, values: object): Promise<void>;

  /** Hook: stores rows of other tables that belong to the row, from the members of the body. */
  protected afterSave?(row: E, before: E | undefined, change: Change, values: object): Promise<void>;

  /** Hook: refuses to delete rows that are in use, or deletes what belongs to them. */
  protected beforeDelete?(rows: E[], change: Change): Promise<void>;

  /** Hook: members of a row that the operation log must not show, though their names do not say that they are secret. */
  protected concealedOf?(row: E): string[];

  /**
   * Runs a change in a transaction; one that breaks a key or another rule of the table becomes a failure.
   * @param deleted the rows that it deletes
   */
  protected async change<T>(
    caller: Caller,
    run: (change: Change) => Promise<T>,
    deleted: readonly Key[] = [],
  ): Promise<T> {
    const { joined } = caller;
    const inTransaction = (transaction: Transaction) => {
      transaction.afterCommit(() => this.reads.changed(this.rows.metadata.tableName));
      const visible: Change['visible'] = (entity) => this.visibleRows.of(transaction.manager, entity, caller);
      return run({ ...transaction, caller, visible });
    };
    try {
      if (joined) return await inTransaction(joined.transaction);
      return await transact(this.rows.manager, caller.gate, inTransaction);
    } catch (error) {
      const { manager } = joined?.transaction ?? this.rows;
      throw await failureOf(error, this.resource, { manager, tenantId: tenantScopeOf(caller), deleted });
    }
  }

  /** Emits `row.updated` after the commit; also for services that update rows themselves. */
  protected announceUpdate(row: E, difference: RowChange, change: Change): void {
    const event = { ...this.eventOf(row, change), changed: Object.keys(difference) };
    change.afterCommit(() => this.events.emit('row.updated', event));
  }

  /** The rows with these ids that the caller may see, locked until the transaction ends. */
  protected async lock(ids: Key[], { manager, caller }: Change): Promise<E[]> {
    const { key } = this.resource;
    const builder = this.byKeys(
      ids.map((id) => key.parse(id)),
      this.visible(manager, caller),
    );
    for (const property of key.properties) builder.addOrderBy(`${ROW}.${property}`, 'ASC');
    const { lock } = rowLock(manager);
    if (lock) builder.setLock(lock.mode);
    const rows = await builder.getMany().catch(orIfIncomparable<E[]>([]));
    for (const row of rows) withoutZeroDates(row, this.rows.metadata);
    return rows;
  }

  /** @throws AppError code 1 if the caller may see no such row */
  protected async lockOne(id: Key, change: Change): Promise<E> {
    const [row] = await this.lock([id], change);
    if (row === undefined) throw errors.notFound(`${this.shape.label} ${id}`);
    return row;
  }

  /** Copies of rows with only the members that the API shows: what the operation log may contain. */
  private async asShown(rows: E[], { manager, caller }: Change): Promise<E[]> {
    const copies = rows.map((row) => ({ ...row }));
    // A row whose values are lost with their key can still be corrected or deleted.
    this.seals.open(copies, { orLeave: true });
    if (this.resource.key.isComposite) for (const copy of copies) withoutZeroKeys(copy, this.rows.metadata);
    await this.completeAll(copies, manager);
    await this.lines.load(copies, manager);
    await this.joins.load(copies, tenantScopeOf(caller), caller, manager);
    return copies.map((row) => {
      const shown: Partial<E> = {};
      for (const name of this.resource.recorded) shown[name] = row[name];
      return shown as E;
    });
  }

  private eventOf(row: E, { caller }: Change): RowEvent {
    const { tenantId } = row as { tenantId?: number };
    return { resource: this.rows.metadata.name, id: this.resource.key.idOf(row), tenantId, actorId: caller.userId };
  }

  /** Rows as the operation log names them. */
  protected objectsOf(rows: readonly E[]): ChangedObject[] {
    return rows.map((row) => ({ id: this.resource.key.idOf(row), name: this.nameOf(row) }));
  }

  /** Hook: the name by which people know a row; by default the one in a list to choose from. */
  protected nameOf(row: E): string {
    const { name } = this.shape;
    return name === undefined ? '' : String(row[name] ?? '');
  }

  private secretsOf(...rows: (E | undefined)[]): string[] {
    return [...this.resource.concealed, ...rows.flatMap((row) => (row && this.concealedOf?.(row)) ?? [])];
  }

  private async save(members: DeepPartial<E>, before: E | undefined, values: object, change: Change): Promise<E> {
    const { manager } = change;
    const { metadata, target } = this.rows;
    const draft = manager.create<E, DeepPartial<E>>(target, members);
    if (before === undefined) Object.assign(draft, this.marks.ofNew(), newKey(this.shape, metadata, draft));
    Object.assign(draft, stampsOf(this.shape, metadata, { caller: change.caller, isNew: before === undefined }));
    // Even if only lines or links of the row change: of two concurrent changes on two nodes of a cluster, one must
    // lose.
    if (before !== undefined && metadata.findColumnWithPropertyName(STAMP)) {
      Object.assign(draft, { [STAMP]: new Date() });
    }
    await this.checkReferences(draft, before, change);
    assertStorable(draft, before, metadata);
    if (before === undefined) await this.assertFree(this.resource.key.valuesOf(draft), change);
    await this.beforeSave?.(draft, before, change, values);
    for (const extender of this.extenders) await extender.beforeSave?.(draft, before, change, values);
    const sealed = this.seals.takeOut(draft, before);
    const saved = await this.stored(draft, before, change);
    await this.seals.store(saved, sealed, manager);
    const owner = { row: saved, tenantId: tenantOf(saved, change), caller: change.caller, manager };
    await this.lines.store(values, owner);
    this.announceTables(await this.joins.store(values, owner), change);
    await this.afterSave?.(saved, before, change, values);
    for (const extender of this.extenders) await extender.afterSave?.(saved, before, change, values);
    return saved;
  }

  /** Has other tables that were changed read again after the commit. */
  private announceTables(tables: readonly string[], change: Change): void {
    for (const table of tables) change.afterCommit(() => this.reads.changed(table));
  }

  /** Stores a row. One that TypeORM would not find by its key, and would add again, is updated by a statement. */
  private async stored(draft: E, before: E | undefined, { manager }: Change): Promise<E> {
    const { key } = this.resource;
    if (before === undefined || key.isPlain(before)) return manager.save(draft);
    const { columns, target } = this.rows.metadata;
    const [was, is] = [before, draft] as ObjectLiteral[];
    const changed = columns
      .filter(({ isPrimary, propertyName: name }) => !isPrimary && is?.[name] !== undefined)
      .filter(({ propertyName: name }) => JSON.stringify(is?.[name]) !== JSON.stringify(was?.[name]));
    const values = Object.fromEntries(changed.map(({ propertyName: name }) => [name, is?.[name] as unknown]));
    if (changed.length > 0) await manager.update(target, key.criteria(before), values);
    return draft;
  }

  /** Checks that a key is free: storing a row under one that is taken would change the row that has it. */
  private async assertFree(values: KeyValues, { manager }: Change): Promise<void> {
    if (values.some((value) => value === undefined)) return;
    const taken = this.byKeys([values], manager.createQueryBuilder<E>(this.rows.target, ROW));
    if (await taken.getExists()) throw duplicateOf(this.resource, this.resource.key.properties);
  }

  /**
   * Checks that the rows that a row refers to exist and belong to its tenant, that its parent is not below it, and that
   * it may be in its department.
   */
  private async checkReferences(draft: E, before: E | undefined, change: Change): Promise<void> {
    const { manager } = change;
    const tenantId = tenantOf(draft, change);
    await placeInDepartment(this.resource.rowScope, { draft, before, tenantId }, change);
    await this.references.check([{ draft, before }], tenantId, change);
    const { tree } = this.shape;
    if (tree === undefined || before === undefined || String(draft[tree]) === String(before[tree])) return;
    const { tableName: table, primaryColumns } = this.rows.metadata;
    const parent = this.rows.metadata.findColumnWithPropertyName(tree)?.databaseName ?? tree;
    const place = { table, key: primaryColumns[0]?.databaseName ?? 'id', parent };
    await takeTurn(manager);
    await checkPath(place, { member: tree, id: before.id, above: draft[tree] as Key | null }, manager);
  }
}

/** Adds to a refusal which of several rows it is about. */
async function ofRow<T>(row: number, storing: Promise<T>): Promise<T> {
  try {
    return await storing;
  } catch (error) {
    throw error instanceof AppError ? error.ofRow(row) : error;
  }
}

/** The tenant whose rows a row may refer to: its own, or if it has none, the one that the caller is limited to. */
function tenantOf(row: object, { caller }: Change): number | undefined {
  return (row as { tenantId?: number }).tenantId ?? tenantScopeOf(caller);
}
