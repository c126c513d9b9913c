import { createHash } from 'node:crypto';
import QuickLRU from 'quick-lru';
import type { Caller } from '../request/caller.js';

/** Header of every answer to a valid token: its value changes when what the caller may do or has changed. */
export const PRINCIPAL_HEADER = 'x-principal';

/** How many marks are remembered at least: users who did not change lately have one in common. */
const MAX_KNOWN = 1000;

/** 96 bits of the digest: enough for no two versions to meet. */
const LENGTH = 16;

/**
 * What {@link PRINCIPAL_HEADER} says: an opaque text made from the version that the blacklist check has read with the
 * token, so that a request reads nothing for it. It tells a console that it must read its user and menu again.
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
