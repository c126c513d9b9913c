import type { DialectName } from 'steward/database';
import type { EnteredRows } from '../register/entered.js';
import { namesOf } from '../model/names.js';
import type { KnownColumn } from './column-changes.js';

/** The last rendering that the files of a table have taken over, and the rows that runs have entered for it. */
export interface Baseline {
  dialect: DialectName;
  table: string;
  moduleName: string;
  definition: { columns: KnownColumn[] };
  /** Text by path. */
  files: ReadonlyMap<string, string>;
  rows: EnteredRows;
}

/** The folder of baselines and designs, relative to the output root. */
export const FOLDER = '.steward';

/** Name of the file in it that belongs to no table. */
const UNDO = 'undo';

/** Path of the baseline of a table, relative to the output root; undefined if none can be made from its name. */
export function baselinePath(table: string): string | undefined {
  const names = namesOf(table);
  if (!names) return undefined;
  return names.kebab === UNDO ? `${FOLDER}/${UNDO}.baseline.json` : `${FOLDER}/${names.kebab}.json`;
}

/** Whether a file in the folder can be a baseline, judging by its name. */
export function isBaselineName(name: string): boolean {
  return /^[a-z][a-z0-9-]*(\.baseline)?\.json$/.test(name) && name !== `${UNDO}.json`;
}

/** Name of a baseline's module, as in the paths of its files. */
export function kebabOf({ files, table }: Pick<Baseline, 'files' | 'table'>): string {
  const [first = ''] = files.keys();
  return moduleIn(first) ?? namesOf(table)?.kebab ?? '';
}

/** Name of the module that a path belongs to. */
export function moduleIn(path: string): string | undefined {
  return /([a-z][a-z0-9-]*)\.[\w.]+$/.exec(path)?.[1];
}
