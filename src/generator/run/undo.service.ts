import { Injectable } from '@nestjs/common';
import { errors } from 'steward/core';
import { ModuleIndex } from '../register/module.index.js';
import { RowEraser } from '../register/row.eraser.js';
import { type FailedFile, throwFailure } from '../output/file-report.js';
import { type OutputChange, OutputFolder } from '../output/output.folder.js';
import { OutputLock } from '../output/output.lock.js';
import type { Undone } from '../compare/compare.result.js';
import { baselinePath } from '../history/baseline.js';
import { ModulePaths } from '../plan/module-paths.js';
import { type Undo, UndoRecord } from '../history/undo.record.js';

/** Undoes the last run that changed anything. */
@Injectable()
export class UndoService {
  constructor(
    private readonly record: UndoRecord,
    private readonly paths: ModulePaths,
    private readonly output: OutputFolder,
    private readonly index: ModuleIndex,
    private readonly rows: RowEraser,
    private readonly lock: OutputLock,
  ) {}

  /**
   * Restores the files and baselines of the last run, and its rows unless somebody has changed or granted them. If one
   * of the files has changed since, nothing is undone.
   * @throws AppError code 1 if there is nothing to undo
   */
  undo(): Promise<Undone> {
    return this.lock.hold(() => this.undoAlone()).catch(throwFailure);
  }

  private async undoAlone(): Promise<Undone> {
    const undo = await this.record.read();
    if (!undo) throw errors.failure('There is no run to undo');
    const { changes, failed } = await this.changesOf(undo);
    if (failed.length === 0) failed.push(...(await this.output.apply(changes)).failed);
    if (failed.length > 0) return { restored: [], kept: [], failed, rows: 0 };
    await this.index.tidy();
    const { rows, kept } = await this.rows.takeBack(undo.rows);
    const baselines = undo.baselines.flatMap(({ table, before }): OutputChange[] => {
      const path = baselinePath(table);
      return path === undefined ? [] : [{ path, content: before, overwrite: true }];
    });
    failed.push(...(await this.output.apply(baselines)).failed);
    await this.record.forget();
    return { restored: changes.map(({ path }) => path), kept, failed, rows };
  }

  /**
   * The changes that restore the files. A file fails if it holds neither its text before nor after the run, or if it
   * belongs to none of the tables.
   */
  private async changesOf({ files, baselines }: Undo): Promise<{ changes: OutputChange[]; failed: FailedFile[] }> {
    const changes: OutputChange[] = [];
    const failed: FailedFile[] = [];
    const own = await this.paths.of(baselines.map(({ table }) => table));
    for (const { path, before, after } of files) {
      if (!own.has(path)) {
        failed.push({ path, message: "not a file of the run's tables" });
        continue;
      }
      const now = (await this.output.read(path)) ?? null;
      if (now === before) continue;
      if (now === after) changes.push({ path, content: before, overwrite: true, before: now });
      else failed.push({ path, message: 'changed since the run' });
    }
    return { changes, failed };
  }
}
