import { type FileReport, emptyReport } from '../output/file-report.js';

/** The result for the menu's page and its eight buttons. */
export interface MenuReport {
  success: boolean;
  /** Id of the page; 0 if there is none. */
  menuId: number;
  message: string;
}

/** The result for one dictionary. */
export interface DictReport {
  dict: string;
  name: string;
  items: { label: string; value: string }[];
  /** `created`, `exists`, `updated: 1 added, 0 relabelled, 2 kept`, or `skipped: why`. */
  status: string;
}

/** The result for the registration. */
export interface RouteReport {
  success: boolean;
  /** Says whether a rebuild and restart are still needed. */
  message: string;
}

/** The result for a table: answer of POST /api/generator/generate. */
export interface GenerateResult extends FileReport {
  menu: MenuReport;
  dict: DictReport[];
  route: RouteReport;
}

/** The result for a table with a failed file: nothing was written, so nothing is entered. */
export function refused(report: FileReport): GenerateResult {
  const undone = { success: false, message: 'not done, because files failed' };
  return { ...report, menu: { ...undone, menuId: 0 }, dict: [], route: undone };
}

/** The result for a table that failed before any of its files could be examined. */
export function refusalOf(table: string, message: string): GenerateResult {
  return refused({ ...emptyReport(), failed: [{ path: table, message }] });
}
