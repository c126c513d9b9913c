import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Events } from 'steward/events';
import { type Caller, type Principal, PrincipalSource } from 'steward/http';
import { KeyValueStore, ReadCache } from 'steward/kv';
import { SettingsService } from 'steward/settings';
import { Menu } from './menu.entity.js';
import { Role, RoleMenu, SUPER_ADMIN } from './role.entity.js';
import { sessionEnded } from './session-end.js';
import { TenantAccessService } from './tenant-access.service.js';
import { PLATFORM_TENANT } from './tenant.entity.js';
import { User, UserRole } from './user.entity.js';

/** How long an unchanged principal is cached. */
const CACHE_MS = 60_000;

/** A user's version must outlive every principal that was cached under an older one. */
const MIN_VERSION_TTL_MS = 2 * CACHE_MS;

/**
 * Knows what a caller may do: permissions come from enabled roles through enabled menus. Principals are
 * cached under a version that every request reads with its blacklist check, so that a change takes effect with the next
 * request, on every instance.
 */
@Injectable()
export class PrincipalService extends PrincipalSource {
  private readonly versionTtlMs: number;

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly tenants: TenantAccessService,
    private readonly cache: ReadCache,
    private readonly store: KeyValueStore,
    private readonly events: Events,
    settings: SettingsService,
  ) {
    super();
    // Once the version expires, a user's mark (the header X-Principal) is again what it was before the change. A
    // console that slept meanwhile must not see the old mark, and it can sleep no longer than its refresh token lives.
    this.versionTtlMs = Math.max(MIN_VERSION_TTL_MS, settings.get('jwt.refreshTtl') * 1000);
  }

  of({ userId, version }: Caller): Promise<Principal> {
    return this.cache.wrap(`principal:${userId}`, version, CACHE_MS, () => this.load(userId));
  }

  /** After a change to one user, once it is committed. */
  async userChanged(userId: number): Promise<void> {
    await this.store.set(userVersionKey(userId), randomUUID(), this.versionTtlMs);
    this.events.emit('user.changed', { userId });
  }

  /** After a change to a role, a menu or a tenant, once it is committed. */
  grantsChanged(): Promise<void> {
    return this.store.renewGeneration();
  }

  private async load(userId: number): Promise<Principal> {
    const user = await this.dataSource.manager.findOneBy(User, { id: userId });
    if (user?.status !== 1) throw sessionEnded(user ? 'accountDisabled' : 'accountDeleted');
    const tenant = await this.tenants.find(user.tenantId);
    const roles = await this.rolesOf(userId);
    const codes = roles.map(({ code }) => code);
    const isSuperAdmin = user.tenantId === PLATFORM_TENANT.id && codes.includes(SUPER_ADMIN);
    return {
      id: user.id,
      tenantId: user.tenantId,
      tenantCode: tenant?.code ?? '',
      username: user.username,
      realname: user.realname,
      avatar: user.avatar,
      email: user.email,
      mobile: user.mobile,
      status: user.status,
      roles: codes,
      permissions: isSuperAdmin ? ['*'] : await this.permissionsOf(roles.map(({ id }) => id)),
    };
  }

  private rolesOf(userId: number): Promise<Role[]> {
    return this.dataSource
      .createQueryBuilder(Role, 'role')
      .select(['role.id', 'role.code'])
      .innerJoin(UserRole, 'userRole', 'userRole.roleId = role.id')
      .where('userRole.userId = :userId AND role.status = 1', { userId })
      .orderBy('role.sort')
      .addOrderBy('role.id')
      .getMany();
  }

  private async permissionsOf(roleIds: number[]): Promise<string[]> {
    if (roleIds.length === 0) return [];
    const rows = await this.dataSource
      .createQueryBuilder(Menu, 'menu')
      .select('DISTINCT menu.permission', 'permission')
      .innerJoin(RoleMenu, 'roleMenu', 'roleMenu.menuId = menu.id')
      .where("roleMenu.roleId IN (:...roleIds) AND menu.status = 1 AND menu.permission <> ''", { roleIds })
      .orderBy('permission')
      .getRawMany<{ permission: string }>();
    return rows.map(({ permission }) => permission);
  }
}

/** Key of a user's version in the key-value store. */
export function userVersionKey(userId: number): string {
  return `version:user:${userId}`;
}
