import { randomBytes } from 'node:crypto';
import { digestOf } from 'steward/core';

/** How many codes a user has at a time. */
const CODES = 10;

/** Characters of a code: 24 of 5 bits are 120 bits, so that a plain digest cannot be searched (ASVS 5.0, 6.5.2). */
const LENGTH = 24;

/** Base32 of RFC 4648, which has no characters that are easily mistaken for each other but O and I. */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** New codes, to be shown once. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: CODES }, () =>
    Array.from(randomBytes(LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join(''),
  );
}

/** The stored form of a code, which may be typed in small letters, and with blanks or dashes between groups. */
export function digestOfCode(code: string): string {
  return digestOf(code.toUpperCase().replace(/[\s-]/g, ''));
}
