import { type EntityManager, In } from 'typeorm';
import { type Seed, SeedRecord, record } from '../database/seeds/seeds.js';
import { Menu, MenuType } from '../modules/access/menu.entity.js';
import { ofCode, ofPath } from '../modules/seeds/module-seed.js';
import { insertRows, newMenu } from '../modules/seeds/seed-rows.js';
import { FIRST_RELEASE } from './menu.first-release.js';
import { type FolderEntry, MENU_TREE, type PageEntry } from './menu.tree.js';

/**
 * The menu tree with every permission code of the service: as a whole for a new database, and entry by entry, each
 * once, for an existing one. So the entries of a new release arrive, and entries that an administrator removed stay
 * removed.
 */
export function menuSeeds(tree = MENU_TREE): Seed[] {
  return [firstReleaseSeed, wholeSeed(tree), ...tree.flatMap(entrySeeds)];
}

/** The first release recorded the menu as a whole: its databases have had all that it shipped. */
const firstReleaseSeed: Seed = {
  name: 'menu of the first release',
  entities: [Menu],
  async insert(manager) {
    if (!(await manager.existsBy(SeedRecord, { name: 'menu' }))) return;
    await record(manager, [...FIRST_RELEASE.paths.map(ofPath), ...FIRST_RELEASE.codes.map(ofCode)]);
  },
};

function wholeSeed(tree: typeof MENU_TREE): Seed {
  return {
    name: 'menu',
    entities: [Menu],
    async insert(manager) {
      for (const [place, entry] of tree.entries()) {
        if ('permissions' in entry) await addWholePage(manager, entry, 0, place);
        else {
          const { id } = await addFolder(manager, entry, place);
          for (const [sort, page] of entry.pages.entries()) await addWholePage(manager, page, id, sort);
        }
      }
      await record(
        manager,
        tree.flatMap((entry) => entrySeeds(entry, 0).map(({ name }) => name)),
      );
    },
  };
}

async function addWholePage(manager: EntityManager, page: PageEntry, parentId: number, place: number): Promise<void> {
  const { id } = await addPage(manager, page, parentId, place);
  const buttons = buttonsOf(page).map((button) => newMenu(manager, { ...button, parentId: id }));
  await insertRows(manager, Menu, buttons);
}

/**
 * Seeds for an entry at the top and for each entry below it; an entry that an administrator has already made is not
 * added.
 */
function entrySeeds(entry: FolderEntry | PageEntry, place: number): Seed[] {
  if ('permissions' in entry) return pageSeeds(entry, place);
  return [
    seedOf(ofPath(entry.path), async (manager) => {
      if (!(await findFolder(manager, entry))) await addFolder(manager, entry, place);
    }),
    ...entry.pages.flatMap((page, sort) => pageSeeds(page, sort, entry)),
  ];
}

function pageSeeds(page: PageEntry, place: number, folder?: FolderEntry): Seed[] {
  return [
    seedOf(ofPath(page.path), async (manager) => {
      if (await findPage(manager, page)) return;
      // If the folder was removed, the page goes to the top.
      const above = folder && (await findFolder(manager, folder));
      await addPage(manager, page, above?.id ?? 0, place);
    }),
    ...buttonsOf(page).map((button) =>
      seedOf(ofCode(button.permission), (manager) => addMissingButton(manager, page, button)),
    ),
  ];
}

function seedOf(name: string, insert: Seed['insert']): Seed {
  return { name, entities: [Menu], insert };
}

type SeededButton = Pick<Menu, 'type' | 'name' | 'permission' | 'sort'>;

function buttonsOf({ permissions }: PageEntry): SeededButton[] {
  return Object.entries(permissions).map(([name, permission], sort) => ({
    type: MenuType.Button,
    name,
    permission,
    sort,
  }));
}

/** Adds a button below its page, unless an administrator has entered the code already or removed the page. */
async function addMissingButton(manager: EntityManager, page: PageEntry, button: SeededButton): Promise<void> {
  if (await manager.existsBy(Menu, { permission: button.permission })) return;
  const parent = await findPage(manager, page);
  if (parent) await manager.save(newMenu(manager, { ...button, parentId: parent.id }));
}

function findFolder(manager: EntityManager, { path }: FolderEntry): Promise<Menu | null> {
  return manager.findOneBy(Menu, { type: MenuType.Folder, path });
}

/** The page with the component, or the one above a button with one of its codes: either may have been changed. */
async function findPage(manager: EntityManager, page: PageEntry): Promise<Menu | null> {
  const found = await manager.findOneBy(Menu, { type: MenuType.Page, component: componentOf(page) });
  if (found) return found;
  const codes = Object.values(page.permissions);
  const sibling = await manager.findOneBy(Menu, { type: MenuType.Button, permission: In(codes) });
  return sibling && manager.findOneBy(Menu, { id: sibling.parentId });
}

function addFolder(manager: EntityManager, folder: FolderEntry, place: number): Promise<Menu> {
  const { name, path, icon, sort = place } = folder;
  return manager.save(newMenu(manager, { name, path, icon, type: MenuType.Folder, parentId: 0, sort }));
}

function addPage(manager: EntityManager, page: PageEntry, parentId: number, place: number): Promise<Menu> {
  const { name, path, icon, sort = place } = page;
  const component = componentOf(page);
  return manager.save(newMenu(manager, { name, path, icon, type: MenuType.Page, parentId, component, sort }));
}

function componentOf({ path }: PageEntry): string {
  return path.slice(1);
}
