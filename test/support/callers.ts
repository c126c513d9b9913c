import type { User } from '../../src/modules/access/user.entity.js';
import type { TestApp } from './app.js';

/** A logged-in user. */
export interface LoggedIn {
  user: User;
  token: string;
}

/** A logged-in user with exactly these permissions; `values` sets other columns, such as the tenant. */
export async function aCaller(
  { make, client }: TestApp,
  permissions: readonly string[] = [],
  values: Partial<User> = {},
): Promise<LoggedIn> {
  const user = await make.aUser(values);
  const role = await make.aRole({ tenantId: user.tenantId });
  const menus = await make.menus(permissions.map((permission) => ({ permission })));
  if (menus.length > 0) await make.grant(role, ...menus);
  await make.assign(user, role);
  return { user, token: (await client.login(user.username, 'a quiet river')).access_token };
}
