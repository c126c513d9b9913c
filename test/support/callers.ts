import type { Menu } from '../../src/modules/access/menu.entity.js';
import type { Role } from '../../src/modules/access/role.entity.js';
import type { User } from '../../src/modules/access/user.entity.js';
import type { TestApp } from './app.js';

/** A logged-in user. */
export interface LoggedIn {
  user: User;
  token: string;
}

/** A logged-in user with exactly these permissions; `values` sets other columns, such as the tenant. */
export async function aCaller(
  steward: TestApp,
  permissions: readonly string[] = [],
  values: Partial<User> = {},
): Promise<LoggedIn> {
  return aHolder(steward, await steward.make.menus(permissions.map((permission) => ({ permission }))), values);
}

/** A logged-in user whose only role has these menu entries; `reach` sets other columns of the role. */
export async function aHolder(
  { make, client }: TestApp,
  menus: readonly Menu[],
  values: Partial<User> = {},
  reach: Partial<Role> = {},
): Promise<LoggedIn> {
  const user = await make.aUser(values);
  const role = await make.aRole({ tenantId: user.tenantId, ...reach });
  if (menus.length > 0) await make.grant(role, ...menus);
  await make.assign(user, role);
  return { user, token: (await client.login(user.username, 'a quiet river')).access_token };
}
