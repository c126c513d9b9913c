import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { AccountLinks, PASSWORD_LINKS, PasswordService, PrincipalService, User } from 'steward/access';
import { errors } from 'steward/core';
import { rowLock, transact } from 'steward/database';
import { Events } from 'steward/events';
import { type Caller, changeBetween, type ChangedObject, type Client } from 'steward/http';
import { RateLimiter } from 'steward/kv';
import { assertEmail } from 'steward/validation';
import { SecurityEvents } from '../../logs/security-event/security-events.js';
import { StepUp } from '../factor/step-up.js';
import { AccountMail } from '../mail/account-mail.js';
import { PasswordOrigin } from '../password/password-origin.js';
import { PasswordRules } from '../password/password-rules.js';
import { SessionService } from '../session/session.service.js';
import { EmailChange } from './email-change.js';
import type { UpdateInfoDto, UpdatePasswordDto } from './user.dto.js';

/** How many times a minute a user may try to change their password. */
const MAX_ATTEMPTS = 5;

/** The changes that users make to their own account. */
@Injectable()
export class OwnAccountService {
  constructor(
    @InjectRepository(User) private readonly users: Repository<User>,
    private readonly passwords: PasswordService,
    private readonly passwordRules: PasswordRules,
    private readonly origin: PasswordOrigin,
    private readonly sessions: SessionService,
    private readonly principals: PrincipalService,
    private readonly securityEvents: SecurityEvents,
    private readonly mail: AccountMail,
    private readonly links: AccountLinks,
    private readonly emailChange: EmailChange,
    private readonly stepUp: StepUp,
    private readonly limiter: RateLimiter,
    private readonly events: Events,
  ) {}

  /**
   * Sets a new password and ends all sessions of the user, including this one.
   * @throws AppError 429 for more than 5 attempts a minute, successes included
   */
  async updatePassword({ oldPassword, newPassword }: UpdatePasswordDto, caller: Caller, client: Client): Promise<void> {
    const { userId, tenantId, gate } = caller;
    await this.limiter.count(`password:${userId}`, MAX_ATTEMPTS, errors.tooManyPasswordChanges);
    const { password, salt, ...owner } = await this.users.findOneOrFail({
      where: { id: userId },
      select: { id: true, username: true, realname: true, email: true, password: true, salt: true },
    });
    if ((await this.passwords.check(oldPassword, password, salt, gate)) !== 'match') {
      throw errors.failure('oldPassword is not the current password', {
        reason: 'wrongPassword',
        member: 'oldPassword',
      });
    }
    this.passwordRules.assertChanged(newPassword === oldPassword, 'newPassword');
    await this.passwordRules.assertAllowed(newPassword, { ...owner, tenant: tenantId }, 'newPassword');
    const hashed = await this.passwords.hash(newPassword, gate);
    await transact(this.users.manager, gate, async (transaction) => {
      // A password reset in the meantime takes precedence.
      const change = { ...hashed, ...this.origin.own(), updatedAt: new Date() };
      const { affected } = await transaction.manager.update(User, { id: userId, password }, change);
      if (affected !== 1)
        throw errors.failure('oldPassword is not the current password', {
          reason: 'wrongPassword',
          member: 'oldPassword',
        });
      await this.links.revoke(userId, PASSWORD_LINKS, transaction.manager);
      await this.sessions.end({ userIds: [userId] }, 'password', transaction);
      await this.securityEvents.record({ type: 'password.changed', userId, tenantId }, client, transaction);
      await this.mail.tell(userId, 'passwordChanged', client, transaction);
      caller.objects = accountOf(caller);
      const event = { userId, tenantId, actorId: userId };
      transaction.afterCommit(() => this.events.emit('password.changed', event));
    });
  }

  /**
   * Changes the members that are given and leaves the others unchanged.
   * @throws AppError 1015 if email or mobile changes, by which others know the user, and the caller has to confirm who
   * they are
   */
  async updateInfo(info: UpdateInfoDto, caller: Caller, client: Client): Promise<void> {
    const { realname, avatar, email, mobile } = info;
    const { userId, tenantId, username, gate } = caller;
    if (await this.changesContact(info, userId)) await this.stepUp.assertFreshFor('account', caller);
    await transact(this.users.manager, gate, async (transaction) => {
      const { manager, afterCommit } = transaction;
      const select = { id: true, realname: true, avatar: true, email: true, mobile: true };
      const account = () => manager.findOneOrFail(User, { where: { id: userId }, select, ...rowLock(manager) });
      const before = await account();
      assertEmail(email, before.email);
      await manager.update(User, { id: userId }, { realname, avatar, email, mobile, updatedAt: new Date() });
      const now = await account();
      if (now.email !== before.email) {
        await this.emailChange.byUser({ ...before, username, tenantId }, now.email, client, transaction);
      }
      const changes = changeBetween(before, now);
      caller.changes = changes;
      caller.objects = accountOf(caller);
      afterCommit(() => this.principals.userChanged(userId));
      const event = { resource: User.name, id: userId, tenantId, actorId: userId, changed: Object.keys(changes) };
      afterCommit(() => this.events.emit('row.updated', event));
    });
  }

  private async changesContact({ email, mobile }: UpdateInfoDto, id: number): Promise<boolean> {
    if (email === undefined && mobile === undefined) return false;
    const present = await this.users.findOneOrFail({ where: { id }, select: { id: true, email: true, mobile: true } });
    return (email ?? present.email) !== present.email || (mobile ?? present.mobile) !== present.mobile;
  }
}

/** The caller's own account as the operation log names it. */
function accountOf({ userId, username }: Caller): ChangedObject[] {
  return [{ id: userId, name: username, resource: '/api/user' }];
}
