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
import { ModuleStates, moduleState } from '../compare/module-states.js';
import { acceptedBaseline } from './next-baseline.js';
import type { RunOptions } from '../compare/run-options.js';
import { RenameRules } from '../compare/rename-rules.js';
import { ChangeChecker } from '../check/change-checker.js';
import { TableComparer } from '../compare/table-comparer.js';

/** The table whose changes are to be shown. */
export interface DiffRequest {
  tableName: string;
  moduleName?: string;
  /** Renamed columns, old → new. */
  renames?: Record<string, string>;
}

/** Compares modules with their tables, and shows what a merge would change. */
@Injectable()
export class CompareService {
  constructor(
    private readonly comparer: TableComparer,
    private readonly checker: ChangeChecker,
    private readonly renames: RenameRules,
    private readonly modules: ModuleStates,
    private readonly baselines: Baselines,
    private readonly tables: TableReader,
    private readonly lock: OutputLock,
  ) {}

  /** @throws AppError code 1 for a table that neither exists nor has a baseline, and for renames of unknown columns */
  async diff({ tableName: table, moduleName, renames: given = {} }: DiffRequest): Promise<TableDiff> {
    const renames = new Map(Object.entries(given));
    await this.assertKnown(table);
    await this.renames.assertValid([table], renames);
    const options: RunOptions = { mode: 'merge', moduleName, renames };
    const [change] = await this.comparer.compareAll(await this.comparer.begin(), [table], options);
    const blank = { table, columns: NO_CHANGES, renamed: [], files: [] };
    if (!change || 'problem' in change) {
      const state = (await this.isThere(table)) ? 'refused' : 'dropped';
      return { ...blank, state, problem: change?.problem ?? null };
    }
    const [checked] = await this.checker.checked([change], 'merge');
    const { baseline, plan, files } = change;
    const now = knownColumns(plan.definition);
    const before = baseline?.definition.columns ?? now;
    return {
      ...blank,
      state: moduleState(plan, baseline),
      columns: compareColumns(before, now, renames),
      renamed: renamedColumns(before, now, renames),
      files: await Promise.all(files.map(fileDiff)),
      problem: checked && 'problem' in checked ? checked.problem : null,
    };
  }

  /** How every module that has a baseline compares with its table. */
  check(): Promise<CheckedTable[]> {
    return this.modules.all();
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
    const session = await this.comparer.begin();
    const planned = await session.plan(table).catch((error: unknown) => this.comparer.problemOf(error, table));
    if (typeof planned === 'string') return refusalOf(table, planned);
    const { plan, baseline } = planned;
    const failed = await this.baselines.store(acceptedBaseline(plan, baseline?.rows), session.format);
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
