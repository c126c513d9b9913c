import { randomBytes, randomInt } from 'node:crypto';

/** Letters and digits, of which the part of a token that is not secret consists. */
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

const PREFIX_LENGTH = 8;

/** 256 bits, as base64url. */
const SECRET_BYTES = 32;

const TOKEN = /^stw_([A-Za-z0-9]{8})_[\w-]{43}$/;

/** A new token, and the part of it by which it is known: docs/api.md, API tokens. */
export function newToken(): { token: string; prefix: string } {
  const prefix = Array.from({ length: PREFIX_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return { token: `stw_${prefix}_${randomBytes(SECRET_BYTES).toString('base64url')}`, prefix };
}

/** The prefix of a token; undefined if the text is none. */
export function prefixOf(token: string): string | undefined {
  return TOKEN.exec(token)?.[1];
}

/** The API token of an Authorization header, which needs the word `Bearer`; undefined if it has none. */
export function apiTokenOf(header: string | undefined): string | undefined {
  return /^bearer +(stw_.*)$/i.exec(header?.trim() ?? '')?.[1];
}
