import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { IsOptional } from 'class-validator';
import { DataSource } from 'typeorm';
import { PasswordService, providerOf, type User } from 'steward/access';
import { Clock, errors } from 'steward/core';
import { type CommitGate, transact } from 'steward/database';
import type { Caller, Client } from 'steward/http';
import { RateLimiter } from 'steward/kv';
import { Text, validate } from 'steward/validation';
import { FactorService } from '../factor/factor.service.js';
import { isPasskeyAnswer, PasskeyAnswerDto } from '../factor/passkey-answer.js';
import { PasskeyService } from '../factor/passkey.service.js';
import { SessionService } from '../session/session.service.js';
import { AccountService } from './account.service.js';
import { Absent } from './auth.dto.js';
import { SecondStep } from './second-step.service.js';
import { type TokenPair, type TokenSession, TokenService, type TokenSubject } from './token.service.js';

/** Body of POST /api/index/stepUp. */
export class StepUpDto {
  @Text(1024, 1)
  password: string;

  /** Required of a user who has a second factor. */
  @Absent()
  @IsOptional()
  @Text(64)
  otp?: string;
}

/** A session whose user logs in again at an identity provider. */
export interface VouchedSession {
  userId: number;
  sid: string;
  /** The access token that the confirmation replaces, and when it expires. */
  jti: string;
  exp: number;
}

/** How many times a minute a user may try to confirm who they are. */
const MAX_ATTEMPTS = 5;

/** Lets callers confirm who they are, for everything that StepUp of the factors asks them for. */
@Injectable()
export class StepUpService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly accounts: AccountService,
    private readonly passwords: PasswordService,
    private readonly factors: FactorService,
    private readonly passkeys: PasskeyService,
    private readonly secondStep: SecondStep,
    private readonly sessions: SessionService,
    private readonly tokens: TokenService,
    private readonly limiter: RateLimiter,
    private readonly clock: Clock,
  ) {}

  /**
   * Checks the password and, of a user who has one, the second factor; or a passkey, which is both. The session goes on
   * with a new pair, but no longer than it would have; the old pair ends at once (ASVS 5.0, 7.2.4).
   * @param body as it was sent, valid or not
   * @throws AppError 1009 if a code is missing, 1010 for a wrong one, 1020 for a passkey that is wrong or somebody
   *   else's, code 1 for a wrong password or an invalid body, 429 for more than 5
   *   attempts a minute, successes included
   */
  async confirm(body: unknown, caller: Caller, client: Client): Promise<TokenPair> {
    const { userId, sid, jti, exp, gate } = caller;
    await this.limiter.count(`step-up:${userId}`, MAX_ATTEMPTS, errors.tooManyStepUps);
    const user = await this.accounts.findWithPassword(userId);
    if (!user) throw errors.unauthenticated('user does not exist');
    if (isPasskeyAnswer(body)) await this.checkPasskey(validate(PasskeyAnswerDto, body), userId);
    else await this.checkPassword(validate(StepUpDto, body), user, client);
    const pair = await this.renew(user, { sid, jti, exp }, gate);
    caller.objects = [{ id: userId, name: user.username, resource: '/api/user' }];
    return pair;
  }

  /** Goes on with the session of a user whom an identity provider has just confirmed. */
  async confirmVouched({ userId, ...session }: VouchedSession, gate: CommitGate | undefined): Promise<TokenPair> {
    const user = await this.accounts.findById(userId);
    if (user?.status !== 1) throw errors.userDisabled();
    return this.renew(user, session, gate);
  }

  /** The identity provider at which a session began, with which its user can confirm who they are. */
  async providerOf(sid: string): Promise<number | undefined> {
    return providerOf((await this.sessions.methodOf(sid)) ?? '');
  }

  private renew(
    user: TokenSubject,
    { sid, jti, exp }: Omit<VouchedSession, 'userId'>,
    gate: CommitGate | undefined,
  ): Promise<TokenPair> {
    const authAt = Math.floor(this.clock.now() / 1000);
    const issue = (session: TokenSession) => this.tokens.issue(user, session, authAt);
    return transact(this.dataSource.manager, gate, async (transaction) => {
      const { pair } = await this.sessions.renew(sid, issue, new Date(authAt * 1000), transaction);
      await this.sessions.revokeAccess(jti, exp, transaction);
      return pair;
    });
  }

  private async checkPasskey(answer: PasskeyAnswerDto, userId: number): Promise<void> {
    await this.passkeys.accept(answer, await this.passkeys.identify(answer), userId);
  }

  private async checkPassword({ password, otp }: StepUpDto, user: User, client: Client): Promise<void> {
    if ((await this.passwords.check(password, user.password, user.salt, client.gate)) !== 'match') {
      throw errors.failure('password is not the current password', { reason: 'wrongPassword', member: 'password' });
    }
    const methods = await this.factors.methodsOf(user.id);
    if (methods.length === 0) return;
    if (otp === undefined) throw errors.secondFactorRequired(undefined, methods);
    await this.secondStep.accept(user, otp, client);
  }
}
