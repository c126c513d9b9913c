/** The menu's entries as a tree: which of them are shown, and what a move changes. */
import type { Schemas } from '@/api/client';

/** An entry of the menu. */
export type Menu = Schemas['Menu'];

/** The types of entries. */
export const FOLDER = 0;
export const PAGE = 1;
export const BUTTON = 2;

/** The parent of entries at the top. */
export const TOP = 0;

/** Where an entry is shown. */
export interface Place {
  /** From 1 on. */
  level: number;
  /** Whether the entries below are shown; undefined if there are none. */
  open?: boolean;
  /** Whether it does not match the filters, and is shown only for the entries below it that do. */
  context: boolean;
}

/** The part of an entry that `PUT /api/menu/sort` takes. */
export type Position = Pick<Menu, 'id' | 'parentId' | 'sort'>;

interface MenuIndex {
  byId: ReadonlyMap<number, Menu>;
  children: ReadonlyMap<number, readonly Menu[]>;
}

/** Kept as long as the entries are, because each row asks where it can be moved. */
const indexes = new WeakMap<readonly Menu[], MenuIndex>();

function indexOf(menus: readonly Menu[]): MenuIndex {
  const known = indexes.get(menus);
  if (known) return known;
  const index = newIndex(menus);
  indexes.set(menus, index);
  return index;
}

function newIndex(menus: readonly Menu[]): MenuIndex {
  const byId = new Map(menus.map((menu) => [menu.id, menu]));
  const children = new Map<number, Menu[]>();
  for (const menu of [...menus].sort((a, b) => a.sort - b.sort || a.id - b.id)) {
    const parent = byId.has(menu.parentId) ? menu.parentId : TOP;
    const siblings = children.get(parent);
    if (siblings) siblings.push(menu);
    else children.set(parent, [menu]);
  }
  return { byId, children };
}

/** The children of each entry, in order. Entries whose parent does not exist are at the top. */
export function childrenOf(menus: readonly Menu[]): ReadonlyMap<number, readonly Menu[]> {
  return indexOf(menus).children;
}

/** The ids of an entry and of all entries below it. */
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
  const { byId } = indexOf(menus);
  const above: Menu[] = [];
  let next = byId.get(byId.get(id)?.parentId ?? TOP);
  while (next !== undefined && !above.includes(next)) {
    above.push(next);
    next = byId.get(next.parentId);
  }
  return above;
}

/**
 * The entries that are shown, in order, each with its place. Entries that match are shown with those above them,
 * whether these are open or not.
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
 * The changes if an entry moves below a parent, before one of its children or after all of them.
 * @returns the entries whose parent or position changes
 */
export function move(menus: readonly Menu[], id: number, parentId: number, before?: number): Position[] {
  const moved = indexOf(menus).byId.get(id);
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

/** The changes if an entry swaps places with the one before it (−1) or after it (1); none if there is no such entry. */
export function shift(menus: readonly Menu[], { id }: Menu, by: -1 | 1): Position[] {
  const siblings = siblingsOf(menus, id);
  const to = siblings.findIndex((menu) => menu.id === id) + by;
  if (to < 0 || to >= siblings.length) return [];
  // An entry that moves down goes before the one that follows its successor.
  const before = siblings[by < 0 ? to : to + 1];
  return move(menus, id, parentOf(menus, id), before?.id);
}

/** The entries with the same parent as an entry, including itself, in order. */
export function siblingsOf(menus: readonly Menu[], id: number): readonly Menu[] {
  return childrenOf(menus).get(parentOf(menus, id)) ?? [];
}

function parentOf(menus: readonly Menu[], id: number): number {
  return ancestorsOf(menus, id)[0]?.id ?? TOP;
}

/** The entries after some have been given new positions. */
export function applied(menus: readonly Menu[], positions: readonly Position[]): Menu[] {
  const byId = new Map(positions.map((position) => [position.id, position]));
  return menus.map((menu) => ({ ...menu, ...byId.get(menu.id) }));
}

/** The `sort` value that puts a new entry after all the children of a parent. */
export function lastSort(menus: readonly Menu[], parentId: number): number {
  const last = childrenOf(menus).get(parentId)?.at(-1);
  return last === undefined ? 0 : last.sort + 1;
}

/** The entries that an entry may move into, including the top, as options of a combobox. */
export function parentOptions(menus: readonly Menu[], top: string, nameOf: (menu: Menu) => string, moved?: number) {
  const own = moved === undefined ? new Set<number>() : subtreeOf(menus, moved);
  const options = [...shownOf(menus, () => true).keys()]
    .filter(({ id, type }) => type !== BUTTON && !own.has(id))
    .map((menu) => ({
      value: menu.id,
      label: nameOf(menu),
      hint: ancestorsOf(menus, menu.id).map(nameOf).reverse().join(' / '),
    }));
  return [{ value: TOP, label: top, hint: '' }, ...options];
}
