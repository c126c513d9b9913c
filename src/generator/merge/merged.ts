/** What a file was when it was last rendered, what it is now, and what would be rendered now. */
export interface Sides {
  base: string;
  hand: string;
  rendering: string;
}

export type Side = 'hand' | 'rendering';

/** A place that both sides changed in different ways; null if a side has nothing there. */
export interface Conflict {
  path: string;
  where: string;
  base: string | null;
  hand: string | null;
  rendering: string | null;
}

/** What a person may want to know about a merged file. */
export interface Note {
  path: string;
  message: string;
}

export interface Merged {
  text: string;
  conflicts: Conflict[];
  notes: Note[];
}
