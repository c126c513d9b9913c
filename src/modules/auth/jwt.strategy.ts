import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { type KeyObject, randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import passport from 'passport';
import { Strategy, type StrategyOptionsWithRequest } from 'passport-jwt';
import QuickLRU from 'quick-lru';
import { errors } from '../../core/errors.js';
import type { KnownTokens } from '../../http/access/sources.js';
import type { Caller } from '../../http/request/caller.js';
import { GENERATION_KEY, ResilientStore } from '../../kv/resilient.store.js';
import { userVersionKey } from '../access/principal.service.js';
import { UNKNOWN_END, sessionEnded } from '../access/session-end.js';
import { TenantAccessService } from '../access/tenant-access.service.js';
import { endedKey, revokedKey } from '../session/session.service.js';
import { SigningKeys } from './signing-key.js';
import { TokenService } from './token.service.js';

/** How many tokens are remembered at least; about 1 kB each. */
const MAX_KNOWN = 5000;

/** The library takes a KeyObject as well as the text that its types name. */
type KeyProvider = (request: FastifyRequest, token: string, done: (error: null, key: KeyObject) => void) => void;

/** Accepts access tokens: signature, claims, and the blacklist in one round trip. */
@Injectable()
export class JwtStrategy extends PassportStrategy(Strategy) implements KnownTokens {
  declare name: string;

  /** Payloads by token. A signature that holds does so for ever; the claims and the blacklist are asked every time. */
  private readonly known = new QuickLRU<string, object>({ maxSize: MAX_KNOWN });

  constructor(
    keys: SigningKeys,
    private readonly tokens: TokenService,
    private readonly store: ResilientStore,
    private readonly tenants: TenantAccessService,
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
    // Passport's registry is one a process: under a name of its own, an application does not use another's strategy.
    this.name = `jwt-${randomUUID()}`;
    passport.use(this);
  }

  /** The library throws on a signed payload that is no object: such a token is refused like every other. */
  override authenticate(request: never, options?: object): void {
    try {
      super.authenticate(request, options);
    } catch (error) {
      this.fail(error as never);
    }
  }

  callerOf(request: FastifyRequest): Promise<Caller> | undefined {
    const token = tokenOf(request);
    const payload = token === null ? undefined : this.known.get(token);
    return payload && this.accept(payload);
  }

  /** Called by passport with the payload of a token whose signature holds. */
  async validate(request: FastifyRequest, payload: object): Promise<Caller> {
    const caller = await this.accept(payload);
    this.known.set(tokenOf(request) ?? '', payload);
    return caller;
  }

  private async accept(payload: unknown): Promise<Caller> {
    const claims = this.tokens.read(payload);
    if (claims?.use !== 'access') throw errors.unauthenticated('not a valid access token');
    if (this.tokens.hasExpired(claims)) throw sessionEnded('expired');
    const { user: userId, tenant: tenantId, username, realname, jti, sid, exp } = claims;
    const keys = [GENERATION_KEY, revokedKey(jti), endedKey(sid), userVersionKey(userId)];
    let [generation, revoked, ended, userVersion] = await this.store.getMany(keys);
    if (generation === null) {
      // The store came up empty: revocations are written back before it may say that there are none.
      await this.store.refill();
      [generation, revoked, ended, userVersion] = await this.store.getMany(keys);
    }
    // A logout revokes its token as well: why the session ended says more.
    if (ended !== null) throw sessionEnded(ended ?? UNKNOWN_END);
    if (revoked !== null) throw errors.unauthenticated('token revoked');
    const barred = await this.tenants.barredBy(tenantId);
    if (barred !== undefined) throw sessionEnded(barred);
    return { userId, tenantId, username, realname, jti, sid, exp, version: `${generation} ${userVersion}` };
  }
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
