import type { MenuReport, RouteReport } from '../effects/reports.js';
import type { Conflict, Note } from '../merge/merge.js';
import type { FailedFile } from '../output/file-report.js';
import type { ColumnChanges, RenamedColumn } from './columns.js';
import type { FileState } from './decide.js';

/**
 * How a module stands to its table: `outdated` where a merge would change something, `dropped` where the table is gone,
 * `refused` where nothing can be made of it, `unreadable` where what was last rendered cannot be believed.
 */
export const TABLE_STATES = ['current', 'outdated', 'dropped', 'refused', 'unreadable'] as const;

export type TableState = (typeof TABLE_STATES)[number];

/** What a merge would do with a file. */
export const FILE_ACTIONS = ['none', 'write', 'merge', 'remove', 'conflict'] as const;

export const FILE_STATES: FileState[] = ['absent', 'untouched', 'edited', 'unknown'];

/** What a merge would do with a file, and what it would hold. */
export interface FileDiff {
  path: string;
  state: FileState;
  action: (typeof FILE_ACTIONS)[number];
  content: string;
  /** The difference from what is on disk, as unified text; empty for none. */
  diff: string;
  conflicts: Conflict[];
  notes: Note[];
}

/** What a merge would do with a table: answer of POST /api/generator/diff. */
export interface TableDiff {
  table: string;
  state: TableState;
  columns: ColumnChanges;
  renamed: RenamedColumn[];
  files: FileDiff[];
  /** Why a merge would do nothing. */
  problem: string | null;
}

/** How one module stands to its table: entry of the answer of GET /api/generator/check. */
export interface CheckedTable {
  table: string;
  state: TableState;
  columns: ColumnChanges;
  /** Paths of the files that somebody edited. */
  edited: string[];
}

/** Of a table about whose columns nothing can be said. */
export const NO_CHANGES: ColumnChanges = { gained: [], lost: [], changed: [] };

/** What became of the last run: answer of POST /api/generator/undo. */
export interface Undone {
  /** Paths of files that are as they were before it. */
  restored: string[];
  /** Rows that stay, because somebody has changed or granted them, by their codes. */
  kept: string[];
  failed: FailedFile[];
  /** How many rows are as they were before it. */
  rows: number;
}

/** What became of a module: answer of POST /api/generator/remove. */
export interface Removed {
  /** Paths of the files that are gone. */
  removed: string[];
  failed: FailedFile[];
  menu: MenuReport;
  route: RouteReport;
}
