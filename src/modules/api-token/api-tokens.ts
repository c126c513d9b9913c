import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsString, MaxLength } from 'class-validator';
import { DataSource, In, IsNull, MoreThan } from 'typeorm';
import { Menu, type User } from 'steward/access';
import { Clock, digestOf, errors } from 'steward/core';
import { transact, type Transaction } from 'steward/database';
import { type Caller, type Client, grantTest, PrincipalSource } from 'steward/http';
import { isNetwork, SettingsService } from 'steward/settings';
import { Optional, Text, Time } from 'steward/validation';
import { SecurityEvents } from '../../logs/security-event/security-events.js';
import { AccountMail } from '../mail/account-mail.js';
import { SessionService } from '../session/session.service.js';
import { ApiToken } from './api-token.entity.js';
import { accessIdOf, KNOWN_MS } from './token-callers.js';
import { newToken } from './api-token-text.js';

const DAY_MS = 86_400_000;

/** Most tokens of one user that are of use. */
const MOST_LIVE = 50;

/** Most tokens that are shown to their owner, the newest first. */
const MOST_SHOWN = 200;

/** A token as its owner sees it. */
export type OwnToken = Pick<
  ApiToken,
  'id' | 'name' | 'prefix' | 'scopes' | 'addresses' | 'expiresAt' | 'lastUsedAt' | 'revokedAt' | 'createdAt'
>;

/** Most permission codes of one token. */
const MOST_SCOPES = 500;

/** Most addresses and ranges of one token. */
const MOST_ADDRESSES = 50;

/** Body of POST /api/index/addToken. */
export class AddOwnTokenDto {
  @Text(64, 1)
  name: string;

  /** Permission codes that the token is limited to. */
  @IsArray({ message: 'scopes must be a list' })
  @ArrayMinSize(1, { message: 'scopes must name at least one permission' })
  @ArrayMaxSize(MOST_SCOPES, { message: 'scopes must have at most $constraint1 entries' })
  @IsString({ each: true, message: 'scopes must hold texts only' })
  @MaxLength(128, { each: true, message: 'scopes must hold permission codes only' })
  scopes: string[];

  /** IPv4 and IPv6 addresses, and ranges in CIDR notation; left out: anywhere. */
  @Optional()
  @IsArray({ message: 'addresses must be a list' })
  @ArrayMaxSize(MOST_ADDRESSES, { message: 'addresses must have at most $constraint1 entries' })
  @IsString({ each: true, message: 'addresses must hold texts only' })
  addresses?: string[];

  @Time()
  expiresAt: string;
}

/** A token that was made, and is shown this once. */
export interface NewToken {
  id: number;
  token: string;
}

/** A request for a token. */
type WantedToken = Pick<ApiToken, 'name' | 'scopes' | 'addresses' | 'expiresAt'>;

/** Makes and revokes API tokens (docs/api.md, API tokens). */
@Injectable()
export class ApiTokens {
  private readonly mostMs: number;

  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly principals: PrincipalSource,
    private readonly sessions: SessionService,
    private readonly securityEvents: SecurityEvents,
    private readonly mail: AccountMail,
    private readonly clock: Clock,
    settings: SettingsService,
  ) {
    this.mostMs = settings.get('token.maxDays') * DAY_MS;
  }

  /** The tokens of the caller, the newest first. */
  ownTokens({ userId }: Caller): Promise<OwnToken[]> {
    return this.db.manager.find(ApiToken, {
      select: {
        id: true,
        name: true,
        prefix: true,
        scopes: true,
        addresses: true,
        expiresAt: true,
        lastUsedAt: true,
        revokedAt: true,
        createdAt: true,
      },
      where: { userId },
      order: { id: 'DESC' },
      take: MOST_SHOWN,
    });
  }

  /**
   * Makes a token for the caller. It is shown this once.
   * @throws AppError code 1 for a permission that does not exist or that the caller does not hold, for an invalid
   * address, for a time in the past or too far away, or if the caller has too many tokens
   */
  async addOwn(values: AddOwnTokenDto, caller: Caller, client: Client): Promise<NewToken> {
    const wanted = await this.checked(values, caller);
    const { userId: id, tenantId } = caller;
    return transact(this.db.manager, caller.gate, (transaction) =>
      this.store({ id, tenantId }, wanted, { caller, client }, transaction),
    );
  }

  /**
   * A caller's request for a token, with its members in the form in which they are stored.
   * @throws AppError code 1 as {@link addOwn}
   */
  async checked({ name, ...values }: AddOwnTokenDto, caller: Caller): Promise<WantedToken> {
    const expiresAt = this.expiryOf(values.expiresAt);
    const addresses = addressesOf(values.addresses);
    return { name, scopes: await this.scopesOf(values.scopes, caller), addresses, expiresAt };
  }

  /** Stores a token for a user, in a transaction. @throws AppError code 1 if the user has too many */
  async store(
    { id: userId, tenantId }: Pick<User, 'id' | 'tenantId'>,
    wanted: WantedToken,
    { caller, client }: { caller: Caller; client: Client },
    transaction: Transaction,
  ): Promise<NewToken> {
    const { manager } = transaction;
    const { token, prefix } = newToken();
    const live = { userId, revokedAt: IsNull(), expiresAt: MoreThan(this.clock.date()) };
    if ((await manager.countBy(ApiToken, live)) >= MOST_LIVE) {
      throw errors.failure(`There are ${MOST_LIVE} tokens already: please revoke one first`, { reason: 'tokensFull' });
    }
    const row = manager.create(ApiToken, {
      ...wanted,
      tenantId,
      userId,
      prefix,
      hash: digestOf(token),
      lastUsedAt: null,
      revokedAt: null,
      createdBy: caller.userId,
      createdAt: this.clock.date(),
    });
    const { id } = await manager.save(row);
    const event = { type: 'token.added', userId, tenantId, actorId: caller.userId, detail: wanted.name } as const;
    await this.securityEvents.record(event, client, transaction);
    await this.mail.tell(userId, 'tokenAdded', client, transaction, { token: wanted.name });
    return { id, token };
  }

  /** @throws AppError code 1 if the caller has no such token */
  async revokeOwn(id: number, caller: Caller, client: Client): Promise<void> {
    const { userId } = caller;
    await transact(this.db.manager, caller.gate, async (transaction) => {
      const row = await transaction.manager.findOneBy(ApiToken, { id, userId });
      if (row === null) throw errors.notFound(`API token ${id}`);
      await this.revoke(row, caller, client, transaction);
    });
  }

  /** Ends a token with the next request, on every instance. */
  async revoke(row: ApiToken, caller: Caller, client: Client, transaction: Transaction): Promise<void> {
    const { id, userId, tenantId, name } = row;
    const live = { id, revokedAt: IsNull() };
    const { affected } = await transaction.manager.update(ApiToken, live, { revokedAt: this.clock.date() });
    if (affected === 0) return;
    // Other instances may know the row as it was for that long.
    const known = (this.clock.now() + 2 * KNOWN_MS) / 1000;
    await this.sessions.revokeAccess(accessIdOf(id), known, transaction);
    const event = { type: 'token.revoked', userId, tenantId, actorId: caller.userId, detail: name } as const;
    await this.securityEvents.record(event, client, transaction);
    await this.mail.tell(userId, 'tokenRevoked', client, transaction, { token: name });
  }

  private expiryOf(text: string): Date {
    const expiresAt = new Date(text);
    const ahead = expiresAt.getTime() - this.clock.now();
    if (ahead > 0 && ahead <= this.mostMs) return expiresAt;
    const rule = `must be in the future, and at most ${this.mostMs / DAY_MS} days ahead`;
    throw errors.malformed('expiresAt', 'expiry', rule);
  }

  private async scopesOf(wanted: string[], caller: Caller): Promise<string[]> {
    const scopes = [...new Set(wanted)].sort();
    const carried = await this.db.manager.find(Menu, {
      select: { permission: true },
      where: { permission: In(scopes) },
    });
    const known = new Set(carried.map(({ permission }) => permission));
    const unknown = scopes.find((code) => code === '' || !known.has(code));
    if (unknown !== undefined) {
      throw errors.failure(`scopes: there is no permission “${unknown}”`, { reason: 'reference', member: 'scopes' });
    }
    const holds = grantTest(await this.principals.of(caller));
    const lacking = scopes.find((code) => !holds(code));
    if (lacking !== undefined) {
      throw errors.failure(`scopes: you do not hold the permission ${lacking}`, {
        reason: 'notHeld',
        permission: lacking,
        member: 'scopes',
      });
    }
    return scopes;
  }
}

function addressesOf(addresses: string[] | undefined): string[] | null {
  if (addresses === undefined || addresses.length === 0) return null;
  const wrong = addresses.find((address) => !isNetwork(address));
  if (wrong === undefined) return [...new Set(addresses)];
  throw errors.malformed('addresses', 'network', 'must hold IP addresses and CIDR ranges only');
}
