import { Injectable } from '@nestjs/common';
import { SettingsService } from 'steward/settings';
import { type RunOptions, type RunRequest, runOptions } from '../compare/run-options.js';
import { RenameRules } from '../compare/rename-rules.js';
import { tableReportOf } from '../compare/report.js';
import { TableComparer } from '../compare/table-comparer.js';
import { TableRunner } from './table-runner.js';
import { type GenerateResult, refusalOf } from '../register/reports.js';
import { type BatchItem, type PreviewedFile, messageOf } from './generate.result.js';
import { type FileReport, WriteError, asFailure, reasonOf } from '../output/file-report.js';
import { OutputFolder } from '../output/output.folder.js';
import { OutputLock } from '../output/output.lock.js';
import type { PlannedFile } from '../plan/plan.js';

/** A table to be turned into a module, and how. */
export interface GenerateRequest extends RunRequest {
  tableName: string;
}

/** Tables to be turned into modules, and how. */
export interface BatchRequest extends RunRequest {
  tableNames: string[];
}

/** Message for a table that a run does not report on. */
const LOST = 'lost';

/** Turns tables into modules, and previews them. */
@Injectable()
export class GenerateService {
  constructor(
    private readonly comparer: TableComparer,
    private readonly runner: TableRunner,
    private readonly renames: RenameRules,
    private readonly output: OutputFolder,
    private readonly lock: OutputLock,
    private readonly settings: SettingsService,
  ) {}

  /** The files that {@link generate} would write. @throws AppError code 1 that says why the table is refused */
  async preview({
    tableName,
    moduleName,
  }: Pick<GenerateRequest, 'tableName' | 'moduleName'>): Promise<PreviewedFile[]> {
    const session = await this.comparer.begin();
    try {
      const { plan } = await session.plan(tableName, moduleName);
      return await Promise.all(plan.files.map((file) => this.besideDisk(file)));
    } catch (error) {
      throw asFailure(error);
    }
  }

  /** @throws AppError code 1 if options contradict each other, or if renames name columns that do not exist */
  async generate(request: GenerateRequest): Promise<GenerateResult> {
    const { tableName: table } = request;
    const results = await this.resultsOf([table], runOptions(request, this.settings));
    return results.get(table) ?? refusalOf(table, LOST);
  }

  /** Each table by itself; a name that is given twice counts once. @throws AppError code 1 as {@link generate} does */
  batchGenerate(request: BatchRequest): Promise<BatchItem[]> {
    return this.run([...new Set(request.tableNames)], runOptions(request, this.settings));
  }

  /** Reports what {@link run} would do to files, without doing it. */
  async dryRun(tables: string[], options: RunOptions): Promise<[string, FileReport][]> {
    const compared = await this.comparer.compareAll(await this.comparer.begin(), tables, options);
    return compared.map((change): [string, FileReport] => {
      if ('problem' in change) return [change.table, refusalOf(change.table, change.problem)];
      return [change.table, tableReportOf(change)];
    });
  }

  /** Turns tables into modules, one run at a time. @throws AppError code 1 if renames name columns that do not exist */
  async run(tables: string[], options: RunOptions): Promise<BatchItem[]> {
    const results = await this.resultsOf(tables, options);
    return tables.map((table) => {
      const result = results.get(table) ?? refusalOf(table, LOST);
      const message = messageOf(result, options.mode === 'merge');
      return { table, success: result.failed.length === 0, message, ...result };
    });
  }

  private async resultsOf(tables: string[], options: RunOptions): Promise<Map<string, GenerateResult>> {
    await this.renames.assertValid(tables, options.renames);
    try {
      return await this.lock.hold(() => this.runner.run(tables, options));
    } catch (error) {
      if (!(error instanceof WriteError)) throw error;
      return new Map(tables.map((table) => [table, refusalOf(table, error.message)]));
    }
  }

  private async besideDisk(file: PlannedFile): Promise<PreviewedFile> {
    try {
      const current = await this.output.read(file.path);
      if (current === undefined) return { ...file, status: 'new', current: null };
      return { ...file, status: current === file.content ? 'same' : 'different', current };
    } catch (error) {
      // Something in its place cannot be read or overwritten; a run says why.
      reasonOf(error);
      return { ...file, status: 'different', current: null };
    }
  }
}
