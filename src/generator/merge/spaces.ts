import type { Parts, Piece, Trio } from './piece.js';
import type { Printed } from './print.js';

/**
 * The space before a merged piece, as its source has it.
 * @param around what is printed before it, undefined for the first piece, and its own comments
 */
export function spaceOf(
  trio: Trio,
  { before, comments }: { before: Printed | undefined; comments: string },
  parts: Required<Trio<Parts>>,
): string {
  if (!parts.hand.isList) return merged(trio);
  if (!before) return (parts.hand.pieces[0] ?? parts.rendering.pieces[0])?.space ?? '';
  const space = isFirstAnywhere(trio, parts) ? between(trio, parts) : merged(trio);
  // Without a line break, a comment before it would swallow it, or its own would belong to the piece before.
  const needsLine = before.trail.startsWith('//') || comments.includes('\n');
  if (!needsLine || space.includes('\n')) return space;
  return [trio.hand, trio.rendering].map((piece) => piece?.space).find((own) => own?.includes('\n')) ?? '\n';
}

/** The space of the side that changed it. */
function merged({ base, hand, rendering }: Trio): string {
  const [before, here, there] = [base, hand, rendering].map((piece) => piece && linesOf(piece));
  if (here === undefined) return rendering?.space ?? '';
  if (there === undefined) return hand?.space ?? '';
  return (before === here ? rendering?.space : hand?.space) ?? '';
}

/** A piece that is first on a side has no space of its own there: it gets the distance that its siblings have. */
function between(trio: Trio, { hand, rendering }: Required<Trio<Parts>>): string {
  const own = [rendering, hand].flatMap(({ pieces }, side) => {
    const piece = side === 0 ? trio.rendering : trio.hand;
    const at = piece ? pieces.indexOf(piece) : -1;
    return at > 0 ? [pieces[at]?.space ?? ''] : [];
  });
  const others = [...hand.pieces.slice(1, 2), ...rendering.pieces.slice(1, 2)].map(({ space }) => space);
  return own[0] ?? others[0] ?? (hand.separator === '' && !isWord(trio) ? '\n' : ' ');
}

/** Whether it is a keyword, which must not end a line. */
function isWord({ hand, rendering }: Trio): boolean {
  return /^\w+$/.test((hand ?? rendering)?.text ?? '');
}

function isFirstAnywhere({ hand, rendering }: Trio, parts: Required<Trio<Parts>>): boolean {
  return (
    (hand !== undefined && hand === parts.hand.pieces[0]) ||
    (rendering !== undefined && rendering === parts.rendering.pieces[0])
  );
}

function linesOf({ space }: Piece): number {
  return Math.min(space.split('\n').length, 3);
}
