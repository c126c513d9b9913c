import { errors } from 'steward/core';
import { type FailedFile, reasonOf } from '../output/file-report.js';
import type { OutputFolder } from '../output/output.folder.js';
import type { Plan, PlannedFile, PlanSession } from '../plan/plan.js';
import type { Format } from '../output/format.js';
import type { Baseline } from '../history/baseline.js';
import type { Baselines } from '../history/baselines.js';
import { changeOf, unreadable } from './file-change.js';
import type { ChangeOptions, FileChange } from './action-result.js';
import type { FileTexts } from './file-texts.js';
import type { RunOptions } from './run-options.js';

/** The changes of a table's files, worked out without touching them. */
export interface TableChange {
  table: string;
  plan: Plan;
  /** The last rendering; undefined if it is not known. */
  baseline?: Baseline;
  files: FileChange[];
  /** Existing files of the table that were not asked for. */
  others: PlannedFile[];
  /** Paths that were asked for but are not files of the table. */
  unknown: FailedFile[];
}

/** Compares plans, baselines and the files on disk for one run. */
export class CompareSession {
  readonly format: Format;

  constructor(
    private readonly plans: PlanSession,
    private readonly baselines: Baselines,
    private readonly output: OutputFolder,
  ) {
    this.format = plans.format;
  }

  /**
   * A table's plan, and its baseline if that belongs to the planned module.
   * @param moduleName by default the baseline's, or else the design's
   * @throws AppError code 1, or WriteError, that says why the table is refused
   */
  async plan(table: string, moduleName?: string): Promise<{ plan: Plan; baseline?: Baseline }> {
    const baseline = await this.baselines.of(table);
    const plan = await this.plans.plan(table, moduleName ?? baseline?.moduleName);
    return { plan, baseline: baseline && isOf(plan, baseline) ? baseline : undefined };
  }

  /** @throws AppError code 1, or WriteError, that says why the table is refused */
  async compare(table: string, options: RunOptions): Promise<TableChange> {
    const { plan, baseline } = await this.plan(table, options.moduleName);
    if (baseline) assertDialect(plan, baseline);
    const { texts, problems } = await this.read(plan, baseline);
    const changeOptions: ChangeOptions = {
      mode: options.mode,
      side: options.conflicts === 'markers' ? undefined : options.conflicts,
      renames: options.renames,
      format: this.format,
      isModuleThere: [...texts.values()].some(({ hand }) => hand !== undefined),
    };
    const files: FileChange[] = [];
    const others: PlannedFile[] = [];
    for (const [path, file] of texts) {
      const problem = problems.get(path);
      if (!isChosen(path, file, options)) {
        if (file.hand !== undefined) others.push({ path, content: file.hand });
      } else if (problem !== undefined) files.push(unreadable(path, problem, file));
      else files.push(await changeOf(path, file, changeOptions));
    }
    return { table, plan, baseline, files, others, unknown: unknownOf(plan, options.only) };
  }

  /** The texts of all files that are planned or were once rendered, and why some cannot be read. */
  private async read({ files }: Plan, baseline: Baseline | undefined) {
    const texts = new Map<string, FileTexts>();
    const problems = new Map<string, string>();
    for (const { path, content } of files) texts.set(path, { rendering: content });
    for (const [path, base] of baseline?.files ?? []) texts.set(path, { ...texts.get(path), base });
    for (const [path, known] of texts) {
      try {
        known.hand = await this.output.read(path);
      } catch (error) {
        problems.set(path, reasonOf(error));
      }
    }
    return { texts, problems };
  }
}

/** @throws AppError code 1 if a baseline was rendered from a table of another kind of database */
export function assertDialect({ definition }: Plan, { dialect }: Baseline): void {
  if (dialect === definition.dialect) return;
  throw errors.failure(
    `Its baseline is of another kind of database (${dialect}): accept what is rendered here, or use that one`,
  );
}

/** A file that is no longer rendered cannot be asked for. */
function isChosen(path: string, { rendering }: FileTexts, { only }: RunOptions): boolean {
  return only === undefined || (rendering !== undefined && only.includes(path));
}

/** Whether a baseline belongs to the planned module: after the module was renamed, it belongs to the former one. */
function isOf({ names }: Plan, { files }: Baseline): boolean {
  return [...files.keys()].every((path) => path.includes(`/${names.kebab}.`));
}

function unknownOf({ files }: Plan, only: string[] | undefined): FailedFile[] {
  const known = new Set(files.map(({ path }) => path));
  const unknown = [...new Set(only)].filter((path) => !known.has(path));
  return unknown.map((path) => ({ path, message: 'no file of this table has the path' }));
}
