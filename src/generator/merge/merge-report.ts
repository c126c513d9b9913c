import type { Conflict, Merged, Note, Side, Sides } from './merged.js';
import type { Triple } from './piece.js';

/** The sides as the merge calls them: `ours` is what is on disk, `theirs` what is rendered now. */
const WINNERS = { hand: 'ours', rendering: 'theirs' } as const satisfies Record<Side, keyof Triple>;

/** Collects the conflicts of one file's merge, and notes on it for a person. */
export class MergeReport {
  private readonly conflicts: Conflict[] = [];
  private readonly notes: Note[] = [];

  constructor(
    private readonly path: string,
    private readonly decide: Side | undefined,
  ) {}

  /**
   * Reports a conflict.
   * @param texts the texts of the place; undefined for a side that has nothing there
   * @returns the side whose text is taken there
   */
  conflict(where: string, { base, ours, theirs }: Triple<string>): 'ours' | 'theirs' {
    const { path, decide } = this;
    if (decide !== undefined) return WINNERS[decide];
    const said = (text: string | undefined) => text?.trim() ?? null;
    this.conflicts.push({ path, where, base: said(base), hand: said(ours), rendering: said(theirs) });
    return 'ours';
  }

  note(where: string, message: string): void {
    this.notes.push({ path: this.path, message: `${where}: ${message}` });
  }

  merged(text: string): Merged {
    return { text, conflicts: this.conflicts, notes: this.notes };
  }

  /** The result if the sides cannot be merged part by part: the whole file is one conflict. */
  asWhole({ base, hand: ours, rendering: theirs }: Sides): Merged {
    this.conflicts.length = 0;
    this.notes.length = 0;
    return this.merged({ ours, theirs }[this.conflict('file', { base, ours, theirs })]);
  }
}
