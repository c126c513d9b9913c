import type { AppError } from '../../common/errors/app.error.js';
import { errors } from '../../common/errors/errors.js';
import type { PlannedFile } from './plan.js';

/** A file, or a table for which no file could be planned, and why it was not written. */
export interface FailedFile {
  path: string;
  message: string;
}

/** A file of a preview, beside what is on disk. */
export interface PreviewedFile extends PlannedFile {
  status: 'new' | 'same' | 'different';
  /** The text on disk; null where there is no file, or none that can be read. */
  current: string | null;
}

/** What became of files; paths are relative to the output root. */
export interface FileReport {
  generated: string[];
  /** There already, and left as they are. */
  skipped: string[];
  overwritten: string[];
  failed: FailedFile[];
}

/** What became of the menu's page and its eight buttons. */
export interface MenuReport {
  success: boolean;
  /** Id of the page; 0 where there is none. */
  menuId: number;
  message: string;
}

/** What became of one dictionary. */
export interface DictReport {
  dict: string;
  name: string;
  items: { label: string; value: string }[];
  /** `created`, `exists`, or `skipped: why`. */
  status: string;
}

/** What became of the registration. */
export interface RouteReport {
  success: boolean;
  /** Says whether a rebuild and restart is still to be done. */
  message: string;
}

/** Answer of POST /api/generator/generate. */
export interface GenerateResult extends FileReport {
  menu: MenuReport;
  dict: DictReport[];
  route: RouteReport;
}

/** One table of the answer of POST /api/generator/batchGenerate. */
export interface BatchItem extends GenerateResult {
  table: string;
  success: boolean;
  message: string;
}

/** The counts of files, in a form that clients may parse: docs/api.md, Code generator. */
export function messageOf({ generated, skipped, overwritten, failed }: FileReport): string {
  const counts = [generated, skipped, overwritten, failed].map(({ length }) => length);
  return `generated ${counts[0]}, skipped ${counts[1]}, overwritten ${counts[2]}, failed ${counts[3]}`;
}

/** The result for a table with a file that failed: nothing was written, so nothing is entered. */
export function refused(report: FileReport): GenerateResult {
  const undone = { success: false, message: 'not done, because files failed' };
  return { ...report, menu: { ...undone, menuId: 0 }, dict: [], route: undone };
}

/** What the operation log says of a generate; undefined where no file failed. */
export function outcomeOf({ failed }: Pick<FileReport, 'failed'>): AppError | undefined {
  const [first] = failed;
  if (first === undefined) return undefined;
  const more = failed.length > 1 ? ` (and ${failed.length - 1} more)` : '';
  return errors.failure(`${first.path}: ${first.message}${more}`);
}

/** What the operation log says of a batch; undefined where no table failed. */
export function outcomeOfBatch(items: BatchItem[]): AppError | undefined {
  return outcomeOf({ failed: items.flatMap(({ failed }) => failed) });
}
