import { readEnumComment } from './enum-comment.js';
import { labelOf } from './names.js';
import { oneLine } from './text.js';

/** What people end the comment of a table with, though everybody knows that it is one. */
const TABLE = /(?:\s*表|(?:^|\s+)table)$/iu;

/** Marks that make no sense at the end of a label. */
const LOOSE_END = /[\s:：,，;；、.。(（[【-]+$/u;

/** What people call a table or a column: its comment up to its value list, else its name; a trailing "table" goes. */
export function labelFrom(comment: string, name: string): string {
  const text = readEnumComment(comment)?.name ?? comment;
  return [text, labelOf(name), name].map(bare).find((label) => label !== '') ?? name;
}

function bare(text: string): string {
  return oneLine(text).replace(LOOSE_END, '').replace(TABLE, '').replace(LOOSE_END, '');
}
