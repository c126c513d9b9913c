import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager, In } from 'typeorm';
import { Menu, MenuType, PrincipalService } from 'steward/access';
import { SharedReads } from 'steward/crud';
import { forget, record, recorded, rowLock, takeTurn, transact } from 'steward/database';
import { SettingsService } from 'steward/settings';
import { Folders } from '../../modules/seeds/folder-rows.js';
import { addPages, enterButtons, findMenus, hidePages, movePages } from '../../modules/seeds/menu-rows.js';
import { ofCode, ofHidden, ofPath, ofPlace, partsOfMenu } from '../../modules/seeds/module-seed.js';
import type { Plan } from '../plan/plan.js';
import type { EnteredRows, MenuMade, RowsMade } from './entered.js';
import type { MenuReport } from './reports.js';

/** The result for a module's page and buttons. */
export interface MenuEntered {
  report: MenuReport;
  /** The codes that are now known to be entered. */
  codes: string[];
  made: Pick<RowsMade, 'menus' | 'moves' | 'hidden' | 'codes' | 'seeds'>;
}

/** How a module is entered into the menu. */
export interface MenuOptions {
  /** The rows that an earlier run entered. */
  known: EnteredRows;
  /** Whether the module has the plan's permission codes; a file that was kept may have others. */
  inForce: boolean;
  /** Whether a person has edited the module's seed: what earlier runs entered is then up to the seed. */
  isEdited: boolean;
}

/** The page and the buttons of a module. */
interface Entered {
  page: Menu;
  isNew: boolean;
  codes: string[];
  /** Codes of buttons that the plan no longer has. */
  left: string[];
}

/**
 * Enters a generated module into the menu as its seed says: a page without a permission of its own, and a button for
 * each of its codes. Anyone who may generate may enter them, and gains nothing by it: only somebody who holds a code can
 * grant or use it.
 */
@Injectable()
export class MenuWriter {
  private readonly parentId: number;

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly reads: SharedReads,
    private readonly principals: PrincipalService,
    settings: SettingsService,
  ) {
    this.parentId = settings.get('generator.parentMenuId');
  }

  /**
   * Adds missing entries, except entries that the database has had: somebody has removed those. Existing entries may
   * have been moved or renamed. Everything is recorded as the next start would record it.
   */
  async enter(plan: Plan, options: MenuOptions): Promise<MenuEntered> {
    const { known } = options;
    const { entered, made } = await transact(this.dataSource.manager, undefined, async ({ manager, afterCommit }) => {
      await takeTurn(manager);
      const made: MenuEntered['made'] = { menus: [], moves: [], hidden: [], codes: [], seeds: [] };
      const entered = await enterIn(manager, plan, options, made);
      if (made.menus.length + made.moves.length + made.hidden.length + made.codes.length > 0) {
        afterCommit(() => this.reads.changed(this.dataSource.getMetadata(Menu).tableName));
        afterCommit(() => this.principals.grantsChanged());
      }
      return { entered, made };
    });
    if (typeof entered === 'object') return { report: reportOf(entered, made), codes: entered.codes, made };
    return { report: entered === 'removed' ? REMOVED : this.homeless(plan), codes: known.codes, made };
  }

  private homeless({ parentId }: Plan): MenuReport {
    const said = parentId === this.parentId ? 'the setting generator.parentMenuId' : 'which its design names';
    return { success: false, menuId: 0, message: `Menu ${parentId}, ${said}, is no folder or page that exists` };
  }
}

const REMOVED: MenuReport = { success: true, menuId: 0, message: 'left out, because somebody has removed its page' };

/** Adds the page and the buttons that are due, and records them. */
async function enterIn(
  manager: EntityManager,
  plan: Plan,
  { known, inForce, isEdited }: MenuOptions,
  made: MenuEntered['made'],
): Promise<Entered | 'removed' | 'homeless'> {
  const seed = plan.seed.menu;
  const { page: there, buttons = [] } = (await findMenus(manager, [seed])).get(seed) ?? {};
  const around = there && (await manager.findOneBy(Menu, { id: there.parentId }));
  const had = await recorded(manager, [
    ...partsOfMenu(seed),
    ofPlace(seed.path, around?.path ?? ''),
    ofHidden(seed.path),
  ]);
  if (!there && had.has(ofPath(seed.path))) return 'removed';
  const folders = await Folders.read(manager, [seed], there ? [there] : [], had);
  const next = there && (await folders.next(seed, there, plan.parentId));
  if (there && next !== undefined) {
    await movePages(manager, [[there, next]]);
    made.moves.push({ id: there.id, before: there.parentId, after: next });
  }
  if (there) await hideOrShow(manager, there, plan, had, made);
  const page = there ?? (await addPage(manager, plan, folders));
  if (!page) return 'homeless';
  await forget(manager, folders.left);
  made.menus.push(...folders.added.map(menuOf), ...(there ? [] : [menuOf(page)]));
  made.seeds.push(...folders.made);
  const planned = Object.values(seed.permissions);
  const settled = page.id === known.menuId || isEdited ? known.codes : [];
  const gone = new Set([...settled, ...planned.filter((code) => had.has(ofCode(code)))]);
  const entered = (await enterButtons(manager, [{ seed, page, buttons, had: gone, inForce }])).get(seed);
  const { added = [], renamed = [], waiting = [] } = entered ?? {};
  made.codes.push(...renamed);
  if (added.length > 0) {
    const rows = await manager.findBy(Menu, { parentId: page.id, permission: In(added) });
    made.menus.push(...rows.map(menuOf));
  }
  const due = waiting.map(ofCode);
  made.seeds.push(...partsOfMenu(seed).filter((name) => !had.has(name) && !due.includes(name)));
  await record(manager, made.seeds);
  const codes = buttons.map(({ permission }) => permission);
  const left = codes.filter((code) => known.codes.includes(code) && !planned.includes(code));
  return { page, isNew: !there, left, codes: [...planned.filter((code) => !waiting.includes(code)), ...left] };
}

/** Hides the page of a table that has become a link table, once, or shows the page of one that no longer is. */
async function hideOrShow(
  manager: EntityManager,
  page: Menu,
  { seed: { menu } }: Plan,
  had: ReadonlySet<string>,
  made: MenuEntered['made'],
): Promise<void> {
  const after = menu.hidden === true;
  const record = ofHidden(menu.path);
  if (page.hidden === after || had.has(record) === after) return;
  await hidePages(manager, [page], after);
  made.hidden.push({ id: page.id, before: page.hidden, after });
  if (!after) await forget(manager, [record]);
}

/** Undefined if the entry above the page cannot have pages. */
async function addPage(
  manager: EntityManager,
  { parentId, seed: { menu } }: Plan,
  folders: Folders,
): Promise<Menu | undefined> {
  if (parentId !== 0) {
    const parent = await manager.findOne(Menu, { where: { id: parentId }, ...rowLock(manager) });
    if (parent === null || parent.type === MenuType.Button) return undefined;
  }
  await addPages(manager, [[menu, await folders.idOf(menu, parentId)]]);
  return manager.findOneByOrFail(Menu, { type: MenuType.Page, path: menu.path });
}

function reportOf({ page, isNew, left }: Entered, made: MenuEntered['made']): MenuReport {
  const added = made.codes.length + made.menus.filter(({ permission }) => permission !== '').length;
  const message = [
    isNew ? 'created' : 'exists',
    ...(made.moves.length > 0 ? ['moved into its folder'] : []),
    ...made.hidden.map(({ after }) => (after ? 'hidden' : 'shown again')),
    ...(added > 0 ? [`with ${added} new buttons`] : []),
    ...(left.length > 0 ? [`with buttons for codes no longer planned: ${left.join(', ')}`] : []),
  ].join(', ');
  return { success: true, menuId: page.id, message };
}

function menuOf({ id, parentId, name, path, permission }: Menu): MenuMade {
  return { id, parentId, name, path, permission };
}
