import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, In, Repository } from 'typeorm';
import type { Caller } from '../../common/access/caller.js';
import { assertHoldsAll } from '../../common/access/grants.js';
import { type Change, CrudService } from '../../common/crud/crud.service.js';
import { SharedReads } from '../../common/crud/shared-reads.js';
import { idList } from '../../common/docs/schema.js';
import { errors } from '../../common/errors/errors.js';
import { Menu } from '../menu/menu.entity.js';
import { tenantOfNew } from '../tenant/tenant-of-new.js';
import { PLATFORM_TENANT } from '../tenant/tenant.entity.js';
import { assertTenantExists } from '../tenant/tenant-access.service.js';
import { PrincipalService } from '../user/principal.service.js';
import { User, UserRole } from '../user/user.entity.js';
import type { AddRoleDto } from './role.dto.js';
import { Role, RoleMenu, SUPER_ADMIN } from './role.entity.js';

/** Roles and the menus that they grant (contract §6, §10). */
@Injectable()
export class RoleService extends CrudService<Role> {
  constructor(
    @InjectRepository(Role) rows: Repository<Role>,
    reads: SharedReads,
    private readonly principals: PrincipalService,
  ) {
    super(rows, reads, {
      label: 'Role',
      filters: ['name', 'code', 'status', 'sort', 'remark'],
      duplicate: 'A role with this code exists already',
      added: { menuIds: idList('Menus that the role grants') },
    });
  }

  /**
   * Stores which menus a role grants.
   * @param had menus that it granted before
   * @throws AppError code 1 for a menu that is not there, or that holds more than the caller does
   */
  async grant(roleId: number, had: number[], has: number[], change: Change): Promise<void> {
    const gone = had.filter((id) => !has.includes(id));
    const added = [...new Set(has)].filter((id) => !had.includes(id));
    await this.checkGrant(added, change);
    if (gone.length > 0) await change.manager.delete(RoleMenu, { roleId, menuId: In(gone) });
    if (added.length > 0) {
      await change.manager.insert(
        RoleMenu,
        added.map((menuId) => ({ roleId, menuId })),
      );
    }
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
        throw errors.failure(`Role ${SUPER_ADMIN} is built in: its code, status and menus cannot be changed`);
      }
    } else if (draft.code === SUPER_ADMIN) throw errors.failure(`code ${SUPER_ADMIN} is reserved`);
  }

  protected override async afterSave(
    role: Role,
    before: Role | undefined,
    change: Change,
    { menuIds }: Partial<AddRoleDto>,
  ): Promise<void> {
    const had = before ? await this.menuIdsOf(role.id, change.manager) : [];
    const has = menuIds ?? had;
    const comesAlive = role.status !== 0 && before?.status === 0;
    if (comesAlive) await this.checkGrant(has, change);
    await this.grant(role.id, had, has, change);
    change.afterCommit(() => this.principals.grantsChanged());
  }

  protected override async beforeDelete(roles: Role[], change: Change): Promise<void> {
    if (roles.some(isBuiltIn)) throw errors.failure(`Role ${SUPER_ADMIN} is built in and cannot be deleted`);
    const used = await change.manager.findOneBy(UserRole, { roleId: In(roles.map(({ id }) => id)) });
    if (used) {
      const user = await change.manager.findOneBy(User, { id: used.userId });
      const role = roles.find(({ id }) => id === used.roleId);
      throw errors.failure(`Role ${role?.code} is still given to users, such as ${user?.username}`);
    }
    change.afterCommit(() => this.principals.grantsChanged());
  }

  protected override async complete(roles: Role[]): Promise<void> {
    const links = roles.length === 0 ? [] : await this.linksOf(roles.map(({ id }) => id));
    const byRole = new Map<number, number[]>(roles.map(({ id }) => [id, []]));
    for (const { roleId, menuId } of links) byRole.get(roleId)?.push(menuId);
    for (const role of roles) role.menuIds = byRole.get(role.id) ?? [];
  }

  private linksOf(roleIds: number[]): Promise<RoleMenu[]> {
    return this.rows.manager.find(RoleMenu, { where: { roleId: In(roleIds) }, order: { menuId: 'ASC' } });
  }

  private async menuIdsOf(roleId: number, manager: EntityManager): Promise<number[]> {
    return (await manager.findBy(RoleMenu, { roleId })).map(({ menuId }) => menuId);
  }

  /** Menus that come into force through a role exist, and hold nothing that the caller does not. */
  private async checkGrant(menuIds: number[], { manager, caller }: Change): Promise<void> {
    if (menuIds.length === 0) return;
    const menus = await manager.findBy(Menu, { id: In(menuIds) });
    const unknown = menuIds.find((id) => !menus.some((menu) => menu.id === id));
    if (unknown !== undefined) throw errors.failure(`menuIds: menu ${unknown} does not exist`);
    const permissions = menus.map(({ permission }) => permission);
    assertHoldsAll(caller, permissions, 'Granting these menus');
  }
}

/** The role that holds every permission. */
function isBuiltIn({ tenantId, code }: Role): boolean {
  return tenantId === PLATFORM_TENANT.id && code === SUPER_ADMIN;
}
