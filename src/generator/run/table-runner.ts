import { Injectable } from '@nestjs/common';
import { NO_ROWS } from '../register/entered.js';
import { type TableRegistered, TableRegistrar } from '../register/table-registrar.js';
import type { Written } from '../register/module.index.js';
import { type GenerateResult, refusalOf, refused } from '../register/reports.js';
import { OutputFolder } from '../output/output.folder.js';
import type { Format } from '../output/format.js';
import { Baselines } from '../history/baselines.js';
import { markedFiles } from './markers.js';
import { nextBaseline } from './next-baseline.js';
import type { RunOptions } from '../compare/run-options.js';
import { isLeft, reportOf, tableReportOf } from '../compare/report.js';
import { ChangeChecker } from '../check/change-checker.js';
import type { TableChange } from '../compare/compare-session.js';
import { type ComparedTable, TableComparer } from '../compare/table-comparer.js';
import { UndoKeeper } from './undo.keeper.js';
import { changesOf, isWritten } from '../compare/writes.js';

/** A table whose files have been written. */
interface WrittenTable extends Written {
  change: TableChange;
  /** Paths of files that somebody else wrote in the meantime. */
  appeared: string[];
}

/**
 * Carries out a run: plans and compares all tables, checks the changes, writes the files, registers the modules, and
 * stores the baselines.
 */
@Injectable()
export class TableRunner {
  constructor(
    private readonly comparer: TableComparer,
    private readonly checker: ChangeChecker,
    private readonly output: OutputFolder,
    private readonly registrar: TableRegistrar,
    private readonly baselines: Baselines,
    private readonly undo: UndoKeeper,
  ) {}

  /**
   * Writes the files of all tables first, then the registration, so that a service that restarts on changes restarts
   * once. The baselines come last, so that the next run completes an interrupted one. The caller must hold the lock.
   * @returns the results by table
   */
  async run(tables: string[], options: RunOptions): Promise<Map<string, GenerateResult>> {
    await this.output.sweep();
    const session = await this.comparer.begin();
    const compared = await this.checker.checked(await this.comparer.compareAll(session, tables, options), options.mode);
    const undo = await this.undo.begin(compared, options);
    const results = new Map<string, GenerateResult>();
    const done: WrittenTable[] = [];
    for (const change of compared) {
      const result = undo.problem === undefined ? await this.write(change, options) : unwritten(change, undo.problem);
      if ('change' in result) done.push(result);
      else results.set(change.table, result);
    }
    const entered = await this.registrar.register(done, options.mode !== 'default');
    for (const [table, { result }] of entered) results.set(table, result);
    await this.undo.end(undo, [...entered.values()], options);
    await this.remember(done, entered, session.format);
    return results;
  }

  /** Makes the changes of a table, all or none. */
  private async write(change: ComparedTable, options: RunOptions): Promise<WrittenTable | GenerateResult> {
    if ('problem' in change) return refusalOf(change.table, change.problem);
    const { plan, files, unknown } = change;
    const report = tableReportOf(change);
    if (report.failed.length > 0 && options.conflicts === 'markers') report.notes.push(...(await this.mark(change)));
    if (report.failed.length > 0 || files.length === 0) {
      report.failed.push(...unknown);
      return refused(report);
    }
    const { failed, appeared } = await this.output.apply(changesOf(change, options.mode));
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
  private async remember(done: WrittenTable[], entered: Map<string, TableRegistered>, format: Format): Promise<void> {
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
function unwritten(change: ComparedTable, reason: string): GenerateResult {
  if ('problem' in change) return refusalOf(change.table, change.problem);
  const report = reportOf(change.files.filter((file) => !isWritten(file)));
  report.failed.push(...change.files.filter(isWritten).map(({ path }) => ({ path, message: reason })));
  return refused(report);
}
