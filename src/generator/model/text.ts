/** Characters that source text must not contain: controls, line and paragraph separators, and direction changes. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu;

/** Text on one line, without invisible characters. */
export function oneLine(text: string): string {
  return text.replace(/\s+/gu, ' ').replace(UNSAFE, '').trim();
}

/** Text for the inside of a doc comment, on one line: it can neither end the comment nor begin a directive. */
export function commentText(text: string): string {
  const line = oneLine(text)
    .replace(/\*\//g, '* /')
    .replace(/^[\s*@]+/, '')
    .trim();
  return line.endsWith('*') ? `${line} ` : line;
}

/** A string literal in the style of the project: single quotes, unless it holds more of them than double quotes. */
export function stringLiteral(text: string): string {
  const quote = count(text, "'") > count(text, '"') ? '"' : "'";
  const body = text
    .replace(/[\\]/g, '\\\\')
    .replaceAll(quote, `\\${quote}`)
    .replace(UNSAFE, escaped)
    .replace(/[^\S ]/gu, escaped);
  return `${quote}${body}${quote}`;
}

/** Whether a name may be put into source text as it is. */
export function isIdentifier(text: string): boolean {
  return /^[A-Za-z_$][A-Za-z0-9_$]*$/.test(text);
}

function escaped(character: string): string {
  return [...Array(character.length).keys()]
    .map((index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`)
    .join('');
}

function count(text: string, character: string): number {
  return text.split(character).length - 1;
}
