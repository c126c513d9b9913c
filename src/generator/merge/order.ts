import type { Trio } from './piece.js';

/**
 * The order of merged pieces: that of the side that moved some, or hand's if both did. A piece that only the other side
 * has goes after what precedes it there; if both add pieces at one place, those of the rendering go first.
 * @param trios the pieces that are left, in any order
 */
export function ordered<T>(trios: readonly Trio<T>[], base: T[], hand: T[], rendering: T[]): Trio<T>[] {
  const inBase = inOrder(trios, base, 'base');
  const inHand = inOrder(trios, hand, 'hand');
  const inRendering = inOrder(trios, rendering, 'rendering');
  const [first, second] = isMoved(inBase, inHand) ? [inHand, inRendering] : [inRendering, inHand];
  const result = [...first];
  const placed = new Set(first);
  second.forEach((trio, index) => {
    if (placed.has(trio)) return;
    const before = second.slice(0, index).findLast((each) => placed.has(each));
    let at = before === undefined ? 0 : result.indexOf(before) + 1;
    if (second === inHand) while (isNew(result[at])) at++;
    result.splice(at, 0, trio);
    placed.add(trio);
  });
  return result;
}

/** Whether only the rendering has it. */
function isNew<T>(trio: Trio<T> | undefined): boolean {
  return trio !== undefined && trio.base === undefined && trio.hand === undefined;
}

function inOrder<T>(trios: readonly Trio<T>[], pieces: T[], side: keyof Trio<T>): Trio<T>[] {
  const places = new Map(pieces.map((piece, index) => [piece, index]));
  const placeOf = (trio: Trio<T>) => places.get(trio[side] as T) ?? 0;
  return trios.filter((trio) => trio[side] !== undefined).sort((one, other) => placeOf(one) - placeOf(other));
}

/** Whether the pieces that two lists have in common are in a different order. */
function isMoved<T>(one: Trio<T>[], other: Trio<T>[]): boolean {
  const [inOne, inOther] = [new Set(one), new Set(other)];
  const [left, right] = [one.filter((each) => inOther.has(each)), other.filter((each) => inOne.has(each))];
  return left.some((each, index) => each !== right[index]);
}
