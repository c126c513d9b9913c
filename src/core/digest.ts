import { createHash } from 'node:crypto';

/** SHA-256 of a text in base64url, 43 characters: lets a secret be looked up without storing it. */
export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
