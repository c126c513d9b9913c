import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, In, Repository } from 'typeorm';
import {
  assertTenantExists,
  Dept,
  Menu,
  MenuType,
  openingCodes,
  permissionsOfRoles,
  PLATFORM_TENANT,
  PrincipalService,
  ReachCheck,
  Role,
  RoleDept,
  RoleMenu,
  RoleScope,
  SUPER_ADMIN,
  tenantOfNew,
  User,
  UserRole,
} from 'steward/access';
import { batchesOf, errors } from 'steward/core';
import { type Change, CrudService, differenceOf } from 'steward/crud';
import { assertHoldsAll, type Caller, idList } from 'steward/http';
import { MenuTreeService, type RoleGrants } from '../menu/menu-tree.service.js';
import type { AddRoleDto } from './role.dto.js';

const DEPT_IDS = { member: 'deptIds' };

/** A role as those who hold it alone would find the console. */
export interface RolePreview extends RoleGrants {
  name: string;
  /** 0: nobody has anything from it at present. */
  status: number;
}

/** Roles and the menus that they grant. */
@Injectable()
export class RoleService extends CrudService<Role> {
  constructor(
    @InjectRepository(Role) rows: Repository<Role>,
    private readonly principals: PrincipalService,
    private readonly menus: MenuTreeService,
  ) {
    super(rows, {
      label: 'Role',
      name: 'name',
      filters: ['name', 'code', 'status', 'sort', 'remark', 'dataScope'],
      duplicate: 'A role with this code exists already',
      added: { menuIds: idList('Menus that the role grants'), deptIds: idList('Departments that scope 2 reaches') },
    });
  }

  /** The menu and the permissions of somebody who has only this role; a disabled one as if it were enabled. */
  async preview(id: number, caller: Caller): Promise<RolePreview> {
    const role = await this.detail(id, caller);
    const { name, status, menuIds = [] } = role;
    return { name, status, ...(await this.menus.grantsOf(isBuiltIn(role) ? '*' : menuIds)) };
  }

  /**
   * Makes a role grant these menus too.
   * @throws AppError code 1 for a menu that does not exist, or whose permission the caller does not hold, or a page that
   * the caller may not open
   */
  async grant(roleId: number, menuIds: number[], change: Change): Promise<void> {
    if (menuIds.length === 0) return;
    await this.checkGrant(menuIds, change);
    const links = [...new Set(menuIds)].map((menuId) => ({ roleId, menuId }));
    await change.manager.insert(RoleMenu, links);
  }

  protected override tenantOfNew(values: AddRoleDto, caller: Caller): number {
    return tenantOfNew(values, caller);
  }

  protected override async beforeSave(
    draft: Role,
    before: Role | undefined,
    change: Change,
    { menuIds, deptIds }: Partial<AddRoleDto>,
  ): Promise<void> {
    if (before === undefined) await assertTenantExists(draft.tenantId, change.manager);
    if (before && isBuiltIn(before)) {
      const isChanged = draft.code !== before.code || draft.status !== before.status;
      if (isChanged || draft.dataScope !== before.dataScope || menuIds !== undefined || deptIds?.length) {
        throw errors.failure(`Role ${SUPER_ADMIN} is built in: its code, status, menus and scope cannot be changed`, {
          reason: 'builtIn',
        });
      }
    } else if (draft.code === SUPER_ADMIN)
      throw errors.failure(`code ${SUPER_ADMIN} is reserved`, { reason: 'reserved', member: 'code' });
  }

  protected override async afterSave(
    role: Role,
    before: Role | undefined,
    change: Change,
    { menuIds, deptIds }: Partial<AddRoleDto>,
  ): Promise<void> {
    const { manager } = change;
    const had = before && menuIds ? await this.menuIdsOf(role.id, manager) : [];
    const { added, gone } = differenceOf(had, menuIds ?? had);
    const departments = await this.departmentsOf(role, before, deptIds, manager);
    const isScoped = departments.added.length + departments.gone.length > 0 || role.dataScope !== before?.dataScope;
    const isGranted = added.length + gone.length > 0 || role.status !== before?.status || role.code !== before.code;
    const scopeMember = role.dataScope === before?.dataScope ? 'deptIds' : 'dataScope';
    if (before && (isGranted || isScoped)) {
      await assertMayChange([role], change);
      const member = isScoped ? scopeMember : menuIds ? 'menuIds' : 'status';
      await new ReachCheck(change).ofHolders(before, { member });
    }
    if (gone.length > 0) await manager.delete(RoleMenu, { roleId: role.id, menuId: In(gone) });
    await this.grant(role.id, added, change);
    await storeDepartments(role.id, departments, manager);
    if (before && added.length > 0) await reachOf(added, role, change);
    if (before && isScoped) await new ReachCheck(change).ofHolders(role, { member: scopeMember });
    change.afterCommit(() => this.principals.grantsChanged());
  }

  /**
   * The departments that a role is given and those that it loses. Only {@link RoleScope.Chosen} has any, and it has at
   * least one.
   */
  private async departmentsOf(
    role: Role,
    before: Role | undefined,
    deptIds: number[] | undefined,
    manager: EntityManager,
  ): Promise<{ added: number[]; gone: number[] }> {
    const chooses = role.dataScope === RoleScope.Chosen;
    const had = before ? (await manager.findBy(RoleDept, { roleId: role.id })).map(({ deptId }) => deptId) : [];
    const wanted = chooses ? (deptIds ?? had) : [];
    if (!chooses && deptIds?.length) {
      throw errors.failure('deptIds must be empty: only dataScope 2 has departments', {
        reason: 'notEmpty',
        ...DEPT_IDS,
      });
    }
    const isAsked = deptIds !== undefined || role.dataScope !== before?.dataScope;
    if (chooses && isAsked && wanted.length === 0) {
      throw errors.failure('deptIds must not be empty', { reason: 'required', ...DEPT_IDS });
    }
    const { added, gone } = differenceOf(had, wanted);
    for (const some of batchesOf(added)) {
      const known = await manager.countBy(Dept, { id: In(some), tenantId: role.tenantId });
      if (known === new Set(some).size) continue;
      throw errors.failure("deptIds: a department does not exist in the role's tenant", {
        reason: 'reference',
        ...DEPT_IDS,
      });
    }
    return { added, gone };
  }

  protected override async beforeDelete(roles: Role[], change: Change): Promise<void> {
    if (roles.some(isBuiltIn))
      throw errors.failure(`Role ${SUPER_ADMIN} is built in and cannot be deleted`, { reason: 'builtIn' });
    await assertMayChange(roles, change);
    const used = await change.manager.findOneBy(UserRole, { roleId: In(roles.map(({ id }) => id)) });
    if (used) {
      // Not everybody who may delete roles sees every user.
      const user = change.caller.grants === 'all' && (await change.manager.findOneBy(User, { id: used.userId }));
      const role = roles.find(({ id }) => id === used.roleId);
      // One who has it from several sources is one user.
      const held = await change.manager
        .createQueryBuilder(UserRole, 'held')
        .select('COUNT(DISTINCT held.userId)', 'count')
        .where({ roleId: used.roleId })
        .getRawOne<{ count: number | string }>();
      const use = { what: 'User', count: Number(held?.count) };
      throw errors.inUse(`Role ${role?.code}`, [use], user ? user.username : undefined);
    }
    change.afterCommit(() => this.principals.grantsChanged());
  }

  protected override async complete(roles: Role[], manager: EntityManager): Promise<void> {
    const links = roles.length === 0 ? [] : await linksOf(roles, manager);
    const menus = new Map<number, number[]>(roles.map(({ id }) => [id, []]));
    const departments = new Map<number, number[]>(roles.map(({ id }) => [id, []]));
    for (const { roleId, menuId } of links) menus.get(roleId)?.push(menuId);
    for (const { roleId, deptId } of await choicesOf(roles, manager)) departments.get(roleId)?.push(deptId);
    for (const role of roles) {
      role.menuIds = menus.get(role.id) ?? [];
      role.deptIds = departments.get(role.id) ?? [];
    }
  }

  private async menuIdsOf(roleId: number, manager: EntityManager): Promise<number[]> {
    return (await manager.findBy(RoleMenu, { roleId })).map(({ menuId }) => menuId);
  }

  /**
   * Menus that a role is to grant must exist, and must neither carry a permission that the caller does not hold nor be
   * pages that the caller may not open.
   */
  private async checkGrant(menuIds: number[], { manager, caller }: Change): Promise<void> {
    const select = { id: true, parentId: true, type: true, permission: true } as const;
    const wanted = [{ id: In(menuIds) }, { parentId: In(menuIds), type: MenuType.Button }];
    const menus = await manager.find(Menu, { where: wanted, select });
    const known = new Map(menus.map((menu) => [menu.id, menu]));
    const unknown = menuIds.find((id) => !known.has(id));
    if (unknown !== undefined)
      throw errors.failure(`menuIds: menu ${unknown} does not exist`, { reason: 'reference', member: 'menuIds' });
    const codes = openingCodes(menus);
    const permissions = menuIds.flatMap((id) => [known.get(id)?.permission ?? '', ...(codes.get(id) ?? [])]);
    assertHoldsAll(caller, permissions, 'Granting these menus');
  }
}

/**
 * Changing what a role grants, or whether it grants anything, requires all its permissions: otherwise emptying a role
 * would expose its users to callers who hold less than it granted, until it is repaired.
 */
async function assertMayChange(roles: Role[], { manager, caller }: Change): Promise<void> {
  const ids = roles.map(({ id }) => id);
  assertHoldsAll(caller, await permissionsOfRoles(ids, manager), 'Changing what this role grants');
}

function linksOf(roles: Role[], manager: EntityManager): Promise<RoleMenu[]> {
  return manager.find(RoleMenu, { where: { roleId: In(roles.map(({ id }) => id)) }, order: { menuId: 'ASC' } });
}

/** The departments of those among roles that have some. */
async function choicesOf(roles: Role[], manager: EntityManager): Promise<RoleDept[]> {
  const choosing = roles.filter(({ dataScope }) => dataScope === RoleScope.Chosen).map(({ id }) => id);
  if (choosing.length === 0) return [];
  return manager.find(RoleDept, { where: { roleId: In(choosing) }, order: { deptId: 'ASC' } });
}

async function storeDepartments(
  roleId: number,
  { added, gone }: { added: number[]; gone: number[] },
  manager: EntityManager,
): Promise<void> {
  for (const some of batchesOf(gone)) await manager.delete(RoleDept, { roleId, deptId: In(some) });
  const links = [...new Set(added)].map((deptId) => ({ roleId, deptId }));
  for (const some of batchesOf(links)) await manager.insert(RoleDept, some);
}

/** Checks what menus that a role is given let its holders see. */
async function reachOf(menuIds: number[], role: Role, change: Change): Promise<void> {
  const menus = await change.manager.find(Menu, { where: { id: In(menuIds) }, select: { id: true, permission: true } });
  const permissions = menus.map(({ permission }) => permission).filter((permission) => permission !== '');
  await new ReachCheck(change).ofHolders(role, { member: 'menuIds' }, permissions);
}

/** The role that holds every permission. */
function isBuiltIn({ tenantId, code }: Role): boolean {
  return tenantId === PLATFORM_TENANT.id && code === SUPER_ADMIN;
}
