import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { Clock } from 'steward/core';
import type { Restriction } from 'steward/http';
import { SettingsService } from 'steward/settings';
import { newAccessJti } from '../session/access-jti.js';

/** The uses of a token. */
type TokenUse = 'access' | 'refresh';

/** Claims of a token. */
export interface TokenClaims {
  user: number;
  tenant: number;
  username: string;
  realname: string;
  jti: string;
  sid: string;
  use: TokenUse;
  /** Seconds since the epoch. */
  exp: number;
  /** When it was issued, in seconds since the epoch. */
  iat?: number;
  /** When the user last proved who they are, in seconds since the epoch; missing in tokens of earlier versions. */
  auth_time?: number;
  /** The session was restricted when the token was issued; the session knows whether it still is. */
  restriction?: Restriction;
}

/** The account that tokens are issued for. */
export interface TokenSubject {
  id: number;
  tenantId: number;
  username: string;
  realname: string;
}

/** Answer of a login and of a refresh: the only answer in the API that uses snake_case. */
export interface TokenPair {
  access_token: string;
  refresh_token: string;
  /** Lifetime of the access token in seconds. */
  expires_in: number;
  token_type: 'Bearer';
}

/** The session that tokens are issued for. */
export interface TokenSession {
  sid: string;
  loginAt: Date;
  restriction: Restriction | null;
}

/** A token pair, with the data that the session stores about it. */
export interface IssuedPair {
  pair: TokenPair;
  accessJti: string;
  refreshJti: string;
  /** When the refresh token expires. */
  expiresAt: Date;
}

/** Signs and checks tokens: JWT, HS256 only. */
@Injectable()
export class TokenService {
  private readonly accessTtl: number;
  private readonly refreshTtl: number;
  /** Seconds; Infinity if sessions may grow as old as they like. */
  private readonly maxAge: number;

  constructor(
    private readonly jwt: JwtService,
    private readonly clock: Clock,
    settings: SettingsService,
  ) {
    this.accessTtl = settings.get('jwt.accessTtl');
    this.refreshTtl = settings.get('jwt.refreshTtl');
    this.maxAge = settings.get('session.maxAge') || Infinity;
  }

  /**
   * A new pair for a session, neither token of which outlives the session (SESSION_MAX_AGE).
   * @param authAt when the user last proved who they are, in seconds since the epoch
   */
  issue(subject: TokenSubject, { sid, loginAt, restriction }: TokenSession, authAt?: number): IssuedPair {
    const now = Math.floor(this.clock.now() / 1000);
    const left = Math.floor(loginAt.getTime() / 1000) + this.maxAge - now;
    const [accessTtl, refreshTtl] = [Math.min(this.accessTtl, left), Math.min(this.refreshTtl, left)];
    const [accessJti, refreshJti] = [newAccessJti(sid, now), randomUUID()];
    const sign = (use: TokenUse, jti: string, ttl: number) =>
      this.jwt.sign({
        user: subject.id,
        tenant: subject.tenantId,
        username: subject.username,
        realname: subject.realname,
        jti,
        sid,
        use,
        auth_time: authAt,
        restriction: restriction ?? undefined,
        iat: now,
        exp: now + ttl,
      });
    return {
      pair: {
        access_token: sign('access', accessJti, accessTtl),
        refresh_token: sign('refresh', refreshJti, refreshTtl),
        expires_in: accessTtl,
        token_type: 'Bearer',
      },
      accessJti,
      refreshJti,
      expiresAt: new Date((now + refreshTtl) * 1000),
    };
  }

  /** The claims of a token that this service signed and that has not expired; otherwise undefined. */
  verify(token: string): TokenClaims | undefined {
    try {
      return this.accept(this.jwt.verify<object>(token));
    } catch {
      return undefined;
    }
  }

  /** The claims of a payload whose signature is valid; undefined if one is missing, of the wrong type, or expired. */
  accept(payload: unknown): TokenClaims | undefined {
    const claims = this.read(payload);
    return claims && !this.hasExpired(claims) ? claims : undefined;
  }

  /** Like {@link accept}, but also for an expired token. */
  read(payload: unknown): TokenClaims | undefined {
    if (typeof payload !== 'object' || payload === null) return undefined;
    const claims = payload as Record<keyof TokenClaims, unknown>;
    const holds =
      Number.isSafeInteger(claims.user) &&
      Number.isSafeInteger(claims.tenant) &&
      typeof claims.exp === 'number' &&
      isId(claims.jti) &&
      isId(claims.sid) &&
      (claims.use === 'access' || claims.use === 'refresh');
    return holds ? (claims as TokenClaims) : undefined;
  }

  /** Whether a session may have new tokens, as far as its age is concerned. */
  isTooOld({ loginAt }: Pick<TokenSession, 'loginAt'>): boolean {
    return this.clock.now() >= loginAt.getTime() + this.maxAge * 1000;
  }

  /** Whether a token ends with its session rather than by its own lifetime. */
  endsWithSession({ exp, iat }: TokenClaims): boolean {
    return iat !== undefined && exp - iat < this.accessTtl;
  }

  hasExpired({ exp }: TokenClaims): boolean {
    return !(exp * 1000 > this.clock.now());
  }
}

/** Ids become keys and column values: no token that this service signed has a longer one. */
function isId(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= 128;
}
