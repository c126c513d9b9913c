import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, type FindOptionsWhere, In, IsNull, LessThanOrEqual, type Repository } from 'typeorm';
import { refreshRefused, type SessionEnd } from 'steward/access';
import { type AppError, batchesOf, Clock } from 'steward/core';
import { SharedReads } from 'steward/crud';
import { type CommitGate, commitOne, deleteInBatches, type Transaction } from 'steward/database';
import { Events } from 'steward/events';
import { SettingsService } from 'steward/settings';
import { AuthorisationState } from './authorisation-state.js';
import { OnlineRegistry } from './online.registry.js';
import { RevokedToken, Session } from './session.entity.js';

/** Which sessions to end. */
export type SessionCriteria = { sid: string } | { userIds: number[] } | { tenantId: number };

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
  }

  /** Stores a new session within the transaction of its login, and adds it to the online registry afterwards. */
  async open(session: Session, { manager, afterCommit }: Transaction): Promise<void> {
    await manager.insert(Session, session);
    afterCommit(() => this.online.register(session));
    afterCommit(() => this.reads.changed(this.sessions.metadata.tableName));
  }

  /**
   * Replaces the pair that `usedJti` belongs to with a new one. Of any number of simultaneous callers, on any number of
   * instances, exactly one succeeds: the database row is claimed in one statement.
   * @throws AppError 1008 if the token has already been used or revoked, or its session has ended
   */
  async rotate(sid: string, usedJti: string, next: Rotation, gate?: CommitGate): Promise<void> {
    const before = await this.sessions.findOneBy({ sid, refreshJti: usedJti, endedAt: IsNull() });
    if (before === null) throw await this.refusalOf(sid);
    const change = { ...next, refreshedAt: this.clock.date() };
    await commitOne(this.sessions.manager, gate, async ({ manager, afterCommit }) => {
      const { affected } = await manager.update(Session, { sid, refreshJti: usedJti, endedAt: IsNull() }, change);
      if (affected !== 1) throw await this.refusalOf(sid, manager);
      afterCommit(async () => {
        await this.online.register({ ...before, ...change }, before.accessJti);
        // If the session ended during the rotation, the registration above came too late to be removed with it.
        if (await this.state.hasEnded(sid)) await this.online.remove([next.accessJti]);
      });
    });
  }

  /** Why a refresh token of a session is refused, which only who holds one is told. */
  async refusalOf(sid: string, manager: EntityManager = this.sessions.manager): Promise<AppError> {
    const session = await manager.findOne(Session, { select: { sid: true, endReason: true }, where: { sid } });
    return refreshRefused(session?.endReason);
  }

  /**
   * Ends sessions: all access tokens and the refresh token of each are refused from the commit on, everywhere.
   * @returns how many sessions this call ended, without those that others ended first
   */
  async end(criteria: SessionCriteria, endReason: SessionEnd, { manager, afterCommit }: Transaction): Promise<number> {
    const chosen = 'userIds' in criteria ? { userId: In(criteria.userIds) } : criteria;
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

  private announceEnded(sessions: Session[], reason: SessionEnd): void {
    for (const { sid, userId, tenantId, username } of sessions) {
      this.events.emit('session.ended', { sid, userId, tenantId, username, reason });
    }
  }
}
