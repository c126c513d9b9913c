import type { PlannedFile } from '../plan/plan.js';
import type { FileChange } from '../compare/action-result.js';
import type { Importers } from './importers.js';
import type { TableChange } from '../compare/compare-session.js';

/** The files that a table would have, to be compiled before any of them is written. */
export interface Candidate {
  table: string;
  files: PlannedFile[];
  /** Files of the project that import them. */
  importers: PlannedFile[];
  /** Paths of files that would be removed. */
  removed: string[];
}

/** The files to compile for a table that is generated: everything that is rendered, even where files on disk differ. */
export function renderedCandidate({ table, plan, files }: TableChange): Candidate {
  return { table, files: plan.files, importers: [], removed: pathsOf(files.filter(isGone)) };
}

/** The files to compile for a table that is merged: its files after the merge, and the files that import them. */
export function mergedCandidate({ table, files, others }: TableChange, importers: Importers): Candidate {
  const written = files.flatMap(({ path, result }): PlannedFile[] =>
    result === undefined ? [] : [{ path, content: result }],
  );
  const own = pathsOf([...files, ...others]);
  return {
    table,
    files: [...written, ...others],
    importers: importers.of(own),
    removed: pathsOf(files.filter(isGone)),
  };
}

function isGone({ result }: FileChange): boolean {
  return result === undefined;
}

function pathsOf(files: readonly { path: string }[]): string[] {
  return files.map(({ path }) => path);
}
