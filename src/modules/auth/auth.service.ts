import { randomUUID, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { PasswordService, PLATFORM_TENANT, TenantAccessService, type User } from 'steward/access';
import { AppError, Clock, countOutcome, errors, Log, Metrics } from 'steward/core';
import { type CommitGate, transact, type Transaction } from 'steward/database';
import { Events, type LoginAttempt } from 'steward/events';
import type { Caller, Client } from 'steward/http';
import { SettingsService } from 'steward/settings';
import { validate } from 'steward/validation';
import { type LoginLog, LoginLogType } from '../../logs/login-log/login-log.entity.js';
import { LoginLogRecorder } from '../../logs/login-log/login-log.recorder.js';
import type { Session } from '../session/session.entity.js';
import { SessionService } from '../session/session.service.js';
import { AccountService } from './account.service.js';
import { LoginDto, RefreshDto, isAbsent } from './auth.dto.js';
import { CaptchaService } from './captcha.service.js';
import { type TokenPair, TokenService } from './token.service.js';

/** The data of a login attempt in progress, for its log row. */
interface Attempt {
  body: unknown;
  client: Client;
  startedAt: number;
  tenantId: number;
  /** The account that the attempt is for, once it is found. */
  userId?: number;
}

/** Login, refresh, logout and revocation. */
@Injectable()
export class AuthService {
  private readonly bypassCode: string;

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly captchas: CaptchaService,
    private readonly users: AccountService,
    private readonly tenants: TenantAccessService,
    private readonly passwords: PasswordService,
    private readonly tokens: TokenService,
    private readonly sessions: SessionService,
    private readonly loginLog: LoginLogRecorder,
    private readonly clock: Clock,
    private readonly log: Log,
    private readonly metrics: Metrics,
    private readonly events: Events,
    settings: SettingsService,
  ) {
    this.bypassCode = settings.get('bypassCode');
    if (this.bypassCode !== '') this.log.warn({}, 'BYPASS_CODE is set: logins that send it skip the captcha');
  }

  /**
   * The steps of a login, in their fixed order. Every failure except a limit's refusal leaves a row in the login log
   * before it is answered.
   * @param body as it was sent, valid or not
   * @throws AppError 1001 to 1006, or code 1 for an invalid body
   */
  login(body: unknown, client: Client): Promise<TokenPair> {
    return countOutcome(this.metrics.logins, this.attempt(body, client));
  }

  /**
   * Exchanges a refresh token for a new pair.
   * @throws AppError 1008 for a token that is used or revoked, code 1 for one that is invalid or expired
   */
  refresh(body: unknown, { gate }: Client): Promise<TokenPair> {
    return countOutcome(this.metrics.refreshes, this.rotate(body, gate));
  }

  private async attempt(body: unknown, client: Client): Promise<TokenPair> {
    const attempt: Attempt = { body, client, startedAt: this.clock.now(), tenantId: PLATFORM_TENANT.id };
    try {
      const user = await this.authenticate(attempt);
      return await this.openSession(user, attempt);
    } catch (error) {
      // An attempt that a limit refuses leaves only a log line.
      if (error instanceof AppError && error.status === 429) throw error;
      await this.recordFailure(attempt, error instanceof AppError ? error : errors.internal(error));
      throw error;
    }
  }

  private async rotate(body: unknown, gate?: CommitGate): Promise<TokenPair> {
    const { grant_type, refresh_token } = validate(RefreshDto, body);
    if (grant_type !== 'refresh_token') throw errors.failure('grant_type must be refresh_token or password');
    const claims = this.tokens.verify(refresh_token);
    if (claims?.use !== 'refresh') throw errors.refreshInvalid();
    const user = await this.users.findById(claims.user);
    if (user === null) throw errors.refreshUserGone();
    if (user.status !== 1) throw errors.userDisabled();
    await this.tenants.assertUsable(user.tenantId);
    const { pair, ...rotation } = this.tokens.issue(user, claims.sid);
    await this.sessions.rotate(claims.sid, claims.jti, rotation, gate);
    return pair;
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
    const { sid, tenant: tenantId, username } = claims;
    await transact(this.dataSource.manager, client.gate, async (transaction) => {
      const ended = await this.sessions.end({ sid }, 'logout', transaction);
      if (ended > 0) await this.recordLogout({ tenantId, username }, client, startedAt, transaction);
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

  /** Steps 1 to 5: who wants to log in, and whether they may. */
  private async authenticate(attempt: Attempt): Promise<User> {
    const captchaPassed = await this.checkCaptcha(attempt.body);
    const { username, password, tenantCode } = validate(LoginDto, attempt.body);
    if (!captchaPassed) throw errors.captchaWrong();
    try {
      const user = await this.findUser(username, tenantCode, attempt);
      if (user.status !== 1) throw errors.userDisabled();
      await this.tenants.assertUsable(user.tenantId);
      return await this.checkPassword(user, password, attempt.client);
    } catch (error) {
      // An unavailable dependency or a limit reveals no username, and its answer must not be delayed further.
      if (!(error instanceof AppError) || error.code === 1003 || error.status !== 200) throw error;
      await this.passwords.compareDummy(attempt.client.gate);
      throw error;
    }
  }

  /**
   * Step 1. A captcha whose key is given is used up, even if something else is wrong with the request; the bypass code
   * leaves it unused.
   */
  private async checkCaptcha(body: unknown): Promise<boolean> {
    const { key, code } = (typeof body === 'object' && body !== null ? body : {}) as { key?: unknown; code?: unknown };
    if (isAbsent(key) || typeof key !== 'string') return true;
    if (this.bypassCode !== '' && typeof code === 'string' && sameSecret(code, this.bypassCode)) return true;
    return this.captchas.consume(key, typeof code === 'string' ? code : undefined);
  }

  /** Step 2. */
  private async findUser(username: string, tenantCode: string | undefined, attempt: Attempt): Promise<User> {
    let tenantId: number | undefined;
    if (tenantCode !== undefined) {
      tenantId = await this.tenants.idOfCode(tenantCode);
      if (tenantId === undefined) throw errors.tenantUnknown();
      attempt.tenantId = tenantId;
    }
    const found = await this.users.findForLogin(username, tenantId);
    if (found.kind === 'unknown') throw errors.userUnknown();
    if (found.kind === 'ambiguous') throw errors.userAmbiguous();
    attempt.tenantId = found.user.tenantId;
    attempt.userId = found.user.id;
    return found.user;
  }

  /** Step 5. */
  private async checkPassword(user: User, password: string, { gate }: Client): Promise<User> {
    const check = await this.passwords.check(password, user.password, user.salt, gate);
    if (check === 'legacy') throw errors.passwordLegacy();
    if (check === 'mismatch') throw errors.passwordWrong();
    return user;
  }

  /** Steps 6 to 8: tokens, log row, session. Session and row are stored together or not at all. */
  private async openSession(user: User, { body, client, startedAt }: Attempt): Promise<TokenPair> {
    const sid = randomUUID();
    const { pair, ...issued } = this.tokens.issue(user, sid);
    const now = this.clock.date();
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
      refreshedAt: now,
      endedAt: null,
      endReason: null,
    };
    await transact(this.dataSource.manager, client.gate, async (transaction) => {
      const { manager, afterCommit } = transaction;
      await this.users.recheck(user, manager);
      await this.tenants.recheck(tenantId, manager);
      await this.sessions.open(session, transaction);
      const entry = { logType: LoginLogType.Login, tenantId, username, body, startedAt };
      const row = await this.loginLog.record(client, entry, manager);
      await this.users.loggedIn(user.id, row.createdAt, manager);
      afterCommit(() => this.events.emit('login.succeeded', { ...attemptOf(row), userId: user.id, sid }));
    });
    return pair;
  }

  private async recordLogout(
    { tenantId, username }: Pick<Caller, 'tenantId' | 'username'>,
    client: Client,
    startedAt: number,
    { manager }: Transaction,
  ): Promise<void> {
    await this.loginLog.record(client, { logType: LoginLogType.Logout, tenantId, username, startedAt }, manager);
  }

  private async recordFailure(attempt: Attempt, failure: AppError): Promise<void> {
    const { body, client, startedAt, tenantId, userId } = attempt;
    const { username } = (typeof body === 'object' && body !== null ? body : {}) as { username?: unknown };
    const entry = { logType: LoginLogType.Login, tenantId, body, startedAt, failure };
    const row = await this.loginLog.record(client, {
      ...entry,
      username: typeof username === 'string' ? username : '',
    });
    const { code, reason } = failure;
    this.events.emit('login.failed', { ...attemptOf(row), userId, code, reason });
  }
}

/** The part of a login-log row that events report. */
function attemptOf({ tenantId, username, ip, location, os, browser, createdAt }: LoginLog): LoginAttempt {
  return { tenantId, username, ip, location, os, browser, at: createdAt };
}

/** Compares in constant time, unless the lengths differ. */
function sameSecret(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
