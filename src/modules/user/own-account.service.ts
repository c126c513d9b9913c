import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { PasswordService, PrincipalService, User } from 'steward/access';
import { errors } from 'steward/core';
import { rowLock, transact } from 'steward/database';
import { Events } from 'steward/events';
import { type Caller, changeBetween, type ChangedObject } from 'steward/http';
import { RateLimiter } from 'steward/kv';
import { assertEmail } from 'steward/validation';
import { SessionService } from '../session/session.service.js';
import type { UpdateInfoDto, UpdatePasswordDto } from './user.dto.js';

/** How many times a minute a user may try to change their password. */
const MAX_ATTEMPTS = 5;

/** The changes that users make to their own account. */
@Injectable()
export class OwnAccountService {
  constructor(
    @InjectRepository(User) private readonly users: Repository<User>,
    private readonly passwords: PasswordService,
    private readonly sessions: SessionService,
    private readonly principals: PrincipalService,
    private readonly limiter: RateLimiter,
    private readonly events: Events,
  ) {}

  /**
   * Sets a new password and ends all sessions of the user, including this one.
   * @throws AppError 429 for more than 5 attempts a minute, successes included
   */
  async updatePassword({ oldPassword, newPassword }: UpdatePasswordDto, caller: Caller): Promise<void> {
    const { userId, tenantId, gate } = caller;
    await this.limiter.count(`password:${userId}`, MAX_ATTEMPTS, errors.tooManyPasswordChanges);
    const { password, salt } = await this.users.findOneOrFail({
      where: { id: userId },
      select: { id: true, password: true, salt: true },
    });
    if ((await this.passwords.check(oldPassword, password, salt, gate)) !== 'match') {
      throw errors.failure('oldPassword is not the current password', {
        reason: 'wrongPassword',
        member: 'oldPassword',
      });
    }
    const hashed = await this.passwords.hash(newPassword, gate);
    await transact(this.users.manager, gate, async (transaction) => {
      // A password reset in the meantime takes precedence.
      const change = { ...hashed, updatedAt: new Date() };
      const { affected } = await transaction.manager.update(User, { id: userId, password }, change);
      if (affected !== 1)
        throw errors.failure('oldPassword is not the current password', {
          reason: 'wrongPassword',
          member: 'oldPassword',
        });
      await this.sessions.end({ userIds: [userId] }, 'password', transaction);
      caller.objects = accountOf(caller);
      const event = { userId, tenantId, actorId: userId };
      transaction.afterCommit(() => this.events.emit('password.changed', event));
    });
  }

  /** Changes the members that are given and leaves the others unchanged. */
  async updateInfo({ realname, avatar, email, mobile }: UpdateInfoDto, caller: Caller): Promise<void> {
    const { userId, tenantId, gate } = caller;
    await transact(this.users.manager, gate, async ({ manager, afterCommit }) => {
      const select = { id: true, realname: true, avatar: true, email: true, mobile: true };
      const account = () => manager.findOneOrFail(User, { where: { id: userId }, select, ...rowLock(manager) });
      const before = await account();
      assertEmail(email, before.email);
      await manager.update(User, { id: userId }, { realname, avatar, email, mobile, updatedAt: new Date() });
      const changes = changeBetween(before, await account());
      caller.changes = changes;
      caller.objects = accountOf(caller);
      afterCommit(() => this.principals.userChanged(userId));
      const event = { resource: User.name, id: userId, tenantId, actorId: userId, changed: Object.keys(changes) };
      afterCommit(() => this.events.emit('row.updated', event));
    });
  }
}

/** The caller's own account as the operation log names it. */
function accountOf({ userId, username }: Caller): ChangedObject[] {
  return [{ id: userId, name: username, resource: '/api/user' }];
}
