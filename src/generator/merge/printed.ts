import type { Parts } from './piece.js';

/** A merged piece as it is printed. */
export interface Printed {
  space: string;
  comments: string;
  text: string;
  trail: string;
}

/** The text of merged pieces, including the tokens that close their list or node. */
export function print(pieces: readonly Printed[], { separator, trailing, foot, close }: Parts): string {
  let text = '';
  pieces.forEach(({ space, comments, text: own, trail }, index) => {
    const isLast = index === pieces.length - 1;
    text = joined(text, space + comments + own);
    // No separator may follow a rest parameter.
    if (!isLast || (trailing && !own.startsWith('...'))) text += separator;
    if (trail !== '') text += ` ${trail}`;
  });
  return joined(joined(text, foot), close);
}

/** Joins two texts, but keeps them apart if they would become one word or a comment would swallow the second. */
function joined(text: string, more: string): string {
  if (more === '') return text;
  const line = text.slice(text.lastIndexOf('\n') + 1);
  if (line.includes('//') && !/^\s*\n/.test(more) && endsInComment(line)) return `${text}\n${more}`;
  return /[\w$]$/.test(line) && /^[\w$@]/.test(more) ? `${text} ${more}` : text + more;
}

/** Whether a line ends with a comment, rather than with a string that contains slashes. */
function endsInComment(line: string): boolean {
  return /(^|\s)\/\//.test(line.replace(/(['"`])(?:\\.|(?!\1).)*\1/g, ''));
}
