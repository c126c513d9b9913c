import { groupBy } from '../model/group-by.js';
import { type Piece, type Triple, isSame } from './piece.js';

/**
 * Matches the pieces of three lists: by name; pieces of the same name by content, then in order; and leftovers by their
 * place, if that is unambiguous.
 */
export function triplesOf(base: Piece[], ours: Piece[], theirs: Piece[]): Triple[] {
  const inTheirs = matched(base, theirs);
  for (const [one, other] of replaced(base, theirs, inTheirs)) inTheirs.set(one, other);
  // A piece that we took over from them in an earlier merge is not an edit of ours.
  const fromTheirs = without(theirs, inTheirs);
  const inOurs = matched(base, ours, { made: inTheirs, added: fromTheirs });
  const own = without(ours, matched(fromTheirs, without(ours, inOurs)));
  for (const [one, other] of replaced(base, own, inOurs)) inOurs.set(one, other);
  const fromOurs = without(ours, inOurs);
  const added = matched(fromOurs, fromTheirs);
  return [
    ...base.map((piece) => ({ base: piece, ours: inOurs.get(piece), theirs: inTheirs.get(piece) })),
    ...fromOurs.map((piece) => ({ ours: piece, theirs: added.get(piece) })),
    ...without(fromTheirs, added).map((piece) => ({ theirs: piece })),
  ];
}

/** The pieces at the same positions. */
export function triplesByPosition(base: Piece[], ours: Piece[], theirs: Piece[]): Triple[] {
  const length = Math.max(base.length, ours.length, theirs.length);
  return Array.from({ length }, (_none, at) => ({ base: base[at], ours: ours[at], theirs: theirs[at] }));
}

/** The other side's counterparts of the pieces of a list, and its additions. */
interface Other {
  made: Map<Piece, Piece>;
  added: Piece[];
}

/**
 * Matches pieces of one list with pieces of another that have the same name, or the name that the other side gave them.
 */
function matched(from: Piece[], to: Piece[], other?: Other): Map<Piece, Piece> {
  const found = new Map<Piece, Piece>();
  const taken = new Set<Piece>();
  const named = groupBy(to, ({ name }) => name);
  const pair = (piece: Piece, like: Piece | undefined, fits: (candidate: Piece) => boolean) => {
    if (found.has(piece) || !like) return;
    const own = named.get(like.name)?.find((candidate) => !taken.has(candidate) && fits(candidate));
    if (!own) return;
    found.set(piece, own);
    taken.add(own);
  };
  for (const piece of from) pair(piece, piece, (own) => isSame(piece, own));
  for (const piece of from) {
    const made = other?.made.get(piece);
    pair(piece, made, (own) => isSame(made, own));
  }
  for (const piece of from) pair(piece, piece, (own) => !isIn(own, other?.added ?? []));
  return found;
}

function isIn(piece: Piece, list: Piece[]): boolean {
  return list.some((each) => each.name === piece.name && isSame(each, piece));
}

/** Matches leftover pieces at the same place, if both sides have equally many of the same sort. */
function replaced(from: Piece[], to: Piece[], found: Map<Piece, Piece>): [Piece, Piece][] {
  const taken = new Set(found.values());
  const gone = inGaps(from, (piece) => found.get(piece));
  const come = inGaps(to, (piece) => (taken.has(piece) ? piece : undefined));
  return [...gone].flatMap(([place, pieces]) =>
    [...groupBy(pieces, ({ like }) => like)].flatMap(([like, ones]): [Piece, Piece][] => {
      const others = (come.get(place) ?? []).filter((piece) => piece.like === like);
      if (like === undefined || ones.length !== others.length) return [];
      return ones.map((one, index) => [one, others[index] as Piece]);
    }),
  );
}

/** The pieces without a counterpart, grouped by the counterpart of the nearest earlier piece that has one. */
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
