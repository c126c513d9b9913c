/**
 * Addresses within the page of a resource. They are in the hash, because the names of all filters are taken in the query,
 * and a column may have any name.
 */

/** The hash of a page's address that opens the form for a new row. */
export const ADD_HASH = '#add';

const OPEN = '#open=';

/** The hash of a page's address that opens a row. */
export function rowHash(key: string | number): string {
  return OPEN + String(key);
}

/** The key of the row that a hash opens. */
export function rowOfHash(hash: string): string | undefined {
  return hash.startsWith(OPEN) ? hash.slice(OPEN.length) : undefined;
}
