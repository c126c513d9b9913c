import type { Piece, Triple } from './piece.js';

/** The name of a place: `AddProductDto > name > @Text > argument 0`. */
export function nameOf(where: readonly string[]): string {
  return where.length === 0 ? 'file' : where.join(' > ');
}

/** The place of a piece, after the places that contain it. */
export function placeOf({ base, ours, theirs }: Triple, where: readonly string[]): string[] {
  const label = (ours ?? theirs ?? base)?.label;
  return label === undefined ? [...where] : [...where, label];
}

/** A piece with the comments around it, because only these may have changed. */
export function shown({ comments, text, trail }: Piece): string {
  return `${comments}${text} ${trail}`;
}
