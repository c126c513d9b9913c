import { MASK, hideTokens } from './token-text.js';

/** A path without any of these contains no token, however it is written; most paths have none of them. */
const SUSPECT = /remove|[.%]/i;

/**
 * The path of a URL as it may be shown and stored: without its query, with tokens masked. The segment after `remove/`
 * is a token by the route's definition; elsewhere a segment that contains a JWT is masked, percent-encoded or not.
 */
export function safePath(url: string): string {
  const end = url.search(/[?#;]/);
  const path = end === -1 ? url : url.slice(0, end);
  if (!SUSPECT.test(path)) return path;
  const segments = path.split('/');
  const plain = segments.map(decode);
  const remove = plain.findIndex((segment, index) => segment.toLowerCase() === 'remove' && index < plain.length - 1);
  if (remove !== -1) return [...segments.slice(0, remove + 1), MASK].join('/');
  return segments.map((segment, index) => (holdsToken(plain[index] ?? '') ? MASK : segment)).join('/');
}

function holdsToken(segment: string): boolean {
  return hideTokens(segment, segment.length) !== segment;
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
