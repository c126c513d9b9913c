import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { AccountLinks, type NewLink, PrincipalService, TenantAccessService } from 'steward/access';
import { errors } from 'steward/core';
import { transact } from 'steward/database';
import { OperationRecorder, OperationType } from 'steward/http';
import { SecurityEvents } from '../../logs/security-event/security-events.js';
import { AccountService } from '../auth/account.service.js';
import { FactorService } from '../factor/factor.service.js';

/** The user whom the command names, and what they have lost besides the password. */
export interface Rescue {
  username: string;
  tenantCode?: string;
  /** Whether the second factors are removed. */
  factors: boolean;
}

/** An event has no request behind it. */
const NO_CLIENT = { ip: '', userAgent: undefined };

/** Lets people who may use the machine of the service back into an account, such as that of the only administrator. */
@Injectable()
export class RescueService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly accounts: AccountService,
    private readonly tenants: TenantAccessService,
    private readonly links: AccountLinks,
    private readonly factors: FactorService,
    private readonly principals: PrincipalService,
    private readonly securityEvents: SecurityEvents,
    private readonly operations: OperationRecorder,
  ) {}

  /**
   * Makes a link that sets a password; the present password works until then.
   * @throws AppError that says why, for a user who is unknown, ambiguous or may not log in
   */
  async rescue({ factors, ...named }: Rescue): Promise<NewLink> {
    const account = await this.accounts.findNamed(named);
    if (account.kind === 'ambiguous') throw errors.userAmbiguous();
    if (account.kind !== 'found') throw errors.notFound(`User ${named.username}`);
    const { user } = account;
    const { id, tenantId, username } = user;
    if (user.status !== 1) throw errors.userDisabled();
    await this.tenants.assertUsable(tenantId);
    return transact(this.dataSource.manager, undefined, async (transaction) => {
      const { manager } = transaction;
      if (factors) {
        await this.factors.forget([id], manager);
        const event = { type: 'factor.removed', userId: id, tenantId, actorId: null, detail: 'rescue' } as const;
        await this.securityEvents.record(event, NO_CLIENT, transaction);
        transaction.afterCommit(() => this.principals.userChanged(id));
      }
      const objects = [{ id, name: username, resource: '/api/user' }];
      await this.operations.note({ type: OperationType.Link, tenantId, method: 'rescue', objects }, transaction);
      return this.links.issue({ user, kind: 'reset', email: '', createdBy: 0 }, manager);
    });
  }
}
