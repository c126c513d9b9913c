import { type EntityManager, In } from 'typeorm';
import { Menu, MenuType } from 'steward/access';
import { batchesOf } from 'steward/core';
import { forget, record } from 'steward/database';
import { Folders } from './folder-rows.js';
import { type MenuSeed, ofCode, ofHidden, ofPath, partsOfMenu } from './module-seed.js';
import { cutName, findIn, insertRows, newMenu } from './seed-rows.js';

/** The entries of a module in the menu. */
export interface FoundMenu {
  page?: Menu;
  /** The buttons below the page, and those with one of its codes elsewhere. */
  buttons: Menu[];
}

/** A page whose buttons are to be entered. */
export interface ButtonsWanted {
  seed: MenuSeed;
  page: Menu;
  buttons: Menu[];
  /** Codes that are not to be added, because the database has had them. */
  had: ReadonlySet<string>;
  /** Whether the module has the codes of the seed: if not, buttons with other codes keep them. */
  inForce: boolean;
}

/** The buttons that were entered for a page. */
export interface ButtonsEntered {
  /** Codes of new buttons. */
  added: string[];
  /** Buttons that took a new code. */
  renamed: { id: number; before: string; after: string }[];
  /** Codes that buttons with former codes would take. */
  waiting: string[];
}

/**
 * Enters pages and buttons that a database has not had; entries that a person has made, moved or renamed count as
 * existing. Takes a bounded number of statements for any number of modules.
 * @param had names of what the database has had
 */
export async function enterMenus(
  manager: EntityManager,
  seeds: readonly MenuSeed[],
  had: ReadonlySet<string>,
): Promise<void> {
  const due = seeds.filter((seed) => partsOfMenu(seed).some((name) => !had.has(name)));
  const found = await findMenus(manager, due);
  const missing = due.filter((seed) => !found.get(seed)?.page && !had.has(ofPath(seed.path)));
  const pages = due.flatMap((seed) => found.get(seed)?.page ?? []);
  const folders = await Folders.read(manager, due, pages, had);
  const places: [MenuSeed, number][] = [];
  for (const seed of missing) places.push([seed, await folders.idOf(seed)]);
  await addPages(manager, places);
  const moves: [Menu, number][] = [];
  for (const seed of due) {
    const { page } = found.get(seed) ?? {};
    const next = page && (await folders.next(seed, page, folders.above(seed)));
    if (page && next !== undefined) moves.push([page, next]);
  }
  await movePages(manager, moves);
  const hiding = due.filter((seed) => seed.hidden && !had.has(ofHidden(seed.path)));
  await hidePages(
    manager,
    hiding.flatMap((seed) => found.get(seed)?.page ?? []),
    true,
  );
  await forget(manager, folders.left);
  await record(manager, folders.made);
  for (const [seed, added] of await findMenus(manager, missing)) found.set(seed, added);
  const wanted = due.flatMap((seed): ButtonsWanted[] => {
    const { page, buttons = [] } = found.get(seed) ?? {};
    if (!page) return [];
    const codes = Object.values(seed.permissions).filter((code) => had.has(ofCode(code)));
    return [{ seed, page, buttons, had: new Set(codes), inForce: true }];
  });
  await enterButtons(manager, wanted);
}

/**
 * Finds the page of each module: the one above a button with one of its codes, or the one with its component or path.
 * Any of these may have been changed.
 */
export async function findMenus(manager: EntityManager, seeds: readonly MenuSeed[]): Promise<Map<MenuSeed, FoundMenu>> {
  const codesOf = ({ permissions }: MenuSeed) => Object.values(permissions);
  const carriers = await findIn(manager, 'permission', seeds.flatMap(codesOf), MenuType.Button);
  const above = carriers.map(({ parentId }) => parentId);
  const pages = [
    ...(await findIn(manager, 'id', above)),
    ...(await findIn(
      manager,
      'component',
      seeds.map(({ component }) => component),
      MenuType.Page,
    )),
    ...(await findIn(
      manager,
      'path',
      seeds.map(({ path }) => path),
      MenuType.Page,
    )),
  ];
  const found = new Map(
    seeds.map((seed): [MenuSeed, FoundMenu] => {
      const buttons = carriers.filter(({ permission }) => codesOf(seed).includes(permission));
      const page =
        pages.find(({ id }) => buttons.some(({ parentId }) => parentId === id)) ??
        pages.find(({ type, component }) => type === MenuType.Page && component === seed.component) ??
        pages.find(({ type, path }) => type === MenuType.Page && path === seed.path);
      return [seed, { page, buttons }];
    }),
  );
  const ids = [...found.values()].flatMap(({ page }) => page?.id ?? []);
  const below = await findIn(manager, 'parentId', ids, MenuType.Button);
  for (const entry of found.values()) {
    const known = new Set(entry.buttons.map(({ id }) => id));
    entry.buttons.push(...below.filter(({ id, parentId }) => parentId === entry.page?.id && !known.has(id)));
  }
  return found;
}

/** Adds pages, each below the entry with the given id; 0 is the top. */
export async function addPages(manager: EntityManager, places: readonly [MenuSeed, number][]): Promise<void> {
  const rows = places.map(([{ name, nameEn = '', nameZh = '', path, component, icon, sort, hidden }, parentId]) => {
    const names = { name: cutName(name), nameEn: cutName(nameEn), nameZh: cutName(nameZh) };
    return newMenu(manager, { parentId, ...names, type: MenuType.Page, path, component, icon, sort, hidden });
  });
  await insertRows(manager, Menu, rows);
}

/** Moves pages, each below the entry with the given id. */
export async function movePages(manager: EntityManager, moves: readonly [Menu, number][]): Promise<void> {
  for (const parentId of new Set(moves.map(([, next]) => next))) {
    const ids = moves.filter(([, next]) => next === parentId).map(([{ id }]) => id);
    for (const some of batchesOf(ids)) await manager.update(Menu, { id: In(some) }, { parentId });
  }
}

/** Hides pages in the menu, or shows them again. */
export async function hidePages(manager: EntityManager, pages: readonly Menu[], hidden: boolean): Promise<void> {
  for (const some of batchesOf(pages.map(({ id }) => id))) await manager.update(Menu, { id: In(some) }, { hidden });
}

/**
 * Gives pages the buttons that they lack. A button with a code of a former module name takes the new one, so that the
 * roles that hold it keep it.
 */
export async function enterButtons(
  manager: EntityManager,
  wanted: readonly ButtonsWanted[],
): Promise<Map<MenuSeed, ButtonsEntered>> {
  const changed: Menu[] = [];
  const rows: Menu[] = [];
  const entered = new Map<MenuSeed, ButtonsEntered>();
  for (const { seed, page, buttons, had, inForce } of wanted) {
    const planned = Object.values(seed.permissions);
    const result: ButtonsEntered = { added: [], renamed: [], waiting: [] };
    for (const [sort, [name, permission]] of Object.entries(seed.permissions).entries()) {
      if (buttons.some((button) => button.permission === permission)) continue;
      const former = buttons.find(
        (button) =>
          !planned.includes(button.permission) && withoutModule(button.permission) === withoutModule(permission),
      );
      if (former && inForce) {
        result.renamed.push({ id: former.id, before: former.permission, after: permission });
        changed.push(Object.assign(former, { permission }));
      } else if (former) result.waiting.push(permission);
      else if (!had.has(permission)) {
        result.added.push(permission);
        rows.push(
          newMenu(manager, { parentId: page.id, name: cutName(name), type: MenuType.Button, permission, sort }),
        );
      }
    }
    entered.set(seed, result);
  }
  await manager.save(changed);
  await insertRows(manager, Menu, rows);
  return entered;
}

/** `demoItem:add` of `app:demoItem:add`. */
function withoutModule(permission: string): string {
  return permission.slice(permission.indexOf(':') + 1);
}
