import { Injectable } from '@nestjs/common';
import { addRows, noRowsMade } from '../register/entered.js';
import type { TableRegistered } from '../register/table-registrar.js';
import { noneWithoutRoot, reasonOf } from '../output/file-report.js';
import { OutputFolder } from '../output/output.folder.js';
import { baselinePath } from '../history/baseline.js';
import type { TableChange } from '../compare/compare-session.js';
import type { RunOptions } from '../compare/run-options.js';
import type { ComparedTable } from '../compare/table-comparer.js';
import { type Undo, UNDO_PATH, UndoRecord } from '../history/undo.record.js';
import { changesAnything, changesOf } from '../compare/writes.js';

/** The undo record of a run; a run without one changes no file. */
export interface RunUndo {
  undo?: Undo;
  /** Why nothing could be recorded. */
  problem?: string;
}

/** Records the changes of a run, so that it can be undone. */
@Injectable()
export class UndoKeeper {
  constructor(
    private readonly record: UndoRecord,
    private readonly output: OutputFolder,
  ) {}

  /** Records the state before anything changes. If that fails, the run must not begin. */
  async begin(compared: ComparedTable[], { mode, run }: RunOptions): Promise<RunUndo> {
    const changing = compared.filter((change): change is TableChange => 'plan' in change && changesAnything(change));
    if (changing.length === 0) return {};
    try {
      const baselines: Undo['baselines'] = [];
      for (const { table } of changing) {
        const path = baselinePath(table) ?? '';
        baselines.push({ table, before: (await this.output.read(path).catch(noneWithoutRoot)) ?? null });
      }
      const files = changing.flatMap((change) => changesOf(change, mode));
      return { undo: await this.record.begin(files, baselines, run) };
    } catch (error) {
      return { problem: reasonOf(error) };
    }
  }

  /**
   * Records the rows that were made; a run that made only rows can be undone, too. The tables' results report a
   * failure.
   */
  async end({ undo: begun }: RunUndo, entered: TableRegistered[], { run }: RunOptions): Promise<void> {
    const rows = noRowsMade();
    for (const { made } of entered) addRows(rows, made);
    if (!begun && Object.values(rows).every(({ length }) => length === 0)) return;
    try {
      const undo = begun ?? (await this.record.begin([], [], run));
      addRows(undo.rows, rows);
      await this.record.write({ ...undo, complete: true });
    } catch (error) {
      const message = `the run cannot be undone whole: ${reasonOf(error)}`;
      for (const { result } of entered) result.notes.push({ path: UNDO_PATH, message });
    }
  }
}
