import { MoreThan } from 'typeorm';
import { RouteCheck } from '../../src/common/access/route-check.js';
import { OperationType } from '../../src/common/operation/operation.js';
import { OperationLog } from '../../src/modules/operation-log/operation-log.entity.js';
import { ADMIN_PASSWORD, type TestApp, startApp } from '../support/app.js';
import { expectFailure, expectSuccess } from '../support/checks.js';
import type { Answer } from '../support/client.js';
import { aGroup, aLoginLog, anItemBody, operationLogs } from '../support/rows.js';
import { type Member, PASSWORD, aMember, aTenantWithAdmin, seededCodes } from '../support/tenants.js';
import { claimsOf } from '../support/tokens.js';

type Request = [method: string, path: string, body?: unknown];

interface Recorded {
  answer: Answer<{ id?: number }>;
  rows: OperationLog[];
}

/** Chrome on Linux, as it names itself. */
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36';

/** A JSON text that is made to look like a token. */
const TOKEN = 'eyJhbGciOiJIUzI1NiJ9.eyJ1c2VyIjoxfQ.c2lnbmF0dXJl';

let serial = 0;
const fresh = () => `op-${++serial}`;

/** Resources with add, update, delete and batchDelete, and a body that add takes. */
const RESOURCES: [path: string, body: (steward: TestApp) => Promise<object>][] = [
  ['/api/user', async () => ({ username: fresh(), password: 'the-secret' })],
  ['/api/role', async () => ({ name: 'Role', code: fresh() })],
  ['/api/menu', async () => ({ name: 'Menu' })],
  ['/api/tenant', async () => ({ name: 'Tenant', code: fresh() })],
  ['/api/dict', async () => ({ name: 'Dict', code: fresh() })],
  ['/api/config', async () => ({ name: 'Group', code: fresh() })],
  ['/api/config/item', async ({ db }) => anItemBody((await aGroup(db)).id)],
];

describe('operation log', () => {
  let steward: TestApp;
  let admin: string;
  beforeAll(async () => {
    steward = await startApp();
    admin = (await steward.client.login('admin', ADMIN_PASSWORD)).access_token;
  });
  afterAll(() => steward.stop());

  /** The answer to a request, and the rows that are there once it has been answered. */
  async function recorded([method, path, body]: Request, token = admin): Promise<Recorded> {
    const { db, client } = steward;
    const last = (await db.manager.maximum(OperationLog, 'id')) ?? 0;
    const answer = await client.call(method, path, { token, body, headers: { 'user-agent': BROWSER } });
    return { answer, rows: await db.manager.findBy(OperationLog, { id: MoreThan(last) }) };
  }

  /** Holds that a request succeeds and leaves exactly one row, which says so. */
  async function expectRow(request: Request, logType: OperationType, method: string, token?: string) {
    const { answer, rows } = await recorded(request, token);
    expectSuccess(answer);
    const [requestMethod, path] = request;
    expect(rows).toMatchObject([{ logType, method, requestMethod, url: path.split('?')[0], status: 0, error: '' }]);
    return { data: answer.body.data, param: JSON.parse(rows[0]?.param ?? '') as Record<string, unknown> };
  }

  it.each(RESOURCES)('has a row for each change of %s', async (path, bodyOf) => {
    const add = async () => {
      const body = await bodyOf(steward);
      const { data, param } = await expectRow(['POST', `${path}/add`, body], OperationType.Add, 'add');
      expect(param).toEqual('password' in body ? { ...body, password: '***' } : body);
      return Number(data.id);
    };
    const [first, second, third] = [await add(), await add(), await add()];
    const change = { id: first, sort: 3, remark: 'changed' };
    const update = await expectRow(['PUT', `${path}/update`, change], OperationType.Update, 'update');
    expect(update.param).toEqual(change);
    const one = await expectRow(['DELETE', `${path}/delete/${first}`], OperationType.Delete, 'delete');
    expect(one.param).toEqual({ id: String(first) });
    const many: Request = ['DELETE', `${path}/batchDelete`, { ids: [second, third] }];
    const batch = await expectRow(many, OperationType.BatchDelete, 'batchDelete');
    expect(batch.param).toEqual({ ids: [second, third] });
  });

  it.each<[string, OperationType, string, (member: Member) => Promise<Request>]>([
    ['a save', OperationType.Save, 'save', async () => ['POST', '/api/config/web/save', { siteName: 'Ops' }]],
    [
      'a reset',
      OperationType.ResetPassword,
      'resetPassword',
      async ({ user }) => ['PUT', '/api/user/resetPassword', { id: user.id, password: 'the-secret' }],
    ],
    [
      'a forced logout',
      OperationType.ForceLogout,
      'forceLogout',
      async ({ tokens }) => ['DELETE', `/api/online/forceLogout/${String(claimsOf(tokens.access_token).jti)}`],
    ],
    [
      'a deletion from the login log',
      OperationType.Delete,
      'delete',
      async () => ['DELETE', `/api/login/log/delete/${(await aLoginLog(steward.db)).id}`],
    ],
    [
      'a batch from the login log',
      OperationType.BatchDelete,
      'batchDelete',
      async () => ['DELETE', `/api/login/log/batchDelete?ids=${(await aLoginLog(steward.db)).id}`],
    ],
    [
      'a deletion from itself',
      OperationType.Delete,
      'delete',
      async () => {
        await operationLogs(steward.db, [{}]);
        return ['DELETE', `/api/operation/log/delete/${await steward.db.manager.maximum(OperationLog, 'id')}`];
      },
    ],
  ])('has a row for %s', async (_name, logType, method, requestOf) => {
    await expectRow(await requestOf(await aMember(steward, [])), logType, method);
  });

  it('has a row for what people change of their own account', async () => {
    const { token } = await aMember(steward, []);
    await expectRow(['PUT', '/api/index/updateInfo', { realname: 'Me' }], OperationType.Update, 'updateInfo', token);
    const body = { oldPassword: PASSWORD, newPassword: 'the-secret' };
    const request: Request = ['PUT', '/api/index/updatePassword', body];
    const { param } = await expectRow(request, OperationType.UpdatePassword, 'updatePassword', token);
    expect(param).toEqual({ oldPassword: '***', newPassword: '***' });
  });

  it('has a row with the reason for each call of a route that changes something and fails', async () => {
    const unrecorded = /^\/api\/(login|oauth2\/.*|generator\/preview)$/;
    const routes = steward.app.get(RouteCheck).routes();
    const changes = routes.filter(({ method, path }) => method !== 'GET' && !unrecorded.test(path));
    expect(changes.length).toBeGreaterThanOrEqual(4 * 8 + 4 + 5);
    for (const { method, path } of changes) {
      const url = path.replace(/:\w+/, '0');
      const { answer, rows } = await recorded([method, url, { realname: 5, nobody: 'knows' }]);
      expectFailure(answer);
      const { msg } = answer.body;
      expect(rows).toMatchObject([{ requestMethod: method, url, status: 1, userId: expect.any(Number) as number }]);
      expect(rows[0]?.error).toContain(msg);
      expect(rows[0]?.error).toMatch(/^1 /);
    }
  });

  it.each<[string, () => Request]>([
    ['update', () => ['PUT', '/api/role/update', { id: 2_000_000_000, name: 'x' }]],
    ['delete', () => ['DELETE', '/api/role/delete/2000000000']],
    ['batchDelete', () => ['DELETE', '/api/role/batchDelete', [2_000_000_000]]],
    ['resetPassword', () => ['PUT', '/api/user/resetPassword', { id: 2_000_000_000, password: 'x' }]],
    ['forceLogout', () => ['DELETE', '/api/online/forceLogout/nobody']],
    ['save', () => ['POST', '/api/config/web/save', { noSuchKey: 'x' }]],
  ])('says why a %s failed', async (method, requestOf) => {
    const { answer, rows } = await recorded(requestOf());
    expectFailure(answer);
    expect(rows).toMatchObject([{ method, status: 1 }]);
    expect(rows[0]?.error).toContain(answer.body.msg);
    expect(rows[0]?.result).not.toBe('Operation succeeded');
  });

  it('records no read, no login, no refresh and no logout', async () => {
    const { client, db } = steward;
    const before = await db.manager.count(OperationLog);
    const gets = steward.app
      .get(RouteCheck)
      .routes()
      .filter(({ method, path }) => method === 'GET' && path !== '/api/logout');
    expect(gets.length).toBeGreaterThan(30);
    for (const { path } of gets)
      await fetch(client.url + path.replace(/:\w+/, '1'), { headers: { authorization: admin } });
    const { refresh_token } = await client.login('admin', ADMIN_PASSWORD);
    const { body } = await client.refresh(refresh_token);
    expectSuccess(await client.get('/api/logout', body.data.access_token));
    expectFailure(await client.tryLogin({ username: 'admin', password: 'wrong' }));
    expect(await db.manager.count(OperationLog)).toBe(before);
  });

  describe('a row', () => {
    it('tells who did what, from where, when and with which outcome', async () => {
      const { user, token } = await aMember(steward, [
        'sys:role:add',
        'sys:operationLog:page',
        'sys:operationLog:detail',
      ]);
      const startedAt = steward.clock.now();
      const { rows } = await recorded(['POST', '/api/role/add?from=query', { name: 'R', code: fresh() }], token);
      const answer = await steward.client.get<Record<string, unknown>>(
        `/api/operation/log/detail/${rows[0]?.id}`,
        token,
      );
      expectSuccess(answer);
      const { createdAt, consumeTime, ...rest } = answer.body.data;
      expect(rest).toEqual({
        ...{ id: rows[0]?.id, tenantId: 0, userId: user.id, username: user.username, logType: OperationType.Add },
        ...{ source: 0, method: 'add', requestMethod: 'POST', url: '/api/role/add', result: 'Operation succeeded' },
        ...{ ip: '127.0.0.1', location: '', os: expect.stringContaining('Linux') as string, status: 0, error: '' },
        browser: expect.stringContaining('Chrome') as string,
        param: JSON.stringify({ from: 'query', name: 'R', code: `op-${serial}` }),
      });
      expect(createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      expect(Date.parse(String(createdAt))).toBeGreaterThanOrEqual(startedAt);
      expect(consumeTime).toBeGreaterThanOrEqual(0);
      expect(consumeTime).toBeLessThan(10_000);
    });

    it.each<[string, unknown]>([
      ['members', { password: 'hush', newPassword: 'hush', PASSWORD: 'hush', salt: 'hush' }],
      ['tokens and secrets', { access_token: 'hush', refreshToken: 'hush', client_secret: 'hush', secretKey: 'hush' }],
      ['objects and lists at any depth', { admin: { password: 'hush', list: [[{ deep: { token: 'hush' } }]] } }],
      ['values of any type', { password: { is: 'hush' }, token: ['hush'], secret: { a: [{ b: 'hush' }] } }],
      ['a list of objects', [{ password: 'hush' }, [{ newPassword: 'hush' }]]],
      ['a long body', { remark: 'x'.repeat(1980), password: 'hush', token: 'hush'.repeat(100) }],
    ])('masks secrets in %s', async (_name, body) => {
      for (const [method, path] of [
        ['PUT', '/api/user/resetPassword'],
        ['POST', '/api/tenant/add'],
        ['PUT', '/api/index/updatePassword'],
      ] as const) {
        const { rows } = await recorded([method, `${path}?token=hush&password=hush`, body]);
        expect(rows).toHaveLength(1);
        expect(JSON.stringify(rows)).not.toContain('hush');
        expect(rows[0]?.param).toContain('***');
      }
    });

    it('shows no password of a body that is bare text, which has no names to tell secrets by', async () => {
      const { rows } = await recorded(['PUT', '/api/user/resetPassword', JSON.stringify('hush')]);
      expect(rows).toHaveLength(1);
      expect(JSON.stringify(rows)).not.toContain('hush');
    });

    it('shows no token that stands in the path', async () => {
      const { rows } = await recorded(['DELETE', `/api/online/forceLogout/${TOKEN}`]);
      expect(rows).toHaveLength(1);
      expect(JSON.stringify(rows)).not.toContain(TOKEN);
    });

    it('masks the passwords of a tenant and its administrator that were stored', async () => {
      const first = { username: fresh(), password: 'hush', menuIds: [] };
      const { answer, rows } = await recorded(['POST', '/api/tenant/add', { name: 'T', code: fresh(), admin: first }]);
      expectSuccess(answer);
      expect(JSON.parse(rows[0]?.param ?? '')).toMatchObject({ admin: { ...first, password: '***' } });
    });
  });

  describe('of a tenant', () => {
    const ids = async (token: string, query = '') => {
      const answer = await steward.client.get<{ id: number }[]>(`/api/operation/log/list?${query}`, token);
      expectSuccess(answer);
      return answer.body.data.map(({ id }) => id);
    };

    it('holds what its own callers did, failures too, and nothing of others', async () => {
      const codes = await seededCodes(steward, /^sys:(user|operationLog):/);
      const [mine, theirs] = [await aTenantWithAdmin(steward, codes), await aTenantWithAdmin(steward, codes)];
      const tenantId = mine.tenant.id;
      const body = { username: fresh(), password: 'x', tenantId: theirs.tenant.id };
      const done = await recorded(['POST', '/api/user/add', body], mine.admin.token);
      const failed = await recorded(['DELETE', '/api/user/delete/2000000000'], mine.admin.token);
      const platforms = await recorded(['PUT', '/api/user/update', { id: mine.admin.user.id, remark: 'x' }]);
      expectSuccess(platforms.answer);
      const own = [...done.rows, ...failed.rows];
      expect(own).toMatchObject([
        { tenantId, userId: mine.admin.user.id, status: 0 },
        { tenantId, userId: mine.admin.user.id, status: 1 },
      ]);
      expect(platforms.rows).toMatchObject([{ tenantId: 0, username: 'admin' }]);
      expect((await ids(mine.admin.token)).sort()).toEqual(own.map(({ id }) => id).sort());
      expect(await ids(theirs.admin.token)).toEqual([]);
      expect((await ids(admin, `tenantId=${tenantId}`)).sort()).toEqual(own.map(({ id }) => id).sort());
    });

    it('is filtered by user, kind, verb and outcome', async () => {
      const codes = await seededCodes(steward, /^sys:(user|operationLog):/);
      const { admin: member } = await aTenantWithAdmin(steward, codes);
      const add = await recorded(['POST', '/api/user/add', { username: fresh(), password: 'x' }], member.token);
      const gone = await recorded(['DELETE', '/api/user/delete/2000000000'], member.token);
      const [added, failed] = [add.rows.map(({ id }) => id), gone.rows.map(({ id }) => id)];
      for (const [query, expected] of [
        [`userId=${member.user.id}`, [...failed, ...added]],
        [`userId=${member.user.id + 1000}`, []],
        [`username=${member.user.username}`, [...failed, ...added]],
        [`logType=${OperationType.Add}`, added],
        ['requestMethod=DELETE', failed],
        ['status=1', failed],
        ['status=0', added],
      ] as const) {
        expect({ query, ids: await ids(member.token, query) }).toEqual({ query, ids: expected });
      }
    });
  });

  it('has one row for each of many changes at once', async () => {
    const before = await steward.db.manager.count(OperationLog);
    const { token } = await aMember(steward, ['sys:role:add']);
    const add = () => steward.client.post('/api/role/add', { name: 'Many', code: fresh() }, { token });
    for (const answer of await Promise.all(Array.from({ length: 20 }, add))) expectSuccess(answer);
    expect(await steward.db.manager.count(OperationLog)).toBe(before + 20);
  });
});
