import { Injectable } from '@nestjs/common';
import { AccountLinks, NO_PASSWORD, PASSWORD_LINKS, PrincipalService, tenantOfNew, User } from 'steward/access';
import { errors } from 'steward/core';
import type { Change } from 'steward/crud';
import { Events } from 'steward/events';
import type { Caller, Client } from 'steward/http';
import { SecurityEvents } from '../../logs/security-event/security-events.js';
import { FactorService } from '../factor/factor.service.js';
import { AccountLinkMail, type SentLink } from '../link/account-link-mail.js';
import { AccountMail } from '../mail/account-mail.js';
import { FACTOR_NAMES } from '../mail/mail-templates.js';
import { SessionService } from '../session/session.service.js';
import type { InviteUserDto } from './user.dto.js';
import { UserService } from './user.service.js';

/** A user who was invited, and the link for them. */
export interface Invitation extends SentLink {
  id: number;
}

/** Gives users links with which they set their password: no administrator knows or chooses it (ASVS 5.0, 6.4.6). */
@Injectable()
export class UserLinkService {
  constructor(
    private readonly users: UserService,
    private readonly links: AccountLinks,
    private readonly linkMail: AccountLinkMail,
    private readonly factors: FactorService,
    private readonly principals: PrincipalService,
    private readonly sessions: SessionService,
    private readonly securityEvents: SecurityEvents,
    private readonly mail: AccountMail,
    private readonly events: Events,
  ) {}

  /**
   * Ends the password and the sessions of a user, and every earlier link, and makes a new one.
   * @throws AppError code 1 for a user whom the caller may not manage, or the caller
   */
  resetLink(id: number, caller: Caller, client: Client): Promise<SentLink> {
    return this.manageOther(id, caller, (user, change) => this.replacePassword(user, client, change));
  }

  /**
   * Does the same, and removes the second factors of a user who has lost them.
   * @throws AppError code 1 for a user whom the caller may not manage, or the caller
   */
  resetFactors(id: number, caller: Caller, client: Client): Promise<SentLink> {
    return this.manageOther(id, caller, async (user, change) => {
      const { tenantId } = user;
      await this.factors.forget([id], change.manager);
      const event = {
        type: 'factor.removed',
        userId: id,
        tenantId,
        actorId: caller.userId,
        detail: FACTOR_NAMES.all.en,
      } as const;
      await this.securityEvents.record(event, client, change);
      await this.mail.tell(id, 'factorRemoved', client, change, { factor: FACTOR_NAMES.all });
      change.afterCommit(() => this.principals.userChanged(id));
      return this.replacePassword(user, client, change);
    });
  }

  /** Adds a user without a password, and a link with which they set it. */
  async invite(values: InviteUserDto, caller: Caller, { language }: Client): Promise<Invitation> {
    const tenantName = await this.linkMail.nameOfTenant(tenantOfNew(values, caller));
    let link: SentLink | undefined;
    const { id } = await this.users.addWith({ ...values, ...NO_PASSWORD }, caller, async (user, change) => {
      const request = { kind: 'invite', user, createdBy: caller.userId, tenantName, language } as const;
      link = await this.linkMail.send(request, change);
    });
    if (link === undefined) throw new Error('A user was added without a link');
    return { id, ...link };
  }

  /** Users change their own factors and passwords on other routes, which ask them to confirm who they are. */
  private async manageOther(
    id: number,
    caller: Caller,
    run: (user: User, change: Change) => Promise<SentLink>,
  ): Promise<SentLink> {
    if (id === caller.userId) {
      throw errors.failure('This is your own account: change its password and factors in your profile', {
        reason: 'yourself',
      });
    }
    return this.users.manage(id, caller, run);
  }

  private async replacePassword({ id, tenantId }: User, client: Client, change: Change): Promise<SentLink> {
    const { manager, caller, afterCommit } = change;
    await manager.update(User, { id }, { ...NO_PASSWORD, updatedAt: new Date() });
    await this.links.revoke(id, PASSWORD_LINKS, manager);
    await this.sessions.end({ userIds: [id] }, 'password', change);
    const event = { userId: id, tenantId, actorId: caller.userId };
    await this.securityEvents.record({ type: 'password.reset', ...event }, client, change);
    afterCommit(() => this.events.emit('password.changed', event));
    const select = { id: true, tenantId: true, username: true, email: true, emailVerifiedAt: true } as const;
    const user = await manager.findOneOrFail(User, { where: { id }, select });
    return this.linkMail.send({ kind: 'reset', user, createdBy: caller.userId, language: client.language }, change);
  }
}
