import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { User } from 'steward/access';
import { Clock } from 'steward/core';
import { transact, type Transaction } from 'steward/database';
import type { Client } from 'steward/http';
import type { SecurityEvent } from '../../logs/security-event/security-event.entity.js';
import { SecurityEvents } from '../../logs/security-event/security-events.js';
import { AccountMail } from '../mail/account-mail.js';

/** For how long one mail covers all failures of second steps of an account. */
const QUIET_MS = 15 * 60_000;

/** The user whom an event is about. */
type AccountOwner = Pick<User, 'id' | 'tenantId'>;

/** The events of logins that their users are told. */
@Injectable()
export class LoginNews {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly securityEvents: SecurityEvents,
    private readonly mail: AccountMail,
    private readonly clock: Clock,
  ) {}

  /** A login from a new device, in the transaction of its session. */
  async newDevice({ id: userId, tenantId }: AccountOwner, client: Client, transaction: Transaction): Promise<void> {
    const event = await this.securityEvents.record({ type: 'login.newDevice', userId, tenantId }, client, transaction);
    await this.mail.tell(userId, 'newDevice', client, transaction, placeOf(event));
  }

  /**
   * A refresh token that came again after it was exchanged, in the transaction that ends its session.
   * @param client who sent it; nobody knows whether that was the user
   */
  async sessionReused({ id: userId, tenantId }: AccountOwner, client: Client, transaction: Transaction): Promise<void> {
    const entry = { type: 'session.reused', userId, tenantId, actorId: null } as const;
    const event = await this.securityEvents.record(entry, client, transaction);
    await this.mail.tell(userId, 'sessionReused', client, transaction, placeOf(event));
  }

  /**
   * A wrong second factor after the right password. Each failure is an event; a mail is sent for the first within 15
   * minutes, so that guesses do not fill a mailbox.
   */
  async factorFailed({ id: userId, tenantId }: AccountOwner, client: Client): Promise<void> {
    const type = 'login.factorFailed';
    await transact(this.dataSource.manager, undefined, async (transaction) => {
      const since = new Date(this.clock.now() - QUIET_MS);
      const isKnown = await this.securityEvents.happened(type, userId, since, transaction);
      const event = await this.securityEvents.record({ type, userId, tenantId, actorId: null }, client, transaction);
      if (!isKnown) await this.mail.tell(userId, 'factorFailed', client, transaction, placeOf(event));
    });
  }
}

/** A device and where it is, as mails name them. */
function placeOf({ os, browser, location }: SecurityEvent): { device: string; location: string } {
  return { device: [browser, os].filter(Boolean).join(', ') || '–', location: location || '–' };
}
