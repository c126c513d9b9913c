import { lazily } from 'steward/core';
import type { FileDiff } from './compare.result.js';
import type { FileChange } from './action-result.js';

const diff = lazily(() => import('diff'));

/** A change as a diff against the file on disk. */
export async function fileDiff(change: FileChange): Promise<FileDiff> {
  const { path, state, hand = '', result = '', conflicts, notes, problem } = change;
  const isRefused = problem !== undefined && conflicts.length === 0;
  return {
    path,
    state,
    action: actionOf(change),
    content: result,
    diff: hand === result ? '' : await unified(path, hand, result),
    conflicts,
    notes: isRefused ? [...notes, { path, message: problem }] : notes,
  };
}

function actionOf({ action, hand, result }: FileChange): FileDiff['action'] {
  switch (action) {
    case 'generate':
    case 'overwrite':
      return hand === result ? 'none' : 'write';
    case 'merge':
    case 'remove':
    case 'conflict':
      return action;
    case 'refuse':
      return 'conflict';
    default:
      return 'none';
  }
}

async function unified(path: string, from: string, to: string): Promise<string> {
  const { createTwoFilesPatch } = await diff();
  return createTwoFilesPatch(path, path, from, to);
}
