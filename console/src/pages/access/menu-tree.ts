/** The menu's entries as a tree: what is shown of it, and what a move changes. */
import type { Schemas } from '@/api/client';

/** An entry of the menu. */
export type Menu = Schemas['Menu'];

/** What an entry is. */
export const FOLDER = 0;
export const PAGE = 1;
export const BUTTON = 2;

/** The parent of what is at the top. */
export const TOP = 0;

/** Where an entry is shown. */
export interface Place {
  /** From 1 on. */
  level: number;
  /** Whether the entries below are shown; undefined where there are none. */
  open?: boolean;
  /** Whether it is there for the sake of entries below it alone, which the filters leave. */
  context: boolean;
}

/** What `PUT /api/menu/sort` takes of an entry. */
export type Position = Pick<Menu, 'id' | 'parentId' | 'sort'>;

/** The entries below each, in their order. What is below an entry that is not there is at the top. */
export function childrenOf(menus: readonly Menu[]): ReadonlyMap<number, readonly Menu[]> {
  const ids = new Set(menus.map(({ id }) => id));
  const children = new Map<number, Menu[]>();
  for (const menu of [...menus].sort((a, b) => a.sort - b.sort || a.id - b.id)) {
    const parent = ids.has(menu.parentId) ? menu.parentId : TOP;
    const siblings = children.get(parent);
    if (siblings) siblings.push(menu);
    else children.set(parent, [menu]);
  }
  return children;
}

/** The ids of an entry and of all below it. */
export function subtreeOf(menus: readonly Menu[], id: number): ReadonlySet<number> {
  const children = childrenOf(menus);
  const found = new Set<number>();
  const add = (one: number) => {
    if (found.has(one)) return;
    found.add(one);
    children.get(one)?.forEach((child) => add(child.id));
  };
  add(id);
  return found;
}

/** The entries above one, the nearest first. */
export function ancestorsOf(menus: readonly Menu[], id: number): Menu[] {
  const byId = new Map(menus.map((menu) => [menu.id, menu]));
  const above: Menu[] = [];
  let next = byId.get(byId.get(id)?.parentId ?? TOP);
  while (next !== undefined && !above.includes(next)) {
    above.push(next);
    next = byId.get(next.parentId);
  }
  return above;
}

/**
 * The entries that are shown, in their order, each with its place. Those that match keep the ones above them, whether these
 * are open or not.
 */
export function shownOf(
  menus: readonly Menu[],
  isOpen: (menu: Menu) => boolean,
  matches?: (menu: Menu) => boolean,
): Map<Menu, Place> {
  const children = childrenOf(menus);
  const wanted = matches && new Set(menus.filter(matches).flatMap(({ id }) => [id, ...idsAbove(menus, id)]));
  const shown = new Map<Menu, Place>();
  const add = (parent: number, level: number) => {
    for (const menu of children.get(parent) ?? []) {
      if (wanted && !wanted.has(menu.id)) continue;
      const below = (children.get(menu.id) ?? []).filter(({ id }) => wanted?.has(id) ?? true);
      const open = below.length === 0 ? undefined : wanted !== undefined || isOpen(menu);
      shown.set(menu, { level, open, context: matches?.(menu) === false });
      if (open) add(menu.id, level + 1);
    }
  };
  add(TOP, 1);
  return shown;
}

function idsAbove(menus: readonly Menu[], id: number): number[] {
  return ancestorsOf(menus, id).map((menu) => menu.id);
}

/**
 * What changes when an entry goes below a parent, before one of those there or after all of them.
 * @returns the entries whose parent or place becomes another one
 */
export function move(menus: readonly Menu[], id: number, parentId: number, before?: number): Position[] {
  const moved = menus.find((menu) => menu.id === id);
  if (moved === undefined) return [];
  const siblings = (childrenOf(menus).get(parentId) ?? []).filter((menu) => menu.id !== id);
  const at = siblings.findIndex((menu) => menu.id === before);
  siblings.splice(at < 0 ? siblings.length : at, 0, moved);
  return siblings.flatMap((menu, sort) =>
    menu.sort === sort && (menu !== moved || menu.parentId === parentId)
      ? []
      : [{ id: menu.id, parentId: menu === moved ? parentId : menu.parentId, sort }],
  );
}

/** What changes when an entry changes places with the one before it (−1) or after it (1); nothing at the end. */
export function shift(menus: readonly Menu[], { id }: Menu, by: -1 | 1): Position[] {
  const siblings = siblingsOf(menus, id);
  const to = siblings.findIndex((menu) => menu.id === id) + by;
  if (to < 0 || to >= siblings.length) return [];
  // What it goes before when it goes down is what follows the one after it.
  const before = siblings[by < 0 ? to : to + 1];
  return move(menus, id, parentOf(menus, id), before?.id);
}

/** The entries with the same parent as one, with itself, in their order. */
export function siblingsOf(menus: readonly Menu[], id: number): readonly Menu[] {
  return childrenOf(menus).get(parentOf(menus, id)) ?? [];
}

function parentOf(menus: readonly Menu[], id: number): number {
  return ancestorsOf(menus, id)[0]?.id ?? TOP;
}

/** The entries after some have got other places. */
export function applied(menus: readonly Menu[], positions: readonly Position[]): Menu[] {
  const byId = new Map(positions.map((position) => [position.id, position]));
  return menus.map((menu) => ({ ...menu, ...byId.get(menu.id) }));
}

/** The place of a new entry after all that a parent has. */
export function lastSort(menus: readonly Menu[], parentId: number): number {
  const last = childrenOf(menus).get(parentId)?.at(-1);
  return last === undefined ? 0 : last.sort + 1;
}

/** The entries that one may go into, the top among them, as a combobox offers them. */
export function parentOptions(menus: readonly Menu[], top: string, nameOf: (name: string) => string, moved?: number) {
  const own = moved === undefined ? new Set<number>() : subtreeOf(menus, moved);
  const options = [...shownOf(menus, () => true).keys()]
    .filter(({ id, type }) => type !== BUTTON && !own.has(id))
    .map(({ id, name }) => ({
      value: id,
      label: nameOf(name),
      hint: ancestorsOf(menus, id)
        .map((above) => nameOf(above.name))
        .reverse()
        .join(' / '),
    }));
  return [{ value: TOP, label: top, hint: '' }, ...options];
}
