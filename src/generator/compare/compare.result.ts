import type { MenuReport, RouteReport } from '../register/reports.js';
import type { Conflict, Note } from '../merge/merge.js';
import type { FailedFile } from '../output/file-report.js';
import type { ColumnChanges, RenamedColumn } from '../history/column-changes.js';
import type { FileState } from './decide.js';

/**
 * How a module compares with its table: `outdated` if a merge would change something, `dropped` if the table is gone,
 * `refused` if the table cannot become a module, `unreadable` if its baseline cannot be trusted.
 */
export const TABLE_STATES = ['current', 'outdated', 'dropped', 'refused', 'unreadable'] as const;

export type TableState = (typeof TABLE_STATES)[number];

/** The actions of a merge on a file. */
export const FILE_ACTIONS = ['none', 'write', 'merge', 'remove', 'conflict'] as const;

export const FILE_STATES: FileState[] = ['absent', 'untouched', 'edited', 'unknown'];

/** The action of a merge on a file, and the content that would result. */
export interface FileDiff {
  path: string;
  state: FileState;
  action: (typeof FILE_ACTIONS)[number];
  content: string;
  /** Unified diff against the file on disk; empty if nothing differs. */
  diff: string;
  conflicts: Conflict[];
  notes: Note[];
}

/** The effect of a merge on a table: answer of POST /api/generator/diff. */
export interface TableDiff {
  table: string;
  state: TableState;
  columns: ColumnChanges;
  renamed: RenamedColumn[];
  files: FileDiff[];
  /** Why a merge would do nothing. */
  problem: string | null;
}

/** How one module compares with its table: an entry in the answer of GET /api/generator/check. */
export interface CheckedTable {
  table: string;
  state: TableState;
  columns: ColumnChanges;
  /** Paths of the files that somebody edited. */
  edited: string[];
}

/** The changes of a table whose columns cannot be compared. */
export const NO_CHANGES: ColumnChanges = { gained: [], lost: [], changed: [] };

/** Answer of POST /api/generator/undo. */
export interface Undone {
  /** Paths of the files that are as they were before the run. */
  restored: string[];
  /** Rows that stay because somebody has changed or granted them, by code, path, label or value. */
  kept: string[];
  failed: FailedFile[];
  /** How many rows are again as they were before the run. */
  rows: number;
}

/** Answer of POST /api/generator/remove. */
export interface Removed {
  /** Paths of the files that are gone. */
  removed: string[];
  failed: FailedFile[];
  menu: MenuReport;
  route: RouteReport;
}
