import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { AccountLinks, type LinkKind, type NewLink, PLATFORM_TENANT, Tenant, type User } from 'steward/access';
import type { WorkChange } from 'steward/work';
import { ConfigWebService } from '../config/config-web.service.js';
import type { MailName } from '../mail/mail-templates.js';
import { Mail } from '../mail/mail.service.js';

/** The platform's name where the site has none. */
const PLATFORM_NAME = 'Steward';

/** The mail that brings a link. */
const TEMPLATES: Record<LinkKind, MailName> = { reset: 'resetLink', invite: 'invitation', email: 'emailConfirm' };

/** A link that is to be made for a user, and mailed to them if that is possible. */
export interface LinkRequest {
  kind: LinkKind;
  user: Pick<User, 'id' | 'tenantId' | 'username' | 'email' | 'emailVerifiedAt'>;
  /** The administrator who makes it; 0 for one that its user asked for. */
  createdBy: number;
  /** The target of an invitation. */
  tenantName?: string;
  /** The language of the mail, as Accept-Language names it. */
  language?: string;
}

/** A link that was made. */
export interface SentLink extends NewLink {
  /** Whether a mail with it was queued. */
  mailed: boolean;
}

/** Makes links and mails them. */
@Injectable()
export class AccountLinkMail {
  constructor(
    @InjectRepository(Tenant) private readonly tenants: Repository<Tenant>,
    private readonly links: AccountLinks,
    private readonly mail: Mail,
    private readonly site: ConfigWebService,
  ) {}

  /** Whether mails can bring links of a kind. */
  offers(kind: LinkKind): boolean {
    return this.mail.enabled && this.links.offers(kind);
  }

  /**
   * Makes a link and queues its mail, in the transaction of a change. A link that sets a password is mailed to a
   * confirmed address only: any other may belong to somebody else.
   * @throws AppError code 1 if there are no links of this kind
   */
  async send(request: LinkRequest, change: WorkChange): Promise<SentLink> {
    const { kind, user, createdBy, tenantName: tenant = '', language } = request;
    const { username, tenantId } = user;
    const isReached = this.mail.enabled && (kind === 'email' || user.emailVerifiedAt !== null);
    const to = isReached ? user.email : '';
    const link = await this.links.issue({ kind, user, email: to, createdBy }, change.manager);
    if (to === '') return { ...link, mailed: false };
    const values = { username, tenant, link: link.url, expires: link.expiresAt };
    const mail = { to, template: TEMPLATES[kind], values, language };
    return { ...link, mailed: await this.mail.send(mail, change, { tenantId, createdBy }) };
  }

  /** The name of a tenant for people; for the platform, the name of the site. Not to be called in a transaction. */
  async nameOfTenant(id: number): Promise<string> {
    if (id === PLATFORM_TENANT.id) return (await this.site.read()).siteName || PLATFORM_NAME;
    return (await this.tenants.findOne({ where: { id }, select: { id: true, name: true } }))?.name ?? '';
  }
}
