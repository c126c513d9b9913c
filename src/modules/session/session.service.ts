import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import {
  type EntityManager,
  type FindOptionsWhere,
  In,
  IsNull,
  LessThanOrEqual,
  MoreThan,
  Not,
  type Repository,
} from 'typeorm';
import { refreshRefused, type SessionEnd } from 'steward/access';
import { type AppError, batchesOf, Clock, errors } from 'steward/core';
import { SharedReads } from 'steward/crud';
import { type CommitGate, commitOne, deleteInBatches, rowLock, type Transaction } from 'steward/database';
import { Events } from 'steward/events';
import type { Restriction } from 'steward/http';
import { SettingsService } from 'steward/settings';
import { AuthorisationState } from './authorisation-state.js';
import { OnlineRegistry } from './online.registry.js';
import { RevokedToken, Session } from './session.entity.js';

/** Which sessions to end. */
export type SessionCriteria =
  | { sid: string }
  | { sids: string[] }
  | { userIds: number[] }
  | { userId: number; except: string }
  | { tenantId: number };

/** The token pair with which a refresh replaces the previous one. */
export interface Rotation {
  accessJti: string;
  refreshJti: string;
  expiresAt: Date;
}

/** Sessions, their current refresh tokens, and revocations. */
@Injectable()
export class SessionService {
  private readonly accessTtlMs: number;
  private readonly perUser: number;

  constructor(
    @InjectRepository(Session) private readonly sessions: Repository<Session>,
    @InjectRepository(RevokedToken) private readonly revoked: Repository<RevokedToken>,
    private readonly online: OnlineRegistry,
    private readonly reads: SharedReads,
    private readonly state: AuthorisationState,
    private readonly clock: Clock,
    private readonly events: Events,
    settings: SettingsService,
  ) {
    this.accessTtlMs = settings.get('jwt.accessTtl') * 1000;
    this.perUser = settings.get('session.perUser');
  }

  /**
   * Stores a new session within the transaction of its login, and adds it to the online registry afterwards. Ends the
   * user's oldest sessions beyond those that a user may have (SESSIONS_PER_USER).
   */
  async open(session: Session, transaction: Transaction): Promise<void> {
    const { manager, afterCommit } = transaction;
    // Nothing is generated that would have to be read back.
    await manager.createQueryBuilder().insert().into(Session).values(session).updateEntity(false).execute();
    if (this.perUser > 0) await this.endOldest(session, transaction);
    afterCommit(() => this.online.register(session));
    afterCommit(() => this.reads.changed(this.sessions.metadata.tableName));
  }

  /**
   * Replaces the pair that `usedJti` belongs to with a new one. Of any number of simultaneous callers, on any number of
   * instances, exactly one succeeds: the database row is claimed in one statement.
   * @param issue makes the new pair for the session
   * @param counts whether the refresh is a use of the session
   * @throws AppError 1008 if the token has already been used or revoked, or its session has ended
   */
  async rotate<Next extends Rotation>(
    sid: string,
    usedJti: string,
    issue: (session: Session) => Next,
    { counts, gate }: { counts: boolean; gate?: CommitGate },
  ): Promise<Next> {
    const before = await this.sessions.findOneBy({ sid, refreshJti: usedJti, endedAt: IsNull() });
    if (before === null) throw await this.refusalOf(sid);
    const next = issue(before);
    const change = { ...this.replacement(next), ...(counts ? { seenAt: this.clock.date() } : {}) };
    await commitOne(this.sessions.manager, gate, async ({ manager, afterCommit }) => {
      const { affected } = await manager.update(Session, { sid, refreshJti: usedJti, endedAt: IsNull() }, change);
      if (affected !== 1) throw await this.refusalOf(sid, manager);
      afterCommit(async () => {
        await this.online.register({ ...before, ...change }, before.accessJti);
        // If the session ended during the rotation, the registration above came too late to be removed with it.
        if (await this.state.hasEnded(sid)) await this.online.remove([next.accessJti]);
      });
    });
    return next;
  }

  /**
   * Replaces the pair of a live session after its user has proved who they are. The earlier pair ends at once.
   * @param issue makes the new pair for the session
   * @throws AppError 401 if the session has ended meanwhile
   */
  async renew<Next extends Rotation>(
    sid: string,
    issue: (session: Session) => Next,
    authAt: Date,
    transaction: Transaction,
  ): Promise<Next> {
    const { manager, afterCommit } = transaction;
    const before = await manager.findOne(Session, { where: { sid, endedAt: IsNull() }, ...rowLock(manager) });
    if (before === null) throw errors.unauthenticated('session ended');
    const next = issue(before);
    const change = { ...this.replacement(next), authAt };
    await manager.update(Session, { sid }, change);
    afterCommit(() => this.online.register({ ...before, ...change }, before.accessJti));
    return next;
  }

  /** The present restriction of a session; undefined if there is none. */
  async restrictionOf(sid: string): Promise<Restriction | undefined> {
    const session = await this.sessions.findOne({ select: { sid: true, restriction: true }, where: { sid } });
    return session?.restriction ?? undefined;
  }

  /** How the user of a session logged in; undefined if there is no such session. */
  async methodOf(sid: string): Promise<string | undefined> {
    return (await this.sessions.findOne({ select: { sid: true, method: true }, where: { sid } }))?.method;
  }

  /** Why a refresh token of a session is refused; only its holder is told. */
  async refusalOf(sid: string, manager: EntityManager = this.sessions.manager): Promise<AppError> {
    const session = await manager.findOne(Session, { select: { sid: true, endReason: true }, where: { sid } });
    return refreshRefused(session?.endReason);
  }

  /**
   * Ends sessions: all access tokens and the refresh token of each are refused from the commit on, everywhere.
   * @returns how many sessions this call ended, without those that others ended first
   */
  async end(criteria: SessionCriteria, endReason: SessionEnd, { manager, afterCommit }: Transaction): Promise<number> {
    const chosen = chosenBy(criteria);
    const where: FindOptionsWhere<Session> = { ...chosen, endedAt: IsNull() };
    const select = { sid: true, accessJti: true, userId: true, tenantId: true, username: true } as const;
    const found = await manager.find(Session, { where, select });
    const ending = found.map(({ sid, accessJti }) => ({ sid, accessJti, endReason }));
    const endedAt = this.clock.date();
    let ended = 0;
    for (const some of batchesOf(ending)) {
      const live = { sid: In(some.map(({ sid }) => sid)), endedAt: IsNull() };
      const { affected } = await manager.update(Session, live, { endedAt, endReason, refreshJti: null });
      ended += affected ?? 0;
    }
    afterCommit(() => this.state.sessionsEnded(ending));
    afterCommit(() => this.reads.changed(this.sessions.metadata.tableName));
    if (ended > 0) afterCommit(() => this.announceEnded(found, endReason));
    return ended;
  }

  /** Revokes one access token until it expires (seconds since the epoch). */
  async revokeAccess(jti: string, exp: number, { manager, afterCommit }: Transaction): Promise<void> {
    const token = { jti, revokedAt: this.clock.date(), expiresAt: new Date(exp * 1000) };
    await manager.createQueryBuilder().insert().into(RevokedToken).values(token).orIgnore().execute();
    afterCommit(() => this.state.tokensRevoked([token]));
  }

  /** Revokes one refresh token; the session's access tokens stay valid. */
  async revokeRefresh(sid: string, jti: string, { manager }: Transaction): Promise<void> {
    await manager.update(Session, { sid, refreshJti: jti }, { refreshJti: null });
  }

  /** Removes sessions and revocations that nothing can refer to any more. */
  async clean(): Promise<void> {
    const now = this.clock.now();
    await deleteInBatches(this.sessions, 'sid', { expiresAt: LessThanOrEqual(new Date(now - this.accessTtlMs)) });
    await deleteInBatches(this.revoked, 'jti', { expiresAt: LessThanOrEqual(new Date(now)) });
  }

  private async endOldest({ sid, userId }: Session, transaction: Transaction): Promise<void> {
    const live = await transaction.manager.find(Session, {
      select: { sid: true },
      where: { userId, sid: Not(sid), endedAt: IsNull(), expiresAt: MoreThan(this.clock.date()) },
      order: { loginAt: 'DESC' },
    });
    const sids = live.slice(this.perUser - 1).map((session) => session.sid);
    if (sids.length > 0) await this.end({ sids }, 'superseded', transaction);
  }

  private replacement({ accessJti, refreshJti, expiresAt }: Rotation): Rotation & Pick<Session, 'refreshedAt'> {
    return { accessJti, refreshJti, expiresAt, refreshedAt: this.clock.date() };
  }

  private announceEnded(sessions: Session[], reason: SessionEnd): void {
    for (const { sid, userId, tenantId, username } of sessions) {
      this.events.emit('session.ended', { sid, userId, tenantId, username, reason });
    }
  }
}

function chosenBy(criteria: SessionCriteria): FindOptionsWhere<Session> {
  if ('userIds' in criteria) return { userId: In(criteria.userIds) };
  if ('except' in criteria) return { userId: criteria.userId, sid: Not(criteria.except) };
  return 'sids' in criteria ? { sid: In(criteria.sids) } : criteria;
}
