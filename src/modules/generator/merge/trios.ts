import { type Piece, type Trio, isSame } from './piece.js';

/** The pieces of three lists, those together that are the same piece. */
export function triosOf(base: Piece[], hand: Piece[], rendering: Piece[]): Trio[] {
  const inHand = match(base, hand);
  const inRendering = match(base, rendering);
  const trios: Trio[] = base.map((piece) => ({
    base: piece,
    hand: inHand.get(piece),
    rendering: inRendering.get(piece),
  }));
  const added = match(without(hand, inHand), without(rendering, inRendering), true);
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
 * What became of the pieces of one list in another: by their names, those of one name by what they say and then in turn;
 * what is left over by its place, where that leaves no choice.
 * @param byName whether names alone count: what both sides added in one place need not be the same
 */
function match(from: Piece[], to: Piece[], byName = false): Map<Piece, Piece> {
  const found = new Map<Piece, Piece>();
  const taken = new Set<Piece>();
  const pair = (one: Piece, other: Piece | undefined) => {
    if (other === undefined) return;
    found.set(one, other);
    taken.add(other);
  };
  const open = new Map<string, Piece[]>();
  for (const piece of to) open.set(piece.name, [...(open.get(piece.name) ?? []), piece]);
  const called = (piece: Piece) => (open.get(piece.name) ?? []).filter((other) => !taken.has(other));
  for (const piece of from)
    pair(
      piece,
      called(piece).find((other) => isSame(piece, other)),
    );
  for (const piece of from) if (!found.has(piece)) pair(piece, called(piece)[0]);
  if (!byName) for (const [one, other] of replaced(from, to, found, taken)) pair(one, other);
  return found;
}

/** Pieces that are left over at the same place, as many and of the same sort on both sides. */
function replaced(from: Piece[], to: Piece[], found: Map<Piece, Piece>, taken: Set<Piece>): [Piece, Piece][] {
  const gone = inGaps(from, (piece) => found.get(piece));
  const come = inGaps(to, (piece) => (taken.has(piece) ? piece : undefined));
  return [...gone].flatMap(([place, pieces]): [Piece, Piece][] => {
    const others = come.get(place) ?? [];
    return [...new Set(pieces.map(({ like }) => like))].flatMap((like): [Piece, Piece][] => {
      const [ones, twos] = [pieces, others].map((all) => all.filter((piece) => piece.like === like));
      if (like === undefined || ones?.length !== twos?.length) return [];
      return (ones ?? []).map((one, index) => [one, (twos ?? [])[index] as Piece]);
    });
  });
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
