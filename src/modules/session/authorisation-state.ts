import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { MoreThan, type Repository } from 'typeorm';
import { principalMarkKey, sessionEnded, UNKNOWN_END, userVersionKey } from 'steward/access';
import { Clock, errors } from 'steward/core';
import { inBatches } from 'steward/database';
import type { Caller } from 'steward/http';
import { type KeyValueOperations, KeyValueStore } from 'steward/kv';
import { SettingsService } from 'steward/settings';
import { OnlineRegistry } from './online.registry.js';
import { RevokedToken, Session } from './session.entity.js';

/** The data of a session that has ended. */
export type EndedSession = Pick<Session, 'sid' | 'accessJti' | 'endReason'>;

/**
 * Which access tokens are refused, and under which version the rights of their users are cached. The database is
 * authoritative; the key-value store is the fast path that every request uses, and is filled from here whenever it
 * starts or comes back.
 */
@Injectable()
export class AuthorisationState implements OnModuleInit {
  private readonly accessTtlMs: number;
  private readonly endsIdle: boolean;

  constructor(
    @InjectRepository(Session) private readonly sessions: Repository<Session>,
    @InjectRepository(RevokedToken) private readonly revoked: Repository<RevokedToken>,
    private readonly online: OnlineRegistry,
    private readonly store: KeyValueStore,
    private readonly clock: Clock,
    settings: SettingsService,
  ) {
    this.accessTtlMs = settings.get('jwt.accessTtl') * 1000;
    this.endsIdle = settings.get('session.idle') > 0;
  }

  onModuleInit(): void {
    this.store.onTakeOver((store, since) => this.restore(store, since));
  }

  /**
   * Checks in one round trip whether an access token is accepted.
   * @returns the version of its user's rights, and their mark; and what is known of the session's uses, if sessions end
   *   by idleness
   * @throws AppError 401 if the token was revoked or its session has ended
   */
  async of(
    jti: string,
    sid: string,
    userId: number,
  ): Promise<{ authorisation: Pick<Caller, 'version' | 'mark'>; seen?: string | null }> {
    const keys = [revokedKey(jti), endedKey(sid), userVersionKey(userId), principalMarkKey(userId)];
    if (this.endsIdle) keys.push(seenKey(sid));
    const { generation, values } = await this.store.getFilled(keys);
    const [revoked, ended, userVersion, mark, seen] = values;
    // A logout revokes its token as well, but the reason why the session ended says more.
    if (ended !== null) throw sessionEnded(ended ?? UNKNOWN_END);
    if (revoked !== null) throw errors.unauthenticated('token revoked');
    return { authorisation: { version: `${generation} ${userVersion}`, mark: mark ?? undefined }, seen };
  }

  /** Whether a session has ended within the lifetime of an access token. */
  async hasEnded(sid: string): Promise<boolean> {
    return (await this.store.get(endedKey(sid))) !== null;
  }

  /** Blocks every access token of ended sessions; called once their end is committed. */
  async sessionsEnded(ended: EndedSession[], store: KeyValueOperations = this.store): Promise<void> {
    if (ended.length === 0) return;
    await store.setMany(
      ended.map(({ sid, endReason }) => [endedKey(sid), endReason ?? UNKNOWN_END]),
      this.accessTtlMs,
    );
    await this.online.remove(
      ended.map(({ accessJti }) => accessJti),
      store,
    );
  }

  /** Blocks single access tokens until they expire; called once their revocation is committed. */
  async tokensRevoked(
    tokens: Pick<RevokedToken, 'jti' | 'expiresAt'>[],
    store: KeyValueOperations = this.store,
  ): Promise<void> {
    const now = this.clock.now();
    const live = tokens.filter(({ expiresAt }) => expiresAt.getTime() > now);
    await Promise.all(live.map(({ jti, expiresAt }) => store.set(revokedKey(jti), '1', expiresAt.getTime() - now)));
  }

  private async restore(store: KeyValueOperations, since = new Date(0)): Promise<void> {
    const now = this.clock.now();
    const endedSince = new Date(Math.max(since.getTime(), now - this.accessTtlMs));
    await inBatches(this.sessions, 'sid', { endedAt: MoreThan(endedSince) }, (rows) => this.sessionsEnded(rows, store));
    await inBatches(this.revoked, 'jti', { expiresAt: MoreThan(new Date(now)), revokedAt: MoreThan(since) }, (rows) =>
      this.tokensRevoked(rows, store),
    );
  }
}

/** Key of a revoked access token's entry. */
function revokedKey(jti: string): string {
  return `revoked:${jti}`;
}

/** Key of an ended session's entry, which says why it ended: every access token of the `sid` is refused. */
function endedKey(sid: string): string {
  return `ended:${sid}`;
}

/** Key of when a session was last used; SessionActivity keeps it. */
export function seenKey(sid: string): string {
  return `seen:${sid}`;
}
