import { labelOf } from './names.js';
import { oneLine } from './text.js';

/** The redundant "table" that people end the comment of a table with. */
const TABLE = /(?:\s*表|(?:^|\s+)table)$/iu;

/** Punctuation that makes no sense at the end of a label. */
const LOOSE_END = /[\s:：,，;；、.。(（[【-]+$/u;

/**
 * The label of a table or a column: its comment, else its name; no trailing "table".
 * @param text the comment before any value list
 */
export function labelFrom(text: string, name: string): string {
  return [text, labelOf(name), name].map(bare).find((label) => label !== '') ?? name;
}

function bare(text: string): string {
  return oneLine(text).replace(LOOSE_END, '').replace(TABLE, '').replace(LOOSE_END, '');
}
