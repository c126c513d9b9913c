import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { KeyObject } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { Strategy, type StrategyOptionsWithRequest } from 'passport-jwt';
import QuickLRU from 'quick-lru';
import { sessionEnded, sessionTooOld, TenantAccessService } from 'steward/access';
import { AppError, errors } from 'steward/core';
import { type Caller, type CallerSource, isBackground, type StewardRequest } from 'steward/http';
import { TokenCallers } from '../api-token/token-callers.js';
import { apiTokenOf } from '../api-token/api-token-text.js';
import { AuthorisationState } from '../session/authorisation-state.js';
import { SessionActivity } from '../session/session-activity.js';
import { SessionService } from '../session/session.service.js';
import { SigningKeys } from './signing-key.js';
import { TokenService } from './token.service.js';

/** At least this many tokens are remembered once seen; about 1 kB each. */
const MAX_KNOWN = 5000;

/** The library accepts a KeyObject as well as the string that its types name. */
type KeyProvider = (request: FastifyRequest, token: string, done: (error: null, key: KeyObject) => void) => void;

/** Checks access tokens: signature, claims and, in one round trip, revocations. API tokens are checked elsewhere. */
@Injectable()
export class JwtStrategy extends PassportStrategy(Strategy) implements CallerSource {
  /** Payloads by token. A valid signature stays valid; the claims and the revocations are checked every time. */
  private readonly known = new QuickLRU<string, object>({ maxSize: MAX_KNOWN });

  constructor(
    keys: SigningKeys,
    private readonly tokens: TokenService,
    private readonly state: AuthorisationState,
    private readonly activity: SessionActivity,
    private readonly sessions: SessionService,
    private readonly tenants: TenantAccessService,
    private readonly apiTokens: TokenCallers,
  ) {
    const options: Omit<StrategyOptionsWithRequest, 'jwtFromRequest' | 'secretOrKeyProvider'> & {
      jwtFromRequest: (request: FastifyRequest) => string | null;
      secretOrKeyProvider: KeyProvider;
    } = {
      jwtFromRequest: tokenOf,
      secretOrKeyProvider: (_request, token, done) => done(null, keys.keyFor(token)),
      algorithms: ['HS256'],
      // TokenService checks the expiry with the other claims, by the service's own clock.
      ignoreExpiration: true,
      passReqToCallback: true,
    };
    super(options as unknown as StrategyOptionsWithRequest);
  }

  callerOf(request: FastifyRequest): Promise<Caller> {
    const apiToken = apiTokenOf(request.headers.authorization);
    if (apiToken !== undefined) return this.apiTokens.callerOf(apiToken, request as StewardRequest);
    const token = tokenOf(request);
    const payload = token === null ? undefined : this.known.get(token);
    return payload ? this.accept(payload, request) : this.attempt(request);
  }

  /** Called by passport-jwt with the payload of a token whose signature is valid. */
  async validate(request: FastifyRequest, payload: object): Promise<Caller> {
    const caller = await this.accept(payload, request);
    this.known.set(tokenOf(request) ?? '', payload);
    return caller;
  }

  /** Runs the strategy as passport does, without its registry, which all applications of a process would share. */
  private attempt(request: FastifyRequest): Promise<Caller> {
    return new Promise((resolve, reject) => {
      const outcomes: Pick<Strategy, 'success' | 'fail' | 'error'> = {
        success: (caller) => resolve(caller as Caller),
        fail: (reason: unknown) => reject(refusalOf(reason)),
        // A store that cannot be reached is a failure in its own right and never lets a token pass.
        error: reject,
      };
      try {
        (Object.assign(Object.create(this), outcomes) as JwtStrategy).authenticate(request as never);
      } catch (error) {
        // The library throws if a signed payload is not an object: such a token is refused like any other invalid one.
        reject(refusalOf(error));
      }
    });
  }

  private async accept(payload: unknown, request: FastifyRequest): Promise<Caller> {
    const claims = this.tokens.read(payload);
    if (claims?.use !== 'access') throw errors.unauthenticated('not a valid access token');
    if (this.tokens.hasExpired(claims)) {
      throw this.tokens.endsWithSession(claims) ? sessionTooOld() : sessionEnded('expired');
    }
    const { user: userId, tenant: tenantId, username, realname, jti, sid, exp, auth_time: authAt } = claims;
    const { authorisation, seen } = await this.state.of(jti, sid, userId);
    if (seen !== undefined && !(await this.activity.admits(sid, !isBackground(request), seen))) {
      throw sessionEnded('idle');
    }
    const barred = await this.tenants.barredBy(tenantId);
    if (barred !== undefined) throw sessionEnded(barred);
    const { version, mark } = authorisation;
    const caller: Caller = { userId, tenantId, username, realname, jti, sid, exp, authAt, version, mark };
    return claims.restriction ? { ...caller, restriction: await this.sessions.restrictionOf(sid) } : caller;
  }
}

function refusalOf(reason: unknown): AppError {
  if (reason instanceof AppError) return reason;
  return errors.unauthenticated(reason instanceof Error ? reason.message : 'no valid token');
}

/**
 * The token of a request: the Authorization header, with or without `Bearer`, else `?token=` on GET requests.
 */
function tokenOf({ headers, method, query }: FastifyRequest): string | null {
  const header = headers.authorization?.trim();
  if (header) return header.replace(/^bearer\s+/i, '');
  const { token } = query as { token?: unknown };
  return method === 'GET' && typeof token === 'string' && token !== '' ? token : null;
}
