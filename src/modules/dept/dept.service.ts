import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, In, Repository } from 'typeorm';
import { assertTenantExists, Dept, PrincipalService, RoleDept, tenantOfNew, User } from 'steward/access';
import { batchesOf, errors } from 'steward/core';
import { type Branch, type Change, CrudService, MAX_SHOWN, type RawQuery, storePlaces } from 'steward/crud';
import { rowLock, takeTurn } from 'steward/database';
import { type Caller, changeBetween, type RowChange } from 'steward/http';
import { deptMembers } from './dept.docs.js';
import type { PlaceDto } from 'steward/validation';
import { checkMoves, type PlacedDept } from './dept-tree.js';

/** Most departments of a tenant. */
const MAX_DEPARTMENTS = 10_000;

/** The departments of tenants (docs/api.md, Departments). */
@Injectable()
export class DeptService extends CrudService<Dept> {
  constructor(
    @InjectRepository(Dept) rows: Repository<Dept>,
    private readonly principals: PrincipalService,
  ) {
    super(rows, {
      label: 'Department',
      name: 'name',
      tree: 'parentId',
      filters: ['parentId', 'name', 'code', 'leaderId', 'phone', 'status', 'remark'],
      duplicate: 'A department with this code, or with this name beside it, exists already',
      added: deptMembers,
    });
  }

  /** All departments, in their order, below their parents. */
  override tree(caller: Caller, query: RawQuery = {}): Promise<Branch<Dept>[]> {
    return super.tree(caller, query, MAX_DEPARTMENTS);
  }

  /**
   * Sets the parents of several departments and their positions among their siblings, all or none.
   * @throws AppError code 1 for one that does not exist or is named twice, for a parent that {@link update} refuses, and
   *   for a move by somebody who does not see all rows
   */
  async sort(places: PlaceDto[], caller: Caller): Promise<void> {
    await this.change(caller, async (change) => {
      const { manager } = change;
      // Two concurrent changes could put two departments below each other.
      await takeTurn(manager);
      const chosen = await this.chosenBy(places, change);
      const moves = places.filter(({ id, parentId }) => chosen.get(id)?.parentId !== parentId);
      if (moves.length > 0) {
        assertMayMove(caller);
        checkMoves(moves, await departmentsOf([...chosen.values()], manager));
        // Out of each other's way: two of one name may change places.
        const ids = moves.map(({ id }) => id);
        if (ids.length > 1) await manager.update(Dept, { id: In(ids) }, { parentId: () => '-id' });
      }
      const changes: [number, RowChange][] = [];
      const stored: PlaceDto[] = [];
      for (const { id, parentId, sort } of places) {
        const before = chosen.get(id);
        if (before === undefined) continue;
        const difference = changeBetween({ parentId: before.parentId, sort: before.sort }, { parentId, sort });
        if (Object.keys(difference).length === 0) continue;
        stored.push({ id, parentId, sort });
        changes.push([id, difference]);
        this.announceUpdate(before, difference, change);
      }
      await storePlaces(manager, Dept, stored);
      const changed = changes.flatMap(([id]) => chosen.get(id) ?? []);
      caller.changes = Object.fromEntries(changes.slice(0, MAX_SHOWN));
      caller.objects = this.objectsOf(changed);
      this.announce(changed, change);
    });
  }

  protected override tenantOfNew(values: object, caller: Caller): number {
    return tenantOfNew(values, caller);
  }

  protected override async beforeSave(draft: Dept, before: Dept | undefined, change: Change): Promise<void> {
    const { manager, caller } = change;
    const { parentId = 0, leaderId } = draft;
    if (before === undefined) {
      await assertTenantExists(draft.tenantId, manager);
      await takeTurn(manager);
      const count = await manager.countBy(Dept, { tenantId: draft.tenantId });
      if (count >= MAX_DEPARTMENTS) {
        throw errors.failure(`A tenant has at most ${MAX_DEPARTMENTS} departments`, {
          reason: 'maxItems',
          limit: MAX_DEPARTMENTS,
        });
      }
    } else if (parentId !== before.parentId || (draft.status === 1 && before.status !== 1)) assertMayMove(caller);
    if (before === undefined ? parentId !== 0 : parentId !== before.parentId) {
      await takeTurn(manager);
      // A new one has no id yet, and nothing below it.
      const place = { id: before?.id ?? -1, parentId, tenantId: draft.tenantId };
      checkMoves([place], [...(await departmentsOf([draft], manager)), ...(before ? [] : [place])]);
    }
    if (leaderId && leaderId !== before?.leaderId) await assertLeader(leaderId, draft.tenantId, manager);
  }

  protected override afterSave(dept: Dept, _before: Dept | undefined, change: Change): Promise<void> {
    this.announce([dept], change);
    return Promise.resolve();
  }

  protected override async beforeDelete(departments: Dept[], change: Change): Promise<void> {
    const { manager } = change;
    const ids = departments.map(({ id }) => id);
    const count = await manager.countBy(User, { deptId: In(ids) });
    if (count > 0) {
      const what = departments.length === 1 ? `Department ${departments[0]?.name}` : 'Department';
      throw errors.inUse(what, [{ what: 'User', count }]);
    }
    await manager.delete(RoleDept, { deptId: In(ids) });
    this.announce(departments, change);
  }

  protected override async complete(departments: Dept[], manager: EntityManager): Promise<void> {
    const counts = new Map<number, number>();
    const leaders = new Map<string, string>();
    for (const some of batchesOf(departments)) {
      const counted = await manager
        .createQueryBuilder(User, 'user')
        .select('user.deptId', 'id')
        .addSelect('COUNT(1)', 'count')
        .where('user.deptId IN (:...ids)', { ids: some.map(({ id }) => id) })
        .groupBy('user.deptId')
        .getRawMany<{ id: number; count: number | string }>();
      for (const { id, count } of counted) counts.set(id, Number(count));
      const leaderIds = some.flatMap(({ leaderId }) => leaderId ?? []);
      const found = leaderIds.length === 0 ? [] : await manager.findBy(User, { id: In(leaderIds) });
      for (const { id, tenantId, realname, username } of found) leaders.set(`${tenantId} ${id}`, realname || username);
    }
    for (const dept of departments) {
      dept.leaderName = leaders.get(`${dept.tenantId} ${dept.leaderId}`) ?? '';
      dept.userCount = counts.get(dept.id) ?? 0;
    }
  }

  /** The departments that places name, locked. */
  private async chosenBy(places: readonly PlaceDto[], change: Change): Promise<Map<number, Dept>> {
    const ids = places.map(({ id }) => id);
    const repeated = ids.find((id, index) => ids.indexOf(id) !== index);
    if (repeated !== undefined) throw errors.failure(`id ${repeated} is named more than once`);
    const chosen = new Map((await this.lock(ids, change)).map((dept) => [dept.id, dept]));
    const missing = ids.filter((id) => !chosen.has(id));
    if (missing.length > 0) throw errors.notFound(`Department ${missing.slice(0, 10).join(', ')}`);
    return chosen;
  }

  private announce(departments: readonly Dept[], change: Change): void {
    const changed = departments.map(({ id, tenantId }) => ({ id, tenantId }));
    change.afterCommit(async () => {
      await this.principals.grantsChanged();
      for (const one of changed) this.events.emit('dept.changed', one);
    });
  }
}

/** Where the departments of some tenants are now, locked so that they are read as they are now. */
function departmentsOf(concerned: readonly Pick<Dept, 'tenantId'>[], manager: EntityManager): Promise<PlacedDept[]> {
  return manager.find(Dept, {
    where: { tenantId: In([...new Set(concerned.map(({ tenantId }) => tenantId))]) },
    select: { id: true, parentId: true, tenantId: true },
    ...rowLock(manager),
  });
}

/** Moving a department, like enabling one, shows rows to others, so the caller must see all of them. */
function assertMayMove({ dataScope }: Caller): void {
  if (dataScope === 'all') return;
  throw errors.failure('Moving or enabling departments needs a role that reaches all rows', {
    reason: 'notSeen',
    member: 'parentId',
  });
}

async function assertLeader(id: number, tenantId: number, manager: EntityManager): Promise<void> {
  if (await manager.existsBy(User, { id, tenantId })) return;
  throw errors.failure('leaderId does not exist', { reason: 'reference', member: 'leaderId' });
}
