import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { User } from 'steward/access';
import { digestOf } from 'steward/core';
import { KeyValueStore } from 'steward/kv';

/** How long the second step may take. */
const TTL_MS = 300_000;

/** So many wrong codes end a challenge. */
const MAX_FAILURES = 5;

/** For whom a challenge was issued. */
interface Challenged {
  userId: number;
  /** Digest of the stored password hash: a change of the password ends the challenge. */
  password: string;
}

/** Proof of a right password until the second step: a random text that works for one login. */
@Injectable()
export class LoginChallenges {
  constructor(private readonly store: KeyValueStore) {}

  /** @returns 43 characters */
  async issue({ id: userId, password }: User): Promise<string> {
    const challenge = randomBytes(32).toString('base64url');
    const value: Challenged = { userId, password: digestOf(password) };
    await this.store.set(keyOf(challenge), JSON.stringify(value), TTL_MS);
    return challenge;
  }

  /** For whom a challenge was issued that may still be used; undefined for any other text. */
  async find(challenge: string): Promise<Challenged | undefined> {
    const value = await this.store.get(keyOf(challenge));
    return value === null ? undefined : (JSON.parse(value) as Challenged);
  }

  /** Counts a wrong code. */
  async failed(challenge: string): Promise<void> {
    const { count } = await this.store.increment(`${keyOf(challenge)}:failures`, TTL_MS);
    if (count >= MAX_FAILURES) await this.store.delete(keyOf(challenge));
  }

  /** Uses a challenge up; of any number of simultaneous callers one gets true. */
  async use(challenge: string): Promise<boolean> {
    const first = await this.store.setIfAbsent(`${keyOf(challenge)}:used`, '', TTL_MS);
    await this.store.delete(keyOf(challenge));
    return first;
  }
}

/** Whether the password of a user is still the one that a challenge was issued for. */
export function holds({ password }: Challenged, user: User): boolean {
  return password === digestOf(user.password);
}

/** The store does not hold the challenges themselves: anybody who reads it could use them. */
function keyOf(challenge: string): string {
  return `challenge:${digestOf(challenge)}`;
}
