import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { PLATFORM_TENANT, refreshRefused, TenantAccessService } from 'steward/access';
import { AppError, Clock, countOutcome, errors, Metrics } from 'steward/core';
import { transact, type Transaction } from 'steward/database';
import { Events, type LoginAttempt } from 'steward/events';
import type { Caller, Client } from 'steward/http';
import { validate } from 'steward/validation';
import { type LoginLog, LoginLogType } from '../../logs/login-log/login-log.entity.js';
import { LoginLogRecorder } from '../../logs/login-log/login-log.recorder.js';
import type { Session } from '../session/session.entity.js';
import { KnownDeviceService } from '../session/known-device.service.js';
import { SessionActivity } from '../session/session-activity.js';
import { SessionService } from '../session/session.service.js';
import { AccountService } from './account.service.js';
import { RefreshDto } from './auth.dto.js';
import { type PendingLogin, membersOf } from './pending-login.js';
import { LoginChecks } from './login-checks.service.js';
import { LoginNews } from './login-news.js';
import type { ProvenUser } from './proof.js';
import { RefreshReuse } from './refresh-reuse.js';
import { PasskeyLogin } from './passkey-login.service.js';
import { Restrictions } from './restrictions.js';
import { SecondStep } from './second-step.service.js';
import { type TokenPair, TokenService } from './token.service.js';

/** Login, refresh, logout and revocation. */
@Injectable()
export class AuthService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly checks: LoginChecks,
    private readonly secondStep: SecondStep,
    private readonly passkeyLogin: PasskeyLogin,
    private readonly users: AccountService,
    private readonly tenants: TenantAccessService,
    private readonly tokens: TokenService,
    private readonly sessions: SessionService,
    private readonly activity: SessionActivity,
    private readonly reuse: RefreshReuse,
    private readonly restrictions: Restrictions,
    private readonly devices: KnownDeviceService,
    private readonly news: LoginNews,
    private readonly loginLog: LoginLogRecorder,
    private readonly clock: Clock,
    private readonly metrics: Metrics,
    private readonly events: Events,
  ) {}

  /**
   * The steps of a login, in their fixed order. Every failure except a limit's refusal leaves a row in the login log
   * before it is answered.
   * @param body as it was sent, valid or not
   * @throws AppError 1001 to 1006, 1009 to 1012, 1017 or 1023, or code 1 for an invalid body
   */
  login(body: unknown, client: Client): Promise<TokenPair> {
    return countOutcome(
      this.metrics.logins,
      this.attempt(body, client, async (attempt) => {
        const user = await this.checks.authenticate(attempt);
        const method = await this.secondStep.pass(user, attempt);
        return { user, method, hasFactor: method !== 'password' };
      }),
    );
  }

  /**
   * The second step of a login that was refused with 1009, and steps 6 to 8. It leaves its row as a login does.
   * @param body as it was sent, valid or not
   * @throws AppError 1002, 1005, 1006, 1010 or 1011, or code 1 for an invalid body
   */
  loginSecond(body: unknown, client: Client): Promise<TokenPair> {
    return countOutcome(
      this.metrics.logins,
      this.attempt(body, client, async (attempt) => ({
        ...(await this.secondStep.complete(attempt)),
        hasFactor: true,
      })),
    );
  }

  /**
   * A login with a passkey alone: who it is for, steps 3 and 4, and steps 6 to 8. It leaves its row as a login does.
   * @param body as it was sent, valid or not
   * @throws AppError 1002, 1005, 1006 or 1020, or code 1 for an invalid body
   */
  loginByPasskey(body: unknown, client: Client): Promise<TokenPair> {
    return countOutcome(
      this.metrics.logins,
      this.attempt(body, client, async (attempt) => ({
        user: await this.passkeyLogin.authenticate(attempt),
        method: 'passkey',
        hasFactor: true,
      })),
    );
  }

  /**
   * A login at an identity provider: whom it vouches for, a second step for those who have a factor unless it vouches
   * for that too, and steps 6 to 8. It leaves its row as a login does.
   * @param body what the row shows of the request
   * @throws AppError 1002, 1005, 1006, 1009 or 1021
   */
  loginByProvider(
    body: object,
    client: Client,
    identify: (attempt: PendingLogin) => Promise<ProvenUser>,
  ): Promise<TokenPair> {
    return countOutcome(
      this.metrics.logins,
      this.attempt(body, client, async (attempt) => {
        const proven = await identify(attempt);
        if (!proven.hasFactor) await this.secondStep.passVouched(proven.user);
        return proven;
      }),
    );
  }

  /**
   * Exchanges a refresh token for a new pair.
   * @throws AppError 1008 for a token that is used or revoked, or whose session has ended; 1013 for a used one that ends
   *   its session; code 1 for one that is invalid or expired
   */
  refresh(body: unknown, client: Client): Promise<TokenPair> {
    return countOutcome(this.metrics.refreshes, this.rotate(body, client));
  }

  private async attempt(
    body: unknown,
    client: Client,
    authenticate: (attempt: PendingLogin) => Promise<ProvenUser>,
  ): Promise<TokenPair> {
    const attempt: PendingLogin = { body, client, startedAt: this.clock.now(), tenantId: PLATFORM_TENANT.id };
    try {
      return await this.openSession(await authenticate(attempt), attempt);
    } catch (error) {
      // An attempt that a limit refuses leaves only a log line.
      if (error instanceof AppError && error.status === 429) throw error;
      await this.recordFailure(attempt, error instanceof AppError ? error : errors.internal(error));
      throw error;
    }
  }

  private async rotate(body: unknown, client: Client): Promise<TokenPair> {
    const { grant_type, refresh_token } = validate(RefreshDto, body);
    if (grant_type !== 'refresh_token') throw errors.failure('grant_type must be refresh_token or password');
    const claims = this.tokens.verify(refresh_token);
    if (claims?.use !== 'refresh') throw errors.refreshInvalid();
    const user = await this.users.findById(claims.user);
    if (user === null) throw errors.refreshUserGone();
    if (user.status !== 1) throw errors.userDisabled();
    await this.tenants.assertUsable(user.tenantId);
    const { sid, jti, auth_time: authAt } = claims;
    if (!(await this.activity.admits(sid, false))) throw refreshRefused('idle');
    const issue = (session: Session) => {
      if (this.tokens.isTooOld(session)) throw refreshRefused('expired');
      return this.tokens.issue(user, session, authAt);
    };
    const { gate, background } = client;
    try {
      const { pair } = await this.sessions.rotate(sid, jti, issue, { counts: !background, gate });
      await this.activity.admits(sid, !background);
      return pair;
    } catch (error) {
      await this.reuse.judge(error, claims, client);
      throw error;
    }
  }

  /** Ends the caller's session: all its access tokens and its refresh token. */
  async logout(caller: Caller, client: Client): Promise<void> {
    const startedAt = this.clock.now();
    await transact(this.dataSource.manager, caller.gate, async (transaction) => {
      await this.sessions.end({ sid: caller.sid }, 'logout', transaction);
      await this.sessions.revokeAccess(caller.jti, caller.exp, transaction);
      await this.recordLogout(caller, client, startedAt, transaction);
    });
  }

  /**
   * Ends the session that a refresh token belongs to, even a used one: another tab may have exchanged it a moment ago.
   * Does nothing for a token that is invalid or expired, or whose session has ended.
   */
  async logoutByRefreshToken(refreshToken: string, client: Client): Promise<void> {
    const startedAt = this.clock.now();
    const claims = this.tokens.verify(refreshToken);
    if (claims?.use !== 'refresh') return;
    const { sid, tenant: tenantId, user: userId, username } = claims;
    await transact(this.dataSource.manager, client.gate, async (transaction) => {
      const ended = await this.sessions.end({ sid }, 'logout', transaction);
      if (ended > 0) await this.recordLogout({ tenantId, userId, username }, client, startedAt, transaction);
    });
  }

  /** Revokes one token; one that is invalid or expired need not be revoked. */
  async revoke(token: string, { gate }: Caller): Promise<void> {
    const claims = this.tokens.verify(token);
    if (claims === undefined) return;
    const { use, sid, jti, exp } = claims;
    await transact(this.dataSource.manager, gate, (transaction) =>
      use === 'refresh'
        ? this.sessions.revokeRefresh(sid, jti, transaction)
        : this.sessions.revokeAccess(jti, exp, transaction),
    );
  }

  /** Steps 6 to 8: tokens, log row, session. Session and row are stored together or not at all. */
  private async openSession(
    { user, ...proof }: ProvenUser,
    { body, client, startedAt }: PendingLogin,
  ): Promise<TokenPair> {
    const sid = randomUUID();
    const now = this.clock.date();
    const authAt = Math.floor(now.getTime() / 1000);
    const restriction = await this.restrictions.of(user, proof);
    const { pair, ...issued } = this.tokens.issue(user, { sid, loginAt: now, restriction }, authAt);
    const { tenantId, username } = user;
    const session: Session = {
      sid,
      userId: user.id,
      tenantId,
      username,
      ip: client.ip,
      ...this.loginLog.describe(client),
      ...issued,
      loginAt: now,
      authAt: new Date(authAt * 1000),
      method: proof.method,
      restriction,
      seenAt: now,
      refreshedAt: now,
      endedAt: null,
      endReason: null,
    };
    await transact(this.dataSource.manager, client.gate, async (transaction) => {
      const { manager, afterCommit } = transaction;
      await this.users.recheck(user, manager);
      await this.tenants.recheck(tenantId, manager);
      await this.sessions.open(session, transaction);
      const isNew = await this.devices.remember(session, manager);
      if (isNew) await this.news.newDevice(user, client, transaction);
      const entry = { logType: LoginLogType.Login, tenantId, userId: user.id, username, body, startedAt };
      const row = await this.loginLog.record(client, entry, manager);
      await this.users.loggedIn(user.id, row.createdAt, manager);
      afterCommit(() => this.events.emit('login.succeeded', { ...attemptOf(row), userId: user.id, sid }));
    });
    return pair;
  }

  private async recordLogout(
    { tenantId, userId, username }: Pick<Caller, 'tenantId' | 'userId' | 'username'>,
    client: Client,
    startedAt: number,
    { manager }: Transaction,
  ): Promise<void> {
    const entry = { logType: LoginLogType.Logout, tenantId, userId, username, startedAt };
    await this.loginLog.record(client, entry, manager);
  }

  private async recordFailure(attempt: PendingLogin, failure: AppError): Promise<void> {
    const { body, client, startedAt, tenantId, userId } = attempt;
    const { username } = membersOf(body);
    const entry = { logType: LoginLogType.Login, tenantId, userId: userId ?? 0, body, startedAt, failure };
    const row = await this.loginLog.record(client, {
      ...entry,
      username: attempt.username ?? (typeof username === 'string' ? username : ''),
    });
    const { code, reason } = failure;
    this.events.emit('login.failed', { ...attemptOf(row), userId, code, reason });
  }
}

/** The part of a login-log row that events report. */
function attemptOf({ tenantId, username, ip, location, os, browser, createdAt }: LoginLog): LoginAttempt {
  return { tenantId, username, ip, location, os, browser, at: createdAt };
}
