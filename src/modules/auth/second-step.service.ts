import { Injectable } from '@nestjs/common';
import { type SsoSource, TenantAccessService, type User } from 'steward/access';
import { AppError, errors } from 'steward/core';
import type { Client } from 'steward/http';
import { SettingsService } from 'steward/settings';
import { validate } from 'steward/validation';
import { FactorService, isWrongCode, type SecondMethod } from '../factor/factor.service.js';
import { isPasskeyAnswer } from '../factor/passkey-answer.js';
import { PasskeyService } from '../factor/passkey.service.js';
import { AccountService } from './account.service.js';
import { AccountThrottle } from './account-throttle.js';
import { LoginDto, SecondPasskeyDto, SecondStepDto } from './auth.dto.js';
import { LoginChallenges, holds } from './login-challenge.js';
import { LoginNews } from './login-news.js';
import type { PendingLogin } from './pending-login.js';

/** How a session was authenticated; `sso:<id>` is an identity provider. */
export type LoginMethod = 'password' | SecondMethod | SsoSource;

/** The second step of a login, for users who have a second factor (docs/api.md, Second step). */
@Injectable()
export class SecondStep {
  private readonly throttles: boolean;

  constructor(
    private readonly factors: FactorService,
    private readonly passkeys: PasskeyService,
    private readonly challenges: LoginChallenges,
    private readonly accounts: AccountService,
    private readonly tenants: TenantAccessService,
    private readonly throttle: AccountThrottle,
    private readonly news: LoginNews,
    settings: SettingsService,
  ) {
    this.throttles = settings.get('auth.accountLimit') > 0;
  }

  /**
   * Passes a user without a factor, or one whose login has a right code.
   * @throws AppError 1009 with a challenge if there is no code, 1010 for a wrong one, 1011 for one that comes too early
   */
  async pass(user: User, { body, client }: PendingLogin): Promise<LoginMethod> {
    const methods = await this.factors.methodsOf(user.id);
    if (methods.length === 0) return 'password';
    const { otp } = validate(LoginDto, body);
    if (otp === undefined) throw errors.secondFactorRequired(await this.challenges.issue(user), methods);
    return this.accept(user, otp, client);
  }

  /**
   * Passes a user whom an identity provider vouches for, but not for a second factor, unless they have one here.
   * @throws AppError 1009 with a challenge if they have
   */
  async passVouched(user: User): Promise<void> {
    const methods = await this.factors.methodsOf(user.id);
    if (methods.length > 0) throw errors.secondFactorRequired(await this.challenges.issue(user), methods);
  }

  /**
   * The user of a challenge whose code is right, or whose passkey answered.
   * @throws AppError 1010 for a challenge that is unknown, expired or used up, or what is wrong otherwise; 1002, 1005 or
   *   1006 if user or tenant may not log in any more; 1011 for a code that comes too early
   */
  async complete(attempt: PendingLogin): Promise<{ user: User; method: LoginMethod }> {
    const step = isPasskeyAnswer(attempt.body)
      ? validate(SecondPasskeyDto, attempt.body)
      : validate(SecondStepDto, attempt.body);
    const { challenge } = step;
    const challenged = await this.challenges.find(challenge);
    const user = challenged && (await this.accounts.findWithPassword(challenged.userId));
    if (!challenged || !user || !holds(challenged, user)) throw errors.secondFactorWrong();
    attempt.tenantId = user.tenantId;
    attempt.userId = user.id;
    attempt.username = user.username;
    if (user.status !== 1) throw errors.userDisabled();
    await this.tenants.assertUsable(user.tenantId);
    const method =
      'otp' in step
        ? await this.accept(user, step.otp, attempt.client, challenge)
        : await this.acceptPasskey(user, step, attempt.client);
    if (!(await this.challenges.use(challenge))) throw errors.secondFactorWrong();
    return { user, method };
  }

  /** Passkeys cannot be guessed, so only the challenge counts wrong ones. */
  private async acceptPasskey(
    user: User,
    { challenge, ...answer }: SecondPasskeyDto,
    client: Client,
  ): Promise<SecondMethod> {
    try {
      await this.passkeys.accept(answer, await this.passkeys.identify(answer), user.id);
      return 'passkey';
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 1020) throw error;
      await this.challenges.failed(challenge);
      await this.news.factorFailed(user, client);
      throw errors.secondFactorWrong(error.reason);
    }
  }

  /**
   * Accepts a code of a user who gave their password, by the throttle of their codes.
   * @throws AppError 1010 or 1011
   */
  async accept(
    user: Pick<User, 'id' | 'tenantId' | 'username'>,
    otp: string,
    client: Client,
    challenge?: string,
  ): Promise<SecondMethod> {
    const { id: userId, username } = user;
    const party = { username, tenantCode: undefined, userId, ip: client.ip, step: 'second' } as const;
    const admitted = this.throttles ? await this.throttle.admit(party) : undefined;
    try {
      const method = await this.factors.accept(user, otp, client);
      if (admitted) await this.throttle.succeeded(admitted);
      return method;
    } catch (error) {
      const wrong = isWrongCode(error);
      if (admitted) await (wrong ? this.throttle.failed(admitted) : this.throttle.dropped(admitted));
      if (wrong && challenge !== undefined) await this.challenges.failed(challenge);
      if (wrong) await this.news.factorFailed(user, client);
      throw error;
    }
  }
}
