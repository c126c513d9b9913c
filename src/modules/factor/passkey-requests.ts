import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { digestOf } from 'steward/core';
import { KeyValueStore } from 'steward/kv';

/** How long an authenticator may take to answer. */
export const REQUEST_TTL_MS = 300_000;

/** A request to an authenticator: to create a credential, or to use one. */
type Ceremony = 'create' | 'get';

/** The request that an authenticator was sent. */
export interface PasskeyRequest {
  /** Random text that the answer signs, in base64url. */
  challenge: string;
  /** Who must answer; undefined if anybody may. */
  userId?: number;
}

/** Remembers what authenticators were asked: each request takes one answer, on any instance. */
@Injectable()
export class PasskeyRequests {
  constructor(private readonly store: KeyValueStore) {}

  /** @returns the id by which the answer refers to the request, 43 characters */
  async issue(ceremony: Ceremony, request: PasskeyRequest): Promise<string> {
    const requestId = randomBytes(32).toString('base64url');
    await this.store.offer(keyOf(ceremony, requestId), JSON.stringify(request), REQUEST_TTL_MS);
    return requestId;
  }

  /** Takes a request; of any number of callers at most one gets it. Undefined if it is unknown, expired or taken. */
  async take(ceremony: Ceremony, requestId: string): Promise<PasskeyRequest | undefined> {
    const value = await this.store.take(keyOf(ceremony, requestId));
    return value === null ? undefined : (JSON.parse(value) as PasskeyRequest);
  }
}

/** The store does not hold the ids themselves: anybody who reads it could use them. */
function keyOf(ceremony: Ceremony, requestId: string): string {
  return `passkey:${ceremony}:${digestOf(requestId)}`;
}
