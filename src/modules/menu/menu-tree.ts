import { type Menu, MenuType } from 'steward/access';
import { errors } from 'steward/core';

/** The part of an entry that says where it is in the tree and what it grants. */
export type MenuEntry = Pick<Menu, 'id' | 'parentId' | 'permission'>;

/** The part of an entry that says which permission it grants where. */
export type MenuButton = Pick<Menu, 'id' | 'parentId' | 'name' | 'type' | 'permission'>;

/** The parent that an entry is to have, and its position among its siblings. */
export type Place = Pick<Menu, 'id' | 'parentId' | 'sort'>;

/** The permissions of entries and of all their descendants. */
export function permissionsFrom(tops: readonly MenuEntry[], menus: readonly MenuEntry[]): string[] {
  const children = new Map<number, MenuEntry[]>();
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
      if (next === id)
        throw errors.failure('parentId must not be the menu itself or one below it', {
          reason: 'cycle',
          member: 'parentId',
        });
      above.add(next);
    }
  }
}

/**
 * Checks that no two buttons of a parent have the same permission: a role that loses one would still have it.
 * @param changed the entries as they are to be; those among `menus` with the same ids no longer count
 * @throws AppError code 1 that names the button that is there already
 */
export function checkButtons(changed: readonly MenuButton[], menus: readonly MenuButton[]): void {
  const ids = new Set(changed.map(({ id }) => id));
  const taken = new Map<string, MenuButton>();
  const keyOf = ({ parentId, permission }: MenuButton) => `${parentId} ${permission}`;
  const isGrant = ({ type, permission }: MenuButton) => type === MenuType.Button && permission !== '';
  for (const menu of menus) if (isGrant(menu) && !ids.has(menu.id)) taken.set(keyOf(menu), menu);
  for (const entry of changed.filter(isGrant)) {
    const key = keyOf(entry);
    const other = taken.get(key);
    if (other)
      throw errors.failure(`The button ${other.name} of the same parent already has ${other.permission}`, {
        reason: 'duplicate',
        member: 'permission',
      });
    taken.set(key, entry);
  }
}

/** The values of a new entry in the members that an add leaves out. */
const BLANK = {
  name: '',
  type: MenuType.Page,
  path: '',
  component: '',
  icon: '',
  permission: '',
  sort: 0,
  status: 1,
  hidden: false,
} satisfies Partial<Menu>;

/**
 * Whether an add would repeat an existing entry, as a form that is sent twice does. Entries that neither lead anywhere
 * nor grant anything may be equal.
 */
export function isCopy(draft: Partial<Menu>, entry: Menu): boolean {
  if (!draft.path && !draft.component && !draft.permission) return false;
  const names = Object.keys(BLANK) as (keyof typeof BLANK)[];
  return names.every((name) => entry[name] === (draft[name] ?? BLANK[name]));
}
