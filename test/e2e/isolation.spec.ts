import { In, IsNull } from 'typeorm';
import { Role, RoleMenu } from '../../src/modules/access/role.entity.js';
import type { Tenant } from '../../src/modules/access/tenant.entity.js';
import { User, UserRole } from '../../src/modules/access/user.entity.js';
import { LoginLog } from '../../src/logs/login-log/login-log.entity.js';
import { OperationLog } from '../../src/logs/operation-log/operation-log.entity.js';
import { Session } from '../../src/modules/session/session.entity.js';
import { ADMIN_PASSWORD, type TestApp, startApp } from '../support/app.js';
import { expectFailure, expectNamed, expectSuccess } from '../support/checks.js';
import type { Tokens } from '../support/client.js';
import { csvRecords, download } from '../support/csv.js';
import { aLoginLog, operationLogs } from '../support/rows.js';
import { type Member, PASSWORD, aTenantWithAdmin, seededCodes, storedRows } from '../support/tenants.js';
import { claimsOf } from '../support/tokens.js';

/** A row as every resource of a tenant shows it. */
interface Row {
  id: number;
  tenantId: number;
}

interface PageOf<T> {
  records: T[];
  total: number;
}

/** One of two tenants: its administrator, another user who is logged in, and a row of each resource. */
interface Side {
  tenant: Tenant;
  admin: Member;
  user: User;
  session: Tokens;
  role: Role;
  loginLog: number;
  operationLog: number;
}

const RESOURCES: { name: string; path: string; entity: new () => Row; idOf: (side: Side) => number }[] = [
  { name: 'users', path: '/api/user', entity: User, idOf: ({ user }) => user.id },
  { name: 'roles', path: '/api/role', entity: Role, idOf: ({ role }) => role.id },
  { name: 'the login log', path: '/api/login/log', entity: LoginLog, idOf: ({ loginLog }) => loginLog },
  {
    name: 'the operation log',
    path: '/api/operation/log',
    entity: OperationLog,
    idOf: ({ operationLog }) => operationLog,
  },
];

/** The requests with which a caller of one side tries to see the other's rows; it must see only its own. */
const QUERIES: ((their: Side) => string)[] = [
  () => '',
  ({ tenant }) => `tenantId=${tenant.id}`,
  () => 'tenantId=0',
  () => 'tenantId=abc',
  ({ tenant }) => `tenantId=${tenant.id}&tenantId=0`,
  ({ tenant }) => `tenant_id=${tenant.id}&ownTenant=${tenant.id}`,
  ({ user }) => `id=${user.id}&orderBy=tenantId&order=desc`,
];

/** One request against a row of the other side. */
type Attack = [name: string, request: (my: Side, their: Side) => [method: string, path: string, body?: unknown]];

const ATTACKS: Attack[] = [
  ['renames a user', (_, { user }) => ['PUT', '/api/user/update', { id: user.id, realname: 'Taken' }]],
  ['disables a user', (_, { user }) => ['PUT', '/api/user/update', { id: user.id, status: 0 }]],
  ['takes the roles of a user', (_, { user }) => ['PUT', '/api/user/update', { id: user.id, roleIds: [] }]],
  ['gives a user a role', (my, { user }) => ['PUT', '/api/user/update', { id: user.id, roleIds: [my.role.id] }]],
  ['moves a user', (my, { user }) => ['PUT', '/api/user/update', { id: user.id, tenantId: my.tenant.id }]],
  [
    'resets a password',
    (_, { user }) => ['PUT', '/api/user/resetPassword', { id: user.id, password: 'a password for it' }],
  ],
  [
    'resets a password and names the tenant',
    (_, { user, tenant }) => [
      'PUT',
      `/api/user/resetPassword?tenantId=${tenant.id}`,
      { id: user.id, password: 'a password for it', tenantId: tenant.id },
    ],
  ],
  ['renames a role', (_, { role }) => ['PUT', '/api/role/update', { id: role.id, name: 'Taken' }]],
  [
    'disables a role',
    (_, { role, tenant }) => ['PUT', '/api/role/update', { id: role.id, status: 0, tenantId: tenant.id }],
  ],
  ['empties a role', (_, { role }) => ['PUT', '/api/role/update', { id: role.id, menuIds: [] }]],
  [
    'adds a user with a role of theirs',
    (_, { role, tenant }) => [
      'POST',
      '/api/user/add',
      { username: 'intruder', password: 'a quiet river', roleIds: [role.id], tenantId: tenant.id },
    ],
  ],
  [
    'takes a role of theirs',
    (my, { role }) => ['PUT', '/api/user/update', { id: my.admin.user.id, roleIds: [role.id] }],
  ],
  [
    'takes a role of theirs beside its own',
    (my, { role }) => ['PUT', '/api/user/update', { id: my.user.id, roleIds: [my.role.id, role.id] }],
  ],
  ['forces a session out', (_, { session }) => ['DELETE', `/api/online/forceLogout/${jtiOf(session)}`]],
  ['forces a session out by its sid', (_, { session }) => ['DELETE', `/api/online/forceLogout/${sidOf(session)}`]],
  ...RESOURCES.flatMap(({ name, path, idOf }): Attack[] => [
    [`reads a row of ${name}`, (_, their) => ['GET', `${path}/detail/${idOf(their)}?tenantId=${their.tenant.id}`]],
    [`deletes from ${name}`, (_, their) => ['DELETE', `${path}/delete/${idOf(their)}?tenantId=${their.tenant.id}`]],
    [
      `deletes a mixed list of ${name}`,
      (my, their) => ['DELETE', `${path}/batchDelete`, { ids: [idOf(my), idOf(their)] }],
    ],
    [`deletes a bare list of ${name}`, (my, their) => ['DELETE', `${path}/batchDelete`, [idOf(their), idOf(my)]]],
    [`deletes ${name} by query`, (my, their) => ['DELETE', `${path}/batchDelete?ids=${idOf(my)},${idOf(their)}`]],
  ]),
];

const jtiOf = ({ access_token }: Tokens) => String(claimsOf(access_token).jti);
const sidOf = ({ access_token }: Tokens) => String(claimsOf(access_token).sid);
const byId = (a: number, b: number) => a - b;

describe('tenant isolation', () => {
  let steward: TestApp;
  let platform: string;
  const sides: Partial<Record<'A' | 'B', Side>> = {};
  beforeAll(async () => {
    steward = await startApp();
    platform = (await steward.client.login('admin', ADMIN_PASSWORD)).access_token;
    const codes = await seededCodes(steward, /^sys:(user|role|loginLog|operationLog|online):/);
    expect(codes.length).toBeGreaterThan(25);
    sides.A = await aSide(codes);
    sides.B = await aSide(codes);
  });
  afterAll(() => steward.stop());

  async function aSide(codes: string[]): Promise<Side> {
    const { make, client, db } = steward;
    const { tenant, admin } = await aTenantWithAdmin(steward, codes);
    const of = { tenantId: tenant.id };
    const user = await make.aUser(of);
    const session = await client.login(user.username, PASSWORD);
    await operationLogs(db, [{ ...of, username: user.username }]);
    const { id: operationLog } = await db.manager.findOneByOrFail(OperationLog, of);
    const { id: loginLog } = await aLoginLog(db, of);
    return { tenant, admin, user, session, role: await make.aRole(of), loginLog, operationLog };
  }

  function side(name: 'A' | 'B'): Side {
    const found = sides[name];
    if (found === undefined) throw new Error(`side ${name} was not set up`);
    return found;
  }

  /** Everything that is stored about a tenant, apart from the operation log of its own callers' attempts. */
  async function stored({ tenant, operationLog }: Side) {
    const { db } = steward;
    const where = { tenantId: tenant.id };
    const users = await storedRows(db, User, where);
    const roles = await storedRows(db, Role, where);
    return {
      users,
      roles,
      given: await storedRows(db, UserRole, { userId: In(users.map(({ id }) => id)) }),
      granted: await storedRows(db, RoleMenu, { roleId: In(roles.map(({ id }) => id)) }),
      sessions: await storedRows(db, Session, where),
      loginLog: await storedRows(db, LoginLog, where),
      operationLog: await storedRows(db, OperationLog, { id: operationLog }),
    };
  }

  /** Ids of the rows of a tenant, of all tenants without one. */
  async function idsOf(entity: new () => Row, tenantId?: number): Promise<number[]> {
    const rows = await steward.db.manager.find(entity, { where: tenantId === undefined ? {} : { tenantId } });
    return rows.map(({ id }) => id).sort(byId);
  }

  /** The rows that a caller sees on a page of everything; counts that were shared a moment ago are outdated by then. */
  async function page<T>(path: string, token: string, query = ''): Promise<PageOf<T>> {
    steward.clock.advance(3000);
    const answer = await steward.client.get<PageOf<T>>(`${path}/page?pageSize=500&${query}`, token);
    expectSuccess(answer);
    return answer.body.data;
  }

  async function list(path: string, token: string, query = ''): Promise<Row[]> {
    const answer = await steward.client.get<Row[]>(`${path}/list?${query}`, token);
    expectSuccess(answer);
    return answer.body.data;
  }

  const online = (token: string, query = '') => page<{ jti: string; tenantId: number }>('/api/online', token, query);
  const liveJtis = async (where: { tenantId?: number }) =>
    (await steward.db.manager.findBy(Session, { ...where, endedAt: IsNull() }))
      .map(({ accessJti }) => accessJti)
      .sort();

  describe.each([
    ['A', 'B'],
    ['B', 'A'],
  ] as const)('of %s against %s', (me, other) => {
    const mine = () => side(me);
    const them = () => side(other);

    describe.each(RESOURCES)('reading $name', ({ path, entity, idOf }) => {
      it.each(QUERIES)('shows its own rows alone, whatever is asked for: %#', async (queryOf) => {
        const own = await idsOf(entity, mine().tenant.id);
        expect(own).toContain(idOf(mine()));
        const { records, total } = await page<Row>(path, mine().admin.token, queryOf(them()));
        expect(records.map(({ id }) => id).sort(byId)).toEqual(own);
        expect(total).toBe(own.length);
        const listed = await list(path, mine().admin.token, queryOf(them()));
        expect(listed.map(({ id }) => id).sort(byId)).toEqual(own);
        expect(new Set([...records, ...listed].map(({ tenantId }) => tenantId))).toEqual(new Set([mine().tenant.id]));
      });

      it('finds nothing by what the other has', async () => {
        const name = path === '/api/role' ? `code=${them().role.code}` : `username=${them().user.username}`;
        expect(await page(path, mine().admin.token, name)).toMatchObject({ records: [], total: 0 });
        expect(await list(path, mine().admin.token, name)).toEqual([]);
        expect(await list(path, them().admin.token, name)).not.toEqual([]);
      });

      it('answers for a row of the other as for one that is missing', async () => {
        const ask = (id: number) => steward.client.get(`${path}/detail/${id}`, mine().admin.token);
        const [theirs, missing] = [await ask(idOf(them())), await ask(2_000_000_000)];
        expectFailure(theirs);
        expect(theirs.body.msg.replace(String(idOf(them())), 'n')).toBe(missing.body.msg.replace('2000000000', 'n'));
        expectSuccess(await ask(idOf(mine())));
      });
    });

    it('shows the users of its own tenant to who holds nothing', async () => {
      const { records } = await page<Row>('/api/user', mine().session.access_token, `tenantId=${them().tenant.id}`);
      expect(records.map(({ id }) => id).sort(byId)).toEqual(await idsOf(User, mine().tenant.id));
    });

    it.each(QUERIES)('shows its own sessions alone, whatever is asked for: %#', async (queryOf) => {
      const { records, total } = await online(mine().admin.token, queryOf(them()));
      const own = await liveJtis({ tenantId: mine().tenant.id });
      expect(own).toContain(jtiOf(mine().session));
      expect(records.map(({ jti }) => jti).sort()).toEqual(own);
      expect(total).toBe(own.length);
    });

    it("finds no session by the other's user", async () => {
      const query = `userId=${them().user.id}`;
      expect(await online(mine().admin.token, query)).toMatchObject({ records: [], total: 0 });
      expect((await online(them().admin.token, query)).total).toBe(1);
    });

    it('exports its own login log alone', async () => {
      const url = `${steward.url}/api/login/log/export?tenantId=${them().tenant.id}`;
      const rows = csvRecords((await download(url, mine().admin.token)).text);
      expect(rows.map(({ id }) => Number(id)).sort(byId)).toEqual(await idsOf(LoginLog, mine().tenant.id));
    });

    it.each(ATTACKS)('is refused what %s', async (_name, requestOf) => {
      const before = [await stored(mine()), await stored(them())];
      const [method, path, body] = requestOf(mine(), them());
      expectFailure(await steward.client.call(method, path, { token: mine().admin.token, body }));
      expect([await stored(mine()), await stored(them())]).toEqual(before);
      expectSuccess(await steward.client.get('/api/oauth2/check/token', them().session.access_token));
    });

    it('cannot force out a session that was rotated, by either token', async () => {
      const { client, make } = steward;
      const { username } = await make.aUser({ tenantId: them().tenant.id });
      const first = await client.login(username, PASSWORD);
      const second = (await client.refresh(first.refresh_token)).body.data;
      for (const tokens of [first, second]) {
        const path = `/api/online/forceLogout/${jtiOf(tokens)}`;
        expectFailure(await client.call('DELETE', path, { token: mine().admin.token }));
      }
      expectSuccess(await client.get('/api/oauth2/check/token', first.access_token));
      expectSuccess(await client.get('/api/oauth2/check/token', second.access_token));
      expectSuccess(await client.refresh(second.refresh_token));
    });

    it('adds to its own tenant alone, whatever the body says', async () => {
      const { token } = mine().admin;
      const before = await stored(them());
      for (const [path, entity, body] of [
        // Names that the other tenant already has: unique within a tenant, so nothing reveals that they are taken
        // there.
        ['/api/user', User, { username: them().user.username, password: 'a quiet river' }],
        ['/api/role', Role, { name: 'Same', code: them().role.code }],
      ] as const) {
        const answer = await steward.client.post<{ id: number }>(
          `${path}/add`,
          { ...body, tenantId: them().tenant.id, id: 1 },
          { token },
        );
        expectSuccess(answer);
        const { id } = answer.body.data;
        expect(await steward.db.manager.findOneBy<Row>(entity, { id })).toMatchObject({ tenantId: mine().tenant.id });
        const moved = { id, tenantId: them().tenant.id, remark: 'moved' };
        expectSuccess(await steward.client.call('PUT', `${path}/update`, { token, body: moved }));
        expect(await steward.db.manager.findOneBy<Row>(entity, { id })).toMatchObject({
          tenantId: mine().tenant.id,
          remark: 'moved',
        });
        expectSuccess(await steward.client.call('DELETE', `${path}/delete/${id}`, { token }));
      }
      expect(await stored(them())).toEqual(before);
    });

    it("changes nobody else's account by its own", async () => {
      const before = await stored(them());
      const { token, user } = mine().admin;
      const body = { id: them().user.id, userId: them().user.id, tenantId: them().tenant.id, realname: 'Mine' };
      expectSuccess(await steward.client.call('PUT', '/api/index/updateInfo', { token, body }));
      expect(await stored(them())).toEqual(before);
      expect(await steward.db.manager.findOneBy(User, { id: user.id })).toMatchObject({
        realname: 'Mine',
        tenantId: mine().tenant.id,
      });
    });
  });

  it.each(RESOURCES)('lets a tenant delete $name of its own', async ({ path, entity, idOf }) => {
    const { token } = side('B').admin;
    const own = [idOf(side('B'))];
    expectSuccess(await steward.client.call('DELETE', `${path}/batchDelete`, { token, body: own }));
    expect(await steward.db.manager.countBy(entity, { id: In(own) })).toBe(0);
  });

  describe('of the platform', () => {
    it.each(RESOURCES)(
      'sees $name of all tenants, and those of one that it asks for',
      async ({ path, entity, idOf }) => {
        const ids = async (query: string) =>
          (await page<Row>(path, platform, query)).records.map(({ id }) => id).sort(byId);
        expect(await ids('')).toEqual(await idsOf(entity));
        for (const { tenant } of [side('A'), side('B')]) {
          const own = await idsOf(entity, tenant.id);
          expect(await ids(`tenantId=${tenant.id}`)).toEqual(own);
          expect((await list(path, platform, `tenantId=${tenant.id}`)).map(({ id }) => id).sort(byId)).toEqual(own);
        }
        expect(await ids('tenantId=0')).toEqual(await idsOf(entity, 0));
        expectNamed(await steward.client.get(`${path}/page?tenantId=abc`, platform), 'tenantId');
        expectSuccess(await steward.client.get(`${path}/detail/${idOf(side('A'))}`, platform));
      },
    );

    it('sees the sessions of all tenants, and those of one that it asks for', async () => {
      for (const where of [{}, { tenantId: side('A').tenant.id }, { tenantId: 0 }]) {
        const query = 'tenantId' in where ? `tenantId=${where.tenantId}` : '';
        expect((await online(platform, query)).records.map(({ jti }) => jti).sort()).toEqual(await liveJtis(where));
      }
    });

    const add = (path: string, body: object) => steward.client.post<{ id: number }>(path, body, { token: platform });

    it('adds users and roles to a tenant, with roles of that tenant alone', async () => {
      const { tenant } = side('A');
      const role = await add('/api/role/add', { name: 'Given', code: 'given', tenantId: tenant.id });
      expectSuccess(role);
      const roleIds = [role.body.data.id];
      const user = await add('/api/user/add', {
        username: 'given',
        password: 'a quiet river',
        tenantId: tenant.id,
        roleIds,
      });
      expectSuccess(user);
      const detail = await steward.client.get(`/api/user/detail/${user.body.data.id}`, side('A').admin.token);
      expect(detail.body.data).toMatchObject({ tenantId: tenant.id, roleIds });
      for (const tenantId of [side('B').tenant.id, 0, undefined]) {
        expectNamed(
          await add('/api/user/add', { username: 'not-given', password: 'a quiet river', tenantId, roleIds }),
          'roleIds',
        );
      }
      expect(await steward.db.manager.countBy(User, { username: 'not-given' })).toBe(0);
    });

    it.each(['/api/user/add', '/api/role/add'])('cannot %s to a tenant that is not there', async (path) => {
      const body = { username: 'nowhere', password: 'a quiet river', name: 'Nowhere', code: 'nowhere' };
      expectNamed(await add(path, { ...body, tenantId: 2_000_000_000 }), 'tenantId');
      expectFailure(await add(path, { ...body, tenantId: -1 }));
      expect(await steward.db.manager.countBy(User, { username: 'nowhere' })).toBe(0);
      expect(await steward.db.manager.countBy(Role, { code: 'nowhere' })).toBe(0);
    });

    it.each(RESOURCES.slice(0, 2))('moves none of $name by update', async ({ path, entity, idOf }) => {
      const body = { id: idOf(side('A')), tenantId: side('B').tenant.id, remark: 'stays' };
      expectSuccess(await steward.client.call('PUT', `${path}/update`, { token: platform, body }));
      expect(await steward.db.manager.findOneBy<Row>(entity, { id: body.id })).toMatchObject({
        tenantId: side('A').tenant.id,
        remark: 'stays',
      });
    });
  });
});
