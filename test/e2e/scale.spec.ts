import { In, Like } from 'typeorm';
import { Menu, MenuType } from '../../src/modules/access/menu.entity.js';
import { Role, RoleMenu } from '../../src/modules/access/role.entity.js';
import { MANUAL, User, UserRole } from '../../src/modules/access/user.entity.js';
import type { MenuNode } from '../../src/modules/menu/menu-tree.service.js';
import { type TestApp, startApp } from '../support/app.js';
import { quickHash } from '../support/builders.js';
import { type LoggedIn, aCaller } from '../support/callers.js';
import { expectSuccess } from '../support/checks.js';
import type { Answer } from '../support/client.js';
import { insertAll } from '../support/rows.js';
import { statementsOf } from '../support/statements.js';
import { pass } from '../support/time.js';

const MENUS = 1000;
const ROLES = 200;
const USERS = 20_000;
const MENUS_OF_A_ROLE = 20;
/** What the caller holds beside the roles in bulk. */
const HELD = ['sys:role:page', 'sys:role:list', 'sys:user:list'];
/** Longer than anything read is kept. */
const COLD_MS = 61_000;

const range = (count: number) => Array.from({ length: count }, (_, i) => i);

describe('with 1,000 menus, 200 roles and 20,000 users', () => {
  let steward: TestApp;
  let caller: LoggedIn;
  let admin: LoggedIn;

  const get = (path: string, { token }: LoggedIn) => steward.client.get(path, token);
  const REQUESTS: [string, () => Promise<Answer<unknown>>][] = [
    ...(['caller', 'super administrator'] as const).flatMap((who): [string, () => Promise<Answer<unknown>>][] => {
      const as = (path: string) => () => get(path, who === 'caller' ? caller : admin);
      return [
        [`user page of a ${who}`, as('/api/user/page')],
        [`user page of 500 of a ${who}`, as('/api/user/page?pageSize=500')],
        [`second user page of a ${who}`, as('/api/user/page?pageNo=2')],
        [`role page of a ${who}`, as('/api/role/page?pageSize=500')],
        [`role list of a ${who}`, as('/api/role/list')],
        [`getMenuList of a ${who}`, as('/api/index/getMenuList')],
        [`getUser of a ${who}`, as('/api/index/getUser')],
      ];
    }),
    ['login', () => steward.client.tryLogin({ username: caller.user.username, password: 'a quiet river' })],
  ];
  const few = new Map<string, number>();
  /** The lowest of three runs: the service's own reads every few seconds do not belong to a request. */
  const cold = async (request: () => Promise<Answer<unknown>>): Promise<number> => {
    const counts: number[] = [];
    for (let run = 0; run < 3; run++) {
      await pass(steward, COLD_MS);
      const statements = await statementsOf(steward.db, async () => expectSuccess(await request()));
      // Only a page that is full is counted, and by a statement of its own only if there are many rows.
      counts.push(statements.filter((sql) => !/^SELECT COUNT\(1\)/.test(sql)).length);
    }
    return Math.min(...counts);
  };

  beforeAll(async () => {
    steward = await startApp();
    caller = await aCaller(steward, HELD);
    admin = await aCaller(steward);
    const { manager } = steward.db;
    await steward.make.assign(admin.user, await manager.findOneByOrFail(Role, { code: 'super_admin' }));
    for (let i = 0; i < 12; i++) await steward.make.aUser();
    for (const [name, request] of REQUESTS) few.set(name, await cold(request));
    await fill();
  });
  afterAll(() => steward.stop());

  /** Many connected rows: the caller has every new role. */
  async function fill(): Promise<void> {
    const { db } = steward;
    const audit = { createdAt: new Date(), updatedAt: new Date() };
    const text = { path: '', component: '', icon: '', status: 1, hidden: false };
    const menus = range(MENUS).map((i) => ({
      ...audit,
      ...text,
      name: `bulk-${i}`,
      parentId: 0,
      permission: `bulk:${i}`,
      sort: i,
      type: i % 5 === 0 ? MenuType.Page : MenuType.Button,
    }));
    await insertAll(db, Menu, menus);
    const roles = range(ROLES).map((i) => ({
      ...audit,
      tenantId: 0,
      code: `bulk-${i}`,
      name: 'x',
      status: 1,
      sort: i,
      remark: '',
    }));
    await insertAll(db, Role, roles);
    const hash = { password: quickHash('a quiet river', 'cafe0123'), salt: 'cafe0123' };
    const details = { realname: 'x', avatar: '', email: '', mobile: '', remark: '', status: 1, tenantId: 0 };
    await insertAll(
      db,
      User,
      range(USERS).map((i) => ({ ...audit, ...hash, ...details, username: `bulk-${i}` })),
    );

    const menuIds = (await db.manager.findBy(Menu, { name: Like('bulk-%') })).map(({ id }) => id);
    const roleIds = (await db.manager.findBy(Role, { code: Like('bulk-%') })).map(({ id }) => id);
    const userIds = (await db.manager.findBy(User, { username: Like('bulk-%') })).map(({ id }) => id);
    const links = roleIds.flatMap((roleId, i) =>
      range(MENUS_OF_A_ROLE).map((k) => ({ roleId, menuId: menuIds[(i * 5 + k) % MENUS] ?? 0 })),
    );
    await insertAll(db, RoleMenu, links);
    await insertAll(
      db,
      UserRole,
      userIds.map((userId, i) => ({ userId, roleId: roleIds[i % ROLES] ?? 0, source: MANUAL })),
    );
    await insertAll(
      db,
      UserRole,
      roleIds.map((roleId) => ({ userId: caller.user.id, roleId, source: MANUAL })),
    );
  }

  it.each(REQUESTS)('%s takes as many statements as with few rows', async (name, request) => {
    const many = await cold(request);
    expect(many).toBeGreaterThan(0);
    expect(many).toBe(few.get(name));
  });

  it('a page of 500 users answers whole, with the roles of each', async () => {
    const { body } = await get('/api/user/page?pageSize=500', caller);
    const total = await steward.db.manager.count(User);
    const { records, ...shell } = body.data as unknown as { records: { id: number; roleIds: number[] }[] };
    expect(shell).toEqual({ total, size: 500, current: 1, pages: Math.ceil(total / 500) });
    expect(records).toHaveLength(500);
    const links = await steward.db.manager.findBy(UserRole, { userId: In(records.map(({ id }) => id)) });
    for (const { id, roleIds } of records) {
      expect(roleIds).toEqual(links.filter(({ userId }) => userId === id).map(({ roleId }) => roleId));
    }
  });

  it('every row counts: roles with their menus, the menu tree and the permissions of who has all roles', async () => {
    const roles = await get('/api/role/list', caller);
    expect(roles.body.data).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ code: `bulk-${ROLES - 1}`, menuIds: expect.any(Array) as number[] }),
      ]),
    );
    const tree = (await steward.client.get<MenuNode[]>('/api/index/getMenuList', caller.token)).body.data;
    expect(tree.filter(({ name }) => name.startsWith('bulk-'))).toHaveLength(MENUS / 5);
    const me = await steward.client.get<{ roles: string[]; permissions: string[] }>('/api/index/getUser', caller.token);
    expect(me.body.data.roles).toHaveLength(ROLES + 1);
    expect(me.body.data.permissions).toHaveLength(MENUS + HELD.length);
  });
});
