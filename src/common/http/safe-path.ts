const MASK = '***';

/** Without any of these a path holds no token, in whatever way it is written; most paths do not. */
const SUSPECT = /remove|eyj|%/i;

/**
 * The path of a URL as it may be shown and stored: without its query, with tokens masked (contract §4). What follows
 * `remove/` is a token by the route's definition; anything that looks like a JWT is one wherever it stands, written
 * with escapes or without.
 */
export function safePath(url: string): string {
  const end = url.search(/[?#;]/);
  const path = end === -1 ? url : url.slice(0, end);
  if (!SUSPECT.test(path)) return path;
  const segments = path.split('/');
  const plain = segments.map(decode);
  const remove = plain.findIndex((segment, index) => segment === 'remove' && index < plain.length - 1);
  if (remove !== -1) return [...segments.slice(0, remove + 1), MASK].join('/');
  return segments.map((segment, index) => (isToken(plain[index] ?? '') ? MASK : segment)).join('/');
}

function isToken(segment: string): boolean {
  return segment.includes('eyj') && segment.includes('.');
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment).toLowerCase();
  } catch {
    return segment.toLowerCase();
  }
}
