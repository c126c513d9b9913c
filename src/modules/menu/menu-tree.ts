import { type Menu, MenuType } from 'steward/access';
import { errors } from 'steward/core';

/** What of an entry says where it hangs and what it grants. */
export type Entry = Pick<Menu, 'id' | 'parentId' | 'permission'>;

/** Where an entry is to hang, and its place among those beside it. */
export type Place = Pick<Menu, 'id' | 'parentId' | 'sort'>;

/** The permissions of entries and of all that lie below them, however deep. */
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
    // Rows that form a cycle end it too.
    if (seen.has(entry.id)) continue;
    seen.add(entry.id);
    permissions.push(entry.permission);
    open.push(...(children.get(entry.id) ?? []));
  }
  return permissions;
}

/**
 * Checks the parents that some of the entries are to get.
 * @throws AppError code 1 where one is not there or takes no children, or where an entry would lie below itself
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
