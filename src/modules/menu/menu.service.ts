import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, In, Repository } from 'typeorm';
import { Menu, MenuType, PrincipalService, ReachCheck } from 'steward/access';
import { errors } from 'steward/core';
import { type Change, CrudService, MAX_SHOWN, storePlaces } from 'steward/crud';
import { rowLock, takeTurn } from 'steward/database';
import { assertHoldsAll, type Caller, changeBetween, type RowChange } from 'steward/http';
import { type MenuEntry, type Place, checkButtons, checkParents, isCopy, permissionsFrom } from './menu-tree.js';

/** The console's menu tree and the permissions in it. */
@Injectable()
export class MenuService extends CrudService<Menu> {
  constructor(
    @InjectRepository(Menu) rows: Repository<Menu>,
    private readonly principals: PrincipalService,
  ) {
    super(rows, {
      label: 'Menu',
      name: 'name',
      filters: ['parentId', 'name', 'type', 'path', 'component', 'permission', 'status', 'hidden'],
    });
  }

  /**
   * Sets the parents of several entries and their positions among their siblings, all or none.
   * @throws AppError code 1 for an entry that does not exist or is named twice, for a parent that {@link update}
   * refuses, and if a moved entry, or one below it, has a permission that the caller does not hold
   */
  async sort(places: Place[], caller: Caller): Promise<void> {
    await this.change(caller, async (change) => {
      const { manager } = change;
      // Two concurrent changes could put two entries below each other.
      await takeTurn(manager);
      const menus = await manager.find(Menu, { order: { id: 'ASC' }, ...rowLock(manager) });
      const chosen = entriesIn(places, menus);
      checkParents(places, menus);
      const moved = [...chosen].filter(([{ parentId }, before]) => before.parentId !== parentId);
      checkButtons(
        moved.map(([{ parentId }, before]) => ({ ...before, parentId })),
        menus,
      );
      const permissions = permissionsFrom(
        moved.map(([, before]) => before),
        menus,
      );
      assertMayGrant(change, permissions, 'Moving this menu');
      const changes: [number, RowChange][] = [];
      const changed: Menu[] = [];
      const stored: Place[] = [];
      for (const [{ id, parentId, sort }, before] of chosen) {
        const difference = changeBetween({ parentId: before.parentId, sort: before.sort }, { parentId, sort });
        if (Object.keys(difference).length === 0) continue;
        stored.push({ id, parentId, sort });
        changes.push([id, difference]);
        changed.push(before);
        this.announceUpdate(before, difference, change);
      }
      await storePlaces(manager, Menu, stored);
      caller.changes = Object.fromEntries(changes.slice(0, MAX_SHOWN));
      caller.objects = this.objectsOf(changed);
      change.afterCommit(() => this.principals.grantsChanged());
    });
  }

  protected override async beforeSave(draft: Menu, before: Menu | undefined, change: Change): Promise<void> {
    const isMoved = draft.parentId !== before?.parentId;
    const becomesButton = draft.type === MenuType.Button && before && before.type !== MenuType.Button;
    const isRegranted = draft.permission !== before?.permission;
    // Two concurrent changes could put two entries below each other, or one below an entry that has become a button, or
    // add one twice.
    const isPlaced = before === undefined || isMoved || becomesButton || isRegranted;
    if (isPlaced) await takeTurn(change.manager);
    if (isMoved) await this.checkParent(draft, change);
    if (becomesButton) await this.checkChildless([before], change);
    await this.checkPermissions(draft, before, change);
    if (isPlaced) await this.checkSiblings(draft, before, change);
    change.afterCommit(() => this.principals.grantsChanged());
  }

  protected override async beforeDelete(menus: Menu[], change: Change): Promise<void> {
    await takeTurn(change.manager);
    await this.checkChildless(menus, change);
    const permissions = menus.map(({ permission }) => permission);
    assertMayGrant(change, permissions, 'Deleting this menu');
    change.afterCommit(() => this.principals.grantsChanged());
  }

  /** Entries that are deleted or become buttons must not leave any children behind. */
  private async checkChildless(menus: Menu[], change: Change): Promise<void> {
    const ids = new Set(menus.map(({ id }) => id));
    const children = await change.manager.find(Menu, { where: { parentId: In([...ids]) }, take: ids.size + 1 });
    const child = children.find(({ id }) => !ids.has(id));
    if (child) {
      const parent = menus.find(({ id }) => id === child.parentId);
      const count = await change.manager.countBy(Menu, { parentId: child.parentId });
      throw errors.inUse(`Menu ${parent?.name}`, [{ what: 'Menu', count }], child.name);
    }
  }

  /** A parent has neither two buttons with one permission nor, after an add, two equal entries. */
  private async checkSiblings(draft: Menu, before: Menu | undefined, { manager }: Change): Promise<void> {
    const { parentId = 0 } = draft;
    // Locked, so that they are read as they are now and not as they were when the transaction began.
    const siblings = await manager.find(Menu, { where: { parentId }, ...rowLock(manager) });
    checkButtons([{ ...draft, parentId }], siblings);
    if (before !== undefined) return;
    const copy = siblings.find((sibling) => isCopy(draft, sibling));
    if (copy)
      throw errors.failure(`The same parent already has an equal entry ${copy.name}`, {
        reason: 'duplicate',
        member: 'name',
      });
  }

  /** A parent must exist, take children, and not be below the entry itself. */
  private async checkParent({ id, parentId = 0 }: Menu, { manager }: Change): Promise<void> {
    const above = new Set<number>();
    for (let next = parentId; next !== 0 && !above.has(next);) {
      if (next === id)
        throw errors.failure('parentId must not be the menu itself or one below it', {
          reason: 'cycle',
          member: 'parentId',
        });
      above.add(next);
      // Locked, so that it is read as it is now and not as it was when the transaction began.
      const menu = await manager.findOne(Menu, { where: { id: next }, ...rowLock(manager) });
      if (menu === null) {
        if (next === parentId)
          throw errors.failure('parentId does not exist', { reason: 'reference', member: 'parentId' });
        return;
      }
      if (menu.type === MenuType.Button)
        throw errors.failure('parentId must not be a button', { reason: 'reference', member: 'parentId' });
      next = menu.parentId;
    }
  }

  /** Nobody may bring into force, or take away, a permission that they do not hold, or that shows others more. */
  private async checkPermissions(draft: Menu, before: Menu | undefined, change: Change): Promise<void> {
    if (draft.permission && draft.permission !== before?.permission) {
      assertMayGrant(change, [draft.permission], `Menu ${draft.name}`);
    }
    if (before === undefined) return;
    const { permission, status, parentId } = before;
    if (draft.permission === permission && draft.status === status && draft.parentId === parentId) return;
    assertMayGrant(change, permissionsFrom([before], await entriesOf(change.manager)), 'Changing this menu');
  }
}

/** Everybody's roles may have a menu, so callers who change what it grants must hold that and see all its rows. */
function assertMayGrant(change: Change, permissions: string[], what: string): void {
  assertHoldsAll(change.caller, permissions, what);
  new ReachCheck(change).ofEverybody(permissions, { what });
}

/** The entries that places name, each with its place. */
function entriesIn(places: readonly Place[], menus: readonly Menu[]): Map<Place, Menu> {
  const byId = new Map(menus.map((menu) => [menu.id, menu]));
  const missing = places.filter(({ id }) => !byId.has(id)).map(({ id }) => id);
  if (missing.length > 0) throw errors.notFound(`Menu ${missing.slice(0, 10).join(', ')}`);
  const chosen = new Map<Place, Menu>();
  for (const place of places) {
    const menu = byId.get(place.id);
    // Each entry has one place.
    if (!menu || !byId.delete(place.id)) throw errors.failure(`id ${place.id} is named more than once`);
    chosen.set(place, menu);
  }
  return chosen;
}

/** All entries, read with one statement. */
function entriesOf(manager: EntityManager): Promise<MenuEntry[]> {
  return manager
    .createQueryBuilder(Menu, 'menu')
    .select('menu.id', 'id')
    .addSelect('menu.parentId', 'parentId')
    .addSelect('menu.permission', 'permission')
    .getRawMany<MenuEntry>();
}
