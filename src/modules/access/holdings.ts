import { type EntityManager, In } from 'typeorm';
import { Menu } from './menu.entity.js';
import { Role, RoleMenu, SUPER_ADMIN } from './role.entity.js';
import { PLATFORM_TENANT } from './tenant.entity.js';
import { UserRole } from './user.entity.js';

/**
 * Every permission that roles could grant; `*` for the built-in super administrator's role. A disabled role or menu
 * counts, because enabling it would grant its permissions.
 */
export async function permissionsOfRoles(roleIds: number[], manager: EntityManager): Promise<string[]> {
  if (roleIds.length === 0) return [];
  const superRole = { id: In(roleIds), tenantId: PLATFORM_TENANT.id, code: SUPER_ADMIN };
  if (await manager.existsBy(Role, superRole)) return ['*'];
  const rows = await manager
    .createQueryBuilder(Menu, 'menu')
    .select('DISTINCT menu.permission', 'permission')
    .innerJoin(RoleMenu, 'roleMenu', 'roleMenu.menuId = menu.id')
    .where("roleMenu.roleId IN (:...roleIds) AND menu.permission <> ''", { roleIds })
    .getRawMany<{ permission: string }>();
  return rows.map(({ permission }) => permission);
}

/** Every permission that users could hold through their roles. */
export async function permissionsOfUsers(userIds: number[], manager: EntityManager): Promise<string[]> {
  if (userIds.length === 0) return [];
  const links = await manager.findBy(UserRole, { userId: In(userIds) });
  return permissionsOfRoles([...new Set(links.map(({ roleId }) => roleId))], manager);
}
