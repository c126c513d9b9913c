import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, In, Repository } from 'typeorm';
import {
  assertTenantExists,
  Menu,
  MenuType,
  openingCodes,
  permissionsOfRoles,
  PLATFORM_TENANT,
  PrincipalService,
  Role,
  RoleMenu,
  SUPER_ADMIN,
  tenantOfNew,
  User,
  UserRole,
} from 'steward/access';
import { errors } from 'steward/core';
import { type Change, CrudService, differenceOf } from 'steward/crud';
import { assertHoldsAll, type Caller, idList } from 'steward/http';
import { MenuTreeService, type RoleGrants } from '../menu/menu-tree.service.js';
import type { AddRoleDto } from './role.dto.js';

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
      filters: ['name', 'code', 'status', 'sort', 'remark'],
      duplicate: 'A role with this code exists already',
      added: { menuIds: idList('Menus that the role grants') },
    });
  }

  /** What the holder of a role alone would see and be able to do; a disabled one as if it were enabled. */
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
    { menuIds }: Partial<AddRoleDto>,
  ): Promise<void> {
    if (before === undefined) await assertTenantExists(draft.tenantId, change.manager);
    if (before && isBuiltIn(before)) {
      if (draft.code !== before.code || draft.status !== before.status || menuIds !== undefined) {
        throw errors.failure(`Role ${SUPER_ADMIN} is built in: its code, status and menus cannot be changed`, {
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
    { menuIds }: Partial<AddRoleDto>,
  ): Promise<void> {
    const had = before && menuIds ? await this.menuIdsOf(role.id, change.manager) : [];
    const { added, gone } = differenceOf(had, menuIds ?? had);
    const changed = added.length > 0 || gone.length > 0 || role.status !== before?.status || role.code !== before.code;
    if (before && changed) await assertMayChange([role], change);
    if (gone.length > 0) await change.manager.delete(RoleMenu, { roleId: role.id, menuId: In(gone) });
    await this.grant(role.id, added, change);
    change.afterCommit(() => this.principals.grantsChanged());
  }

  protected override async beforeDelete(roles: Role[], change: Change): Promise<void> {
    if (roles.some(isBuiltIn))
      throw errors.failure(`Role ${SUPER_ADMIN} is built in and cannot be deleted`, { reason: 'builtIn' });
    await assertMayChange(roles, change);
    const used = await change.manager.findOneBy(UserRole, { roleId: In(roles.map(({ id }) => id)) });
    if (used) {
      const user = await change.manager.findOneBy(User, { id: used.userId });
      const role = roles.find(({ id }) => id === used.roleId);
      const count = await change.manager.countBy(UserRole, { roleId: used.roleId });
      throw errors.inUse(`Role ${role?.code}`, [{ what: 'User', count }], user?.username);
    }
    change.afterCommit(() => this.principals.grantsChanged());
  }

  protected override async complete(roles: Role[], manager: EntityManager): Promise<void> {
    const links = roles.length === 0 ? [] : await linksOf(roles, manager);
    const byRole = new Map<number, number[]>(roles.map(({ id }) => [id, []]));
    for (const { roleId, menuId } of links) byRole.get(roleId)?.push(menuId);
    for (const role of roles) role.menuIds = byRole.get(role.id) ?? [];
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
 * Whoever changes what a role grants, or whether it grants anything, must hold all its permissions: otherwise emptying
 * a role would expose its users to callers who hold less than it granted, until it is repaired.
 */
async function assertMayChange(roles: Role[], { manager, caller }: Change): Promise<void> {
  const ids = roles.map(({ id }) => id);
  assertHoldsAll(caller, await permissionsOfRoles(ids, manager), 'Changing what this role grants');
}

function linksOf(roles: Role[], manager: EntityManager): Promise<RoleMenu[]> {
  return manager.find(RoleMenu, { where: { roleId: In(roles.map(({ id }) => id)) }, order: { menuId: 'ASC' } });
}

/** The role that holds every permission. */
function isBuiltIn({ tenantId, code }: Role): boolean {
  return tenantId === PLATFORM_TENANT.id && code === SUPER_ADMIN;
}
