import type { Parts, Piece, Triple } from './piece.js';
import type { Printed } from './printed.js';

/**
 * The space before a merged piece, as its source has it.
 * @param around the piece printed before it, undefined for the first one, and its own comments
 */
export function spaceOf(
  triple: Triple,
  { before, comments }: { before: Printed | undefined; comments: string },
  parts: Required<Triple<Parts>>,
): string {
  if (!parts.ours.isList) return merged(triple);
  if (!before) return (parts.ours.pieces[0] ?? parts.theirs.pieces[0])?.space ?? '';
  const space = isFirstAnywhere(triple, parts) ? between(triple, parts) : merged(triple);
  // Without a line break, the comment before would swallow it, or its own comment would move to the piece before.
  const needsLine = before.trail.startsWith('//') || comments.includes('\n');
  if (!needsLine || space.includes('\n')) return space;
  return [triple.ours, triple.theirs].map((piece) => piece?.space).find((own) => own?.includes('\n')) ?? '\n';
}

/** The space of the side that changed it. */
function merged({ base, ours, theirs }: Triple): string {
  const [before, here, there] = [base, ours, theirs].map((piece) => piece && linesOf(piece));
  if (here === undefined) return theirs?.space ?? '';
  if (there === undefined) return ours?.space ?? '';
  return (before === here ? theirs?.space : ours?.space) ?? '';
}

/** The first piece of a side has no space of its own there, so it gets the spacing of its siblings. */
function between(triple: Triple, { ours, theirs }: Required<Triple<Parts>>): string {
  const own = [theirs, ours].flatMap(({ pieces }, side) => {
    const piece = side === 0 ? triple.theirs : triple.ours;
    const at = piece ? pieces.indexOf(piece) : -1;
    return at > 0 ? [pieces[at]?.space ?? ''] : [];
  });
  const others = [...ours.pieces.slice(1, 2), ...theirs.pieces.slice(1, 2)].map(({ space }) => space);
  return own[0] ?? others[0] ?? (ours.separator === '' && !isWord(triple) ? '\n' : ' ');
}

/** Whether it is a keyword, which must not end a line. */
function isWord({ ours, theirs }: Triple): boolean {
  return /^\w+$/.test((ours ?? theirs)?.text ?? '');
}

function isFirstAnywhere({ ours, theirs }: Triple, parts: Required<Triple<Parts>>): boolean {
  return (
    (ours !== undefined && ours === parts.ours.pieces[0]) || (theirs !== undefined && theirs === parts.theirs.pieces[0])
  );
}

function linesOf({ space }: Piece): number {
  return Math.min(space.split('\n').length, 3);
}
