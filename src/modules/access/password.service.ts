import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { Injectable } from '@nestjs/common';
import bcrypt from 'bcrypt';
import { errors, FairQueue } from 'steward/core';
import type { CommitGate } from 'steward/database';

/** bcrypt's work factor. */
export const PASSWORD_COST = 10;

/** bcrypt ignores any bytes beyond these. */
const MAX_BYTES = 72;

/** The longest password that bcrypt is given unchanged, in bytes: with the salt, it fills what bcrypt reads. */
const MAX_PLAIN_BYTES = 64;

/** The prefix of a stored hash of a longer password. */
const DIGESTED = 'h1:';

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

/** Stored in place of a password: nothing matches it (docs/api.md, Links). */
export const NO_PASSWORD = { password: '', salt: '' };

/** The result of a comparison: `legacy` is an md5 hash, which is always refused. */
export type PasswordCheck = 'match' | 'mismatch' | 'legacy';

/** Hashes and checks passwords. */
@Injectable()
export class PasswordService {
  /** bcrypt's work factor of new hashes; tests set many passwords, and lower it. */
  cost: number = PASSWORD_COST;

  private readonly queue = new FairQueue({
    slots: CONCURRENCY,
    perParty: MAX_PER_PARTY,
    waiting: CONCURRENCY * MAX_WAITING,
    refusal: errors.tooManyPasswords,
  });

  /**
   * A new salt of 8 random hex characters and the bcrypt hash of password + salt; for a password of more than 64 bytes,
   * of its digest + salt.
   * @param gate of the request that the hash is for; undefined if none waits for it
   * @throws AppError code 1 for a password with a NUL, which ends what bcrypt reads, 429 for too many at once
   */
  async hash(password: string, gate?: CommitGate): Promise<{ password: string; salt: string }> {
    if (password.includes('\0')) throw errors.malformed('password', 'password', 'must not hold a NUL character');
    const salt = randomBytes(4).toString('hex');
    const long = Buffer.byteLength(password) > MAX_PLAIN_BYTES;
    const text = (long ? digestOf(password, salt) : password) + salt;
    const hash = await this.run(gate, () => bcrypt.hash(text, this.cost));
    return { password: long ? DIGESTED + hash : hash, salt };
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
    const digested = stored.startsWith(DIGESTED);
    const candidate = (digested ? digestOf(typed, salt) : typed) + salt;
    const hash = digested ? stored.slice(DIGESTED.length) : stored;
    if (isHashable(candidate) && BCRYPT.test(hash)) {
      // The library knows $2a$ and $2b$; $2y$ is PHP's name for the same algorithm.
      const known = hash.replace(/^\$2y\$/, '$2b$');
      return (await this.run(gate, () => bcrypt.compare(candidate, known))) ? 'match' : 'mismatch';
    }
    await this.compareDummy(gate);
    const direct = salt === '' && stored !== '' && isHashable(candidate) && !BCRYPT.test(hash);
    return direct && sameText(typed, stored) ? 'match' : 'mismatch';
  }

  /** Takes as long as a comparison when there is nothing to compare. */
  async compareDummy(gate?: CommitGate): Promise<void> {
    await this.run(gate, () => bcrypt.compare('', dummyHash(this.cost)));
  }

  /** Slots are shared fairly: no single address or user can keep the others from logging in. */
  private run<T>(gate: CommitGate | undefined, task: () => Promise<T>): Promise<T> {
    return this.queue.run(gate?.parties ?? [], gate?.signal, task);
  }
}

/** A hash that nothing matches, compared if there is no real one, so that every answer takes the same time. */
function dummyHash(cost: number): string {
  return `$2b$${String(cost).padStart(2, '0')}$CwTycUXWue0Thq9StjUM0uJ8Dwcc1aeyoFEyrUqvLQc1Nzh1pHlqG`;
}

/** Stands for a password that is longer than what bcrypt reads: 44 characters, whatever its length. */
function digestOf(password: string, salt: string): string {
  return createHmac('sha256', salt).update(password).digest('base64');
}

function isHashable(text: string): boolean {
  return !text.includes('\0') && Buffer.byteLength(text) <= MAX_BYTES;
}

/** Compares in constant time, unless the lengths differ. */
function sameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
