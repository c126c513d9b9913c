import { Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { errors } from 'steward/core';
import type { Caller, Client } from 'steward/http';
import { AuthService } from '../auth/auth.service.js';
import { StepUpService } from '../auth/step-up.service.js';
import type { TokenPair } from '../auth/token.service.js';
import { RefreshCookie } from './refresh-cookie.js';

/** A token pair as the console receives it: without the refresh token, which its cookie holds. */
export type AccessToken = Omit<TokenPair, 'refresh_token'>;

/** Sessions of the console: like any other client's, except that the refresh token is in a cookie. */
@Injectable()
export class ConsoleSessionService {
  constructor(
    private readonly auth: AuthService,
    private readonly stepUps: StepUpService,
    private readonly cookie: RefreshCookie,
  ) {}

  /**
   * Logs in, and ends the session of the cookie that the new one replaces.
   * @throws AppError as {@link AuthService.login} and {@link RefreshCookie.of}
   */
  login(body: unknown, client: Client, reply: FastifyReply): Promise<AccessToken> {
    return this.replace(() => this.auth.login(body, client), client, reply);
  }

  /**
   * Passes the second step of a login, as {@link login} does the first.
   * @throws AppError as {@link AuthService.loginSecond} and {@link RefreshCookie.of}
   */
  second(body: unknown, client: Client, reply: FastifyReply): Promise<AccessToken> {
    return this.replace(() => this.auth.loginSecond(body, client), client, reply);
  }

  /**
   * Logs in with a passkey, as {@link login} does with a password.
   * @throws AppError as {@link AuthService.loginByPasskey} and {@link RefreshCookie.of}
   */
  passkey(body: unknown, client: Client, reply: FastifyReply): Promise<AccessToken> {
    return this.replace(() => this.auth.loginByPasskey(body, client), client, reply);
  }

  /** @throws AppError as {@link StepUpService.confirm} */
  async stepUp(body: unknown, caller: Caller, client: Client, reply: FastifyReply): Promise<AccessToken> {
    return this.hand(await this.stepUps.confirm(body, caller, client), reply);
  }

  /**
   * Exchanges the refresh token of the cookie for a new pair. A failure leaves the cookie alone: another tab may have
   * refreshed first, and then the cookie holds the newer token.
   * @throws AppError as {@link AuthService.refresh} and {@link RefreshCookie.of}; code 1 without a cookie
   */
  async refresh(client: Client, reply: FastifyReply): Promise<AccessToken> {
    const token = this.cookie.of(reply);
    if (token === undefined) throw errors.sessionMissing();
    return this.hand(await this.auth.refresh({ grant_type: 'refresh_token', refresh_token: token }, client), reply);
  }

  /**
   * Ends the session of the cookie, if there is one, and removes the cookie.
   * @throws AppError as {@link RefreshCookie.of}
   */
  async logout(client: Client, reply: FastifyReply): Promise<void> {
    const token = this.cookie.of(reply);
    if (token !== undefined) await this.auth.logoutByRefreshToken(token, client);
    this.cookie.clear(reply);
  }

  private async replace(login: () => Promise<TokenPair>, client: Client, reply: FastifyReply): Promise<AccessToken> {
    const former = this.cookie.of(reply);
    const answer = this.hand(await login(), reply);
    if (former !== undefined) await this.auth.logoutByRefreshToken(former, client);
    return answer;
  }

  private hand({ refresh_token, ...answer }: TokenPair, reply: FastifyReply): AccessToken {
    this.cookie.set(reply, refresh_token);
    return answer;
  }
}
