/** What a run does with files that are there: it leaves them, merges into them, or replaces them. */
export type Mode = 'default' | 'merge' | 'overwrite';

/** What a file is, beside what was last rendered of it; `unknown` where nobody knows that. */
export type FileState = 'absent' | 'untouched' | 'edited' | 'unknown';

/** What is known of a file of a table. */
export interface Situation {
  state: FileState;
  /** Whether something is known to have been rendered of it. */
  hasBase: boolean;
  /** Whether a file of it is still planned. */
  isRendered: boolean;
  /** Whether it would be rendered as it was last. */
  isCurrent: boolean;
  /** Whether the file is what would be rendered. */
  isTaken: boolean;
  /** Whether any file of the module is there. */
  isModuleThere: boolean;
}

/**
 * What becomes of a file. `refuse`: nobody knows what a person changed in it; `stay`: a person removed it, and it stays
 * removed; `outdated`: left as it is, although it would be rendered otherwise; `forget`: gone on both sides.
 */
export type Action =
  'generate' | 'skip' | 'outdated' | 'stay' | 'overwrite' | 'merge' | 'remove' | 'forget' | 'conflict' | 'refuse';

/** What becomes of a file in a run. */
export function decide(situation: Situation, mode: Mode): Action {
  if (!situation.isRendered) return onDropped(situation, mode);
  switch (situation.state) {
    case 'absent':
      return situation.hasBase && situation.isModuleThere && mode === 'merge' ? 'stay' : 'generate';
    case 'untouched':
      return onUntouched(situation, mode);
    case 'edited':
      return onEdited(situation, mode);
    case 'unknown':
      return onUnknown(situation, mode);
  }
}

/** A file that was rendered once, and is no longer. */
function onDropped({ state }: Situation, mode: Mode): Action {
  if (state === 'absent') return 'forget';
  if (mode === 'default') return 'skip';
  return state === 'untouched' ? 'remove' : 'conflict';
}

function onUntouched({ isCurrent }: Situation, mode: Mode): Action {
  if (mode === 'overwrite') return 'overwrite';
  if (isCurrent) return 'skip';
  return mode === 'merge' ? 'overwrite' : 'outdated';
}

function onEdited({ isCurrent, isTaken }: Situation, mode: Mode): Action {
  if (mode === 'overwrite') return 'overwrite';
  if (isCurrent || isTaken) return 'skip';
  return mode === 'merge' ? 'merge' : 'outdated';
}

function onUnknown({ isTaken }: Situation, mode: Mode): Action {
  if (isTaken) return 'skip';
  if (mode === 'overwrite') return 'overwrite';
  return mode === 'merge' ? 'refuse' : 'skip';
}

/** Whether a run takes what is rendered of a file as what it was last rendered as. */
export function movesBaseline({ hasBase, isTaken, isCurrent }: Situation, action: Action): boolean {
  if (action === 'outdated' || action === 'refuse') return false;
  return action !== 'skip' || isTaken || (hasBase && isCurrent);
}
