import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import type { Caller } from '../../common/access/caller.js';
import { errors } from '../../common/errors/errors.js';
import { transact } from '../../database/transaction.js';
import { SessionService } from '../session/session.service.js';
import { PasswordService } from './password.service.js';
import { PrincipalService } from './principal.service.js';
import type { UpdateInfoDto, UpdatePasswordDto } from './user.dto.js';
import { User } from './user.entity.js';

/** What people change of their own account (contract §6). */
@Injectable()
export class OwnAccountService {
  constructor(
    @InjectRepository(User) private readonly users: Repository<User>,
    private readonly passwords: PasswordService,
    private readonly sessions: SessionService,
    private readonly principals: PrincipalService,
  ) {}

  /** Sets another password and ends all sessions of the user, this one too. */
  async updatePassword({ oldPassword, newPassword }: UpdatePasswordDto, { userId }: Caller): Promise<void> {
    const { password, salt } = await this.users.findOneOrFail({
      where: { id: userId },
      select: { id: true, password: true, salt: true },
    });
    if ((await this.passwords.check(oldPassword, password, salt)) !== 'match') {
      throw errors.failure('oldPassword is not the current password');
    }
    const hashed = await this.passwords.hash(newPassword);
    const announce = await transact(this.users.manager, async (manager) => {
      // Somebody who reset the password meanwhile has the last word.
      const { affected } = await manager.update(User, { id: userId, password }, { ...hashed, updatedAt: new Date() });
      if (affected !== 1) throw errors.failure('oldPassword is not the current password');
      return this.sessions.end({ userIds: [userId] }, manager);
    });
    await announce();
  }

  /** Changes the members that are named and leaves the others. */
  async updateInfo({ realname, avatar, email, mobile }: UpdateInfoDto, { userId }: Caller): Promise<void> {
    await this.users.update({ id: userId }, { realname, avatar, email, mobile, updatedAt: new Date() });
    await this.principals.userChanged(userId);
  }
}
