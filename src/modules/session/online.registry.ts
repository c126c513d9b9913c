import { Injectable } from '@nestjs/common';
import { Clock } from 'steward/core';
import { type KeyValueOperations, KeyValueStore } from 'steward/kv';
import type { Session } from './session.entity.js';

/** Sorted set of the newest access jti of each live session, scored by when the session expires. */
const ONLINE_KEY = 'online:tokens';

/** A session as the registry shows it: a record of the online-user page. */
export interface OnlineEntry {
  sid: string;
  jti: string;
  userId: number;
  tenantId: number;
  username: string;
  ip: string;
  location: string;
  os: string;
  browser: string;
  /** How its user proved who they are. */
  method: string;
  loginAt: string;
  refreshedAt: string;
  expiresAt: string;
}

/** Who is online: a sorted set of jtis by expiry, plus one entry for each. */
@Injectable()
export class OnlineRegistry {
  constructor(
    private readonly store: KeyValueStore,
    private readonly clock: Clock,
  ) {}

  /** Enters a session, or moves it to its newest access token. */
  async register(session: Session, previousJti?: string): Promise<void> {
    const { accessJti, expiresAt } = session;
    if (previousJti !== undefined) await this.remove([previousJti]);
    await this.store.sortedAdd(ONLINE_KEY, [[accessJti, expiresAt.getTime()]]);
    const lifetime = expiresAt.getTime() - this.clock.now();
    await this.store.set(infoKey(accessJti), JSON.stringify(entryOf(session)), lifetime);
    await this.store.sortedTrim(ONLINE_KEY, this.clock.now());
  }

  /** Removes ended sessions from the registry. */
  async remove(jtis: string[], store: KeyValueOperations = this.store): Promise<void> {
    await store.sortedRemove(ONLINE_KEY, ...jtis);
    await store.delete(...jtis.map(infoKey));
  }

  /** Live sessions, latest expiry first. */
  async list(offset: number, limit: number): Promise<OnlineEntry[]> {
    const jtis = await this.store.sortedRange(ONLINE_KEY, this.clock.now(), offset, limit);
    if (jtis.length === 0) return [];
    const texts = await this.store.getMany(jtis.map(infoKey));
    return texts.filter((text) => text !== null).map((text) => JSON.parse(text) as OnlineEntry);
  }
}

function infoKey(jti: string): string {
  return `online:info:${jti}`;
}

/** The entry for the row of a session. */
export function entryOf(session: Session): OnlineEntry {
  const { sid, accessJti, userId, tenantId, username, ip, location, os, browser, method } = session;
  return {
    sid,
    jti: accessJti,
    userId,
    tenantId,
    username,
    ip,
    location,
    os,
    browser,
    method,
    loginAt: session.loginAt.toISOString(),
    refreshedAt: session.refreshedAt.toISOString(),
    expiresAt: session.expiresAt.toISOString(),
  };
}
