import { timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import QuickLRU from 'quick-lru';
import { DataSource } from 'typeorm';
import { TenantAccessService, User } from 'steward/access';
import { AppError, Clock, digestOf, errors, safePath } from 'steward/core';
import { type Caller, networkTest, PrincipalSource, type StewardRequest } from 'steward/http';
import { KeyValueStore, RateLimiter } from 'steward/kv';
import { LoginLogType } from '../../logs/login-log/login-log.entity.js';
import { LoginLogRecorder } from '../../logs/login-log/login-log.recorder.js';
import { AuthorisationState } from '../session/authorisation-state.js';
import { ApiToken } from './api-token.entity.js';
import { prefixOf } from './api-token-text.js';

/** How long a process knows a token without reading its row again, in milliseconds; it never misses a revocation. */
export const KNOWN_MS = 300_000;

/** Most tokens that a process knows. */
const MOST_KNOWN = 5000;

/** Requests a minute with one token. */
const LIMIT = 600;

/** How often the database learns that a token is in use. */
const STORED_MS = 60_000;

/** How often the login log shows a token that is refused again and again for one reason. */
const REFUSAL_MS = 60_000;

/** The data of a token that a process keeps. */
const KNOWN_COLUMNS = {
  id: true,
  tenantId: true,
  userId: true,
  hash: true,
  scopes: true,
  addresses: true,
  expiresAt: true,
  lastUsedAt: true,
  revokedAt: true,
} as const;

/** A token as a process knows it. */
interface Known {
  row: ApiToken;
  /** Until when, in milliseconds of the clock. */
  until: number;
  isAllowedFrom: (address: string) => boolean;
  /** When the database last learned that it is in use, in milliseconds of the clock. */
  storedAt: number;
}

/** The name of an API token in revocations. */
export function accessIdOf(id: number): string {
  return `api_token:${id}`;
}

/**
 * Knows who makes a request with an API token: its owner, limited to the token's scopes. The row is read once in a
 * while; everything that may end in between is read with every request, as it is for sessions, in one round trip to the
 * key-value store.
 */
@Injectable()
export class TokenCallers {
  private readonly known = new QuickLRU<string, Known>({ maxSize: MOST_KNOWN });

  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly state: AuthorisationState,
    private readonly tenants: TenantAccessService,
    private readonly principals: PrincipalSource,
    private readonly store: KeyValueStore,
    private readonly limiter: RateLimiter,
    private readonly loginLog: LoginLogRecorder,
    private readonly clock: Clock,
  ) {}

  /** @throws AppError 1022 if the token is not accepted, 429 if it is used too often */
  async callerOf(token: string, request: StewardRequest): Promise<Caller> {
    const prefix = prefixOf(token);
    const found = prefix === undefined ? undefined : await this.find(prefix);
    if (found === undefined || !isSame(found.row.hash, digestOf(token))) throw errors.apiTokenRefused('unknown');
    try {
      return await this.accept(found, request);
    } catch (error) {
      if (!(error instanceof AppError) || error.status !== 401) throw error;
      const refusal = error.code === 1022 ? error : errors.apiTokenRefused(error.reason);
      await this.record(found.row, refusal, request);
      throw refusal;
    }
  }

  private async accept(found: Known, request: StewardRequest): Promise<Caller> {
    const { id, userId, tenantId, scopes, expiresAt, revokedAt } = found.row;
    if (revokedAt !== null) throw errors.apiTokenRefused('revoked');
    if (expiresAt.getTime() <= this.clock.now()) throw errors.apiTokenRefused('expired');
    if (!found.isAllowedFrom(request.clientIp)) throw errors.apiTokenRefused('address not allowed');
    const jti = accessIdOf(id);
    const [{ authorisation }, bar] = await Promise.all([
      this.state.of(jti, jti, userId),
      this.tenants.barredBy(tenantId),
      this.limiter.count(jti, LIMIT, errors.tooManyTokenRequests),
    ]);
    if (bar !== undefined) throw errors.apiTokenRefused(bar);
    const exp = Math.floor(expiresAt.getTime() / 1000);
    const who = { userId, tenantId, username: '', realname: '', jti, sid: jti, exp, authAt: 0 };
    const caller: Caller = { ...who, ...authorisation, apiToken: { id, scopes } };
    const principal = await this.principals.of(caller);
    const { username, realname } = principal;
    await this.noteUse(found);
    return Object.assign(caller, { username, realname, principal });
  }

  private async find(prefix: string): Promise<Known | undefined> {
    const now = this.clock.now();
    const known = this.known.get(prefix);
    if (known && known.until > now) return known;
    const row = await this.db.manager.findOne(ApiToken, { select: KNOWN_COLUMNS, where: { prefix } });
    if (row === null) return undefined;
    const isAllowedFrom = row.addresses === null ? () => true : networkTest(row.addresses);
    const found = { row, until: now + KNOWN_MS, isAllowedFrom, storedAt: row.lastUsedAt?.getTime() ?? 0 };
    this.known.set(prefix, found);
    return found;
  }

  private async noteUse(found: Known): Promise<void> {
    const now = this.clock.now();
    if (now - found.storedAt < STORED_MS) return;
    found.storedAt = now;
    await this.db.manager.update(ApiToken, { id: found.row.id }, { lastUsedAt: new Date(now) });
  }

  /** A program that keeps using a refused token does not fill the log. */
  private async record(row: ApiToken, failure: AppError, request: StewardRequest): Promise<void> {
    const key = `apiTokenRefused:${row.id}:${failure.reason}:${request.clientIp}`;
    if (!(await this.store.setIfAbsent(key, '', REFUSAL_MS))) return;
    const client = {
      ip: request.clientIp,
      userAgent: request.headers['user-agent'],
      method: 'apiToken',
      requestMethod: request.method,
      url: safePath(request.url),
    };
    const { tenantId, userId } = row;
    const owner = await this.db.manager.findOneBy(User, { id: userId });
    const entry = { logType: LoginLogType.Login, tenantId, userId, username: owner?.username ?? '' };
    await this.loginLog.record(client, { ...entry, startedAt: this.clock.now(), failure });
  }
}

function isSame(stored: string, given: string): boolean {
  return stored.length === given.length && timingSafeEqual(Buffer.from(stored), Buffer.from(given));
}
