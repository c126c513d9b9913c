import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository, type SelectQueryBuilder } from 'typeorm';
import { permissionsOfUsers, ReachCheck, type SessionEnd } from 'steward/access';
import { Clock, errors } from 'steward/core';
import { type Page, type RawQuery, ReadService, ROW } from 'steward/crud';
import { transact } from 'steward/database';
import { assertHoldsAll, type Caller, ofOneself } from 'steward/http';
import { SettingsService } from 'steward/settings';
import { readAccessJti } from './access-jti.js';
import { type OnlineEntry, entryOf } from './online.registry.js';
import { Session } from './session.entity.js';
import { SessionService } from './session.service.js';

/** One of the caller's own sessions. */
export interface OwnSession extends OnlineEntry {
  /** Whether it is the session that the request was made with. */
  current: boolean;
}

/** Shows who is online, and ends their sessions. */
@Injectable()
export class OnlineService extends ReadService<Session> {
  /** Seconds. */
  private readonly accessTtl: number;

  constructor(
    @InjectRepository(Session) rows: Repository<Session>,
    private readonly sessions: SessionService,
    private readonly clock: Clock,
    settings: SettingsService,
  ) {
    super(rows, {
      label: 'Online session',
      filters: ['userId', 'username', 'ip', 'location', 'os', 'browser'],
      owner: 'userId',
      timeColumn: 'loginAt',
      order: [
        ['loginAt', 'DESC'],
        ['sid', 'DESC'],
      ],
    });
    this.accessTtl = settings.get('jwt.accessTtl');
  }

  /** The live sessions that the caller may see, newest login first. */
  async entries(query: RawQuery, caller: Caller): Promise<Page<OnlineEntry>> {
    const page = await this.page(query, caller);
    return { ...page, records: page.records.map(entryOf) };
  }

  /**
   * Ends the session that an access token belongs to: any of its live tokens will do, and the newest one for as long as
   * the session lasts.
   * @throws AppError code 1 if the jti belongs to no live session that the caller may see, or if the session belongs to
   *   another user, who holds a permission, or sees rows, that the caller does not
   */
  async forceLogout(jti: string, caller: Caller): Promise<void> {
    const session = await this.sessionOf(jti, {}, caller);
    if (session.userId !== caller.userId) {
      const held = await permissionsOfUsers([session.userId], this.rows.manager);
      assertHoldsAll(caller, held, 'Ending the session of this user');
      const reach = new ReachCheck({ manager: this.rows.manager, caller });
      await reach.ofUsers([session.userId], { what: 'Ending the session of this user' });
    }
    await this.end(session, 'administrator', caller);
  }

  /** The caller's own live sessions, newest login first, at most 5,000. */
  async ownSessions(caller: Caller): Promise<OwnSession[]> {
    const sessions = await this.list(ownOf(caller), ofOneself(caller));
    return sessions.map((session) => ({ ...entryOf(session), current: session.sid === caller.sid }));
  }

  /**
   * Ends one of the caller's own sessions, named as for {@link forceLogout}.
   * @throws AppError code 1 if the jti belongs to no live session of the caller
   */
  async endOwn(jti: string, caller: Caller): Promise<void> {
    await this.end(await this.sessionOf(jti, ownOf(caller), ofOneself(caller)), 'logout', caller);
  }

  /** Ends all of the caller's sessions but the one that the request was made with. */
  async endOthers({ userId, sid, gate }: Caller): Promise<void> {
    await transact(this.rows.manager, gate, (transaction) =>
      this.sessions.end({ userId, except: sid }, 'logout', transaction),
    );
  }

  /** The live session that an access token belongs to, among those that match the query. */
  private async sessionOf(jti: string, query: RawQuery, caller: Caller): Promise<Session> {
    const token = readAccessJti(jti);
    const sid = token?.sid;
    const session = token && (await this.select(query, caller).andWhere(`${ROW}.sid = :sid`, { sid }).getOne());
    const alive = token && (token.issuedAt + this.accessTtl) * 1000 > this.clock.now();
    if (!session || !(alive || session.accessJti === jti)) throw errors.notFound('Online session');
    return session;
  }

  private async end({ sid }: Session, reason: SessionEnd, { gate }: Caller): Promise<void> {
    await transact(this.rows.manager, gate, (transaction) => this.sessions.end({ sid }, reason, transaction));
  }

  protected override select(query: RawQuery, caller: Caller): SelectQueryBuilder<Session> {
    // Rounded down to the second, so that simultaneous callers share one count.
    const now = new Date(Math.floor(this.clock.now() / 1000) * 1000);
    return super.select(query, caller).andWhere(`${ROW}.endedAt IS NULL AND ${ROW}.expiresAt > :now`, { now });
  }
}

/** Filter for the caller's own sessions. */
function ownOf({ userId }: Caller): RawQuery {
  return { userId: String(userId) };
}
