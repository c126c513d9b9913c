import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager, In } from 'typeorm';
import { Menu, MenuType, PrincipalService } from 'steward/access';
import { SharedReads } from 'steward/crud';
import { rowLock, takeTurn, transact } from 'steward/database';
import { SettingsService } from 'steward/settings';
import type { Plan } from '../plan/plan.js';
import type { EnteredRows, MenuMade, RowsMade } from './entered.js';
import type { MenuReport } from './reports.js';

/** Longest name of a menu entry. */
const MAX_NAME = 64;

/** The result for a module's page and buttons. */
export interface MenuEntered {
  report: MenuReport;
  /** The codes that are now known to be entered. */
  codes: string[];
  made: Pick<RowsMade, 'menus' | 'codes'>;
}

/**
 * Enters a generated module into the menu: a page without a permission of its own, and a button for each of its
 * codes. Anyone who may generate may enter them, and gains nothing by it: only somebody who holds a code can grant or
 * use it.
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
   * Adds missing entries, except entries that an earlier run made here: an administrator has removed those. Existing
   * entries may have been moved or renamed.
   * @param known the rows that an earlier run entered
   * @param inForce whether the module has the plan's permission codes; a file that was kept may have others
   */
  async enter(plan: Plan, known: EnteredRows, inForce: boolean): Promise<MenuEntered> {
    const entered = await transact(this.dataSource.manager, undefined, async ({ manager, afterCommit }) => {
      await takeTurn(manager);
      const made: MenuEntered['made'] = { menus: [], codes: [] };
      const found = await this.find(plan, manager);
      const page = found ?? (await this.addPage(plan, manager));
      if (page === undefined) return undefined;
      if (!found) made.menus.push(menuOf(page));
      const gone = page.id === known.menuId ? known.codes : [];
      const buttons = await addButtons(plan, page, { inForce, gone, known: known.codes }, made, manager);
      if (made.menus.length + made.codes.length > 0) {
        afterCommit(() => this.reads.changed(this.dataSource.getMetadata(Menu).tableName));
        afterCommit(() => this.principals.grantsChanged());
      }
      return { found, page, made, ...buttons };
    });
    if (entered === undefined)
      return { report: this.homeless(plan), codes: known.codes, made: { menus: [], codes: [] } };
    const { found, page, left, made, codes } = entered;
    const added = made.codes.length + made.menus.length - (found ? 0 : 1);
    const message = [
      found ? 'exists' : 'created',
      ...(added > 0 ? [`with ${added} new buttons`] : []),
      ...(left.length > 0 ? [`with buttons of codes that are planned no more: ${left.join(', ')}`] : []),
    ].join(', ');
    return { report: { success: true, menuId: page.id, message }, codes, made };
  }

  private homeless({ menu: { parentId } }: Plan): MenuReport {
    const said = parentId === this.parentId ? 'the setting generator.parentMenuId' : 'which its design names';
    return { success: false, menuId: 0, message: `Menu ${parentId}, ${said}, is no folder or page that exists` };
  }

  /** The page above the module's buttons, or the one with its path. */
  private async find({ permissions, names }: Plan, manager: EntityManager): Promise<Menu | undefined> {
    const button = await manager.findOneBy(Menu, { type: MenuType.Button, permission: In(Object.values(permissions)) });
    const above = button && (await manager.findOneBy(Menu, { id: button.parentId }));
    return above ?? (await manager.findOneBy(Menu, { type: MenuType.Page, path: `/${names.kebab}` })) ?? undefined;
  }

  /** Undefined if the parent cannot hold pages. */
  private async addPage({ label, names, menu }: Plan, manager: EntityManager): Promise<Menu | undefined> {
    const { parentId, icon } = menu;
    if (parentId !== 0) {
      const parent = await manager.findOne(Menu, { where: { id: parentId }, ...rowLock(manager) });
      if (parent === null || parent.type === MenuType.Button) return undefined;
    }
    const page = { parentId, icon, name: [...label].slice(0, MAX_NAME).join(''), type: MenuType.Page };
    return manager.save(newMenu(manager, { ...page, path: `/${names.kebab}`, component: names.kebab }));
  }
}

/** Facts about the buttons of a page. */
interface Buttons {
  inForce: boolean;
  /** Codes that an administrator may have removed. */
  gone: readonly string[];
  /** Codes that an earlier run entered. */
  known: readonly string[];
}

/**
 * Gives the page the buttons that it lacks. A button from an earlier module name takes the new code, so that the roles
 * that hold it keep it.
 * @returns the codes that have been entered, now or before, and the ones that the plan no longer has
 */
async function addButtons(
  plan: Plan,
  page: Menu,
  { inForce, gone, known }: Buttons,
  made: MenuEntered['made'],
  manager: EntityManager,
): Promise<{ codes: string[]; left: string[] }> {
  const there = await manager.findBy(Menu, { parentId: page.id, type: MenuType.Button });
  const planned = Object.values(plan.permissions);
  const changed: Menu[] = [];
  const added: Menu[] = [];
  const waiting: string[] = [];
  for (const [sort, [name, permission]] of Object.entries(plan.permissions).entries()) {
    if (there.some((button) => button.permission === permission)) continue;
    const former = there.find(
      (button) =>
        !planned.includes(button.permission) && withoutModule(button.permission) === withoutModule(permission),
    );
    if (former && inForce) {
      made.codes.push({ id: former.id, before: former.permission, after: permission });
      changed.push(Object.assign(former, { permission }));
    } else if (former) waiting.push(permission);
    else if (!gone.includes(permission))
      added.push(newMenu(manager, { parentId: page.id, name, type: MenuType.Button, permission, sort }));
  }
  await manager.save(changed);
  // All at once: a batch of tables adds thousands.
  if (added.length > 0) {
    // The insert does not give their ids: on a cluster, the ids of one statement are not consecutive.
    await manager.createQueryBuilder().insert().into(Menu).values(added).updateEntity(false).execute();
    const permission = In(added.map((button) => button.permission));
    made.menus.push(...(await manager.findBy(Menu, { parentId: page.id, permission })).map(menuOf));
  }
  const codes = there.map(({ permission }) => permission);
  const left = codes.filter((code) => known.includes(code) && !planned.includes(code));
  return { left, codes: [...planned.filter((code) => !waiting.includes(code)), ...left] };
}

function menuOf({ id, parentId, name, path, permission }: Menu): MenuMade {
  return { id, parentId, name, path, permission };
}

/** `demoItem:add` of `app:demoItem:add`. */
function withoutModule(permission: string): string {
  return permission.slice(permission.indexOf(':') + 1);
}

function newMenu(manager: EntityManager, values: Partial<Menu>): Menu {
  const blank = { path: '', component: '', icon: '', permission: '', sort: 0, status: 1, hidden: false };
  return manager.create(Menu, { ...blank, ...values });
}
