import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, In, Repository } from 'typeorm';
import {
  assertTenantExists,
  PasswordService,
  permissionsOfRoles,
  permissionsOfUsers,
  PLATFORM_TENANT,
  PrincipalService,
  Role,
  type SessionEnd,
  tenantOfNew,
  User,
  UserRole,
} from 'steward/access';
import { errors } from 'steward/core';
import { type Change, CrudService, differenceOf, type Export, type Page, type RawQuery } from 'steward/crud';
import { assertHoldsAll, type Caller, holds, idList } from 'steward/http';
import { assertEmail } from 'steward/validation';
import { SessionService } from '../session/session.service.js';
import { SavedView } from '../view/view.entity.js';
import { ADMIN_USERNAME } from './admin.seed.js';
import { UserDirectoryService } from './user-directory.service.js';
import type { AddUserDto, ResetPasswordDto, UpdateUserDto } from './user.dto.js';
import { userPermissions } from './user.permissions.js';

/** User accounts as administrators see them. */
@Injectable()
export class UserService extends CrudService<User> {
  constructor(
    @InjectRepository(User) rows: Repository<User>,
    private readonly sessions: SessionService,
    private readonly principals: PrincipalService,
    private readonly passwords: PasswordService,
    private readonly directory: UserDirectoryService,
  ) {
    super(rows, {
      label: 'User',
      name: 'realname',
      filters: ['username', 'realname', 'email', 'mobile', 'status', 'remark'],
      links: { roleId: { entity: UserRole, row: 'userId', other: 'roleId' } },
      duplicate: 'A user with this username exists already',
      incidental: ['lastLoginAt'],
      added: { roleIds: idList('Roles of the user') },
    });
  }

  /** A page that every user may read: whole rows for those who may list users, the directory for all others. */
  override async page(query: RawQuery, caller: Caller): Promise<Page<User>> {
    return (await this.mayList(caller)) ? super.page(query, caller) : this.directory.page(query, caller);
  }

  /** Shows as much of a user as the page does. */
  override async export(query: RawQuery, caller: Caller): Promise<Export> {
    return (await this.mayList(caller)) ? super.export(query, caller) : this.directory.export(query, caller);
  }

  override async add(values: AddUserDto, caller: Caller): Promise<{ id: number }> {
    return super.add({ ...values, ...(await this.passwords.hash(values.password, caller.gate)) }, caller);
  }

  /** Gives an account a new password and ends its sessions. */
  async resetPassword({ id, password }: ResetPasswordDto, caller: Caller): Promise<void> {
    const hashed = await this.passwords.hash(password, caller.gate);
    await this.change(caller, async (change) => {
      const user = await this.lockOne(id, change);
      await this.assertMayManage([user], change);
      await change.manager.update(User, { id }, { ...hashed, updatedAt: new Date() });
      await this.endSessions([id], 'password', change);
      caller.objects = this.objectsOf([user]);
      const event = { userId: id, tenantId: user.tenantId, actorId: caller.userId };
      change.afterCommit(() => this.events.emit('password.changed', event));
    });
  }

  protected override nameOf({ username }: User): string {
    return username;
  }

  private async mayList(caller: Caller): Promise<boolean> {
    return holds(await this.principals.of(caller), userPermissions.list);
  }

  protected override tenantOfNew(values: AddUserDto, caller: Caller): number {
    return tenantOfNew(values, caller);
  }

  protected override async beforeSave(draft: User, before: User | undefined, change: Change): Promise<void> {
    assertEmail(draft.email, before?.email);
    if (before === undefined) {
      await assertTenantExists(draft.tenantId, change.manager);
      return;
    }
    await this.assertMayManage([before], change);
    if (isBuiltIn(before) && (draft.username !== before.username || draft.status !== 1)) {
      throw errors.failure(`User ${ADMIN_USERNAME} is built in and cannot be renamed or disabled`, {
        reason: 'builtIn',
      });
    }
    if (before.id === change.caller.userId && draft.status !== 1)
      throw errors.failure('You cannot disable yourself', { reason: 'yourself' });
  }

  protected override async afterSave(
    user: User,
    before: User | undefined,
    change: Change,
    { roleIds }: Partial<UpdateUserDto>,
  ): Promise<void> {
    if (roleIds) await this.assignRoles(user, roleIds, change);
    if (before && user.status !== 1) await this.endSessions([user.id], 'accountDisabled', change);
    change.afterCommit(() => this.principals.userChanged(user.id));
  }

  protected override async beforeDelete(users: User[], change: Change): Promise<void> {
    if (users.some(({ id }) => id === change.caller.userId))
      throw errors.failure('You cannot delete yourself', { reason: 'yourself' });
    if (users.some(isBuiltIn))
      throw errors.failure(`User ${ADMIN_USERNAME} is built in and cannot be deleted`, { reason: 'builtIn' });
    await this.assertMayManage(users, change);
    const ids = users.map(({ id }) => id);
    await this.endSessions(ids, 'accountDeleted', change);
    await change.manager.delete(SavedView, { userId: In(ids) });
    change.afterCommit(async () => {
      for (const id of ids) await this.principals.userChanged(id);
    });
  }

  protected override async complete(users: User[], manager: EntityManager): Promise<void> {
    const byUser = new Map<number, number[]>(users.map(({ id }) => [id, []]));
    const links =
      users.length === 0
        ? []
        : await manager.find(UserRole, {
            where: { userId: In([...byUser.keys()]) },
            order: { userId: 'ASC', roleId: 'ASC' },
          });
    for (const { userId, roleId } of links) byUser.get(userId)?.push(roleId);
    for (const user of users) user.roleIds = byUser.get(user.id) ?? [];
  }

  /** Roles must be of the user's own tenant, and new ones must hold no permission that the caller does not hold. */
  private async assignRoles(user: User, roleIds: number[], { manager, caller }: Change): Promise<void> {
    const roles = roleIds.length === 0 ? [] : await manager.findBy(Role, { id: In(roleIds), tenantId: user.tenantId });
    const known = new Set(roles.map(({ id }) => id));
    const unknown = roleIds.find((id) => !known.has(id));
    if (unknown !== undefined)
      throw errors.failure(`roleIds: role ${unknown} does not exist in the user's tenant`, {
        reason: 'reference',
        member: 'roleIds',
      });
    const had = (await manager.findBy(UserRole, { userId: user.id })).map(({ roleId }) => roleId);
    const { added, gone } = differenceOf(had, roleIds);
    if (isBuiltIn(user) && gone.length > 0) {
      throw errors.failure(`User ${ADMIN_USERNAME} is built in: its roles cannot be taken away`, {
        reason: 'builtIn',
        member: 'roleIds',
      });
    }
    assertHoldsAll(caller, await permissionsOfRoles(added, manager), 'Giving these roles');
    if (gone.length > 0) await manager.delete(UserRole, { userId: user.id, roleId: In(gone) });
    if (added.length > 0) {
      await manager.insert(
        UserRole,
        added.map((roleId) => ({ userId: user.id, roleId })),
      );
    }
  }

  /** Nobody may change, reset or delete a user who holds a permission that they do not hold. */
  private async assertMayManage(users: User[], { manager, caller }: Change): Promise<void> {
    const others = users.map(({ id }) => id).filter((id) => id !== caller.userId);
    const held = await permissionsOfUsers(others, manager);
    assertHoldsAll(caller, held, 'Changing this user');
  }

  private async endSessions(userIds: number[], reason: SessionEnd, change: Change): Promise<void> {
    await this.sessions.end({ userIds }, reason, change);
  }
}

/** The account that was created at the first start. */
function isBuiltIn({ tenantId, username }: User): boolean {
  return tenantId === PLATFORM_TENANT.id && username === ADMIN_USERNAME;
}
