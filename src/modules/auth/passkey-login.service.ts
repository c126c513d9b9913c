import { Injectable } from '@nestjs/common';
import { TenantAccessService, type User } from 'steward/access';
import { AppError, errors } from 'steward/core';
import { CallerSource, type StewardRequest } from 'steward/http';
import { validate } from 'steward/validation';
import { PasskeyAnswerDto } from '../factor/passkey-answer.js';
import { type PasskeyAsked, PasskeyService } from '../factor/passkey.service.js';
import type { RequestOptions } from '../factor/webauthn.js';
import { AccountService } from './account.service.js';
import { PasskeyOptionsDto } from './auth.dto.js';
import { LoginChallenges } from './login-challenge.js';
import type { PendingLogin } from './pending-login.js';

/** Logins without a password: a passkey proves both factors, because its authenticator checks who uses it. */
@Injectable()
export class PasskeyLogin {
  constructor(
    private readonly passkeys: PasskeyService,
    private readonly accounts: AccountService,
    private readonly tenants: TenantAccessService,
    private readonly challenges: LoginChallenges,
    private readonly callers: CallerSource,
  ) {}

  /**
   * Options to use a passkey: of the user of a login's challenge, of the caller if the request has a token, otherwise
   * any that the browser knows.
   * @throws AppError 1010 for a challenge that is unknown, expired or used up; code 1 for a user without a passkey
   */
  async ask(body: unknown, request: StewardRequest): Promise<PasskeyAsked<RequestOptions>> {
    const { challenge } = validate(PasskeyOptionsDto, body ?? {});
    if (challenge === undefined) return this.passkeys.ask(await this.callerOf(request));
    const challenged = await this.challenges.find(challenge);
    if (challenged === undefined) throw errors.secondFactorWrong();
    return this.passkeys.ask(challenged.userId);
  }

  /**
   * The user whose passkey has answered.
   * @throws AppError 1020, or 1002, 1005 or 1006 if user or tenant may not log in
   */
  async authenticate(attempt: PendingLogin): Promise<User> {
    const answer = validate(PasskeyAnswerDto, attempt.body);
    const identified = await this.passkeys.identify(answer);
    const user = await this.accounts.findWithPassword(identified.passkey.userId);
    if (user === null) throw errors.passkeyRefused('user does not exist');
    attempt.tenantId = user.tenantId;
    attempt.userId = user.id;
    attempt.username = user.username;
    await this.passkeys.accept(answer, identified);
    if (user.status !== 1) throw errors.userDisabled();
    await this.tenants.assertUsable(user.tenantId);
    if (await this.tenants.isSsoOnly(user.tenantId)) throw errors.passkeyRefused('single sign-on alone');
    return user;
  }

  /** Nobody needs a token here, so an expired one counts as none. */
  private async callerOf(request: StewardRequest): Promise<number | undefined> {
    if (request.headers.authorization === undefined) return undefined;
    try {
      return (await this.callers.callerOf(request)).userId;
    } catch (error) {
      if (error instanceof AppError && error.status === 401) return undefined;
      throw error;
    }
  }
}
