import { createHash } from 'node:crypto';

/** SHA-256 of a text in base64url, 43 characters: for what is to be found again, but not to be read. */
export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
