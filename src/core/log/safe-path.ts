import { MASK, hideTokens } from './token-text.js';

/** Without any of these a path holds no token, in whatever way it is written; most paths do not. */
const SUSPECT = /remove|[.%]/i;

/**
 * The path of a URL as it may be shown and stored: without its query, with tokens masked. What follows `remove/` is a
 * token by the route's definition; elsewhere a segment that holds a JWT is masked, written with escapes or without.
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
