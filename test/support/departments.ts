import { Dept } from '../../src/modules/access/dept.entity.js';
import { type Role, RoleDept, type RoleScope } from '../../src/modules/access/role.entity.js';
import type { User } from '../../src/modules/access/user.entity.js';
import type { TestApp } from './app.js';
import { type LoggedIn } from './callers.js';
import { menusOf, PASSWORD } from './tenants.js';

let serial = 0;

/** A department, stored directly. @returns its id */
export async function aDepartment({ db }: TestApp, values: Partial<Dept> = {}): Promise<number> {
  const code = `dept-${++serial}`;
  const blank = { tenantId: 0, parentId: 0, name: code, code, phone: '', sort: 0, status: 1, remark: '' };
  return (await db.manager.save(db.manager.create(Dept, { ...blank, ...values }))).id;
}

/** The reach of a role: its scope, and the departments that it chooses. */
export interface Reach {
  dataScope: RoleScope;
  deptIds?: number[];
}

/** A role with seeded menus that carry these codes. */
export async function aScopedRole(
  steward: TestApp,
  codes: readonly string[],
  { dataScope, deptIds = [] }: Reach,
  tenantId: number,
): Promise<Role> {
  const { make, db } = steward;
  const role = await make.aRole({ tenantId, dataScope });
  if (deptIds.length > 0)
    await db.manager.insert(
      RoleDept,
      deptIds.map((deptId) => ({ roleId: role.id, deptId })),
    );
  if (codes.length > 0) await make.grant(role, ...(await menusOf(steward, codes)));
  return role;
}

/** A logged-in user with these codes through one role that reaches some rows. */
export async function aScopedCaller(
  steward: TestApp,
  codes: readonly string[],
  reach: Reach,
  values: Partial<User>,
): Promise<LoggedIn & { role: Role }> {
  const { make, client } = steward;
  const user = await make.aUser(values);
  const role = await aScopedRole(steward, codes, reach, user.tenantId);
  await make.assign(user, role);
  return { user, role, token: (await client.login(user.username, PASSWORD)).access_token };
}
