import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { PublicOrigin, User } from 'steward/access';
import { Clock, errors } from 'steward/core';
import { transact } from 'steward/database';
import type { Caller } from 'steward/http';
import { RateLimiter } from 'steward/kv';
import type { TestMailDto } from './mail.dto.js';
import { Mail } from './mail.service.js';
import { FACTOR_NAMES, MAIL_LANGUAGES, MAIL_TEMPLATES, type MailLanguage, type MailName } from './mail-templates.js';
import { type MailValues, type WrittenMail, writeMail } from './mail-text.js';

/** How many mails a minute a user may have sent to themselves. */
const MAX_TESTS = 5;

const HALF_AN_HOUR_MS = 1_800_000;

/** A mail as it would be sent. */
export interface MailPreview extends WrittenMail {
  name: MailName;
  language: MailLanguage;
}

/** Shows administrators which mails the service sends, and lets them check that mails arrive. */
@Injectable()
export class MailPreviewService {
  constructor(
    @InjectRepository(User) private readonly users: Repository<User>,
    private readonly mail: Mail,
    private readonly origin: PublicOrigin,
    private readonly limiter: RateLimiter,
    private readonly clock: Clock,
  ) {}

  /** Every mail in each language. */
  all(): MailPreview[] {
    const values = this.sampleValues();
    const names = Object.keys(MAIL_TEMPLATES) as MailName[];
    return names.flatMap((name) =>
      MAIL_LANGUAGES.map((language) => ({ name, language, ...writeMail(name, language, values) })),
    );
  }

  /**
   * Queues a mail to the caller.
   * @throws AppError code 1 without a mail server, or a confirmed address of the caller; 429 for the sixth in a minute
   */
  async test({ name, language }: TestMailDto, { userId, tenantId, gate }: Caller): Promise<void> {
    if (!this.mail.enabled) throw errors.mailsOff();
    await this.limiter.count(`mail:${userId}`, MAX_TESTS, errors.tooManyTestMails);
    const select = { id: true, email: true, emailVerifiedAt: true } as const;
    const user = await this.users.findOne({ where: { id: userId }, select });
    const to = user?.emailVerifiedAt ? user.email : '';
    const request = { to, template: name, values: this.sampleValues(), language };
    await transact(this.users.manager, gate, async (change) => {
      if (!(await this.mail.send(request, change, { tenantId, createdBy: userId }))) throw errors.noConfirmedAddress();
    });
  }

  /** A value for every name in a template. The link only looks like one. */
  private sampleValues(): MailValues {
    const now = this.clock.date();
    return {
      username: 'alice',
      tenant: 'Example',
      email: 'alice@example.org',
      time: now,
      expires: new Date(now.getTime() + HALF_AN_HOUR_MS),
      address: '192.0.2.1',
      location: '-',
      device: 'Firefox, Linux',
      factor: FACTOR_NAMES.totp,
      left: 9,
      token: 'Reports',
      link: `${this.origin.get()}/console/link#${'x'.repeat(43)}`,
    };
  }
}
