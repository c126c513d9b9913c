import { Injectable } from '@nestjs/common';
import { AppError, Log } from 'steward/core';
import { isDatabaseUnavailable } from 'steward/database';
import { WriteError } from '../output/file-report.js';
import { OutputFolder } from '../output/output.folder.js';
import { Planner } from '../plan/planner.js';
import { Baselines } from '../history/baselines.js';
import { CompareSession, type TableChange } from './compare-session.js';
import type { RunOptions } from './run-options.js';

/** A table's changes, or why it has none. */
export type ComparedTable = TableChange | { table: string; problem: string };

/** Works out the changes of the files of tables. */
@Injectable()
export class TableComparer {
  constructor(
    private readonly planner: Planner,
    private readonly baselines: Baselines,
    private readonly output: OutputFolder,
    private readonly log: Log,
  ) {}

  /** Begins a session: the tables are read once for all of its changes. */
  async begin(): Promise<CompareSession> {
    return new CompareSession(await this.planner.begin(), this.baselines, this.output);
  }

  /**
   * One after another, because a later table cannot have a name that an earlier one takes. A failure affects only its
   * own table.
   */
  async compareAll(session: CompareSession, tables: string[], options: RunOptions): Promise<ComparedTable[]> {
    const compared: ComparedTable[] = [];
    for (const table of tables) {
      try {
        compared.push(await session.compare(table, options));
      } catch (error) {
        compared.push({ table, problem: this.problemOf(error, table) });
      }
    }
    return compared;
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
