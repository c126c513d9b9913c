import { Injectable } from '@nestjs/common';
import { SettingsService } from 'steward/settings';
import { Work, type WorkChange } from 'steward/work';
import { MAIL_KIND, type QueuedMail } from './mail-sender.js';
import { MAIL_LANGUAGES, type MailLanguage, type MailName, type MailTemplates } from './mail-templates.js';
import { type MailValues, writeMail } from './mail-text.js';

/** A mail that is to be sent. */
export interface MailRequest {
  /** One address. */
  to: string;
  /** One of the service's own by its name, or another. */
  template: MailName | MailTemplates;
  /** The values for the names in the template; see `mail-templates.ts`. */
  values: MailValues;
  /** The language of the recipient, or a list as of Accept-Language; English if mails are not written in the first. */
  language?: string;
}

/** Whose mail it is, where the change does not have a caller. */
type MailOwner = { tenantId?: number; createdBy?: number };

/** An address that names one mailbox. */
const ADDRESS = /^[^\s<>(),;:\\"[\]@]+@[^\s<>(),;:\\"[\]@]+$/;

/** Sends mails, once the change that they are about is committed. */
@Injectable()
export class Mail {
  /** Whether there is a server to send mails with. Without one, none is queued. */
  readonly enabled: boolean;

  constructor(
    private readonly work: Work,
    settings: SettingsService,
  ) {
    this.enabled = settings.get('mail.url') !== '';
  }

  /**
   * Queues a mail in the transaction of a change; nobody waits for the mail server.
   * @returns whether it was queued: false without a server, or without an address that could be one
   * @throws Error if the template lacks a value
   * @throws DataKeyError if there is no key to encrypt it with
   */
  async send(
    { to, template, values, language }: MailRequest,
    change: WorkChange,
    owner: MailOwner = {},
  ): Promise<boolean> {
    const mail: QueuedMail = { to, ...writeMail(template, languageOf(language), values) };
    if (!this.enabled || !ADDRESS.test(to)) return false;
    await this.work.add(MAIL_KIND, mail, { change, ...owner });
    return true;
  }
}

function languageOf(language = ''): MailLanguage {
  const [wanted] = language.toLowerCase().split(/[-_,;]/);
  return MAIL_LANGUAGES.find((known) => known === wanted) ?? 'en';
}
