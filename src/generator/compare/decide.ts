/** How a run treats existing files: it leaves them, merges into them, or replaces them. */
export type Mode = 'default' | 'merge' | 'overwrite';

/** How a file compares with its last rendering; `unknown` if there is no record of that. */
export type FileState = 'absent' | 'untouched' | 'edited' | 'unknown';

/** The facts that decide about a file of a table. */
export interface Situation {
  state: FileState;
  /** Whether it is known what was last rendered for it. */
  hasBase: boolean;
  /** Whether it is still rendered. */
  isRendered: boolean;
  /** Whether it would be rendered as it was last time. */
  isCurrent: boolean;
  /** Whether the file already is what would be rendered. */
  isTaken: boolean;
  /** Whether any file of the module exists. */
  isModuleThere: boolean;
}

/**
 * The actions on a file. `refuse`: a person's changes to it are not known; `stay`: a person removed it, and it stays
 * removed; `outdated`: left as it is, although it would be rendered differently; `forget`: no longer rendered, and
 * already gone or kept as it is.
 */
export type Action =
  'generate' | 'skip' | 'outdated' | 'stay' | 'overwrite' | 'merge' | 'remove' | 'forget' | 'conflict' | 'refuse';

/** Decides on the action for a file. */
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

/** A file that was once rendered and no longer is. */
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

/** Whether a run makes the current rendering of a file its new baseline. */
export function movesBaseline({ hasBase, isTaken, isCurrent }: Situation, action: Action): boolean {
  if (action === 'outdated' || action === 'refuse') return false;
  return action !== 'skip' || isTaken || (hasBase && isCurrent);
}
