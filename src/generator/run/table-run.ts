import { Injectable } from '@nestjs/common';
import { NO_ROWS } from '../register/entered.js';
import { type Entered, SideEffects } from '../register/side-effects.js';
import type { Written } from '../register/module.index.js';
import { type GenerateResult, refusalOf, refused } from '../register/reports.js';
import { OutputFolder } from '../output/output.folder.js';
import type { Format } from '../output/format.js';
import { Baselines } from '../history/baselines.js';
import { markedFiles } from './markers.js';
import { nextBaseline } from './next-baseline.js';
import type { Order } from '../compare/order.js';
import { isLeft, reportOf } from '../compare/report.js';
import { RunCheck } from '../check/run-check.js';
import type { TableChange } from '../compare/change-run.js';
import { type Prepared, TableChanges } from '../compare/table-changes.js';
import { UndoKeeper } from './undo.keeper.js';
import { changesOf, isWritten } from '../compare/writes.js';

/** A table whose files have been written. */
interface Done extends Written {
  change: TableChange;
  /** Paths of files that somebody else wrote in the meantime. */
  appeared: string[];
}

/** Turns tables into modules: works out the changes, checks them, makes them, and then applies the side effects. */
@Injectable()
export class TableRun {
  constructor(
    private readonly changes: TableChanges,
    private readonly check: RunCheck,
    private readonly output: OutputFolder,
    private readonly effects: SideEffects,
    private readonly baselines: Baselines,
    private readonly undo: UndoKeeper,
  ) {}

  /**
   * Writes the files of all tables first, then the registration, so that a service that restarts on changes restarts
   * once. The baselines come last, so that the next run completes an interrupted one. The caller must hold the lock.
   * @returns the results by table
   */
  async run(tables: string[], order: Order): Promise<Map<string, GenerateResult>> {
    await this.output.sweep();
    const run = await this.changes.begin();
    const prepared = await this.check.checked(await this.changes.prepareAll(run, tables, order), order.mode);
    const undo = await this.undo.begin(prepared, order.mode);
    const results = new Map<string, GenerateResult>();
    const done: Done[] = [];
    for (const change of prepared) {
      const outcome = undo.problem === undefined ? await this.write(change, order) : unwritten(change, undo.problem);
      if ('change' in outcome) done.push(outcome);
      else results.set(change.table, outcome);
    }
    const entered = await this.effects.apply(done, order.mode !== 'default');
    for (const [table, { result }] of entered) results.set(table, result);
    await this.undo.end(undo, [...entered.values()]);
    await this.remember(done, entered, run.format);
    return results;
  }

  /** Makes the changes of a table, all or none. */
  private async write(change: Prepared, order: Order): Promise<Done | GenerateResult> {
    if ('problem' in change) return refusalOf(change.table, change.problem);
    const { plan, files, unknown } = change;
    const report = reportOf(files);
    if (report.failed.length > 0 && order.conflicts === 'markers') report.notes.push(...(await this.mark(change)));
    if (report.failed.length > 0 || files.length === 0) {
      report.failed.push(...unknown);
      return refused(report);
    }
    const { failed, appeared } = await this.output.apply(changesOf(change, order.mode));
    if (failed.length > 0) {
      const names = new Set(failed.map(({ path }) => path));
      const left = files.filter((file) => isLeft(file) && !names.has(file.path));
      return refused({ ...reportOf(left), failed: [...failed, ...unknown] });
    }
    report.generated = report.generated.filter((path) => !appeared.includes(path));
    report.skipped.push(...appeared);
    report.failed.push(...unknown);
    const removed = files.filter(({ action }) => action === 'stay').map(({ path }) => path);
    return { change, plan, report, removed, appeared, rows: change.baseline?.rows ?? NO_ROWS };
  }

  private async mark({ files }: TableChange) {
    const marked = await markedFiles(files);
    const failed = await this.output.write(marked);
    if (failed.length > 0) return failed;
    return marked.map(({ path }) => ({ path, message: 'holds both sides of the conflicts' }));
  }

  /** Stores the new baselines; one that cannot be stored counts as a failure of its table. */
  private async remember(done: Done[], entered: Map<string, Entered>, format: Format): Promise<void> {
    for (const { change, appeared } of done) {
      const { result, rows } = entered.get(change.table) ?? {};
      if (!result || !rows) continue;
      const baseline = nextBaseline(change, appeared, rows);
      if (baseline.files.size === 0 && !change.baseline) continue;
      const failed = await this.baselines.store(baseline, format);
      if (failed) result.failed.push(failed);
    }
  }
}

/** The result for a table if the run could not be undone and therefore does not begin. */
function unwritten(change: Prepared, reason: string): GenerateResult {
  if ('problem' in change) return refusalOf(change.table, change.problem);
  const report = reportOf(change.files.filter((file) => !isWritten(file)));
  report.failed.push(...change.files.filter(isWritten).map(({ path }) => ({ path, message: reason })));
  return refused(report);
}
