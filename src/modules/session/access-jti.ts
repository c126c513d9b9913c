import { randomUUID } from 'node:crypto';

/**
 * The id of an access token names its session and when it was issued, so that any live token leads to its session, even
 * if the key-value store was lost.
 * @param issuedAt seconds since the epoch
 */
export function newAccessJti(sid: string, issuedAt: number): string {
  // The first digits of a UUID are random, and Node.js asks the system once for the random bytes of many UUIDs.
  return [sid, issuedAt.toString(36), randomUUID().slice(0, 8)].join('.');
}

/** Session and time of issue (seconds since the epoch) in an access token's id; undefined for any other text. */
export function readAccessJti(jti: string): { sid: string; issuedAt: number } | undefined {
  const parts = /^([0-9a-f-]{36})\.([0-9a-z]{1,9})\.[0-9a-f]{8}$/.exec(jti);
  return parts?.[1] && parts[2] ? { sid: parts[1], issuedAt: parseInt(parts[2], 36) } : undefined;
}
