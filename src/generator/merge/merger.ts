import { ordered } from './piece-order.js';
import type { MergeReport } from './merge-report.js';
import {
  type Parts,
  type Piece,
  type Triple,
  isSame,
  isSameCode,
  isUntouched,
  partsOf,
  plainComment,
  wholeText,
} from './piece.js';
import { nameOf, placeOf, shown } from './places.js';
import { type Printed, print } from './printed.js';
import { spaceOf } from './spaces.js';
import { triplesByPosition, triplesOf } from './triples.js';

/** Merges the pieces of a list; the result leaves out pieces that are gone. */
export type MergeAll = (triples: Triple[]) => Map<Triple, Printed>;

/** Merges pieces of three sides, part by part. */
export class Merger {
  constructor(private readonly report: MergeReport) {}

  /**
   * A piece with the comments around it; undefined if it is gone.
   * @param where names of the places that contain it
   */
  piece(triple: Triple, where: readonly string[]): Printed | undefined {
    const { base, ours, theirs } = triple;
    const place = placeOf(triple, where);
    if (ours && theirs) return this.both(triple, ours, theirs, place);
    const left = ours ?? theirs;
    if (!base || !left) return left && verbatim(left);
    if (isUntouched(base, left)) return undefined;
    if (!ours) {
      this.report.note(nameOf(place), 'removed by hand and changed in the rendering; it stays removed');
      return undefined;
    }
    const side = this.report.conflict(nameOf(place), { base: shown(base), ours: shown(ours) });
    return side === 'ours' ? verbatim(ours) : undefined;
  }

  private both(triple: Triple, ours: Piece, theirs: Piece, where: string[]): Printed {
    const { base } = triple;
    return {
      space: '',
      comments: this.comment(base?.comments, ours.comments, theirs.comments, where),
      text: this.text(base, ours, theirs, where),
      trail: this.comment(base?.trail, ours.trail, theirs.trail, where),
    };
  }

  private text(base: Piece | undefined, ours: Piece, theirs: Piece, where: string[]): string {
    if (isSame(ours, theirs) || isSame(base, theirs)) return wholeText(ours);
    if (isSame(base, ours)) return wholeText(theirs);
    const parts = partsOf(base, ours, theirs);
    const merged = parts && this.parts(parts, where);
    if (merged !== undefined) return ours.prefix + merged;
    if (isSameCode(ours, theirs) || isSameCode(base, theirs)) return this.remarked(base, ours, theirs, where);
    const side = this.report.conflict(nameOf(where), {
      base: base?.text,
      ours: ours.text,
      theirs: theirs.text,
    });
    return wholeText(side === 'ours' ? ours : theirs);
  }

  /** Our code with the inner comments of the side that changed them; with our own if the two cannot be combined. */
  private remarked(base: Piece | undefined, ours: Piece, theirs: Piece, where: string[]): string {
    if (base?.remarks === theirs.remarks) return wholeText(ours);
    if (base?.remarks === ours.remarks && isSameCode(ours, theirs)) return wholeText(theirs);
    this.noteComment(where);
    return wholeText(ours);
  }

  /** The merged parts of a piece; undefined if it can only be merged as a whole. */
  parts(parts: Required<Triple<Parts>>, where: readonly string[], mergeAll?: MergeAll): string | undefined {
    const { base, ours, theirs } = parts;
    const [inBase, inOurs, inTheirs] = [base.pieces, ours.pieces, theirs.pieces];
    if (ours.byPosition && bothResized(inBase.length, inOurs.length, inTheirs.length)) return undefined;
    const triples = (ours.byPosition ? triplesByPosition : triplesOf)(inBase, inOurs, inTheirs);
    const printed = mergeAll ? mergeAll(triples) : this.each(triples, where);
    const order = ordered([...printed.keys()], inBase, inOurs, inTheirs);
    const pieces = order.map((triple, index) => {
      const own = printed.get(triple) as Printed;
      const before = order[index - 1];
      return {
        ...own,
        space: spaceOf(triple, { before: before && printed.get(before), comments: own.comments }, parts),
      };
    });
    const foot = this.comment(base.foot, ours.foot, theirs.foot, where);
    return print(pieces, { ...ours, foot, trailing: ours.trailing || theirs.trailing });
  }

  /** Merges pieces one by one. */
  each(triples: readonly Triple[], where: readonly string[]): Map<Triple, Printed> {
    const printed = new Map<Triple, Printed>();
    for (const triple of triples) {
      const own = this.piece(triple, where);
      if (own) printed.set(triple, own);
    }
    return printed;
  }

  /** The comment of the side that changed it; ours if both did. */
  comment(base: string | undefined, ours: string, theirs: string, where: readonly string[]): string {
    const [before, here, there] = [base ?? '', ours, theirs].map(plainComment);
    if (here === there || before === there) return ours;
    if (before === here) return theirs;
    this.noteComment(where);
    return ours;
  }

  private noteComment(where: readonly string[]): void {
    this.report.note(nameOf(where), 'its comment was changed on both sides; the one by hand stays');
  }
}

function verbatim({ comments, prefix, text, trail, space }: Piece): Printed {
  return { space, comments, text: prefix + text, trail };
}

/**
 * Whether both sides changed the number of pieces differently: positions no longer tell which pieces belong together.
 */
function bothResized(base: number, ours: number, theirs: number): boolean {
  return base !== ours && base !== theirs && ours !== theirs;
}
