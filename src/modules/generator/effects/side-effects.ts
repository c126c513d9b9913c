import { Injectable } from '@nestjs/common';
import { Log } from 'steward/core';
import { OutputFolder } from '../output/output.folder.js';
import type { Plan } from '../plan/plan.js';
import { DictWriter } from './dict.writer.js';
import { MenuWriter } from './menu.writer.js';
import { ModuleIndex, type Written } from './module.index.js';
import type { DictReport, GenerateResult, MenuReport } from './reports.js';

/**
 * What follows once the files of tables are written: menu, dictionaries, registration. Each has a status of its own, and
 * the trouble of one holds up no other. All of it can be done again without harm.
 */
@Injectable()
export class SideEffects {
  constructor(
    private readonly output: OutputFolder,
    private readonly menu: MenuWriter,
    private readonly dicts: DictWriter,
    private readonly index: ModuleIndex,
    private readonly log: Log,
  ) {}

  /** The results by table. */
  async apply(written: Written[]): Promise<Map<string, GenerateResult>> {
    const results = new Map<string, GenerateResult>();
    for (const { plan, report } of written) {
      const menu = await this.enterMenu(plan);
      const dict = await this.createDicts(plan);
      results.set(plan.table, { ...report, menu, dict, route: { success: false, message: '' } });
    }
    const routes = await this.index.register(written);
    for (const [table, route] of routes) Object.assign(results.get(table) ?? {}, { route });
    return results;
  }

  private async enterMenu(plan: Plan): Promise<MenuReport> {
    try {
      return await this.menu.enter(plan, await this.hasPlannedCodes(plan));
    } catch (error) {
      return { success: false, menuId: 0, message: this.troubleOf(plan, error) };
    }
  }

  private async createDicts(plan: Plan): Promise<DictReport[]> {
    try {
      return await this.dicts.create(plan.dicts);
    } catch (error) {
      const status = `skipped: ${this.troubleOf(plan, error)}`;
      return plan.dicts.map(({ dict, name, items }) => ({ dict, name, items, status }));
    }
  }

  /** Whether the file with the permission codes is the planned one; a kept one may have those of another module name. */
  private async hasPlannedCodes({ files, names }: Plan): Promise<boolean> {
    const file = files.find(({ path }) => path.endsWith(`/${names.kebab}.permissions.ts`));
    return file !== undefined && (await this.output.stateOf(file)) === 'same';
  }

  private troubleOf({ table }: Plan, error: unknown): string {
    this.log.error({ table, reason: String(error) }, 'A side effect of a generate failed');
    return 'the database refused it; run the generator again';
  }
}
