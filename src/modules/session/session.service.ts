import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import {
  type EntityManager,
  type FindOptionsWhere,
  In,
  IsNull,
  LessThanOrEqual,
  MoreThan,
  type Repository,
} from 'typeorm';
import { Clock } from '../../common/clock.js';
import { SharedReads } from '../../common/crud/shared-reads.js';
import { errors } from '../../common/errors/errors.js';
import type { KeyValueStore } from '../../kv/key-value.store.js';
import { ResilientStore } from '../../kv/resilient.store.js';
import { SettingsService } from '../../settings/settings.module.js';
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

/** Table of {@link Session}, whose pages are counted. */
const SESSION_TABLE = 'session';

/** How many rows one step of a batch takes. */
const BATCH = 1000;

/** Blacklist entry of one access token (interface §3.1). */
export function revokedKey(jti: string): string {
  return `revoked:${jti}`;
}

/** Entry of an ended session: it refuses every access token of the `sid`. */
export function endedKey(sid: string): string {
  return `ended:${sid}`;
}

/**
 * Sessions, their current refresh token, and what was revoked. The database decides; the key-value store is the fast
 * path that every request reads, and is filled from here whenever it starts or comes back (contract §5).
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
    settings: SettingsService,
  ) {
    this.accessTtlMs = settings.get('jwt.accessTtl', { infer: true }) * 1000;
  }

  onModuleInit(): void {
    this.store.onTakeOver((store, since) => this.restore(store, since));
  }

  /** Stores a new session, within the transaction of its login. */
  async open(session: Session, manager: EntityManager): Promise<void> {
    await manager.insert(Session, session);
  }

  /** Enters a new session into the online registry, once its login is committed. */
  async announce(session: Session): Promise<void> {
    await this.online.register(session);
    await this.reads.changed(SESSION_TABLE);
  }

  /**
   * Puts a new pair in the place of the one that `usedJti` belongs to. Of any number of simultaneous callers, on any
   * number of instances, exactly one succeeds: the database row is claimed in one statement (interface §3.1).
   * @throws AppError 1008 when the token was used or revoked before, or its session has ended
   */
  async rotate(sid: string, usedJti: string, next: Rotation): Promise<void> {
    const before = await this.sessions.findOneBy({ sid, refreshJti: usedJti, endedAt: IsNull() });
    if (before === null) throw errors.refreshUsed();
    const change = { ...next, refreshedAt: this.clock.date() };
    const { affected } = await this.sessions.update({ sid, refreshJti: usedJti, endedAt: IsNull() }, change);
    if (affected !== 1) throw errors.refreshUsed();
    await this.online.register({ ...before, ...change }, before.accessJti);
    // Ended while it was rotated: the registration above came too late to be removed with it.
    if ((await this.store.get(endedKey(sid))) !== null) await this.online.remove([next.accessJti]);
  }

  /**
   * Ends sessions: every access token and the refresh token of each is refused from now on, everywhere.
   * @param within the caller's transaction, for what must be stored together with it
   * @returns what makes it known to the key-value store; to be called once the transaction is committed
   */
  async end(criteria: SessionCriteria, within: EntityManager = this.sessions.manager): Promise<() => Promise<void>> {
    const chosen = 'userIds' in criteria ? { userId: In(criteria.userIds) } : criteria;
    const where: FindOptionsWhere<Session> = { ...chosen, endedAt: IsNull() };
    const ending = await within.find(Session, { where, select: { sid: true, accessJti: true } });
    const endedAt = this.clock.date();
    for (let start = 0; start < ending.length; start += BATCH) {
      const sids = ending.slice(start, start + BATCH).map(({ sid }) => sid);
      await within.update(Session, { sid: In(sids) }, { endedAt, refreshJti: null });
    }
    return async () => {
      await this.publishEnded(this.store, ending);
      await this.reads.changed(SESSION_TABLE);
    };
  }

  /** Revokes one access token until it expires (seconds since the epoch). */
  async revokeAccess(
    jti: string,
    exp: number,
    within: EntityManager = this.sessions.manager,
  ): Promise<() => Promise<void>> {
    const token = { jti, revokedAt: this.clock.date(), expiresAt: new Date(exp * 1000) };
    await within.createQueryBuilder().insert().into(RevokedToken).values(token).orIgnore().execute();
    return () => this.publishRevoked(this.store, [token]);
  }

  /** Revokes one refresh token; the session's access tokens live on. */
  async revokeRefresh(sid: string, jti: string): Promise<void> {
    await this.sessions.update({ sid, refreshJti: jti }, { refreshJti: null });
  }

  /** Removes sessions and revocations that nothing can refer to any more. */
  async clean(): Promise<void> {
    const now = this.clock.now();
    await deleteInBatches(this.sessions, 'sid', { expiresAt: LessThanOrEqual(new Date(now - this.accessTtlMs)) });
    await deleteInBatches(this.revoked, 'jti', { expiresAt: LessThanOrEqual(new Date(now)) });
  }

  private async restore(store: KeyValueStore, since = new Date(0)): Promise<void> {
    const now = this.clock.now();
    const endedSince = new Date(Math.max(since.getTime(), now - this.accessTtlMs));
    await inBatches(this.sessions, 'sid', { endedAt: MoreThan(endedSince) }, (rows) => this.publishEnded(store, rows));
    await inBatches(this.revoked, 'jti', { expiresAt: MoreThan(new Date(now)), revokedAt: MoreThan(since) }, (rows) =>
      this.publishRevoked(store, rows),
    );
  }

  private async publishEnded(store: KeyValueStore, ended: Pick<Session, 'sid' | 'accessJti'>[]): Promise<void> {
    if (ended.length === 0) return;
    await store.setMany(
      ended.map(({ sid }) => [endedKey(sid), '1']),
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
