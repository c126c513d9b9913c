import { Injectable } from '@nestjs/common';
import { Log } from 'steward/core';
import { OutputFolder } from '../output/output.folder.js';
import { pathOf } from '../render/paths.js';
import type { Plan } from '../plan/plan.js';
import { type DictOptions, type DictsEntered, DictWriter } from './dict.writer.js';
import type { EnteredRows, RowsMade } from './entered.js';
import { type MenuEntered, type MenuOptions, MenuWriter } from './menu.writer.js';
import { ModuleIndex, type Written } from './module.index.js';
import type { GenerateResult } from './reports.js';

/** The result of registering a table. */
export interface TableRegistered {
  result: GenerateResult;
  /** The rows that are now known to be entered. */
  rows: EnteredRows;
  made: RowsMade;
}

/**
 * Registers tables whose files are written: in the menu, in the dictionaries, and in the list of modules. Each step has
 * a status of its own, the failure of one does not hold up the others, and all can be repeated without harm.
 */
@Injectable()
export class TableRegistrar {
  constructor(
    private readonly output: OutputFolder,
    private readonly menu: MenuWriter,
    private readonly dicts: DictWriter,
    private readonly index: ModuleIndex,
    private readonly log: Log,
  ) {}

  /**
   * The results by table.
   * @param follows whether existing dictionaries follow their tables
   */
  async register(written: Written[], follows: boolean): Promise<Map<string, TableRegistered>> {
    const entered = new Map<string, TableRegistered>();
    for (const { plan, report, rows } of written) {
      const isEdited = !(await this.isAsPlanned(plan, 'seed'));
      const inForce = await this.isAsPlanned(plan, 'permissions');
      const menu = await this.enterMenu(plan, { known: rows, inForce, isEdited });
      const isSettled = isEdited || (menu.report.success && menu.report.menuId === rows.menuId);
      const dicts = await this.enterDicts(plan, { known: rows.dicts, follows, isSettled });
      const result = { ...report, menu: menu.report, dict: dicts.reports, route: { success: false, message: '' } };
      const menuId = menu.report.success ? menu.report.menuId : rows.menuId;
      const now = { menuId, codes: menu.codes, dicts: dicts.known };
      entered.set(plan.table, {
        result,
        rows: now,
        made: { ...menu.made, ...dicts.made, seeds: [...menu.made.seeds, ...dicts.made.seeds] },
      });
    }
    for (const [table, route] of await this.index.register(written)) {
      const { result } = entered.get(table) ?? {};
      if (result) result.route = route;
    }
    return entered;
  }

  private async enterMenu(plan: Plan, options: MenuOptions): Promise<MenuEntered> {
    try {
      return await this.menu.enter(plan, options);
    } catch (error) {
      const report = { success: false, menuId: 0, message: this.troubleOf(plan, error) };
      return { report, codes: options.known.codes, made: { menus: [], moves: [], hidden: [], codes: [], seeds: [] } };
    }
  }

  private async enterDicts(plan: Plan, options: DictOptions): Promise<DictsEntered> {
    try {
      return await this.dicts.enter(plan, options);
    } catch (error) {
      const status = `skipped: ${this.troubleOf(plan, error)}`;
      const reports = plan.dicts.map(({ dict, name, items }) => ({ dict, name, items, status }));
      return { reports, known: options.known, made: { dicts: [], items: [], labels: [], seeds: [] } };
    }
  }

  /** Whether a file of the module is as planned; one that was kept may have codes of another module name. */
  private async isAsPlanned({ files, names }: Plan, kind: 'permissions' | 'seed'): Promise<boolean> {
    const file = files.find(({ path }) => path === pathOf(kind, names.kebab));
    return file !== undefined && (await this.output.holds(file));
  }

  private troubleOf({ table }: Plan, error: unknown): string {
    this.log.error({ table, reason: String(error) }, 'A side effect of a generate failed');
    return 'the database refused it; run the generator again';
  }
}
