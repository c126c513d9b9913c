import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager, In } from 'typeorm';
import {
  NO_PASSWORD,
  PLATFORM_TENANT,
  PrincipalService,
  Role,
  SUPER_ADMIN,
  ssoSourceOf,
  User,
  UserRole,
} from 'steward/access';
import { Clock, cut, errors } from 'steward/core';
import { differenceOf } from 'steward/crud';
import { isDuplicate, rowLock, transact, type Transaction } from 'steward/database';
import { Events } from 'steward/events';
import type { Client } from 'steward/http';
import { isEmail } from 'steward/validation';
import { SecurityEvents } from '../../logs/security-event/security-events.js';
import type { Claims, Vouched } from './oidc-client.js';
import { SsoGroup, type SsoProvider } from './sso-provider.entity.js';
import { SsoIdentity } from './sso-identity.entity.js';

/** Longest subject, in characters. */
const MAX_SUBJECT = 255;

/** Longest username, less room for a number. */
const MAX_NAME = 58;

/** Two logins may add the same user, or another of the same name, at the same moment. */
const ATTEMPTS = 5;

/** Finds or adds the user whom an identity provider means, and gives them the roles of their groups. */
@Injectable()
export class SsoAccounts {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly principals: PrincipalService,
    private readonly securityEvents: SecurityEvents,
    private readonly events: Events,
    private readonly clock: Clock,
  ) {}

  /**
   * The id of the user; their roles from the provider become those that it names now.
   * @throws AppError 1021 for an unknown person whom the provider may not add
   */
  async admit(provider: SsoProvider, { claims, more }: Vouched, client: Client): Promise<number> {
    const { sub } = claims;
    if (typeof sub !== 'string' || sub === '' || sub.length > MAX_SUBJECT) throw errors.ssoRefused('unusable subject');
    const isShort = provider.groupsClaim !== '' && claims[provider.groupsClaim] === undefined;
    const all = isShort || nameIn(claims) === undefined ? { ...(await more()), ...claims } : claims;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await transact(this.db.manager, client.gate, async (transaction) => {
          const userId = await this.identify(provider, all, client, transaction);
          await this.giveRoles(provider, userId, groupsIn(all, provider.groupsClaim), transaction);
          return userId;
        });
      } catch (error) {
        if (attempt === ATTEMPTS || !isDuplicate(error)) throw error;
      }
    }
  }

  /** Records that a provider means a user by a subject, in the transaction of whoever links them. */
  async link(
    provider: Pick<SsoProvider, 'id' | 'name'>,
    subject: string,
    { id: userId, tenantId }: Pick<User, 'id' | 'tenantId'>,
    { actorId, client }: { actorId: number; client: Client },
    transaction: Transaction,
  ): Promise<number> {
    const { manager } = transaction;
    const createdAt = this.clock.date();
    const { id } = await manager.save(
      manager.create(SsoIdentity, { tenantId, providerId: provider.id, subject, userId, createdAt }),
    );
    const event = { type: 'sso.linked', userId, tenantId, actorId, detail: provider.name } as const;
    await this.securityEvents.record(event, client, transaction);
    return id;
  }

  /** Whom the provider means by a subject, byte for byte; undefined for nobody. */
  async identityOf(
    providerId: number,
    subject: string,
    manager: EntityManager = this.db.manager,
  ): Promise<SsoIdentity | undefined> {
    const found = await manager.findBy(SsoIdentity, { providerId, subject });
    // MySQL ignores trailing spaces in comparisons.
    return found.find((identity) => identity.subject === subject);
  }

  private async identify(
    provider: SsoProvider,
    claims: Claims,
    client: Client,
    transaction: Transaction,
  ): Promise<number> {
    const known = await this.identityOf(provider.id, claims.sub, transaction.manager);
    if (known) return known.userId;
    if (!provider.createUsers) throw errors.ssoRefused('nobody is linked to the subject');
    const user = await this.add(provider.tenantId, claims, transaction);
    await this.link(provider, claims.sub, user, { actorId: user.id, client }, transaction);
    return user.id;
  }

  private async add(tenantId: number, claims: Claims, { manager, afterCommit }: Transaction): Promise<User> {
    const email = textIn(claims, 'email');
    const isAddress = isEmail(email) && email.length <= 128;
    const user = await manager.save(
      manager.create(User, {
        tenantId,
        username: await freeName(fitting(nameIn(claims) ?? claims.sub), tenantId, manager),
        realname: cut(textIn(claims, 'name'), 64),
        email: isAddress ? email : '',
        emailVerifiedAt: isAddress && claims.email_verified === true ? this.clock.date() : null,
        status: 1,
        ...NO_PASSWORD,
      }),
    );
    const event = { tenantId, actorId: user.id, resource: User.name, id: user.id };
    afterCommit(() => this.events.emit('row.added', event));
    return user;
  }

  /** Replaces the roles that come from the provider; those that an administrator has given stay. */
  private async giveRoles(
    { id: providerId, tenantId }: SsoProvider,
    userId: number,
    names: readonly string[],
    { manager, afterCommit }: Transaction,
  ): Promise<void> {
    const source = ssoSourceOf(providerId);
    // Two logins of one user at once would otherwise add the same roles.
    await manager.findOne(User, { where: { id: userId }, select: { id: true }, ...rowLock(manager) });
    const groups = (await manager.findBy(SsoGroup, { providerId })).filter(({ name }) => names.includes(name));
    const roleIds = [...new Set(groups.map(({ roleId }) => roleId))];
    const given = roleIds.length === 0 ? [] : await manager.findBy(Role, { id: In(roleIds), tenantId });
    const has = given.filter((role) => !isSuper(role)).map(({ id }) => id);
    const had = (await manager.findBy(UserRole, { userId, source })).map(({ roleId }) => roleId);
    const { added, gone } = differenceOf(had, has);
    if (added.length + gone.length === 0) return;
    if (gone.length > 0) await manager.delete(UserRole, { userId, source, roleId: In(gone) });
    if (added.length > 0)
      await manager.insert(
        UserRole,
        added.map((roleId) => ({ userId, roleId, source })),
      );
    afterCommit(() => this.principals.userChanged(userId));
  }
}

/** A code may have been changed since the role was mapped. */
function isSuper({ tenantId, code }: Role): boolean {
  return tenantId === PLATFORM_TENANT.id && code === SUPER_ADMIN;
}

function textIn(claims: Claims, name: string): string {
  const value = claims[name];
  return typeof value === 'string' ? value : '';
}

/** The provider's name for somebody; undefined if it gives none. */
function nameIn(claims: Claims): string | undefined {
  return textIn(claims, 'preferred_username') || textIn(claims, 'email') || undefined;
}

/** The groups of a person: a list or one text. */
function groupsIn(claims: Claims, claim: string): string[] {
  const value = claim === '' ? undefined : claims[claim];
  const list: unknown[] = Array.isArray(value) ? value : [value];
  return list.filter((name) => typeof name === 'string');
}

/** A name made to fit the rules of usernames. */
function fitting(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '');
  const fits = plain.replace(/[^A-Za-z0-9_.@-]+/g, '-').slice(0, MAX_NAME);
  return fits.length < 2 ? `user-${fits}` : fits;
}

/** The name, or the first of `name-2`, `name-3` … that is free: an existing account is never taken over. */
async function freeName(name: string, tenantId: number, manager: EntityManager): Promise<string> {
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? name : `${name}-${number}`;
    if (!(await manager.existsBy(User, { tenantId, username: candidate }))) return candidate;
  }
}
