/** A token of SQL: its kind, and where it begins and ends. */
const TOKEN =
  /--(?<comment>[^\n]*)|\/\*[\s\S]*?(?:\*\/|$)|(?<quoted>"(?:[^"]|"")*(?:"|$)|`(?:[^`]|``)*(?:`|$)|\[[^\]]*(?:\]|$))|'(?:[^']|'')*(?:'|$)|(?<word>[^\s"'`[\](),;]+)|(?<mark>[(),;[\]])/g;

/** First words of definitions that are not columns. */
const CONSTRAINT = /^(constraint|primary|unique|check|foreign)$/i;

/**
 * The comments of columns in a stored CREATE TABLE: a `--` comment belongs to the column whose definition comes before
 * it on its line. Accepts any text, and finds nothing in text that is not a CREATE TABLE.
 */
export function columnComments(sql: string): Map<string, string> {
  const comments = new Map<string, string>();
  let depth = 0;
  /** Name of the column that is being defined; undefined inside a constraint. */
  let column: string | undefined;
  let begins = false;
  /** The definition on the current line. */
  let current: { column: string | undefined; line: number } | undefined;
  let line = 0;
  let at = 0;
  for (const token of sql.matchAll(TOKEN)) {
    line += newlines(sql, at, token.index);
    at = token.index;
    const { comment, quoted, word, mark } = token.groups ?? {};
    const end = line + newlines(sql, at, at + token[0].length);
    if (comment !== undefined) {
      if (current?.line === line && current.column !== undefined) append(comments, current.column, comment);
      continue;
    }
    if (token[0].startsWith('/*')) continue;
    if (mark === '(') {
      begins = depth === 0;
      depth++;
    } else if (mark === ')') {
      depth--;
    } else if (mark === ',' && depth === 1) {
      begins = true;
      continue;
    } else if (begins) {
      column = quoted === undefined ? nameOf(word) : unquoted(quoted);
      begins = false;
    }
    if (depth > 0 && !begins) current = { column, line: end };
  }
  return comments;
}

function newlines(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf('\n', from); at !== -1 && at < to; at = text.indexOf('\n', at + 1)) count++;
  return count;
}

function nameOf(word: string | undefined): string | undefined {
  return word === undefined || CONSTRAINT.test(word) ? undefined : word;
}

function unquoted(text: string): string {
  const [quote = ''] = text;
  const inside = text.slice(1, text.endsWith(quote === '[' ? ']' : quote) && text.length > 1 ? -1 : undefined);
  return quote === '[' ? inside : inside.replaceAll(quote + quote, quote);
}

function append(comments: Map<string, string>, column: string, comment: string): void {
  const before = comments.get(column);
  const text = comment.trim();
  comments.set(column, before === undefined ? text : `${before} ${text}`);
}
