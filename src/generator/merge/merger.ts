import { ordered } from './order.js';
import type { Outcome } from './outcome.js';
import {
  type Parts,
  type Piece,
  type Trio,
  isSame,
  isSameCode,
  isUntouched,
  partsOf,
  plainComment,
  wholeText,
} from './piece.js';
import { nameOf, placeOf, shown } from './places.js';
import { type Printed, print } from './print.js';
import { spaceOf } from './spaces.js';
import { triosByPosition, triosOf } from './triples.js';

/** Merges the pieces of a list; those of which nothing is left are not in the result. */
export type MergeAll = (trios: Trio[]) => Map<Trio, Printed>;

/** Merges pieces of three sides, part by part. */
export class Merger {
  constructor(private readonly outcome: Outcome) {}

  /**
   * A piece with the comments around it; undefined if nothing is left of it.
   * @param where names of the places that contain it
   */
  piece(trio: Trio, where: readonly string[]): Printed | undefined {
    const { base, hand, rendering } = trio;
    const place = placeOf(trio, where);
    if (hand && rendering) return this.both(trio, hand, rendering, place);
    const left = hand ?? rendering;
    if (!base || !left) return left && verbatim(left);
    if (isUntouched(base, left)) return undefined;
    if (!hand) {
      this.outcome.note(nameOf(place), 'removed by hand and changed in the rendering; it stays removed');
      return undefined;
    }
    const side = this.outcome.conflict(nameOf(place), { base: shown(base), hand: shown(hand) });
    return side === 'hand' ? verbatim(hand) : undefined;
  }

  private both(trio: Trio, hand: Piece, rendering: Piece, where: string[]): Printed {
    const { base } = trio;
    return {
      space: '',
      comments: this.comment(base?.comments, hand.comments, rendering.comments, where),
      text: this.text(base, hand, rendering, where),
      trail: this.comment(base?.trail, hand.trail, rendering.trail, where),
    };
  }

  private text(base: Piece | undefined, hand: Piece, rendering: Piece, where: string[]): string {
    if (isSame(hand, rendering) || isSame(base, rendering)) return wholeText(hand);
    if (isSame(base, hand)) return wholeText(rendering);
    const parts = partsOf(base, hand, rendering);
    const merged = parts && this.parts(parts, where);
    if (merged !== undefined) return hand.prefix + merged;
    if (isSameCode(hand, rendering) || isSameCode(base, rendering)) return this.remarked(base, hand, rendering, where);
    const side = this.outcome.conflict(nameOf(where), {
      base: base?.text,
      hand: hand.text,
      rendering: rendering.text,
    });
    return wholeText(side === 'hand' ? hand : rendering);
  }

  /** Hand's code with the inner comments of the side that changed them; hand's own if the two cannot be combined. */
  private remarked(base: Piece | undefined, hand: Piece, rendering: Piece, where: string[]): string {
    if (base?.remarks === rendering.remarks) return wholeText(hand);
    if (base?.remarks === hand.remarks && isSameCode(hand, rendering)) return wholeText(rendering);
    this.noteComment(where);
    return wholeText(hand);
  }

  /** The merged parts of a piece; undefined if it can only be merged as a whole. */
  parts(parts: Required<Trio<Parts>>, where: readonly string[], mergeAll?: MergeAll): string | undefined {
    const { base, hand, rendering } = parts;
    const [inBase, inHand, inRendering] = [base.pieces, hand.pieces, rendering.pieces];
    if (hand.byPosition && bothResized(inBase.length, inHand.length, inRendering.length)) return undefined;
    const trios = (hand.byPosition ? triosByPosition : triosOf)(inBase, inHand, inRendering);
    const printed = mergeAll ? mergeAll(trios) : this.each(trios, where);
    const order = ordered([...printed.keys()], inBase, inHand, inRendering);
    const pieces = order.map((trio, index) => {
      const own = printed.get(trio) as Printed;
      const before = order[index - 1];
      return { ...own, space: spaceOf(trio, { before: before && printed.get(before), comments: own.comments }, parts) };
    });
    const foot = this.comment(base.foot, hand.foot, rendering.foot, where);
    return print(pieces, { ...hand, foot, trailing: hand.trailing || rendering.trailing });
  }

  /** Merges pieces one by one. */
  each(trios: readonly Trio[], where: readonly string[]): Map<Trio, Printed> {
    const printed = new Map<Trio, Printed>();
    for (const trio of trios) {
      const own = this.piece(trio, where);
      if (own) printed.set(trio, own);
    }
    return printed;
  }

  /** The comment of the side that changed it; hand's if both did. */
  comment(base: string | undefined, hand: string, rendering: string, where: readonly string[]): string {
    const [before, here, there] = [base ?? '', hand, rendering].map(plainComment);
    if (here === there || before === there) return hand;
    if (before === here) return rendering;
    this.noteComment(where);
    return hand;
  }

  private noteComment(where: readonly string[]): void {
    this.outcome.note(nameOf(where), 'its comment was changed on both sides; the one by hand stays');
  }
}

function verbatim({ comments, prefix, text, trail, space }: Piece): Printed {
  return { space, comments, text: prefix + text, trail };
}

/** Whether both sides changed the number of pieces differently: positions no longer tell what belongs together. */
function bothResized(base: number, hand: number, rendering: number): boolean {
  return base !== hand && base !== rendering && hand !== rendering;
}
