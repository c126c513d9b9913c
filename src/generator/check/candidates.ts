import type { PlannedFile } from '../plan/plan.js';
import type { FileChange } from '../compare/action-result.js';
import type { Importers } from './importers.js';
import type { TableChange } from '../compare/compare-session.js';

/** The files that a table would have, to be compiled before any of them is written. */
export interface Candidate {
  table: string;
  files: PlannedFile[];
  /** Those of them that exist, as they are now. */
  before: PlannedFile[];
  /** Files of the project that import them. */
  importers: PlannedFile[];
  /** Paths of files that would be removed. */
  removed: string[];
}

/** The files to compile for a table that is generated: everything that is rendered, even where files on disk differ. */
export function renderedCandidate({ table, plan, files }: TableChange): Candidate {
  const own = plan.files.filter(({ path }) => !isOfConsole(path));
  return { table, files: own, before: [], importers: [], removed: pathsOf(files.filter(isGone)) };
}

/** The files to compile for a table that is merged: its files after the merge, and the files that import them. */
export function mergedCandidate({ table, files, others }: TableChange, importers: Importers): Candidate {
  const written = files.flatMap(({ path, result }): PlannedFile[] =>
    result === undefined ? [] : [{ path, content: result }],
  );
  const own = pathsOf([...files, ...others]);
  const there = files.flatMap(({ path, hand }) => (hand === undefined ? [] : [{ path, content: hand }]));
  // Compiling pages takes seconds, and rendered ones are known to compile.
  const isCompiled = ({ path }: PlannedFile) =>
    !isOfConsole(path) || files.some((file) => file.state === 'edited' && isOfConsole(file.path));
  return {
    table,
    files: [...written, ...others].filter(isCompiled),
    before: [...there, ...others].filter(isCompiled),
    importers: importers.of(own),
    removed: pathsOf(files.filter(isGone)),
  };
}

function isOfConsole(path: string): boolean {
  return path.startsWith('console/');
}

function isGone({ result }: FileChange): boolean {
  return result === undefined;
}

function pathsOf(files: readonly { path: string }[]): string[] {
  return files.map(({ path }) => path);
}
