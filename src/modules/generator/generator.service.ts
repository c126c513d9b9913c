import { Injectable } from '@nestjs/common';
import { AppError, Log } from 'steward/core';
import { isDatabaseUnavailable } from 'steward/database';
import { SettingsService } from 'steward/settings';
import { SideEffects } from './effects/side-effects.js';
import type { BatchGenerateDto, GenerateDto, PreviewDto } from './generator.dto.js';
import type { GenerateResult } from './effects/reports.js';
import { type BatchItem, type PreviewedFile, messageOf, refused } from './generator.result.js';
import { type FailedFile, type FileReport, WriteError, reasonOf } from './output/file-report.js';
import { OutputFolder } from './output/output.folder.js';
import { OutputLock } from './output/output.lock.js';
import { type Plan, PlanCheck, type PlannedFile, Planner } from './plan/plan.js';

/** A table's plan, or why it has none. */
type Planned = { table: string; plan: Plan } | { table: string; problem: string };

/** How tables are turned into modules. */
interface RunOptions {
  moduleName: string | undefined;
  overwrite: boolean;
  only: string[] | undefined;
  /** Whether no other tables follow at once. */
}

/** Turns tables into modules: plans, checks, writes, then enters what was written. */
@Injectable()
export class GeneratorService {
  private readonly overwrite: boolean;

  constructor(
    private readonly planner: Planner,
    private readonly check: PlanCheck,
    private readonly output: OutputFolder,
    private readonly lock: OutputLock,
    private readonly effects: SideEffects,
    private readonly log: Log,
    settings: SettingsService,
  ) {
    this.overwrite = settings.get('generator.overwrite');
  }

  /** The files that {@link generate} would write. @throws AppError code 1 that says why the table is refused */
  async preview({ tableName, moduleName }: PreviewDto): Promise<PreviewedFile[]> {
    const run = await this.planner.begin();
    const { files } = await run.plan(tableName, moduleName);
    return Promise.all(files.map((file) => this.besideDisk(file)));
  }

  async generate({ tableName, moduleName, overwrite, only }: GenerateDto): Promise<GenerateResult> {
    const [result] = await this.run([tableName], moduleName, overwrite, only);
    if (result === undefined) throw new Error('A table was asked for, and none was generated');
    const { generated, skipped, overwritten, failed, menu, dict, route } = result;
    return { generated, skipped, overwritten, failed, menu, dict, route };
  }

  /** Each table by itself; a name that is given twice counts once. */
  batchGenerate({ tableNames, overwrite }: BatchGenerateDto): Promise<BatchItem[]> {
    return this.run([...new Set(tableNames)], undefined, overwrite);
  }

  /** What {@link run} would do to files, without doing it. */
  async dryRun(tables: string[], moduleName?: string, overwrite = this.overwrite): Promise<[string, FileReport][]> {
    const planned = await this.planAll(tables, moduleName);
    return Promise.all(
      planned.map(async (table): Promise<[string, FileReport]> => {
        if ('problem' in table) return [table.table, refusalOf(table.table, table.problem)];
        return [table.table, await this.output.dryRun(table.plan.files, overwrite)];
      }),
    );
  }

  /**
   * Files come first, those of all tables, and the registration last: a service that restarts on changes restarts once,
   * and whatever is interrupted is completed by the next run.
   * @param only paths of the files to write; a path that is not planned fails by itself
   */
  async run(tables: string[], moduleName?: string, overwrite = this.overwrite, only?: string[]): Promise<BatchItem[]> {
    try {
      return await this.lock.hold(() => this.runAlone(tables, { moduleName, overwrite, only }));
    } catch (error) {
      if (!(error instanceof WriteError)) throw error;
      return tables.map((table) => itemOf(table, refusalOf(table, error.message)));
    }
  }

  private async runAlone(tables: string[], { moduleName, overwrite, only }: RunOptions): Promise<BatchItem[]> {
    await this.output.sweep();
    const results = new Map<string, GenerateResult>();
    const written: { plan: Plan; report: FileReport }[] = [];
    const planned = await this.checked(await this.planAll(tables, moduleName), overwrite, only);
    for (const table of planned) {
      if ('problem' in table) {
        results.set(table.table, refusalOf(table.table, table.problem));
        continue;
      }
      const { files, unknown } = chosenOf(table.plan, only);
      const report = await this.output.write(files, overwrite);
      const isRefused = report.failed.length > 0 || files.length === 0;
      report.failed.push(...unknown);
      if (isRefused) results.set(table.table, refused(report));
      else written.push({ plan: table.plan, report });
    }
    for (const [table, result] of await this.effects.apply(written)) results.set(table, result);
    return planned.map(({ table }) => itemOf(table, results.get(table) ?? refusalOf(table, 'lost')));
  }

  private async besideDisk(file: PlannedFile): Promise<PreviewedFile> {
    try {
      const current = await this.output.read(file.path);
      if (current === undefined) return { ...file, status: 'new', current: null };
      return { ...file, status: current === file.content ? 'same' : 'different', current };
    } catch (error) {
      // Something stands in its place that a run does not write over, and says why.
      reasonOf(error);
      return { ...file, status: 'different', current: null };
    }
  }

  /** One after the other: a name that an earlier table of the batch takes is taken. */
  private async planAll(tables: string[], moduleName: string | undefined): Promise<Planned[]> {
    const planned: Planned[] = [];
    const run = await this.planner.begin();
    for (const table of tables) {
      try {
        planned.push({ table, plan: await run.plan(table, moduleName) });
      } catch (error) {
        planned.push({ table, problem: this.problemOf(error, table) });
      }
    }
    return planned;
  }

  /** Refuses the plans that do not compile; those that would change no file are not compiled. */
  private async checked(planned: Planned[], overwrite: boolean, only?: string[]): Promise<Planned[]> {
    const changing: Plan[] = [];
    for (const table of planned) {
      if (!('plan' in table)) continue;
      if (await this.output.wouldChange(chosenOf(table.plan, only).files, overwrite)) changing.push(table.plan);
    }
    if (changing.length === 0) return planned;
    const problems = await this.check.check(changing);
    return planned.map((table) => {
      const problem = problems.get(table.table);
      return problem === undefined ? table : { table: table.table, problem };
    });
  }

  /** One table's trouble is its own; only a database that is unavailable ends the whole run. */
  private problemOf(error: unknown, table: string): string {
    if (error instanceof AppError && error.status === 200) return error.message;
    if (error instanceof AppError || isDatabaseUnavailable(error)) throw error;
    this.log.error({ table, reason: String(error) }, 'A table could not be planned');
    return 'the table could not be planned: internal error';
  }
}

/** The files of a plan that are to be written, and what is no file of it. */
function chosenOf({ files }: Plan, only: string[] | undefined): { files: PlannedFile[]; unknown: FailedFile[] } {
  if (only === undefined) return { files, unknown: [] };
  const chosen = new Set(only);
  const known = new Set(files.map(({ path }) => path));
  const unknown = [...chosen].filter((path) => !known.has(path));
  return {
    files: files.filter(({ path }) => chosen.has(path)),
    unknown: unknown.map((path) => ({ path, message: 'no file of this table has the path' })),
  };
}

function refusalOf(table: string, message: string): GenerateResult {
  return refused({ generated: [], skipped: [], overwritten: [], failed: [{ path: table, message }] });
}

function itemOf(table: string, result: GenerateResult): BatchItem {
  return { table, success: result.failed.length === 0, message: messageOf(result), ...result };
}
