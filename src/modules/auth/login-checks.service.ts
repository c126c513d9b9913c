import { Injectable } from '@nestjs/common';
import { PasswordService, TenantAccessService, type User, UserKind } from 'steward/access';
import { AppError, errors } from 'steward/core';
import type { Client } from 'steward/http';
import { SettingsService } from 'steward/settings';
import { validate } from 'steward/validation';
import { PasswordOrigin } from '../password/password-origin.js';
import { AccountService, type NamedAccount } from './account.service.js';
import { AccountThrottle, type AdmittedLogin } from './account-throttle.js';
import { LoginDto, isAbsent } from './auth.dto.js';
import { CaptchaService } from './captcha.service.js';
import { type PendingLogin, membersOf } from './pending-login.js';

/** Refusals after the password was compared. */
const COMPARED = [1003, 1017];

/** Refusals that count as wrong guesses. */
const GUESSES = [1001, 1003, 1023];

/** Steps 1 to 5 of a login: who wants to log in, and whether they may (docs/api.md, Logging in). */
@Injectable()
export class LoginChecks {
  private readonly captchaAfter: number;
  private readonly throttles: boolean;

  constructor(
    private readonly captchas: CaptchaService,
    private readonly users: AccountService,
    private readonly tenants: TenantAccessService,
    private readonly passwords: PasswordService,
    private readonly origin: PasswordOrigin,
    private readonly throttle: AccountThrottle,
    settings: SettingsService,
  ) {
    this.captchaAfter = settings.get('auth.captchaAfter');
    this.throttles = settings.get('auth.accountLimit') > 0 || this.captchaAfter > 0;
  }

  /**
   * The user who logs in.
   * @throws AppError 1001 to 1006, 1011, 1012, 1017 or 1023, or code 1 for an invalid body
   */
  async authenticate(attempt: PendingLogin): Promise<User> {
    const login = read(attempt.body);
    const account = login instanceof AppError ? undefined : await this.users.findNamed(login);
    if (!this.throttles || login instanceof AppError || account === undefined) {
      return this.check(login, account, attempt);
    }
    const userId = account.kind === 'found' ? account.user.id : undefined;
    const { username, tenantCode } = login;
    const admitted = await this.throttle.admit({ username, tenantCode, userId, ip: attempt.client.ip });
    try {
      const user = await this.check(login, account, attempt, admitted);
      await this.throttle.succeeded(admitted);
      return user;
    } catch (error) {
      const wrong = error instanceof AppError && GUESSES.includes(error.code);
      await (wrong ? this.throttle.failed(admitted) : this.throttle.dropped(admitted));
      throw error;
    }
  }

  private async check(
    login: LoginDto | AppError,
    account: NamedAccount | undefined,
    attempt: PendingLogin,
    admitted?: AdmittedLogin,
  ): Promise<User> {
    const captchaPassed = await this.checkCaptcha(attempt.body, admitted);
    if (login instanceof AppError) throw login;
    if (!captchaPassed) throw errors.captchaWrong();
    try {
      const user = userOf(account, attempt);
      if (user.status !== 1) throw errors.userDisabled();
      await this.tenants.assertUsable(user.tenantId);
      if (user.kind === UserKind.Service || (await this.tenants.isSsoOnly(user.tenantId))) {
        throw errors.passwordLoginOff();
      }
      return await this.checkPassword(user, login.password, attempt.client);
    } catch (error) {
      // An unavailable dependency or a limit reveals no username, and need not be delayed further.
      if (!(error instanceof AppError) || COMPARED.includes(error.code) || error.status !== 200) throw error;
      await this.passwords.compareDummy(attempt.client.gate);
      throw error;
    }
  }

  /**
   * Step 1. A captcha whose key is given is used up, even if something else is wrong with the request; the bypass code
   * leaves it unused.
   * @throws AppError 1012 if a captcha is required and none is given
   */
  private async checkCaptcha(body: unknown, admitted?: AdmittedLogin): Promise<boolean> {
    const { key, code } = membersOf(body);
    if (this.captchas.isBypass(code)) return true;
    if (isAbsent(key) || typeof key !== 'string') {
      const required = this.captchaAfter > 0 && admitted !== undefined && admitted.failures >= this.captchaAfter;
      if (required) throw errors.captchaRequired();
      return true;
    }
    return this.captchas.consume(key, typeof code === 'string' ? code : undefined);
  }

  /** Step 5. */
  private async checkPassword(user: User, password: string, { gate }: Client): Promise<User> {
    const check = await this.passwords.check(password, user.password, user.salt, gate);
    if (check === 'legacy') throw errors.passwordLegacy();
    if (check === 'mismatch') throw errors.passwordWrong();
    if (this.origin.hasExpired(user)) throw errors.passwordExpired();
    return user;
  }
}

/** The login of a body, or what is wrong with it. */
function read(body: unknown): LoginDto | AppError {
  try {
    return validate(LoginDto, body);
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

/** Step 2: the user of an account, if there is one. */
function userOf(account: NamedAccount | undefined, attempt: PendingLogin): User {
  if (account === undefined || account.kind === 'noTenant') throw errors.tenantUnknown();
  attempt.tenantId = account.tenantId ?? attempt.tenantId;
  if (account.kind === 'unknown') throw errors.userUnknown();
  if (account.kind === 'ambiguous') throw errors.userAmbiguous();
  attempt.tenantId = account.user.tenantId;
  attempt.userId = account.user.id;
  return account.user;
}
