import type { ModuleSeed } from 'steward/seeds';
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
  permissions: Record<string, string>;
  /** The entry of the menu below which its page appears; 0 is the top. */
  parentId: number;
  /** The rows that a database needs for the module. */
  seed: ModuleSeed;
  /** Notes on how its design was found. */
  notes: string[];
  /** Class of the module, for the registration: `DemoItemModule`. */
  moduleClass: string;
  /** Import path of the module, from `src/modules/generated.modules.ts`: `./demo-item/demo-item.module.js`. */
  modulePath: string;
}

/** Plans that are to be carried out together: the names of each are not available to later ones. */
export interface PlanSession {
  /** Formats text as the plans are formatted. */
  format: Format;

  /**
   * @param moduleName first part of the permission codes; by default the design's
   * @throws AppError code 1 that says why a table is refused
   */
  plan(table: string, moduleName: string | undefined): Promise<Plan>;
}
