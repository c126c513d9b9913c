import { Injectable } from '@nestjs/common';
import { AppError, Log } from 'steward/core';
import { isDatabaseUnavailable } from 'steward/database';
import { WriteError } from '../output/file-report.js';
import { OutputFolder } from '../output/output.folder.js';
import { Planner } from '../plan/plan.js';
import { Baselines } from '../history/baselines.js';
import { ChangeRun, type TableChange } from './change-run.js';
import type { Order } from './order.js';

/** A table's changes, or why it has none. */
export type Prepared = TableChange | { table: string; problem: string };

/** Works out what becomes of the files of tables. */
@Injectable()
export class TableChanges {
  constructor(
    private readonly planner: Planner,
    private readonly baselines: Baselines,
    private readonly output: OutputFolder,
    private readonly log: Log,
  ) {}

  /** Begins a run: the tables are read once for all of its changes. */
  async begin(): Promise<ChangeRun> {
    return new ChangeRun(await this.planner.begin(), this.baselines, this.output);
  }

  /** One after another: a name that a table takes is taken for those after it. A failure affects only its own table. */
  async prepareAll(run: ChangeRun, tables: string[], order: Order): Promise<Prepared[]> {
    const prepared: Prepared[] = [];
    for (const table of tables) {
      try {
        prepared.push(await run.prepare(table, order));
      } catch (error) {
        prepared.push({ table, problem: this.problemOf(error, table) });
      }
    }
    return prepared;
  }

  /** Why a table is refused. @throws errors that end the whole run, such as an unavailable database */
  problemOf(error: unknown, table: string): string {
    if (error instanceof WriteError) return error.message;
    if (error instanceof AppError && error.status === 200) return error.message;
    if (error instanceof AppError || isDatabaseUnavailable(error)) throw error;
    this.log.error({ table, reason: String(error) }, 'A table could not be planned');
    return 'the table could not be planned: internal error';
  }
}
