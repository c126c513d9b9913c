import {
  type DataSource,
  type EntityTarget,
  type FindOptionsOrder,
  type FindOptionsSelect,
  type FindOptionsWhere,
  In,
  type ObjectLiteral,
} from 'typeorm';
import { Menu } from '../../src/modules/access/menu.entity.js';
import type { Role } from '../../src/modules/access/role.entity.js';
import type { Tenant } from '../../src/modules/access/tenant.entity.js';
import type { User } from '../../src/modules/access/user.entity.js';
import type { TestApp } from './app.js';
import type { Tokens } from './client.js';

/** Password of every user that is created here. */
export const PASSWORD = 'a quiet river';

/** A logged-in user, with the role that they were given and both of their tokens. */
export interface Member {
  user: User;
  role: Role;
  tokens: Tokens;
  token: string;
}

/** The seeded menus that carry these permission codes; one that is missing fails the test. */
export async function menusOf({ db }: TestApp, codes: readonly string[]): Promise<Menu[]> {
  const menus = await db.manager.findBy(Menu, { permission: In([...codes]) });
  const missing = codes.filter((code) => !menus.some(({ permission }) => permission === code));
  if (missing.length > 0) throw new Error(`no seeded menu carries ${missing.join(', ')}`);
  return menus;
}

/** The permission codes of the seeded menus that match a pattern. */
export async function seededCodes({ db }: TestApp, pattern: RegExp): Promise<string[]> {
  const menus = await db.manager.find(Menu);
  return [...new Set(menus.map(({ permission }) => permission))].filter((code) => pattern.test(code));
}

/** A logged-in user of a tenant, who has these codes through seeded menus. */
export async function aMember(steward: TestApp, codes: readonly string[], values: Partial<User> = {}): Promise<Member> {
  const { make, client } = steward;
  const user = await make.aUser(values);
  const role = await make.aRole({ tenantId: user.tenantId });
  if (codes.length > 0) await make.grant(role, ...(await menusOf(steward, codes)));
  await make.assign(user, role);
  const tokens = await client.login(user.username, PASSWORD);
  return { user, role, tokens, token: tokens.access_token };
}

/** A tenant with an administrator who has these codes. */
export async function aTenantWithAdmin(
  steward: TestApp,
  codes: readonly string[],
): Promise<{ tenant: Tenant; admin: Member }> {
  const tenant = await steward.make.aTenant();
  return { tenant, admin: await aMember(steward, codes, { tenantId: tenant.id }) };
}

/** Rows of a table with every column, including passwords, ordered by key. */
export function storedRows<E extends ObjectLiteral>(
  db: DataSource,
  entity: EntityTarget<E>,
  where?: FindOptionsWhere<E>,
): Promise<E[]> {
  const rows = db.getRepository(entity);
  const { columns, primaryColumns } = rows.metadata;
  const select = Object.fromEntries(columns.map(({ propertyName }) => [propertyName, true])) as FindOptionsSelect<E>;
  const order = Object.fromEntries(primaryColumns.map(({ propertyName }) => [propertyName, 'ASC']));
  return rows.find({ where, select, order: order as FindOptionsOrder<E> });
}
