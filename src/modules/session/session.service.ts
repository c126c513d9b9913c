import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type FindOptionsWhere, In, IsNull, LessThanOrEqual, MoreThan, type Repository } from 'typeorm';
import { Clock } from '../../core/clock.js';
import { errors } from '../../core/errors.js';
import { Events } from '../../core/events.js';
import { SharedReads } from '../../crud/shared-reads.js';
import { type CommitGate, type Transaction, commitOne } from '../../database/transaction.js';
import type { KeyValueStore } from '../../kv/key-value.store.js';
import { ResilientStore } from '../../kv/resilient.store.js';
import { SettingsService } from '../../settings/settings.module.js';
import { type SessionEnd, UNKNOWN_END } from '../access/session-end.js';
import { OnlineRegistry } from './online.registry.js';
import { RevokedToken, Session } from './session.entity.js';

/** Which sessions to end. */
export type SessionCriteria = { sid: string } | { userIds: number[] } | { tenantId: number };

/** The token pair that a refresh puts in place of the one before. */
export interface Rotation {
  accessJti: string;
  refreshJti: string;
  expiresAt: Date;
}

/** How many rows one step of a batch takes. */
const BATCH = 1000;

/** Blacklist entry of one access token. */
export function revokedKey(jti: string): string {
  return `revoked:${jti}`;
}

/** Entry of an ended session, which says why it ended: it refuses every access token of the `sid`. */
export function endedKey(sid: string): string {
  return `ended:${sid}`;
}

/**
 * Sessions, their current refresh token, and what was revoked. The database decides; the key-value store is the fast
 * path that every request reads, and is filled from here whenever it starts or comes back.
 */
@Injectable()
export class SessionService implements OnModuleInit {
  private readonly accessTtlMs: number;

  constructor(
    @InjectRepository(Session) private readonly sessions: Repository<Session>,
    @InjectRepository(RevokedToken) private readonly revoked: Repository<RevokedToken>,
    private readonly online: OnlineRegistry,
    private readonly reads: SharedReads,
    private readonly store: ResilientStore,
    private readonly clock: Clock,
    private readonly events: Events,
    settings: SettingsService,
  ) {
    this.accessTtlMs = settings.get('jwt.accessTtl', { infer: true }) * 1000;
  }

  onModuleInit(): void {
    this.store.onTakeOver((store, since) => this.restore(store, since));
  }

  /** Stores a new session within the transaction of its login, and enters it into the online registry after it. */
  async open(session: Session, { manager, afterCommit }: Transaction): Promise<void> {
    await manager.insert(Session, session);
    afterCommit(() => this.online.register(session));
    afterCommit(() => this.reads.changed(this.sessions.metadata.tableName));
  }

  /**
   * Puts a new pair in the place of the one that `usedJti` belongs to. Of any number of simultaneous callers, on any
   * number of instances, exactly one succeeds: the database row is claimed in one statement.
   * @throws AppError 1008 when the token was used or revoked before, or its session has ended
   */
  async rotate(sid: string, usedJti: string, next: Rotation, gate?: CommitGate): Promise<void> {
    const before = await this.sessions.findOneBy({ sid, refreshJti: usedJti, endedAt: IsNull() });
    if (before === null) throw errors.refreshUsed();
    const change = { ...next, refreshedAt: this.clock.date() };
    await commitOne(this.sessions.manager, gate, async ({ manager, afterCommit }) => {
      const { affected } = await manager.update(Session, { sid, refreshJti: usedJti, endedAt: IsNull() }, change);
      if (affected !== 1) throw errors.refreshUsed();
      afterCommit(async () => {
        await this.online.register({ ...before, ...change }, before.accessJti);
        // Ended while it was rotated: the registration above came too late to be removed with it.
        if ((await this.store.get(endedKey(sid))) !== null) await this.online.remove([next.accessJti]);
      });
    });
  }

  /**
   * Ends sessions: every access token and the refresh token of each is refused from the commit on, everywhere.
   * @returns how many of them nobody else has ended
   */
  async end(criteria: SessionCriteria, endReason: SessionEnd, { manager, afterCommit }: Transaction): Promise<number> {
    const chosen = 'userIds' in criteria ? { userId: In(criteria.userIds) } : criteria;
    const where: FindOptionsWhere<Session> = { ...chosen, endedAt: IsNull() };
    const select = { sid: true, accessJti: true, userId: true, tenantId: true, username: true } as const;
    const found = await manager.find(Session, { where, select });
    const ending = found.map(({ sid, accessJti }) => ({ sid, accessJti, endReason }));
    const endedAt = this.clock.date();
    let ended = 0;
    for (let start = 0; start < ending.length; start += BATCH) {
      const sids = ending.slice(start, start + BATCH).map(({ sid }) => sid);
      const live = { sid: In(sids), endedAt: IsNull() };
      const { affected } = await manager.update(Session, live, { endedAt, endReason, refreshJti: null });
      ended += affected ?? 0;
    }
    afterCommit(() => this.publishEnded(this.store, ending));
    afterCommit(() => this.reads.changed(this.sessions.metadata.tableName));
    if (ended > 0) afterCommit(() => this.announceEnded(found, endReason));
    return ended;
  }

  /** Revokes one access token until it expires (seconds since the epoch). */
  async revokeAccess(jti: string, exp: number, { manager, afterCommit }: Transaction): Promise<void> {
    const token = { jti, revokedAt: this.clock.date(), expiresAt: new Date(exp * 1000) };
    await manager.createQueryBuilder().insert().into(RevokedToken).values(token).orIgnore().execute();
    afterCommit(() => this.publishRevoked(this.store, [token]));
  }

  /** Revokes one refresh token; the session's access tokens live on. */
  async revokeRefresh(sid: string, jti: string, { manager }: Transaction): Promise<void> {
    await manager.update(Session, { sid, refreshJti: jti }, { refreshJti: null });
  }

  /** Removes sessions and revocations that nothing can refer to any more. */
  async clean(): Promise<void> {
    const now = this.clock.now();
    await deleteInBatches(this.sessions, 'sid', { expiresAt: LessThanOrEqual(new Date(now - this.accessTtlMs)) });
    await deleteInBatches(this.revoked, 'jti', { expiresAt: LessThanOrEqual(new Date(now)) });
  }

  private announceEnded(sessions: Session[], reason: SessionEnd): void {
    for (const { sid, userId, tenantId, username } of sessions) {
      this.events.emit('session.ended', { sid, userId, tenantId, username, reason });
    }
  }

  private async restore(store: KeyValueStore, since = new Date(0)): Promise<void> {
    const now = this.clock.now();
    const endedSince = new Date(Math.max(since.getTime(), now - this.accessTtlMs));
    await inBatches(this.sessions, 'sid', { endedAt: MoreThan(endedSince) }, (rows) => this.publishEnded(store, rows));
    await inBatches(this.revoked, 'jti', { expiresAt: MoreThan(new Date(now)), revokedAt: MoreThan(since) }, (rows) =>
      this.publishRevoked(store, rows),
    );
  }

  private async publishEnded(
    store: KeyValueStore,
    ended: Pick<Session, 'sid' | 'accessJti' | 'endReason'>[],
  ): Promise<void> {
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

  private async publishRevoked(store: KeyValueStore, tokens: Pick<RevokedToken, 'jti' | 'expiresAt'>[]): Promise<void> {
    const now = this.clock.now();
    const live = tokens.filter(({ expiresAt }) => expiresAt.getTime() > now);
    await Promise.all(live.map(({ jti, expiresAt }) => store.set(revokedKey(jti), '1', expiresAt.getTime() - now)));
  }
}

/** Walks the rows of a query by key, a batch at a time. */
async function inBatches<T extends object, K extends string & keyof T>(
  repository: Repository<T>,
  key: K,
  where: FindOptionsWhere<T>,
  handle: (rows: T[]) => Promise<void>,
): Promise<void> {
  let after = '';
  for (;;) {
    const rows = await repository.find({
      where: { ...where, [key]: MoreThan(after) },
      order: { [key]: 'ASC' } as never,
      take: BATCH,
    });
    await handle(rows);
    const last = rows.at(-1);
    if (last === undefined || rows.length < BATCH) return;
    after = String(last[key]);
  }
}

async function deleteInBatches<T extends object, K extends string & keyof T>(
  repository: Repository<T>,
  key: K,
  where: FindOptionsWhere<T>,
): Promise<void> {
  await inBatches(repository, key, where, async (rows) => {
    if (rows.length > 0) await repository.delete({ [key]: In(rows.map((row) => row[key])) } as FindOptionsWhere<T>);
  });
}
