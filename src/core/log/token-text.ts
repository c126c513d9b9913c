/** Stands for a secret. */
export const MASK = '***';

/** Where the header of a JWT may begin: base64url of `{` followed by a quotation mark, white space or `}`. */
const START = /e[3wy]/g;

/** One part of a JWT. */
const SEGMENT = /[\w-]*/y;

/** The rest of a token after its header: at least one character, up to the last that can belong to a token. */
const REST = /\.[\w.-]*[\w-]/y;

/** An API token, or as much of it as there is of its secret part. */
const API_TOKEN = /stw_[A-Za-z0-9]{8}_[\w-]+/g;

/** Longest header that is decoded; a longer text that begins like JSON counts as one. */
const MAX_HEADER = 4096;

/**
 * A text with `***` for every JWT and every API token in it, even inside a longer word. Decodes no more than it shows, and scans the rest
 * of a long text at most once.
 * @param room how many characters are needed: the result has at least that many of the masked text, and few more
 */
export function hideTokens(text: string, room: number): string {
  return hideJwts(text.includes('stw_') ? text.replaceAll(API_TOKEN, MASK) : text, room);
}

function hideJwts(text: string, room: number): string {
  if (!text.includes('.')) return text.slice(0, room);
  let shown = '';
  let from = 0;
  while (shown.length < room) {
    const token = findToken(text, from, from + room - shown.length);
    if (token === undefined) break;
    shown += text.slice(from, token.start) + MASK;
    from = token.end;
  }
  return shown + text.slice(from, from + Math.max(0, room - shown.length));
}

/** The first JWT that begins at `from` or later, and before `until`. */
function findToken(text: string, from: number, until: number): { start: number; end: number } | undefined {
  let segmentEnd = from;
  for (const { index } of text.slice(from, until + 1).matchAll(START)) {
    const start = from + index;
    if (start >= segmentEnd) segmentEnd = endOf(SEGMENT, text, start);
    if (text[segmentEnd] !== '.' || !isHeader(text.slice(start, segmentEnd))) continue;
    const end = endOf(REST, text, segmentEnd);
    if (end > segmentEnd) return { start, end };
  }
  return undefined;
}

/** Where the match of a sticky pattern at a position ends; 0 if there is none. */
function endOf(pattern: RegExp, text: string, position: number): number {
  pattern.lastIndex = position;
  pattern.test(text);
  return pattern.lastIndex;
}

/** Whether base64url text encodes a JSON object. */
function isHeader(segment: string): boolean {
  if (!/^\{["}\s]/.test(decode(segment.slice(0, 4)))) return false;
  if (segment.length > MAX_HEADER) return true;
  try {
    JSON.parse(decode(segment));
    return true;
  } catch {
    return false;
  }
}

function decode(base64url: string): string {
  return Buffer.from(base64url, 'base64url').toString('utf8');
}
