import type { Row } from './define-crud';

/** Rows of a level that are not shown yet. */
export interface Rest {
  /** Key of the row that they are below, as text. */
  below: string;
  level: number;
  /** How many there are; unknown until some of them are read. */
  left?: number;
  state: 'waiting' | 'loading' | 'failed';
}

/** Where a row is in a tree. */
export interface Place {
  /** From 1. */
  level: number;
  /** Position among its siblings, from 1, and their number. */
  place: number;
  siblings: number;
  /** Whether the rows below it are shown; undefined if there are none. */
  open?: boolean;
  /** Whether it is shown only because a row below it was found. */
  muted: boolean;
  /** Whether Tab reaches it. */
  tabbed: boolean;
  /** Levels that end at this row although some of their rows are not shown yet. */
  rests: readonly Rest[];
}

/** The tree that the rows of a table are shown as. */
export interface TreeRows {
  place: (row: Row) => Place | undefined;
  toggle: (row: Row) => void;
  open: (row: Row) => void;
  more: (rest: Rest) => void;
  /** Remembers which row has the focus. */
  touch: (row: Row) => void;
  /** Handles a key that is pressed in a row; `openRow` opens the row of an element. */
  onKey: (event: KeyboardEvent, openRow: (line: Element) => void) => void;
}
