import type { Candidate, PlannedFile } from '../plan/plan.js';
import type { FileChange } from '../compare/file-outcome.js';
import type { Importers } from './importers.js';
import type { TableChange } from '../compare/change-run.js';

/** What is compiled for a table that is generated: all that is rendered, whatever is on disk. */
export function renderedCandidate({ table, plan, files }: TableChange): Candidate {
  return { table, files: plan.files, importers: [], removed: pathsOf(files.filter(isGone)) };
}

/** What is compiled for a table that is merged: its files as they would become, and the files that import them. */
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
