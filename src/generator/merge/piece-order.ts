import type { Triple } from './piece.js';

/**
 * The order of merged pieces: the order of the side that moved some, or ours if both did. A piece that only the other
 * side has goes after its predecessor there; if both add pieces at one place, theirs go first.
 * @param triples the pieces that are left, in any order
 */
export function ordered<T>(triples: readonly Triple<T>[], base: T[], ours: T[], theirs: T[]): Triple<T>[] {
  const inBase = inOrder(triples, base, 'base');
  const inOurs = inOrder(triples, ours, 'ours');
  const inTheirs = inOrder(triples, theirs, 'theirs');
  const [first, second] = isMoved(inBase, inOurs) ? [inOurs, inTheirs] : [inTheirs, inOurs];
  const result = [...first];
  const placed = new Set(first);
  second.forEach((triple, index) => {
    if (placed.has(triple)) return;
    const before = second.slice(0, index).findLast((each) => placed.has(each));
    let at = before === undefined ? 0 : result.indexOf(before) + 1;
    if (second === inOurs) while (isNew(result[at])) at++;
    result.splice(at, 0, triple);
    placed.add(triple);
  });
  return result;
}

/** Whether they added it. */
function isNew<T>(triple: Triple<T> | undefined): boolean {
  return triple !== undefined && triple.base === undefined && triple.ours === undefined;
}

function inOrder<T>(triples: readonly Triple<T>[], pieces: T[], side: keyof Triple<T>): Triple<T>[] {
  const places = new Map(pieces.map((piece, index) => [piece, index]));
  const placeOf = (triple: Triple<T>) => places.get(triple[side] as T) ?? 0;
  return triples.filter((triple) => triple[side] !== undefined).sort((one, other) => placeOf(one) - placeOf(other));
}

/** Whether the pieces that two lists have in common are in a different order. */
function isMoved<T>(one: Triple<T>[], other: Triple<T>[]): boolean {
  const [inOne, inOther] = [new Set(one), new Set(other)];
  const [left, right] = [one.filter((each) => inOther.has(each)), other.filter((each) => inOne.has(each))];
  return left.some((each, index) => each !== right[index]);
}
