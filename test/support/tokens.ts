import { createHmac } from 'node:crypto';
import { TEST_SECRET } from './app.js';

/** The claims of a token, or what a forger puts in their place. */
export type Claims = Record<string, unknown>;

const HASHES: Record<string, string> = { HS256: 'sha256', HS384: 'sha384', HS512: 'sha512' };

const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url');
const decode = (part: string | undefined) => JSON.parse(Buffer.from(part ?? '', 'base64url').toString()) as Claims;

/** The claims of a token, unverified. */
export function claimsOf(token: string): Claims {
  return decode(token.split('.')[1]);
}

/** The header of a token. */
export function headerOf(token: string): Claims {
  return decode(token.split('.')[0]);
}

/** A token with any claims, secret and algorithm; an algorithm without a hash, such as `none`, leaves it unsigned. */
export function forge(claims: unknown, { secret = TEST_SECRET, alg = 'HS256' } = {}): string {
  const text = `${encode({ alg, typ: 'JWT' })}.${encode(claims)}`;
  const hash = HASHES[alg];
  return `${text}.${hash === undefined ? '' : createHmac(hash, secret).update(text).digest('base64url')}`;
}
