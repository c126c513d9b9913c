/**
 * Two dots or two slashes in a row, however many times they are percent-encoded; also backslashes, which browsers read
 * as slashes, and blanks, some of which they drop.
 */
const DETOUR = /(?:\.|%(?:25)*2e){2}|(?:\/|%(?:25)*2f){2}|\\|%(?:25)*5c|\s/i;

/** Whether every browser and proxy takes a path of the console to the same place. */
export function isPlain(path: string): boolean {
  return path.startsWith('/') && !DETOUR.test(path);
}

/**
 * Where a login leads.
 * @param wanted the address that the user came from, as the login's own address says
 * @returns that address, without its query if that looks like a detour; `/` if it is no address of a page
 */
export function destinationOf(wanted: unknown): string {
  if (typeof wanted !== 'string' || /^\/login\b/.test(wanted)) return '/';
  if (isPlain(wanted)) return wanted;
  const [path = ''] = wanted.split(/[?#]/, 1);
  return isPlain(path) ? path : '/';
}
