/** A file as it was last rendered, as it is on disk, and as it would be rendered now. */
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

/** A remark on a merged file for a person. */
export interface Note {
  path: string;
  message: string;
}

export interface Merged {
  text: string;
  conflicts: Conflict[];
  notes: Note[];
}
