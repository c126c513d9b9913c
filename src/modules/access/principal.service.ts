import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Events } from 'steward/events';
import {
  type Caller,
  type Grants,
  grantTest,
  markOf,
  type Principal,
  PrincipalSource,
  type RoleGrant,
} from 'steward/http';
import { KeyValueStore, ReadCache } from 'steward/kv';
import { SettingsService } from 'steward/settings';
import { Dept } from './dept.entity.js';
import { shownEntries, withFolders } from './menu-entries.js';
import { Menu, MenuType } from './menu.entity.js';
import { Role, RoleMenu, RoleScope, SUPER_ADMIN } from './role.entity.js';
import { RoleReach } from './role-reach.js';
import { sessionEnded } from './session-end.js';
import { PLATFORM_TENANT, Tenant } from './tenant.entity.js';
import { User, UserRole } from './user.entity.js';

/** How long an unchanged principal is cached. */
const CACHE_MS = 60_000;

/** A user's version must outlive every principal that was cached under an older one. */
const VERSION_TTL_MS = 2 * CACHE_MS;

/** The columns of a menu entry that a console shows, or works with. */
const MENU_COLUMNS = [
  'id',
  'parentId',
  'name',
  'nameEn',
  'nameZh',
  'type',
  'path',
  'component',
  'icon',
  'permission',
  'sort',
  'status',
  'hidden',
] as const satisfies (keyof Menu)[];

type ReadEntry = Pick<Menu, (typeof MENU_COLUMNS)[number]>;

/** A user with their tenant, which the platform does not have, their department, if any, and their enabled roles. */
interface Account extends User {
  tenant: Tenant | null;
  dept: Dept | null;
  roles: Role[];
}

/** A caller's principal, what their roles grant, and the mark of everything that was read for them. */
interface Authorisation {
  principal: Principal;
  grants: Grants;
  mark: string;
}

/**
 * Knows what a caller may do: permissions come from enabled roles through enabled menus. Principals are cached under a
 * version that every request reads with its blacklist check, so that a change takes effect with the next request, on
 * every instance. The mark of a caller (the header X-Principal) is a digest of what was read for them, so that it
 * changes only for callers whom a change concerns.
 */
@Injectable()
export class PrincipalService extends PrincipalSource {
  private readonly markTtlMs: number;

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly cache: ReadCache,
    private readonly store: KeyValueStore,
    private readonly events: Events,
    settings: SettingsService,
  ) {
    super();
    // A console can sleep no longer than its refresh token lives.
    this.markTtlMs = settings.get('jwt.refreshTtl') * 1000;
  }

  async of(caller: Caller): Promise<Principal> {
    const { userId, version } = caller;
    const load = () => this.load(userId);
    const { principal, grants, mark } = await this.cache.wrap(`principal:${userId}`, version, CACHE_MS, load);
    caller.grants = grants;
    if (caller.mark !== mark) {
      caller.mark = mark;
      // For routes that do not need the principal.
      await this.store.set(principalMarkKey(userId), mark, this.markTtlMs);
    }
    return caller.apiToken ? limitedTo(caller.apiToken.scopes, principal) : principal;
  }

  /** After a change to one user, once it is committed. */
  async userChanged(userId: number): Promise<void> {
    await this.store.set(userVersionKey(userId), randomUUID(), VERSION_TTL_MS);
    this.events.emit('user.changed', { userId });
  }

  /** To be called after a change to a role, a menu, a department or a tenant, once it is committed. */
  grantsChanged(): Promise<void> {
    return this.store.renewGeneration();
  }

  private async load(userId: number): Promise<Authorisation> {
    const account = await this.accountOf(userId);
    if (account?.status !== 1) throw sessionEnded(account ? 'accountDisabled' : 'accountDeleted');
    const { tenant, dept, roles, ...user } = account;
    const codes = roles.map(({ code }) => code);
    const isPlatform = user.tenantId === PLATFORM_TENANT.id;
    const isSuperAdmin = isPlatform && codes.includes(SUPER_ADMIN);
    const menus = await this.menus();
    const enabled = menus.filter(({ status }) => status === 1);
    const granted = isSuperAdmin ? new Map<number, Set<number>>() : await this.menusOf(roles);
    const ids = new Set([...granted.values()].flatMap((menuIds) => [...menuIds]));
    const held = isSuperAdmin ? enabled : enabled.filter(({ id }) => ids.has(id));
    const limits = roles.some(({ dataScope }) => dataScope !== RoleScope.All);
    const grants = limits && !isSuperAdmin ? await this.grantsOf(account, granted, enabled) : 'all';
    const principal: Principal = {
      id: user.id,
      tenantId: user.tenantId,
      tenantCode: isPlatform ? PLATFORM_TENANT.code : (tenant?.code ?? ''),
      username: user.username,
      realname: user.realname,
      avatar: user.avatar,
      email: user.email,
      mobile: user.mobile,
      status: user.status,
      deptId: dept?.id ?? null,
      deptName: dept?.name ?? '',
      roles: codes,
      permissions: isSuperAdmin ? ['*'] : permissionsOf(held),
    };
    const heldIds = new Set(held.map(({ id }) => id));
    const shown = shownEntries(menus, heldIds, grantTest(principal)).map(({ id }) => id);
    const changed = [user.updatedAt, tenant?.updatedAt, roles.map(({ id, updatedAt }) => [id, updatedAt])];
    return { principal, grants, mark: markOf([principal, grants, changed, withFolders(enabled, heldIds), shown]) };
  }

  private accountOf(userId: number): Promise<Account | null> {
    const query = this.dataSource
      .createQueryBuilder(User, 'user')
      .leftJoinAndMapOne('user.tenant', Tenant, 'tenant', 'tenant.id = user.tenantId')
      .leftJoinAndMapOne('user.dept', Dept, 'dept', 'dept.id = user.deptId AND dept.tenantId = user.tenantId')
      .leftJoin(UserRole, 'userRole', 'userRole.userId = user.id')
      .leftJoinAndMapMany('user.roles', Role, 'role', 'role.id = userRole.roleId AND role.status = 1')
      .where('user.id = :userId', { userId })
      .orderBy('role.sort')
      .addOrderBy('role.id');
    return query.getOne() as Promise<Account | null>;
  }

  /** All enabled entries of the menu, and the buttons that are not, which say what their pages need. */
  private menus(): Promise<ReadEntry[]> {
    const query = this.dataSource.createQueryBuilder(Menu, 'menu').select([]);
    for (const column of MENU_COLUMNS) query.addSelect(`menu.${column}`, column);
    query.where('(menu.status = 1 OR menu.type = :button)', { button: MenuType.Button });
    return query.orderBy('menu.id').getRawMany<ReadEntry>();
  }

  /** The ids of the menu entries of each role. */
  private async menusOf(roles: Role[]): Promise<Map<number, Set<number>>> {
    const menus = new Map(roles.map(({ id }) => [id, new Set<number>()]));
    if (roles.length === 0) return menus;
    const rows = await this.dataSource
      .createQueryBuilder(RoleMenu, 'roleMenu')
      .select('roleMenu.roleId', 'roleId')
      .addSelect('roleMenu.menuId', 'menuId')
      .where('roleMenu.roleId IN (:...roleIds)', { roleIds: [...menus.keys()] })
      .getRawMany<RoleMenu>();
    for (const { roleId, menuId } of rows) menus.get(roleId)?.add(menuId);
    return menus;
  }

  /** The grants of each role to a user. A role whose scope is unknown grants no rows. */
  private async grantsOf(
    { roles, dept }: Account,
    granted: ReadonlyMap<number, ReadonlySet<number>>,
    enabled: ReadEntry[],
  ): Promise<RoleGrant[]> {
    const reach = new RoleReach(this.dataSource.manager);
    const grants: RoleGrant[] = [];
    for (const role of roles) {
      const departments = await reach.of(role, dept);
      if (departments === undefined) continue;
      const entries = enabled.filter(({ id }) => granted.get(role.id)?.has(id));
      grants.push({ permissions: permissionsOf(entries), departments });
    }
    return grants;
  }
}

/** The principal, with only the permissions that an API token names. */
function limitedTo(scopes: readonly string[], principal: Principal): Principal {
  const isHeld = grantTest(principal);
  return { ...principal, permissions: scopes.filter(isHeld) };
}

/** The permission codes of menu entries, each once. */
function permissionsOf(entries: ReadEntry[]): string[] {
  const codes = new Set(entries.map(({ permission }) => permission));
  codes.delete('');
  return [...codes].sort();
}

/** Key of a user's version in the key-value store. */
export function userVersionKey(userId: number): string {
  return `version:user:${userId}`;
}

/** Key of a user's mark in the key-value store. */
export function principalMarkKey(userId: number): string {
  return `mark:user:${userId}`;
}
