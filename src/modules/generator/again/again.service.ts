import { Injectable } from '@nestjs/common';
import { errors } from 'steward/core';
import { type GenerateResult, refusalOf } from '../effects/reports.js';
import { WriteError, asFailure, emptyReport } from '../output/file-report.js';
import { OutputFolder } from '../output/output.folder.js';
import { OutputLock } from '../output/output.lock.js';
import type { Plan } from '../plan/plan.js';
import { TableReader } from '../read/table.js';
import type { CheckedTable, TableDiff, TableState } from './again.result.js';
import { type Baseline, baselinePath } from './baseline.js';
import { Baselines } from './baselines.js';
import { type ColumnChanges, compareColumns, knownColumns, renamedColumns } from './columns.js';
import { isEdited } from './file-change.js';
import { fileDiff } from './file-diff.js';
import { acceptedBaseline } from './next-baseline.js';
import type { Order } from './order.js';
import { Renames } from './renames.js';
import { RunCheck } from './run-check.js';
import { type ChangeRun, TableChanges, assertDialect } from './table-changes.js';

/** Whose changes are to be shown. */
export interface DiffAsked {
  tableName: string;
  moduleName?: string;
  /** Columns that have other names now, old → new. */
  renames?: Record<string, string>;
}

const NO_CHANGES: ColumnChanges = { gained: [], lost: [], changed: [] };

/** Says how modules stand to their tables, and what merging would do about it. */
@Injectable()
export class AgainService {
  constructor(
    private readonly changes: TableChanges,
    private readonly runCheck: RunCheck,
    private readonly renames: Renames,
    private readonly baselines: Baselines,
    private readonly tables: TableReader,
    private readonly output: OutputFolder,
    private readonly lock: OutputLock,
  ) {}

  /** @throws AppError code 1 for a table that is neither there nor has been, and for renames of unknown columns */
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

  /** How all modules that have a baseline stand to their tables; what is compiled is left to a run. */
  async check(): Promise<CheckedTable[]> {
    try {
      const names = await this.tables.names();
      const run = await this.changes.begin();
      const checked: CheckedTable[] = [];
      for (const path of await this.baselines.paths()) checked.push(await this.checkAt(path, names, run));
      return checked;
    } catch (error) {
      throw asFailure(error);
    }
  }

  /** Takes a table's files as they are for what is rendered now. @throws AppError code 1 for an unknown table */
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

  private async checkAt(path: string, names: string[], run: ChangeRun): Promise<CheckedTable> {
    const baseline = await this.baselines.at(path).catch(() => undefined);
    const named = names.find((name) => baselinePath(name) === path);
    if (!baseline) return checkedAs(named ?? path, 'unreadable', NO_CHANGES);
    const { table } = baseline;
    const edited = await this.editedOf(baseline, run);
    if (!names.includes(table)) return checkedAs(table, 'dropped', NO_CHANGES, edited);
    try {
      const { plan, baseline: known } = await run.plan(table);
      assertDialect(plan, baseline);
      const columns = compareColumns(baseline.definition.columns, knownColumns(plan.definition), new Map());
      return checkedAs(table, stateOf(plan, known), columns, edited);
    } catch (error) {
      this.changes.problemOf(error, table);
      return checkedAs(table, 'refused', NO_CHANGES, edited);
    }
  }

  private async editedOf({ files }: Baseline, { format }: ChangeRun): Promise<string[]> {
    const edited: string[] = [];
    for (const [path, base] of files) {
      const hand = await this.output.read(path).catch(() => undefined);
      if (hand !== undefined && (await isEdited(path, { hand, base }, format))) edited.push(path);
    }
    return edited;
  }

  /** @throws AppError code 1 for a table that there is not, and that has no baseline */
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

/** Whether a merge would leave everything as it is, and knows it. */
function stateOf(plan: Plan, baseline: Baseline | undefined): TableState {
  const isKnown = plan.files.every(({ path, content }) => baseline?.files.get(path) === content);
  return isKnown && baseline?.files.size === plan.files.length ? 'current' : 'outdated';
}

function checkedAs(table: string, state: TableState, columns: ColumnChanges, edited: string[] = []): CheckedTable {
  return { table, state, columns, edited };
}
