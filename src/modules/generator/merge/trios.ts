import { groupBy } from '../read/table.js';
import { type Piece, type Trio, isSame } from './piece.js';

/**
 * The pieces of three lists, those together that are the same piece: by their names, those of one name by what they say
 * and then in turn; what is left over then by its place, where that leaves no choice.
 */
export function triosOf(base: Piece[], hand: Piece[], rendering: Piece[]): Trio[] {
  const inRendering = matched(base, rendering);
  // What hand's side took over in an earlier merge is still the same piece.
  const inHand = matched(base, hand, { of: inRendering, added: without(rendering, inRendering) });
  // What both have added is not what a piece of the base became.
  const added = matched(without(hand, inHand), without(rendering, inRendering));
  const replacing = (side: Piece[], found: Map<Piece, Piece>) => {
    for (const [one, other] of replaced(base, side, found, added)) found.set(one, other);
  };
  replacing(hand, inHand);
  replacing(rendering, inRendering);
  const trios: Trio[] = base.map((piece) => ({
    base: piece,
    hand: inHand.get(piece),
    rendering: inRendering.get(piece),
  }));
  for (const piece of without(hand, inHand)) trios.push({ hand: piece, rendering: added.get(piece) });
  for (const piece of without(without(rendering, inRendering), added)) trios.push({ rendering: piece });
  return trios;
}

/** The pieces at the same positions. */
export function triosByPosition(base: Piece[], hand: Piece[], rendering: Piece[]): Trio[] {
  const length = Math.max(base.length, hand.length, rendering.length);
  return Array.from({ length }, (_none, at) => ({ base: base[at], hand: hand[at], rendering: rendering[at] }));
}

/**
 * Pieces of one list with those of another that have their names.
 * @param known what became of them on the other side, and what that added
 */
function matched(from: Piece[], to: Piece[], known?: { of: Map<Piece, Piece>; added: Piece[] }): Map<Piece, Piece> {
  const found = new Map<Piece, Piece>();
  const taken = new Set<Piece>();
  const pair = (one: Piece, other: Piece | undefined) => {
    if (other === undefined) return;
    found.set(one, other);
    taken.add(other);
  };
  const named = groupBy(to, ({ name }) => name);
  const called = (piece: Piece) => (named.get(piece.name) ?? []).filter((other) => !taken.has(other));
  for (const piece of from)
    pair(
      piece,
      called(piece).find((other) => isSame(piece, other)),
    );
  const left = () => from.filter((piece) => !found.has(piece));
  for (const piece of left())
    pair(
      piece,
      called(piece).find((other) => isSame(known?.of.get(piece), other)),
    );
  const isTaken = (other: Piece) => known?.added.some((each) => each.name === other.name && isSame(each, other));
  for (const piece of left())
    pair(
      piece,
      called(piece).find((other) => !isTaken(other)),
    );
  return found;
}

/** Pieces that are left over at the same place, as many and of the same sort on both sides. */
function replaced(from: Piece[], to: Piece[], found: Map<Piece, Piece>, added: Map<Piece, Piece>): [Piece, Piece][] {
  const taken = new Set(found.values());
  const inBoth = new Set([...added.keys(), ...added.values()]);
  const gone = inGaps(from, (piece) => found.get(piece));
  const come = inGaps(
    to.filter((piece) => !inBoth.has(piece)),
    (piece) => (taken.has(piece) ? piece : undefined),
  );
  return [...gone].flatMap(([place, pieces]) =>
    [...groupBy(pieces, ({ like }) => like)].flatMap(([like, ones]): [Piece, Piece][] => {
      const others = (come.get(place) ?? []).filter((piece) => piece.like === like);
      if (like === undefined || ones.length !== others.length) return [];
      return ones.map((one, index) => [one, others[index] as Piece]);
    }),
  );
}

/** The pieces that have no counterpart, by the counterpart of the last before them that has one. */
function inGaps(pieces: Piece[], counterpartOf: (piece: Piece) => Piece | undefined): Map<Piece | undefined, Piece[]> {
  const gaps = new Map<Piece | undefined, Piece[]>();
  let place: Piece | undefined;
  for (const piece of pieces) {
    const counterpart = counterpartOf(piece);
    if (counterpart) place = counterpart;
    else gaps.set(place, [...(gaps.get(place) ?? []), piece]);
  }
  return gaps;
}

function without(pieces: Piece[], found: Map<Piece, Piece>): Piece[] {
  const gone = new Set([...found.keys(), ...found.values()]);
  return pieces.filter((piece) => !gone.has(piece));
}
