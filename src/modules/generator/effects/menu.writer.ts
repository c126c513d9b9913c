import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager, In } from 'typeorm';
import { Menu, MenuType, PrincipalService } from 'steward/access';
import { SharedReads } from 'steward/crud';
import { rowLock, transact } from 'steward/database';
import { SettingsService } from 'steward/settings';
import type { Plan } from '../plan/plan.js';
import type { MenuReport } from './reports.js';
import { lockSideEffects } from './side-effects.lock.js';

/** Longest name of a menu entry. */
const MAX_NAME = 64;

/**
 * Enters a generated module into the menu: a page without a permission of its own, and a button for each of its
 * codes. Whoever may generate may enter them, and gains nothing by it: to grant a code, or to use it, one
 * has to hold it.
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
   * Adds what is missing; an administrator may have moved or renamed what is there.
   * @param inForce whether the module's permission codes are those of the plan; a file that was kept may have others
   */
  async enter(plan: Plan, inForce: boolean): Promise<MenuReport> {
    const { found, page, added } = await transact(
      this.dataSource.manager,
      undefined,
      async ({ manager, afterCommit }) => {
        await lockSideEffects(manager);
        const found = await this.find(plan, manager);
        const page = found ?? (await this.addPage(plan, manager));
        const added = page ? await addButtons(plan, page, inForce, manager) : 0;
        if (added > 0) {
          afterCommit(() => this.reads.changed(this.dataSource.getMetadata(Menu).tableName));
          afterCommit(() => this.principals.grantsChanged());
        }
        return { found, page, added };
      },
    );
    if (page === undefined) {
      const { parentId } = plan.menu;
      const said = parentId === this.parentId ? 'the setting generator.parentMenuId' : 'which its design names';
      const message = `Menu ${parentId}, ${said}, is no folder or page that exists`;
      return { success: false, menuId: 0, message };
    }
    const done = found ? 'exists' : 'created';
    return { success: true, menuId: page.id, message: added > 0 ? `${done}, with ${added} new buttons` : done };
  }

  /** The page above the module's buttons, or the one with its path. */
  private async find({ permissions, names }: Plan, manager: EntityManager): Promise<Menu | undefined> {
    const button = await manager.findOneBy(Menu, { type: MenuType.Button, permission: In(Object.values(permissions)) });
    const above = button && (await manager.findOneBy(Menu, { id: button.parentId }));
    return above ?? (await manager.findOneBy(Menu, { type: MenuType.Page, path: `/${names.kebab}` })) ?? undefined;
  }

  /** Undefined where the parent takes no pages. */
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

/**
 * Gives the page the buttons that it lacks. One of an earlier module name takes the new code, so that the roles that
 * were given it keep it.
 * @returns how many were added or changed
 */
async function addButtons(plan: Plan, page: Menu, inForce: boolean, manager: EntityManager): Promise<number> {
  const there = await manager.findBy(Menu, { parentId: page.id, type: MenuType.Button });
  const changed: Menu[] = [];
  const added: Menu[] = [];
  for (const [sort, [name, permission]] of Object.entries(plan.permissions).entries()) {
    if (there.some((button) => button.permission === permission)) continue;
    const former = there.find((button) => withoutModule(button.permission) === withoutModule(permission));
    if (!former) added.push(newMenu(manager, { parentId: page.id, name, type: MenuType.Button, permission, sort }));
    else if (inForce) changed.push(Object.assign(former, { permission }));
  }
  await manager.save(changed);
  // All at once: a batch of tables adds thousands.
  if (added.length > 0) await manager.insert(Menu, added);
  return changed.length + added.length;
}

/** `demoItem:add` of `app:demoItem:add`. */
function withoutModule(permission: string): string {
  return permission.slice(permission.indexOf(':') + 1);
}

function newMenu(manager: EntityManager, values: Partial<Menu>): Menu {
  const blank = { path: '', component: '', icon: '', permission: '', sort: 0, status: 1, hidden: false };
  return manager.create(Menu, { ...blank, ...values });
}
