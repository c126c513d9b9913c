/** The text between two tokens, apart from separators. */
export interface Between {
  /** Comments that belong to the token before them. */
  trail: string;
  /** The rest, which belongs to the token after it. */
  rest: string;
}

/** Comments on the line of the last token, up to the end of that line. */
const SAME_LINE = /^[^\S\n]*((?:\/\*(?:(?!\*\/)[^\n])*\*\/[^\S\n]*)*(?:\/\/[^\n]*)?)(?=\n|$)/;

/** @param isLast whether nothing but the end of the list follows */
export function splitBetween(text: string, isLast: boolean): Between {
  const [match, trail = ''] = SAME_LINE.exec(text) ?? [];
  if (match === undefined || (trail !== '' && !isLast && match.length === text.length))
    return { trail: '', rest: text };
  return { trail: trail.trim(), rest: text.slice(trail === '' ? 0 : match.length) };
}

/** Whitespace before the comments, and the comments up to the token. */
export function splitLead(text: string): { space: string; comments: string } {
  if (text.trim() === '') return { space: text, comments: '' };
  const space = /^\s*/.exec(text)?.[0] ?? '';
  return { space, comments: text.slice(space.length) };
}
