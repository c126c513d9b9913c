import { Injectable } from '@nestjs/common';
import { User } from 'steward/access';
import { Clock } from 'steward/core';
import type { Transaction } from 'steward/database';
import type { Client } from 'steward/http';
import { Mail } from './mail.service.js';
import type { MailName } from './mail-templates.js';
import type { MailValues } from './mail-text.js';

/** The mails to users about their accounts. */
export type AccountNews = Extract<
  MailName,
  | 'passwordChanged'
  | 'factorAdded'
  | 'factorRemoved'
  | 'factorFailed'
  | 'recoveryUsed'
  | 'newDevice'
  | 'sessionReused'
  | 'emailChanged'
  | 'tokenAdded'
  | 'tokenRevoked'
>;

/** Mails users about changes to their accounts, so that they notice changes that they did not make. */
@Injectable()
export class AccountMail {
  constructor(
    private readonly mail: Mail,
    private readonly clock: Clock,
  ) {}

  /**
   * Queues a mail in the transaction that it is about, in the language of the client that caused it. Does nothing
   * without a mail server, or for a user without an address.
   * @param values that the template names besides the username, the time and the address of the client
   */
  async tell(
    userId: number,
    template: AccountNews,
    client: Pick<Client, 'ip' | 'language'>,
    change: Transaction,
    values: MailValues = {},
  ): Promise<void> {
    if (!this.mail.enabled) return;
    const select = { id: true, tenantId: true, username: true, email: true } as const;
    const user = await change.manager.findOne(User, { where: { id: userId }, select });
    if (user?.email) await this.tellAt(user, template, client, change, values);
  }

  /** The same to an address that is, or was, the user's. */
  async tellAt(
    { id, tenantId, username, email: to }: Pick<User, 'id' | 'tenantId' | 'username' | 'email'>,
    template: AccountNews,
    { ip: address, language }: Pick<Client, 'ip' | 'language'>,
    change: Transaction,
    values: MailValues = {},
  ): Promise<void> {
    const request = { to, template, language, values: { username, time: this.clock.date(), address, ...values } };
    await this.mail.send(request, change, { tenantId, createdBy: id });
  }
}
