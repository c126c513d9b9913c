import type { OutputChange } from '../output/output.folder.js';
import type { TableChange } from './compare-session.js';
import type { Mode } from './decide.js';
import type { FileChange } from './action-result.js';

/** Whether a change writes or removes its file. */
export function isWritten({ hand, result }: FileChange): boolean {
  return hand !== result;
}

/** Whether a table's changes would change a file and nothing prevents them. */
export function changesAnything({ files }: TableChange): boolean {
  return files.some(isWritten) && files.every(({ problem }) => problem === undefined);
}

/**
 * The changes to write. In default mode, files that appear in the meantime stay; in any other, a changed file fails.
 */
export function changesOf({ files }: TableChange, mode: Mode): OutputChange[] {
  if (mode === 'default') {
    const missing = files.filter(({ action }) => action === 'generate');
    return missing.map(({ path, result = null }) => ({ path, content: result, overwrite: false }));
  }
  const there = files.filter(({ hand, result }) => hand !== undefined || result !== undefined);
  return there.map(({ path, hand, result = null }) => {
    return { path, content: result, overwrite: hand !== undefined, before: hand ?? null };
  });
}
