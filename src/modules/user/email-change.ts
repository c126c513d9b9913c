import { Injectable } from '@nestjs/common';
import { AccountLinks, User } from 'steward/access';
import type { Transaction } from 'steward/database';
import type { Change } from 'steward/crud';
import type { Client } from 'steward/http';
import { SecurityEvents } from '../../logs/security-event/security-events.js';
import { AccountLinkMail } from '../link/account-link-mail.js';
import { AccountMail } from '../mail/account-mail.js';

/** A user before the change. */
type UserBefore = Pick<User, 'id' | 'tenantId' | 'username' | 'email'>;

/** The consequences of a changed e-mail address, in the transaction of the change (docs/api.md, Links). */
@Injectable()
export class EmailChange {
  constructor(
    private readonly links: AccountLinks,
    private readonly linkMail: AccountLinkMail,
    private readonly securityEvents: SecurityEvents,
    private readonly mail: AccountMail,
  ) {}

  /** An administrator's change: the address counts as confirmed, and both addresses are told. */
  async byAdministrator(before: UserBefore, email: string, client: Client, change: Change): Promise<void> {
    await this.links.revoke(before.id, ['email'], change.manager);
    await this.record(before, change.caller.userId, client, change);
    for (const address of [before.email, email]) await this.tell(before, address, email, client, change);
  }

  /**
   * The user's own change: the old address is told, and the new one is sent a link that confirms it. Until then, no link
   * that sets a password is mailed to it.
   */
  async byUser(before: UserBefore, email: string, client: Client, change: Transaction): Promise<void> {
    const { id } = before;
    await this.record(before, id, client, change);
    await change.manager.update(User, { id }, { emailVerifiedAt: null });
    await this.links.revoke(id, ['email'], change.manager);
    await this.tell(before, before.email, email, client, change);
    if (email === '' || !this.linkMail.offers('email')) return;
    const user = { ...before, email, emailVerifiedAt: null };
    await this.linkMail.send({ kind: 'email', user, createdBy: 0, language: client.language }, change);
  }

  private async record(user: UserBefore, actorId: number, client: Client, change: Transaction): Promise<void> {
    const { id: userId, tenantId } = user;
    await this.securityEvents.record({ type: 'email.changed', userId, tenantId, actorId }, client, change);
  }

  /** An intruder could change the address of an account so that its user is no longer told anything. */
  private async tell(user: UserBefore, at: string, email: string, client: Client, change: Transaction): Promise<void> {
    if (at !== '') await this.mail.tellAt({ ...user, email: at }, 'emailChanged', client, change, { email });
  }
}
