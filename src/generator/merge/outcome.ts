import type { Conflict, Merged, Note, Side, Sides } from './merged.js';

/** Texts of a place; undefined if a side has nothing there. */
export interface Texts {
  base?: string;
  hand?: string;
  rendering?: string;
}

/** What the merge of a file comes across: conflicts, and what a person may want to know. */
export class Outcome {
  private readonly conflicts: Conflict[] = [];
  private readonly notes: Note[] = [];

  constructor(
    private readonly path: string,
    private readonly decide: Side | undefined,
  ) {}

  /** Reports a conflict. @returns the side whose text is taken there */
  conflict(where: string, { base, hand, rendering }: Texts): Side {
    const { path } = this;
    const texts = { base: base?.trim() ?? null, hand: hand?.trim() ?? null, rendering: rendering?.trim() ?? null };
    if (this.decide === undefined) this.conflicts.push({ path, where, ...texts });
    return this.decide ?? 'hand';
  }

  note(where: string, message: string): void {
    this.notes.push({ path: this.path, message: `${where}: ${message}` });
  }

  merged(text: string): Merged {
    return { text, conflicts: this.conflicts, notes: this.notes };
  }

  /** The outcome if the sides cannot be merged part by part: the whole file is one conflict. */
  asWhole(sides: Sides): Merged {
    this.conflicts.length = 0;
    this.notes.length = 0;
    const side = this.conflict('file', { ...sides });
    return this.merged(sides[side]);
  }
}
