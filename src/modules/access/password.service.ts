import { randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { Injectable } from '@nestjs/common';
import bcrypt from 'bcrypt';
import { errors, FairQueue } from 'steward/core';
import type { CommitGate } from 'steward/database';

/** bcrypt's work factor. */
const COST = 10;

/** bcrypt ignores any bytes beyond these. */
const MAX_BYTES = 72;

/** A hash that nothing matches, compared if there is no real one, so that every answer takes the same time. */
const DUMMY_HASH = '$2b$10$CwTycUXWue0Thq9StjUM0uJ8Dwcc1aeyoFEyrUqvLQc1Nzh1pHlqG';

const BCRYPT = /^\$2[aby]\$\d\d\$[./A-Za-z0-9]{53}$/;
const MD5 = /^[0-9a-f]{32}$/i;

/**
 * One hash per core, but leaving free one of the four threads that Node shares with file and log output, so that a
 * flood of logins delays no other request.
 */
const CONCURRENCY = Math.max(1, Math.min(availableParallelism(), 3));

/** How many tasks may wait per slot: as many as it completes before a request is given up. */
const MAX_WAITING = 60;

/** How many passwords one client address, or one user, may have in progress or waiting. */
const MAX_PER_PARTY = 4;

/** The result of a comparison: `legacy` is an md5 hash, which is always refused. */
export type PasswordCheck = 'match' | 'mismatch' | 'legacy';

/** Hashes and checks passwords. */
@Injectable()
export class PasswordService {
  private readonly queue = new FairQueue({
    slots: CONCURRENCY,
    perParty: MAX_PER_PARTY,
    waiting: CONCURRENCY * MAX_WAITING,
    refusal: errors.tooManyPasswords,
  });

  /**
   * A new salt of 8 random hex characters and the bcrypt hash of password + salt.
   * @param gate of the request that the hash is for; undefined if none waits for it
   * @throws AppError code 1 for a password that bcrypt could not tell from another, 429 for too many at once
   */
  async hash(password: string, gate?: CommitGate): Promise<{ password: string; salt: string }> {
    const salt = randomBytes(4).toString('hex');
    if (!isHashable(password + salt)) {
      throw errors.malformed(
        'password',
        'password',
        'must not hold a NUL character and, with its salt, not exceed 72 bytes',
      );
    }
    return { password: await this.run(gate, () => bcrypt.hash(password + salt, COST)), salt };
  }

  /**
   * Compares a typed password with the stored hash; always takes the time of one bcrypt comparison.
   * @throws AppError 429 for too many at once
   */
  async check(typed: string, stored: string, salt: string, gate?: CommitGate): Promise<PasswordCheck> {
    if (MD5.test(stored)) {
      await this.compareDummy(gate);
      return 'legacy';
    }
    const candidate = typed + salt;
    if (isHashable(candidate) && BCRYPT.test(stored)) {
      // The library knows $2a$ and $2b$; $2y$ is PHP's name for the same algorithm.
      const hash = stored.replace(/^\$2y\$/, '$2b$');
      return (await this.run(gate, () => bcrypt.compare(candidate, hash))) ? 'match' : 'mismatch';
    }
    await this.compareDummy(gate);
    const direct = salt === '' && stored !== '' && isHashable(candidate) && !BCRYPT.test(stored);
    return direct && sameText(typed, stored) ? 'match' : 'mismatch';
  }

  /** Takes as long as a comparison when there is nothing to compare. */
  async compareDummy(gate?: CommitGate): Promise<void> {
    await this.run(gate, () => bcrypt.compare('', DUMMY_HASH));
  }

  /** Slots are shared fairly: no single address or user can keep the others from logging in. */
  private run<T>(gate: CommitGate | undefined, task: () => Promise<T>): Promise<T> {
    return this.queue.run(gate?.parties ?? [], gate?.signal, task);
  }
}

function isHashable(text: string): boolean {
  return !text.includes('\0') && Buffer.byteLength(text) <= MAX_BYTES;
}

/** Compares in constant time, unless the lengths differ. */
function sameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
