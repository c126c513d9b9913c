import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, Repository } from 'typeorm';
import {
  Dept,
  MANUAL,
  PasswordService,
  PLATFORM_TENANT,
  PrincipalService,
  ReachCheck,
  Role,
  RoleScope,
  Tenant,
  TenantAccessService,
  User,
  UserRole,
} from 'steward/access';
import { Clock, errors } from 'steward/core';
import { type Change, CrudService } from 'steward/crud';
import type { Caller } from 'steward/http';
import { type OriginColumns, PasswordOrigin } from '../password/password-origin.js';
import { PasswordRules } from '../password/password-rules.js';
import { RoleService } from '../role/role.service.js';
import { SessionService } from '../session/session.service.js';
import { SsoProvider } from '../sso/sso-provider.entity.js';
import { SavedView } from '../view/view.entity.js';
import type { AddTenantDto } from './tenant.dto.js';

/** Code of the role that a tenant's first user is given. */
const TENANT_ADMIN = 'tenant_admin';

/** A tenant's first user, with the password already hashed. */
interface FirstUser extends OriginColumns {
  username: string;
  password: string;
  salt: string;
  menuIds: number[];
}

/** Tenants. */
@Injectable()
export class TenantService extends CrudService<Tenant> {
  constructor(
    @InjectRepository(Tenant) rows: Repository<Tenant>,
    private readonly access: TenantAccessService,
    private readonly sessions: SessionService,
    private readonly principals: PrincipalService,
    private readonly passwords: PasswordService,
    private readonly passwordRules: PasswordRules,
    private readonly origin: PasswordOrigin,
    private readonly roles: RoleService,
    private readonly clock: Clock,
  ) {
    super(rows, {
      label: 'Tenant',
      name: 'name',
      filters: ['name', 'code', 'status', 'remark'],
      duplicate: 'A tenant with this code exists already',
    });
  }

  /** Adds a tenant and, if `admin` is given, its role and first user: all or nothing. */
  override async add({ admin, ...values }: AddTenantDto, caller: Caller): Promise<{ id: number }> {
    if (admin === undefined) return super.add(values, caller);
    const { username, password, menuIds = [] } = admin;
    const { code, name } = values;
    await this.passwordRules.assertAllowed(password, { username, tenant: { code, name } }, 'admin.password');
    const hashed = await this.passwords.hash(password, caller.gate);
    const firstUser: FirstUser = { username, menuIds, ...hashed, ...this.origin.temporary() };
    return super.add({ ...values, firstUser }, caller);
  }

  protected override async beforeSave(draft: Tenant, _before: Tenant | undefined, { manager }: Change): Promise<void> {
    if (draft.code === PLATFORM_TENANT.code)
      throw errors.failure(`code ${PLATFORM_TENANT.code} is reserved`, { reason: 'reserved', member: 'code' });
    if (!draft.ssoOnly || (draft.id && (await manager.existsBy(SsoProvider, { tenantId: draft.id, status: 1 }))))
      return;
    throw errors.failure('ssoOnly: the tenant has no enabled identity provider, so that nobody could log in', {
      reason: 'noProvider',
      member: 'ssoOnly',
    });
  }

  protected override async afterSave(
    tenant: Tenant,
    _before: Tenant | undefined,
    change: Change,
    { firstUser }: { firstUser?: FirstUser },
  ): Promise<void> {
    if (firstUser) await this.addFirstUser(tenant, firstUser, change);
    const expired = (tenant.expireAt?.getTime() ?? Infinity) <= this.clock.now();
    const reason = tenant.status === 0 ? 'tenantDisabled' : expired ? 'tenantExpired' : undefined;
    if (reason) await this.sessions.end({ tenantId: tenant.id }, reason, change);
    this.announce(tenant.id, change);
  }

  protected override async beforeDelete(tenants: Tenant[], change: Change): Promise<void> {
    const ids = tenants.map(({ id }) => id);
    const user = await change.manager.findOneBy(User, { tenantId: In(ids) });
    if (user) {
      const tenant = tenants.find(({ id }) => id === user.tenantId);
      const count = await change.manager.countBy(User, { tenantId: user.tenantId });
      throw errors.inUse(`Tenant ${tenant?.code}`, [{ what: 'User', count }], user.username);
    }
    await change.manager.delete(Role, { tenantId: In(ids) });
    await change.manager.delete(SsoProvider, { tenantId: In(ids) });
    await change.manager.delete(SavedView, { tenantId: In(ids) });
    await change.manager.delete(Dept, { tenantId: In(ids) });
    for (const id of ids) this.announce(id, change);
  }

  private async addFirstUser(tenant: Tenant, { menuIds, ...account }: FirstUser, change: Change): Promise<void> {
    const { manager } = change;
    const tenantId = tenant.id;
    const dataScope = RoleScope.All;
    const role = await manager.save(
      manager.create(Role, { tenantId, code: TENANT_ADMIN, name: 'Administrator', status: 1, dataScope }),
    );
    await this.roles.grant(role.id, menuIds, change);
    await new ReachCheck(change).ofRoles([role], null, { member: 'admin.menuIds' });
    const user = await manager.save(manager.create(User, { tenantId, ...account, status: 1 }));
    await manager.insert(UserRole, { userId: user.id, roleId: role.id, source: MANUAL });
    const event = { tenantId, actorId: change.caller.userId };
    change.afterCommit(async () => {
      await this.principals.userChanged(user.id);
      this.events.emit('row.added', { ...event, resource: Role.name, id: role.id });
      this.events.emit('row.added', { ...event, resource: User.name, id: user.id });
    });
  }

  private announce(id: number, change: Change): void {
    change.afterCommit(async () => {
      await this.access.forget(id);
      await this.principals.grantsChanged();
    });
  }
}
