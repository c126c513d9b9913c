import { LoginLog } from '../../src/logs/login-log/login-log.entity.js';
import { OperationLog } from '../../src/logs/operation-log/operation-log.entity.js';
import { Role, RoleScope, SUPER_ADMIN } from '../../src/modules/access/role.entity.js';
import { User } from '../../src/modules/access/user.entity.js';
import { ADMIN_PASSWORD, type TestApp, startApp } from '../support/app.js';
import { aCaller } from '../support/callers.js';
import { expectData, expectFailure, expectNamed, expectSuccess } from '../support/checks.js';
import { aDepartment, aScopedCaller, aScopedRole } from '../support/departments.js';
import { menusOf, PASSWORD } from '../support/tenants.js';

/** What an administrator of one department may do. */
const CODES = [
  ...['page', 'list', 'detail', 'add', 'update', 'delete', 'export', 'resetPassword'].map((one) => `sys:user:${one}`),
  ...['page', 'list', 'detail', 'add', 'update'].map((one) => `sys:role:${one}`),
  ...['page', 'list', 'detail', 'delete'].map((one) => `sys:loginLog:${one}`),
  ...['page', 'list'].map((one) => `sys:operationLog:${one}`),
  'sys:online:page',
  'sys:online:forceLogout',
  'sys:statistics:overview',
  'sys:dept:list',
];

let steward: TestApp;
let tenantId: number;
let departments: { above: number; own: number; below: number; sibling: number };
let admin: Awaited<ReturnType<typeof aScopedCaller>>;

const call = <T = Record<string, unknown>>(method: string, path: string, token: string, body?: unknown) =>
  steward.client.call<T>(method, path, { token, body });
const data = async <T>(path: string, token: string): Promise<T> => {
  const answer = await call<T>('GET', path, token);
  expectSuccess(answer);
  return answer.body.data;
};
const records = async <T>(path: string, token: string) => (await data<{ records: T[] }>(path, token)).records;
const update = (body: object, token = admin.token, resource = 'user') =>
  call('PUT', `/api/${resource}/update`, token, body);

beforeAll(async () => {
  steward = await startApp();
  tenantId = (await steward.make.aTenant()).id;
  const above = await aDepartment(steward, { tenantId });
  const own = await aDepartment(steward, { tenantId, parentId: above, name: 'Sales' });
  departments = {
    above,
    own,
    below: await aDepartment(steward, { tenantId, parentId: own }),
    sibling: await aDepartment(steward, { tenantId, parentId: above }),
  };
  const reach = { dataScope: RoleScope.OwnAndBelow };
  admin = await aScopedCaller(steward, CODES, reach, { tenantId, deptId: departments.own });
});
afterAll(() => steward.stop());

describe('users', () => {
  it('tell their department in getUser', async () => {
    const { deptId, deptName } = await data<Record<string, unknown>>('/api/index/getUser', admin.token);
    expect({ deptId, deptName }).toEqual({ deptId: departments.own, deptName: 'Sales' });
    const { token } = await aCaller(steward);
    expect(await data('/api/index/getUser', token)).toMatchObject({ deptId: null, deptName: '' });
  });

  it('are managed within the department and those below; the directory shows all of the tenant', async () => {
    const { make } = steward;
    const [mine, low, other, none] = await Promise.all(
      [departments.own, departments.below, departments.sibling, null].map((deptId) => make.aUser({ tenantId, deptId })),
    );
    const ids = (found: { id: number }[]) => found.map(({ id }) => id);
    const seen = ids(await records<User>('/api/user/page?pageSize=100', admin.token));
    expect(seen).toEqual(expect.arrayContaining([mine?.id, low?.id]));
    expect(seen).not.toContain(other?.id);
    expect(seen).not.toContain(none?.id);
    expectSuccess(await call('GET', `/api/user/detail/${low?.id}`, admin.token));
    for (const user of [other, none]) {
      expectFailure(await call('GET', `/api/user/detail/${user?.id}`, admin.token));
      expectFailure(await update({ id: user?.id, realname: 'Taken' }));
      expectFailure(await call('DELETE', `/api/user/delete/${user?.id}`, admin.token));
      const password = 'a rapid stream';
      expectFailure(await call('PUT', '/api/user/resetPassword', admin.token, { id: user?.id, password }));
    }
    const { token } = await aCaller(steward, [], { tenantId });
    const directory = await records<User>(`/api/user/page?pageSize=100`, token);
    expect(ids(directory)).toEqual(expect.arrayContaining([mine?.id, low?.id, other?.id, none?.id]));
    const filtered = await records<User>(`/api/user/page?deptId=${departments.own}&deptOnly=true`, token);
    expect(filtered).toContainEqual(expect.objectContaining({ id: mine?.id, deptName: 'Sales', email: '' }));
    expect(ids(filtered)).not.toContain(low?.id);
  });

  it('are added to the own department, or to one that is reached', async () => {
    const added = async (body: object) => {
      const username = `new-${Math.random().toString(36).slice(2, 10)}`;
      return call<{ id: number }>('POST', '/api/user/add', admin.token, { username, password: PASSWORD, ...body });
    };
    const plain = await added({});
    expectSuccess(plain);
    expect(await data(`/api/user/detail/${plain.body.data.id}`, admin.token)).toMatchObject({
      deptId: departments.own,
      deptName: 'Sales',
    });
    expectSuccess(await added({ deptId: departments.below }));
    for (const deptId of [departments.sibling, departments.above, 987_654])
      expectNamed(await added({ deptId }), 'deptId');
    for (const deptId of ['x', 0, -1, 1.5]) expectNamed(await added({ deptId }), 'deptId');
  });

  it('are filtered by department with those below, and counted so', async () => {
    const { token } = await aCaller(steward, ['sys:user:page', 'sys:user:list'], { tenantId });
    const own = await data<{ total: number }>(`/api/user/page?deptId=${departments.above}&deptOnly=true`, token);
    const below = await data<{ total: number }>(`/api/user/page?deptId=${departments.above}`, token);
    expect(own.total).toBe(0);
    expect(below.total).toBe(
      (await steward.db.manager.count(User, { where: { tenantId } })) - (await withoutDepartment()),
    );
  });

  const withoutDepartment = async () => {
    const users = await steward.db.manager.findBy(User, { tenantId });
    return users.filter(({ deptId }) => deptId === null).length;
  };
});

describe('logs, online users and statistics', () => {
  it('are those of users in the departments that are reached', async () => {
    const { make, client, db } = steward;
    const [near, far] = await Promise.all(
      [departments.below, departments.sibling].map((deptId) => make.aUser({ tenantId, deptId })),
    );
    for (const user of [near, far]) await client.login(user?.username ?? '', PASSWORD);
    await client.tryLogin({ username: far?.username, password: 'wrong' });
    await client.tryLogin({ username: 'nobody-at-all', password: 'wrong' });
    const names = (found: { username: string }[]) => new Set(found.map(({ username }) => username));
    for (const path of ['/api/login/log/page?pageSize=100', '/api/online/page?pageSize=100']) {
      const seen = names(await records(path, admin.token));
      expect(seen).toContain(near?.username);
      expect(seen).not.toContain(far?.username);
    }
    const theirs = await db.manager.findOneByOrFail(LoginLog, { username: far?.username, status: 0 });
    expectFailure(await call('GET', `/api/login/log/detail/${theirs.id}`, admin.token));
    expectFailure(await call('DELETE', `/api/login/log/delete/${theirs.id}`, admin.token));
    const session = await steward.db.query<{ jti: string }[]>(
      `SELECT access_jti AS jti FROM session WHERE user_id = ${far?.id}`,
    );
    expectFailure(await call('DELETE', `/api/online/forceLogout/${session[0]?.jti}`, admin.token));
    expectSuccess(await call('GET', '/api/index/getSessions', admin.token));
    const counted = await data<{ users: number; online: number }>('/api/statistics/overview', admin.token);
    const wide = await aCaller(steward, ['sys:statistics:overview'], { tenantId });
    const all = await data<{ users: number; online: number }>('/api/statistics/overview', wide.token);
    expect(counted.users).toBeGreaterThan(0);
    expect(counted.users).toBeLessThan(all.users);
    expect(counted.online).toBeLessThan(all.online);
  });

  it('follow a user into another department at once', async () => {
    const { make, client } = steward;
    const user = await make.aUser({ tenantId, deptId: departments.sibling });
    await client.login(user.username, PASSWORD);
    const sees = async () =>
      (await records<{ username: string }>(`/api/login/log/page?username=${user.username}`, admin.token)).length;
    expect(await sees()).toBe(0);
    const wide = await aCaller(steward, ['sys:user:update'], { tenantId });
    expectSuccess(await update({ id: user.id, deptId: departments.below }, wide.token));
    expect(await sees()).toBe(1);
  });

  it('show in a history the changes by users who are reached', async () => {
    const wide = await aCaller(steward, ['sys:user:update', 'sys:operationLog:page'], {
      tenantId,
      deptId: departments.sibling,
    });
    const user = await steward.make.aUser({ tenantId, deptId: departments.own });
    expectSuccess(await update({ id: user.id, realname: 'By another' }, wide.token));
    expectSuccess(await update({ id: user.id, realname: 'By the own' }));
    const history = (token: string) =>
      data<{ total: number; records: { userId: number }[] }>(
        `/api/operation/log/history?resource=/api/user&id=${user.id}`,
        token,
      );
    expect((await history(wide.token)).total).toBe(2);
    expect(await history(admin.token)).toMatchObject({ total: 1, records: [{ userId: admin.user.id }] });
    const rows = await records<{ userId: number }>('/api/operation/log/page?pageSize=100', admin.token);
    expect(rows.map(({ userId }) => userId)).not.toContain(wide.user.id);
  });
});

describe('roles', () => {
  let serial = 0;
  const aRole = () => ({ name: `Scoped ${++serial}`, code: `scoped-${serial}` });

  it('have a scope and, with scope 2 alone, departments', async () => {
    const { token } = await aCaller(steward, ['sys:role:add', 'sys:role:update', 'sys:role:detail', 'sys:role:page'], {
      tenantId,
    });
    const add = (body: object) => call<{ id: number }>('POST', '/api/role/add', token, { ...aRole(), ...body });
    const both = [departments.own, departments.sibling];
    const made = await add({ dataScope: 2, deptIds: both });
    expectSuccess(made);
    const { id } = made.body.data;
    const detail = () => data<{ dataScope: number; deptIds: number[] }>(`/api/role/detail/${id}`, token);
    expect(await detail()).toMatchObject({ dataScope: 2, deptIds: both });
    expect(await records<Role>('/api/role/page?dataScope=2', token)).toContainEqual(
      expect.objectContaining({ id, deptIds: both }),
    );
    for (const body of [
      { dataScope: 2 },
      { dataScope: 2, deptIds: [] },
      { dataScope: 3, deptIds: both },
      { deptIds: both },
    ])
      expectNamed(await add(body), 'deptIds');
    const foreign = await aDepartment(steward);
    for (const deptIds of [[foreign], [987_654], [departments.own, foreign]])
      expectNamed(await add({ dataScope: 2, deptIds }), 'deptIds');
    const change = (body: object) => update({ id, ...body }, token, 'role');
    expectNamed(await change({ deptIds: [] }), 'deptIds');
    expectData(await change({ deptIds: [departments.own] }), {});
    expect(await detail()).toMatchObject({ deptIds: [departments.own] });
    expectData(await change({ remark: 'x' }), {});
    expect(await detail()).toMatchObject({ dataScope: 2, deptIds: [departments.own] });
    expectData(await change({ dataScope: 4 }), {});
    expect(await detail()).toMatchObject({ dataScope: 4, deptIds: [] });
    expectNamed(await change({ dataScope: 2 }), 'deptIds');
    const [logged] = await steward.db.manager.find(OperationLog, { order: { id: 'DESC' }, where: { status: 0 } });
    expect(logged?.changes).toMatchObject({ dataScope: [2, 4], deptIds: [[departments.own], []] });
  });

  it('of the built-in administrator reach everything', async () => {
    const { access_token: token } = await steward.client.login('admin', ADMIN_PASSWORD);
    const { id } = await steward.db.manager.findOneByOrFail(Role, { code: SUPER_ADMIN });
    expectFailure(await update({ id, dataScope: 5 }, token, 'role'));
    expectFailure(await update({ id, deptIds: [departments.own] }, token, 'role'));
  });
});

describe('nobody lets others see more than they see', () => {
  const held = ['sys:user:page', 'sys:user:list'];
  const wide = (codes = held) => aScopedRole(steward, codes, { dataScope: RoleScope.All }, tenantId);
  const narrow = (codes = held) => aScopedRole(steward, codes, { dataScope: RoleScope.Own }, tenantId);

  it('by giving a role', async () => {
    const user = await steward.make.aUser({ tenantId, deptId: departments.own });
    expectNamed(await update({ id: user.id, roleIds: [(await wide()).id] }), 'roleIds');
    const chosen = { dataScope: RoleScope.Chosen, deptIds: [departments.own, departments.sibling] };
    const role = await aScopedRole(steward, held, chosen, tenantId);
    expectNamed(await update({ id: user.id, roleIds: [role.id] }), 'roleIds');
    const inReach = { dataScope: RoleScope.Chosen, deptIds: [departments.own, departments.below] };
    const fitting = await aScopedRole(steward, held, inReach, tenantId);
    expectData(await update({ id: user.id, roleIds: [fitting.id, (await narrow()).id] }), {});
    const own = admin.user.id;
    expectNamed(await update({ id: own, roleIds: [admin.role.id, (await wide()).id] }), 'roleIds');
  });

  it('by changing the scope, the departments, the menus or the status of a role that somebody has', async () => {
    const { make } = steward;
    const role = await narrow(['sys:user:page']);
    const change = (body: object, id = role.id) => update({ id, ...body }, admin.token, 'role');
    expectData(await change({ dataScope: 1 }), {});
    expectData(await change({ dataScope: 3 }), {});
    await make.assign(await make.aUser({ tenantId, deptId: departments.own }), role);
    expectNamed(await change({ dataScope: 1 }), 'dataScope');
    expectNamed(await change({ dataScope: 2, deptIds: [departments.sibling] }), 'dataScope');
    expectData(await change({ dataScope: 2, deptIds: [departments.below] }), {});
    expectNamed(await change({ deptIds: [departments.below, departments.above] }), 'deptIds');
    expectData(await change({ dataScope: 4, deptIds: [] }), {});
    // Somebody of another department, whose rows the administrator does not see, has it too.
    await make.assign(await make.aUser({ tenantId, deptId: departments.sibling }), role);
    const [list] = await menusOf(steward, ['sys:user:list']);
    const [page] = await menusOf(steward, ['sys:user:page']);
    expectFailure(await change({ menuIds: [page?.id, list?.id] }));
    expectFailure(await change({ status: 0 }));
    expectData(await change({ remark: 'free' }), {});
    expectNamed(await change({ dataScope: 1 }, admin.role.id), 'dataScope');
    const refused = await steward.db.manager.findOne(OperationLog, {
      where: { userId: admin.user.id, status: 1 },
      order: { id: 'DESC' },
    });
    expect(refused?.error).toContain('sys:');
  });

  it('by moving a user, or themselves, to another department', async () => {
    const role = await aScopedRole(steward, held, { dataScope: RoleScope.OwnAndBelow }, tenantId);
    const user = await steward.make.aUser({ tenantId, deptId: departments.below });
    await steward.make.assign(user, role);
    expectData(await update({ id: user.id, deptId: departments.own }), {});
    expectNamed(await update({ id: user.id, deptId: departments.above }), 'deptId');
    expectNamed(await update({ id: admin.user.id, deptId: departments.above }), 'deptId');
    // All users may be changed, but with the permission that the role grants only some are seen.
    const codes = ['sys:user:list', 'sys:user:page'];
    const mixed = await aScopedCaller(
      steward,
      codes,
      { dataScope: RoleScope.Own },
      { tenantId, deptId: departments.own },
    );
    const updates = await aScopedRole(steward, ['sys:user:update'], { dataScope: RoleScope.All }, tenantId);
    await steward.make.assign(mixed.user, updates);
    const { access_token: token } = await steward.client.login(mixed.user.username, PASSWORD);
    expectNamed(await update({ id: mixed.user.id, deptId: departments.above }, token), 'deptId');
  });

  it('by taking over the account of somebody who sees more', async () => {
    const user = await steward.make.aUser({ tenantId, deptId: departments.own });
    await steward.make.assign(user, await wide());
    const password = 'a rapid stream';
    for (const answer of [
      await call('PUT', '/api/user/resetPassword', admin.token, { id: user.id, password }),
      await update({ id: user.id, email: 'mine@example.org' }),
      await call('DELETE', `/api/user/delete/${user.id}`, admin.token),
    ])
      expectNamed(answer, 'sys:user');
    expect(await steward.db.manager.existsBy(User, { id: user.id })).toBe(true);
  });

  it('by adding a tenant whose administrator sees all of it', async () => {
    const codes = ['sys:tenant:add', 'sys:user:page'];
    const { token } = await aScopedCaller(steward, codes, { dataScope: RoleScope.Own }, { deptId: null });
    const menus = await menusOf(steward, ['sys:user:page']);
    const account = { username: 'first', password: PASSWORD };
    const add = (code: string, menuIds: number[]) =>
      call('POST', '/api/tenant/add', token, { name: code, code, admin: { ...account, menuIds } });
    expectNamed(
      await add(
        'scoped-one',
        menus.map(({ id }) => id),
      ),
      'sys:user:page',
    );
    expectSuccess(await add('scoped-two', []));
  });

  it('by giving a menu a permission that roles then have', async () => {
    const { make } = steward;
    const codes = ['sys:menu:update', 'x:scoped:list'];
    const [menu] = await make.menus([{ permission: 'x:scoped:list' }]);
    const keeper = await make.aUser({ deptId: null });
    const role = await make.aRole({ dataScope: RoleScope.Own });
    await make.grant(role, menu!, ...(await menusOf(steward, codes.slice(0, 1))));
    await make.assign(keeper, role);
    const { access_token: token } = await steward.client.login(keeper.username, PASSWORD);
    const [blank] = await make.menus([{ permission: '' }]);
    expectNamed(await update({ id: blank?.id, permission: 'x:scoped:list' }, token, 'menu'), 'x:scoped:list');
    expectNamed(await update({ id: menu?.id, status: 0 }, token, 'menu'), 'x:scoped:list');
    expectData(await update({ id: menu?.id, name: 'Free' }, token, 'menu'), {});
  });
});
