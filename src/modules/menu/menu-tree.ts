import { type Menu, MenuType } from 'steward/access';
import { errors } from 'steward/core';

/** The part of an entry that says where it is in the tree and what it grants. */
export type Entry = Pick<Menu, 'id' | 'parentId' | 'permission'>;

/** The parent that an entry is to have, and its position among its siblings. */
export type Place = Pick<Menu, 'id' | 'parentId' | 'sort'>;

/** The permissions of entries and of all their descendants. */
export function permissionsFrom(tops: readonly Entry[], menus: readonly Entry[]): string[] {
  const children = new Map<number, Entry[]>();
  for (const menu of menus) {
    const siblings = children.get(menu.parentId);
    if (siblings) siblings.push(menu);
    else children.set(menu.parentId, [menu]);
  }
  const seen = new Set<number>();
  const permissions: string[] = [];
  const open = [...tops];
  for (let entry = open.pop(); entry; entry = open.pop()) {
    // Also ends the loop if rows form a cycle.
    if (seen.has(entry.id)) continue;
    seen.add(entry.id);
    permissions.push(entry.permission);
    open.push(...(children.get(entry.id) ?? []));
  }
  return permissions;
}

/**
 * Checks the new parents of entries that are to be moved.
 * @throws AppError code 1 if a parent does not exist or takes no children, or if an entry would be below itself
 */
export function checkParents(places: readonly Place[], menus: readonly Menu[]): void {
  const byId = new Map(menus.map((menu) => [menu.id, menu]));
  const parents = new Map(menus.map(({ id, parentId }) => [id, parentId]));
  const moved = places.filter(({ id, parentId }) => parents.get(id) !== parentId);
  for (const { id, parentId } of moved) {
    const parent = byId.get(parentId);
    if (parentId !== 0 && !parent) throw errors.failure(`parentId ${parentId} does not exist`);
    if (parent?.type === MenuType.Button) throw errors.failure(`parentId ${parentId} must not be a button`);
    parents.set(id, parentId);
  }
  for (const { id } of moved) {
    const above = new Set<number>();
    for (let next = parents.get(id); next && !above.has(next); next = parents.get(next)) {
      if (next === id) throw errors.failure('parentId must not be the menu itself or one below it');
      above.add(next);
    }
  }
}
