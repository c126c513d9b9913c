import { Injectable } from '@nestjs/common';
import { errors } from 'steward/core';
import { type GenerateResult, refusalOf } from '../register/reports.js';
import { WriteError, asFailure, emptyReport } from '../output/file-report.js';
import { OutputLock } from '../output/output.lock.js';
import { TableReader } from '../schema/table.reader.js';
import { type CheckedTable, NO_CHANGES, type TableDiff } from '../compare/compare.result.js';
import { Baselines } from '../history/baselines.js';
import { compareColumns, knownColumns, renamedColumns } from '../history/column-changes.js';
import { fileDiff } from '../compare/file-diff.js';
import { ModuleCheck, stateOf } from '../compare/module-check.js';
import { acceptedBaseline } from './next-baseline.js';
import type { Order } from '../compare/order.js';
import { Renames } from '../compare/renames.js';
import { RunCheck } from '../check/run-check.js';
import { TableChanges } from '../compare/table-changes.js';

/** The table whose changes are to be shown. */
export interface DiffAsked {
  tableName: string;
  moduleName?: string;
  /** Renamed columns, old → new. */
  renames?: Record<string, string>;
}

/** Compares modules with their tables, and says what a merge would change. */
@Injectable()
export class AgainService {
  constructor(
    private readonly changes: TableChanges,
    private readonly runCheck: RunCheck,
    private readonly renames: Renames,
    private readonly modules: ModuleCheck,
    private readonly baselines: Baselines,
    private readonly tables: TableReader,
    private readonly lock: OutputLock,
  ) {}

  /** @throws AppError code 1 for a table that neither exists nor has a baseline, and for renames of unknown columns */
  async diff({ tableName: table, moduleName, renames: given = {} }: DiffAsked): Promise<TableDiff> {
    const renames = new Map(Object.entries(given));
    await this.assertKnown(table);
    await this.renames.assertKnown([table], renames);
    const order: Order = { mode: 'merge', moduleName, renames };
    const [change] = await this.changes.prepareAll(await this.changes.begin(), [table], order);
    const blank = { table, columns: NO_CHANGES, renamed: [], files: [] };
    if (!change || 'problem' in change) {
      const state = (await this.isThere(table)) ? 'refused' : 'dropped';
      return { ...blank, state, problem: change?.problem ?? null };
    }
    const [checked] = await this.runCheck.checked([change], 'merge');
    const { baseline, plan, files } = change;
    const now = knownColumns(plan.definition);
    const before = baseline?.definition.columns ?? now;
    return {
      ...blank,
      state: stateOf(plan, baseline),
      columns: compareColumns(before, now, renames),
      renamed: renamedColumns(before, now, renames),
      files: await Promise.all(files.map(fileDiff)),
      problem: checked && 'problem' in checked ? checked.problem : null,
    };
  }

  /** How every module that has a baseline compares with its table. */
  check(): Promise<CheckedTable[]> {
    return this.modules.check();
  }

  /**
   * Makes the current rendering the baseline of a table; its files stay as they are.
   * @throws AppError code 1 for an unknown table
   */
  async accept(table: string): Promise<GenerateResult> {
    await this.assertKnown(table);
    try {
      return await this.lock.hold(() => this.acceptAlone(table));
    } catch (error) {
      if (!(error instanceof WriteError)) throw error;
      return refusalOf(table, error.message);
    }
  }

  private async acceptAlone(table: string): Promise<GenerateResult> {
    const run = await this.changes.begin();
    const planned = await run.plan(table).catch((error: unknown) => this.changes.problemOf(error, table));
    if (typeof planned === 'string') return refusalOf(table, planned);
    const { plan, baseline } = planned;
    const failed = await this.baselines.store(acceptedBaseline(plan, baseline?.rows), run.format);
    if (failed) return refusalOf(failed.path, failed.message);
    const left = 'left as it is';
    return {
      ...emptyReport(),
      skipped: plan.files.map(({ path }) => path),
      menu: { success: true, menuId: baseline?.rows.menuId ?? 0, message: left },
      dict: [],
      route: { success: true, message: left },
    };
  }

  /** @throws AppError code 1 for a table that neither exists nor has a baseline */
  private async assertKnown(table: string): Promise<void> {
    if (await this.isThere(table)) return;
    const baseline = await this.baselines.of(table).catch((error: unknown) => {
      throw asFailure(error);
    });
    if (!baseline) throw errors.failure(`There is no table ${JSON.stringify(table)}`);
  }

  private async isThere(table: string): Promise<boolean> {
    return (await this.tables.names()).includes(table);
  }
}
