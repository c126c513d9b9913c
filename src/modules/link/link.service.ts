import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import {
  type AccountLink,
  AccountLinks,
  type LinkKind,
  PASSWORD_LINKS,
  PasswordService,
  TenantAccessService,
  User,
} from 'steward/access';
import { Clock, errors } from 'steward/core';
import { transact, type Transaction } from 'steward/database';
import { Events } from 'steward/events';
import { type Client, networkOf, OperationRecorder, OperationType } from 'steward/http';
import { RateLimiter } from 'steward/kv';
import { SecurityEvents } from '../../logs/security-event/security-events.js';
import { AccountMail } from '../mail/account-mail.js';
import { PasswordOrigin } from '../password/password-origin.js';
import { PasswordRules } from '../password/password-rules.js';
import { SessionService } from '../session/session.service.js';
import { AccountLinkMail } from './account-link-mail.js';

/** How many links a minute one client address may ask about. */
const MAX_QUESTIONS = 20;

/** The purpose of a link, in the form for its holder. */
export interface DescribedLink {
  kind: LinkKind;
  username: string;
  tenantName: string;
  expiresAt: Date;
}

/** A link that can be used, with its user. */
interface OpenedLink {
  link: AccountLink;
  user: User;
}

/** The operations of the holders of links. */
@Injectable()
export class LinkService {
  constructor(
    @InjectRepository(User) private readonly users: Repository<User>,
    private readonly links: AccountLinks,
    private readonly linkMail: AccountLinkMail,
    private readonly tenants: TenantAccessService,
    private readonly passwords: PasswordService,
    private readonly passwordRules: PasswordRules,
    private readonly origin: PasswordOrigin,
    private readonly sessions: SessionService,
    private readonly securityEvents: SecurityEvents,
    private readonly mail: AccountMail,
    private readonly operations: OperationRecorder,
    private readonly limiter: RateLimiter,
    private readonly clock: Clock,
    private readonly events: Events,
  ) {}

  /**
   * The purpose of a link, which is not used up.
   * @throws AppError 1019 for one that cannot be used, 429 for more than 20 questions a minute from an address
   */
  async describe(token: string, { ip }: Client): Promise<DescribedLink> {
    await this.limiter.count(`link:${networkOf(ip)}`, MAX_QUESTIONS, errors.tooManyLinks);
    const { link, user } = await this.open(token, [...PASSWORD_LINKS, 'email']);
    const tenantName = await this.linkMail.nameOfTenant(user.tenantId);
    return { kind: link.kind, username: user.username, tenantName, expiresAt: link.expiresAt };
  }

  /**
   * Sets a password and ends all sessions of the user. Nobody is logged in, so no second factor is passed over.
   * @throws AppError 1019 for a link that cannot be used, 1018 for a password that may not be set, which leaves the link
   *   as it is
   */
  async reset({ token, password }: { token: string; password: string }, client: Client): Promise<void> {
    const { gate } = client;
    const { link, user } = await this.open(token, PASSWORD_LINKS);
    const { id, tenantId } = user;
    await this.passwordRules.assertAllowed(password, { ...user, tenant: tenantId });
    if (user.password !== '') {
      const present = await this.passwords.check(password, user.password, user.salt, gate);
      this.passwordRules.assertChanged(present === 'match');
    }
    const hashed = await this.passwords.hash(password, gate);
    await transact(this.users.manager, gate, async (transaction) => {
      const { manager, afterCommit } = transaction;
      await this.use({ link, user }, { ...hashed, ...this.origin.own(), updatedAt: new Date() }, client, transaction);
      await this.links.revoke(id, PASSWORD_LINKS, manager);
      await this.sessions.end({ userIds: [id] }, 'password', transaction);
      await this.securityEvents.record({ type: 'password.reset', userId: id, tenantId }, client, transaction);
      await this.mail.tell(id, 'passwordChanged', client, transaction);
      afterCommit(() => this.events.emit('password.changed', { userId: id, tenantId, actorId: id }));
    });
  }

  /** @throws AppError 1019 for a link that cannot be used, or whose address is not the user's any more */
  async confirmEmail(token: string, client: Client): Promise<void> {
    const opened = await this.open(token, ['email']);
    await transact(this.users.manager, client.gate, (transaction) =>
      this.use(opened, { emailVerifiedAt: this.clock.date() }, client, transaction),
    );
  }

  private async open(token: string, kinds: readonly LinkKind[]): Promise<OpenedLink> {
    const link = await this.links.find(token, kinds);
    if (link === null) throw errors.linkInvalid();
    const user = await this.users.findOne({
      where: { id: link.userId, status: 1 },
      select: {
        id: true,
        tenantId: true,
        username: true,
        realname: true,
        email: true,
        password: true,
        salt: true,
      },
    });
    const holds = user !== null && (link.email === '' || link.email === user.email);
    if (!holds || (await this.tenants.barredBy(user.tenantId)) !== undefined) throw errors.linkInvalid();
    return { link, user };
  }

  /** Uses a link up for a change of its user, which is recorded. */
  private async use(
    { link, user }: OpenedLink,
    change: Partial<User>,
    client: Client,
    transaction: Transaction,
  ): Promise<void> {
    const { manager } = transaction;
    const { id, tenantId, username, email } = user;
    await this.links.use(link, manager);
    const { affected } = await manager.update(User, { id, email, status: 1 }, change);
    if (affected !== 1) throw errors.linkInvalid();
    const object = { id, name: username, resource: '/api/user' };
    const operation = { type: OperationType.Link, tenantId, actor: { id, username }, client, objects: [object] };
    await this.operations.note(operation, transaction);
  }
}
