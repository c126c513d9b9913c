import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, In, IsNull } from 'typeorm';
import { PrincipalService, ssoSourceOf, UserRole } from 'steward/access';
import { errors } from 'steward/core';
import { tenantScopeOf } from 'steward/crud';
import { isDuplicate, type Transaction } from 'steward/database';
import type { Caller, Client } from 'steward/http';
import { Session } from '../session/session.entity.js';
import { SessionService } from '../session/session.service.js';
import { UserService } from '../user/user.service.js';
import { ProviderService } from './provider.service.js';
import { SsoAccounts } from './sso-accounts.js';
import type { LinkIdentityDto } from './sso.dto.js';
import { SsoIdentity } from './sso-identity.entity.js';
import { SsoProvider } from './sso-provider.entity.js';

/** A link as administrators see it. */
export interface ShownIdentity extends Pick<SsoIdentity, 'id' | 'providerId' | 'subject' | 'createdAt'> {
  providerName: string;
}

/** Lets administrators say whom identity providers mean. */
@Injectable()
export class SsoLinks {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly providers: ProviderService,
    private readonly users: UserService,
    private readonly accounts: SsoAccounts,
    private readonly sessions: SessionService,
    private readonly principals: PrincipalService,
  ) {}

  /**
   * @throws AppError code 1 for a provider or user whom the caller may not see, of two tenants, for a user who holds
   *   more than the caller, and for a subject that is linked
   */
  async link(
    { providerId, subject, userId }: LinkIdentityDto,
    caller: Caller,
    client: Client,
  ): Promise<{ id: number }> {
    const provider = await this.providers.detail(providerId, caller);
    try {
      return await this.users.manage(userId, caller, async (user, change) => {
        if (user.tenantId !== provider.tenantId) {
          throw errors.failure('userId is of another tenant than the identity provider', {
            reason: 'reference',
            member: 'userId',
          });
        }
        const by = { actorId: caller.userId, client };
        return { id: await this.accounts.link(provider, subject, user, by, change) };
      });
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      throw errors.failure('subject: the identity provider means somebody by it already', {
        reason: 'duplicate',
        member: 'subject',
      });
    }
  }

  /** @throws AppError code 1 for a link of a user whom the caller may not manage */
  async unlink(id: number, caller: Caller): Promise<void> {
    const identity = await this.db.manager.findOneBy(SsoIdentity, { id });
    const scope = tenantScopeOf(caller);
    if (identity === null || (scope !== undefined && identity.tenantId !== scope)) throw errors.notFound(`Link ${id}`);
    await this.users.manage(identity.userId, caller, async ({ id: userId }, change) => {
      await change.manager.delete(SsoIdentity, { id });
      await this.end(userId, identity.providerId, change);
    });
  }

  /** The links of a user whom the caller may see. */
  async ofUser(userId: number, caller: Caller): Promise<ShownIdentity[]> {
    await this.users.detail(userId, caller);
    const found = await this.db.manager.find(SsoIdentity, { where: { userId }, order: { id: 'ASC' } });
    const ids = found.map(({ providerId }) => providerId);
    const providers = ids.length === 0 ? [] : await this.db.manager.findBy(SsoProvider, { id: In(ids) });
    const names = new Map(providers.map(({ id, name }) => [id, name]));
    return found.map(({ id, providerId, subject, createdAt }) => ({
      id,
      providerId,
      providerName: names.get(providerId) ?? '',
      subject,
      createdAt,
    }));
  }

  /** Roles and sessions that a user had through a provider go with the link. */
  private async end(userId: number, providerId: number, transaction: Transaction): Promise<void> {
    const { manager, afterCommit } = transaction;
    const source = ssoSourceOf(providerId);
    await manager.delete(UserRole, { userId, source });
    const open = await manager.findBy(Session, { userId, method: source, endedAt: IsNull() });
    await this.sessions.end({ sids: open.map(({ sid }) => sid) }, 'administrator', transaction);
    afterCommit(() => this.principals.userChanged(userId));
  }
}
