import { createHash } from 'node:crypto';
import QuickLRU from 'quick-lru';
import type { Caller } from '../request/caller.js';

/** Header of every answer to a valid token: its value changes when the caller's permissions or data have changed. */
export const PRINCIPAL_HEADER = 'x-principal';

/** How many marks are remembered at least: users who have not changed lately share one. */
const MAX_KNOWN = 1000;

/** 96 bits of the digest: enough that no two versions collide. */
const LENGTH = 16;

/**
 * The values of {@link PRINCIPAL_HEADER}: opaque text derived from the version that the blacklist check has already
 * read, so that a request reads nothing more for it. A new value tells a console to read its user and menu again.
 */
export class PrincipalMarks {
  private readonly known = new QuickLRU<string, string>({ maxSize: MAX_KNOWN });

  of({ version }: Caller): string {
    let mark = this.known.get(version);
    if (mark === undefined) {
      mark = createHash('sha256').update(version).digest('base64url').slice(0, LENGTH);
      this.known.set(version, mark);
    }
    return mark;
  }
}
