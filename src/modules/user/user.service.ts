import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, In, LessThan, Repository } from 'typeorm';
import {
  AccountLinks,
  assertTenantExists,
  Dept,
  MANUAL,
  NO_PASSWORD,
  PASSWORD_LINKS,
  PasswordService,
  permissionsOfRoles,
  permissionsOfUsers,
  PLATFORM_TENANT,
  PrincipalService,
  ReachCheck,
  Role,
  type SessionEnd,
  tenantOfNew,
  User,
  UserKind,
  UserRole,
} from 'steward/access';
import { type AppError, Clock, errors } from 'steward/core';
import { type Change, CrudService, differenceOf, type Export, type Page, type RawQuery } from 'steward/crud';
import { assertHoldsAll, type Caller, type Client, dataScopeOf, holds, idList } from 'steward/http';
import { SettingsService } from 'steward/settings';
import { assertEmail } from 'steward/validation';
import { SecurityEvents } from '../../logs/security-event/security-events.js';
import { ApiToken } from '../api-token/api-token.entity.js';
import { FactorService } from '../factor/factor.service.js';
import { AccountMail } from '../mail/account-mail.js';
import { PasswordOrigin } from '../password/password-origin.js';
import { PasswordRules } from '../password/password-rules.js';
import { KnownDevice } from '../session/known-device.entity.js';
import { SessionService } from '../session/session.service.js';
import { SavedView } from '../view/view.entity.js';
import { EmailChange } from './email-change.js';
import { deptName, nameDepartments } from './user-departments.js';
import { UserDirectoryService } from './user-directory.service.js';
import type { AddUserDto, ResetPasswordDto, UpdateUserDto } from './user.dto.js';
import { userPermissions } from './user.permissions.js';

/** The members of an update, and where it comes from. */
interface UpdatedUser extends UpdateUserDto {
  client: Client;
}

/** User accounts as administrators see them. */
@Injectable()
export class UserService extends CrudService<User> {
  private readonly isStrict: boolean;

  constructor(
    @InjectRepository(User) rows: Repository<User>,
    private readonly sessions: SessionService,
    private readonly principals: PrincipalService,
    private readonly passwords: PasswordService,
    private readonly passwordRules: PasswordRules,
    private readonly origin: PasswordOrigin,
    private readonly factors: FactorService,
    private readonly securityEvents: SecurityEvents,
    private readonly mail: AccountMail,
    private readonly links: AccountLinks,
    private readonly emailChange: EmailChange,
    private readonly clock: Clock,
    private readonly directory: UserDirectoryService,
    settings: SettingsService,
  ) {
    super(rows, {
      label: 'User',
      name: 'realname',
      filters: ['username', 'realname', 'email', 'mobile', 'status', 'kind', 'remark', 'deptId'],
      links: { roleId: { entity: UserRole, row: 'userId', other: 'roleId' } },
      duplicate: 'A user with this username exists already',
      incidental: ['lastLoginAt'],
      added: { roleIds: idList('Roles of the user'), deptName },
    });
    this.isStrict = settings.get('auth.level') === 'strict';
  }

  /** A page that every user may read: whole rows for those who may list users, the directory for all others. */
  override async page(query: RawQuery, caller: Caller): Promise<Page<User>> {
    if (!(await this.mayList(caller))) return this.directory.page(query, caller);
    // The route itself requires no permission.
    return super.page(query, { ...caller, dataScope: dataScopeOf(caller.grants ?? [], userPermissions.list) });
  }

  /** Shows as much of a user as the page does. */
  override async export(query: RawQuery, caller: Caller): Promise<Export> {
    return (await this.mayList(caller)) ? super.export(query, caller) : this.directory.export(query, caller);
  }

  override async add(values: AddUserDto, caller: Caller): Promise<{ id: number }> {
    const { password } = values;
    if (password === undefined) return super.add({ ...values, ...NO_PASSWORD }, caller);
    if (values.kind === UserKind.Service) throw withoutPassword('password');
    await this.passwordRules.assertAllowed(password, { ...values, tenant: this.tenantOfNew(values, caller) });
    const hashed = await this.passwords.hash(password, caller.gate);
    return super.add({ ...values, ...hashed, ...this.origin.temporary() }, caller);
  }

  /** Updates a user on behalf of a client, which the mails about it mention. */
  updateFrom(client: Client, values: UpdateUserDto, caller: Caller): Promise<void> {
    const updated: UpdatedUser = { ...values, client };
    return super.update(updated, caller);
  }

  /** Adds a user, whose password is hashed, and does more in the transaction. */
  addWith(
    values: object,
    caller: Caller,
    more: (user: User, change: Change) => Promise<void>,
  ): Promise<{ id: number }> {
    return this.addAnd(values, caller, more);
  }

  /**
   * Gives an account a new password and ends its sessions.
   * @throws AppError code 1 at the strict level, where administrators give links instead (ASVS 5.0, 6.4.6)
   */
  async resetPassword({ id, password }: ResetPasswordDto, caller: Caller, client: Client): Promise<void> {
    if (this.isStrict) throw errors.passwordChosenByAnother();
    await this.assertPasswordAllowed(id, password, caller);
    const hashed = await this.passwords.hash(password, caller.gate);
    await this.manage(id, caller, async ({ tenantId }, change) => {
      await change.manager.update(User, { id }, { ...hashed, ...this.origin.temporary(), updatedAt: new Date() });
      await this.links.revoke(id, PASSWORD_LINKS, change.manager);
      await this.endSessions([id], 'password', change);
      const event = { userId: id, tenantId, actorId: caller.userId };
      await this.securityEvents.record({ type: 'password.reset', ...event }, client, change);
      await this.mail.tell(id, 'passwordChanged', client, change);
      change.afterCommit(() => this.events.emit('password.changed', event));
    });
  }

  /**
   * Changes in one transaction what a user logs in or calls the API with; the user's row is locked.
   * @throws AppError code 1 for a user whom the caller may not manage, or who is of another kind
   */
  manage<T>(
    id: number,
    caller: Caller,
    run: (user: User, change: Change) => Promise<T>,
    kind: number = UserKind.Person,
  ): Promise<T> {
    return this.change(caller, async (change) => {
      const user = await this.lockOne(id, change);
      await this.assertMayManage([user], change);
      if (user.kind !== kind) throw kind === UserKind.Person ? withoutPassword() : notService();
      const result = await run(user, change);
      caller.objects = this.objectsOf([user]);
      return result;
    });
  }

  protected override nameOf({ username }: User): string {
    return username;
  }

  /** Reveals nothing about the password of a user whom the caller cannot see. */
  private async assertPasswordAllowed(id: number, typed: string, caller: Caller): Promise<void> {
    const user = await this.detail(id, caller);
    await this.passwordRules.assertAllowed(typed, { ...user, tenant: user.tenantId });
    const { password, salt } = await this.rows.findOneOrFail({
      where: { id },
      select: { id: true, password: true, salt: true },
    });
    const check = await this.passwords.check(typed, password, salt, caller.gate);
    this.passwordRules.assertChanged(check === 'match');
  }

  private async mayList(caller: Caller): Promise<boolean> {
    return holds(await this.principals.of(caller), userPermissions.list);
  }

  protected override tenantOfNew(values: object, caller: Caller): number {
    return tenantOfNew(values, caller);
  }

  protected override async beforeSave(draft: User, before: User | undefined, change: Change): Promise<void> {
    assertEmail(draft.email, before?.email);
    if (draft.email !== before?.email) draft.emailVerifiedAt = draft.email ? this.clock.date() : null;
    if (before === undefined) {
      await assertTenantExists(draft.tenantId, change.manager);
      return;
    }
    await this.assertMayManage([before], change);
    const renamedOrDisabled = draft.username !== before.username || draft.status !== 1;
    if (renamedOrDisabled && (await isBuiltIn(before, change.manager))) {
      throw errors.failure(`User ${before.username} is built in and cannot be renamed or disabled`, {
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
    { roleIds, client }: Partial<UpdatedUser>,
  ): Promise<void> {
    if (before && (user.deptId ?? null) !== before.deptId) await assertMayMove(user, change);
    if (roleIds) await this.assignRoles(user, roleIds, change);
    if (before && client && user.email !== before.email) {
      await this.emailChange.byAdministrator(before, user.email, client, change);
    }
    if (before && user.status !== 1) await this.endSessions([user.id], 'accountDisabled', change);
    change.afterCommit(() => this.principals.userChanged(user.id));
  }

  protected override async beforeDelete(users: User[], change: Change): Promise<void> {
    if (users.some(({ id }) => id === change.caller.userId))
      throw errors.failure('You cannot delete yourself', { reason: 'yourself' });
    for (const user of users) {
      if (!(await isBuiltIn(user, change.manager))) continue;
      throw errors.failure(`User ${user.username} is built in and cannot be deleted`, { reason: 'builtIn' });
    }
    await this.assertMayManage(users, change);
    const ids = users.map(({ id }) => id);
    await this.endSessions(ids, 'accountDeleted', change);
    await change.manager.delete(SavedView, { userId: In(ids) });
    await change.manager.delete(KnownDevice, { userId: In(ids) });
    await change.manager.delete(ApiToken, { userId: In(ids) });
    await change.manager.update(Dept, { leaderId: In(ids) }, { leaderId: null });
    await this.factors.forget(ids, change.manager);
    await this.links.forget(ids, change.manager);
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
    for (const user of users) user.roleIds = [...new Set(byUser.get(user.id))];
    await nameDepartments(users, manager);
  }

  /** Roles must be of the user's own tenant, and new ones must hold no permission that the caller does not hold. */
  private async assignRoles(user: User, roleIds: number[], change: Change): Promise<void> {
    const { manager, caller } = change;
    const roles = roleIds.length === 0 ? [] : await manager.findBy(Role, { id: In(roleIds), tenantId: user.tenantId });
    const known = new Set(roles.map(({ id }) => id));
    const unknown = roleIds.find((id) => !known.has(id));
    if (unknown !== undefined)
      throw errors.failure(`roleIds: role ${unknown} does not exist in the user's tenant`, {
        reason: 'reference',
        member: 'roleIds',
      });
    // A role that an identity provider gives keeps that source; one that is left out is gone until the next login.
    const had = (await manager.findBy(UserRole, { userId: user.id })).map(({ roleId }) => roleId);
    const { added, gone } = differenceOf([...new Set(had)], roleIds);
    if (gone.length > 0 && (await isBuiltIn(user, manager))) {
      throw errors.failure(`User ${user.username} is built in: its roles cannot be taken away`, {
        reason: 'builtIn',
        member: 'roleIds',
      });
    }
    assertHoldsAll(caller, await permissionsOfRoles(added, manager), 'Giving these roles');
    const given = roles.filter(({ id }) => added.includes(id));
    await new ReachCheck(change).ofRoles(given, user.deptId ?? null, { member: 'roleIds' });
    if (gone.length > 0) await manager.delete(UserRole, { userId: user.id, roleId: In(gone) });
    if (added.length > 0) {
      await manager.insert(
        UserRole,
        added.map((roleId) => ({ userId: user.id, roleId, source: MANUAL })),
      );
    }
  }

  /** Nobody may change, reset or delete a user who holds a permission, or sees rows, that they do not. */
  private async assertMayManage(users: User[], change: Change): Promise<void> {
    const { manager, caller } = change;
    const others = users.map(({ id }) => id).filter((id) => id !== caller.userId);
    const held = await permissionsOfUsers(others, manager);
    assertHoldsAll(caller, held, 'Changing this user');
    await new ReachCheck(change).ofUsers(others, { what: 'Changing this user' });
  }

  private async endSessions(userIds: number[], reason: SessionEnd, change: Change): Promise<void> {
    await this.sessions.end({ userIds }, reason, change);
  }
}

/** The refusal to give a service account the means to log in. */
function withoutPassword(member?: string): AppError {
  return errors.failure('A service account has no password and cannot log in: give it API tokens', {
    reason: 'serviceAccount',
    ...(member === undefined ? {} : { member }),
  });
}

/** The refusal to make an API token for a person: people make their own in the profile. */
function notService(): AppError {
  return errors.failure('userId must be a service account: people make API tokens of their own', {
    reason: 'notService',
    member: 'userId',
  });
}

/** Checks what the user's roles would show in the department that the user is put into. */
async function assertMayMove({ id, deptId }: User, change: Change): Promise<void> {
  const roles = await change.manager
    .createQueryBuilder(Role, 'role')
    .innerJoin(UserRole, 'held', 'held.roleId = role.id')
    .where('held.userId = :id', { id })
    .getMany();
  await new ReachCheck(change).ofRoles(roles, deptId ?? null, { member: 'deptId' });
}

/** Whether an account is the one that the first start created: the platform's first, under any name. */
async function isBuiltIn({ id, tenantId }: User, manager: EntityManager): Promise<boolean> {
  if (tenantId !== PLATFORM_TENANT.id) return false;
  return !(await manager.existsBy(User, { tenantId, id: LessThan(id) }));
}
