import type { CrudOperation } from 'steward/crud';
import type { PlannedNames } from '../model/names.js';
import type { TableDefinition } from '../model/table.js';
import type { Format } from '../output/format.js';

/** A file to be written. */
export interface PlannedFile {
  /** Relative to the output root, with `/` between its parts. */
  path: string;
  content: string;
}

/** A dictionary that a column's comment describes. */
export interface PlannedDict {
  /** Its code: `<table>_<column>`. */
  dict: string;
  name: string;
  items: { label: string; value: string }[];
  /** Why it cannot be made. */
  problem?: string;
}

/** Everything that generating a table would do; preview shows it, generate carries it out. */
export interface Plan {
  table: string;
  /** The table as it was read. */
  definition: TableDefinition;
  /** Name of the resource for people: "Demo item". */
  label: string;
  /** First part of the permission codes. */
  moduleName: string;
  names: PlannedNames;
  files: PlannedFile[];
  dicts: PlannedDict[];
  /** Permission codes of the operations that it has. */
  permissions: Partial<Record<CrudOperation, string>>;
  /** Where its page appears. */
  menu: { parentId: number; icon: string };
  /** Class of the module, for the registration: `DemoItemModule`. */
  moduleClass: string;
  /** Import path of the module, from `src/modules/generated.modules.ts`: `./demo-item/demo-item.module.js`. */
  modulePath: string;
}

/** Makes the plans of tables; the only thing that preview and generate have in common. */
export abstract class Planner {
  /** Begins a run: the tables are read once for all of its plans. */
  abstract begin(): Promise<PlanRun>;
}

/** Plans that are to be carried out together: the names of each are not available to those after it. */
export interface PlanRun {
  /** Formats text as the plans are formatted. */
  format: Format;

  /**
   * @param moduleName first part of the permission codes; by default that of the table's design
   * @throws AppError code 1 that says why a table is refused
   */
  plan(table: string, moduleName: string | undefined): Promise<Plan>;
}

/** What a table's files would be like, to be compiled before any of them is written. */
export interface Candidate {
  table: string;
  files: PlannedFile[];
  /** Files of the project that import them. */
  importers: PlannedFile[];
  /** Paths of files that would be removed. */
  removed: string[];
}

/** Compiles files with the project's sources before any of them is written. */
export abstract class PlanCheck {
  /** Why nothing can be compiled here; undefined if it can. */
  abstract unavailable(): string | undefined;

  /** The tables that do not compile, with the first problem's file, line and text; all if nothing can be compiled. */
  abstract check(candidates: Candidate[]): Promise<Map<string, string>>;

  /**
   * Like {@link check}, for candidates with hand-written files. Tables that fail do not affect the others: each of the
   * rest is compiled as it would be without them.
   */
  abstract checkMerged(candidates: Candidate[]): Promise<Map<string, string>>;
}
