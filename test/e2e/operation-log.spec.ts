import { MoreThan } from 'typeorm';
import { RouteCheck } from '../../src/http/access/route-check.js';
import { OperationType } from '../../src/http/recording/operation.js';
import { OperationLog } from '../../src/logs/operation-log/operation-log.entity.js';
import { ADMIN_PASSWORD, type TestApp, startApp } from '../support/app.js';
import { expectFailure, expectSuccess, tally } from '../support/checks.js';
import type { Answer } from '../support/client.js';
import { aGroup, aLoginLog, anItem, anItemBody, operationLogs } from '../support/rows.js';
import { type Member, PASSWORD, aMember, aTenantWithAdmin, seededCodes } from '../support/tenants.js';
import { pass } from '../support/time.js';
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

  /** Asserts that a request succeeds and leaves exactly one row, which says so. */
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
    // The login log has the sessions, and calls that anybody may make are recorded only if they succeed. Revoking a
    // non-token succeeds, ending other sessions and beginning with a factor need no input, and JSON is not an image:
    // these have tests of their own.
    const unrecorded = new RegExp(
      '^/api/(login.*|session.*|password.*|email.*|passkey/options|file|oauth2/.*|generator/(preview|diff)|' +
        'index/(addTotp|passkeyOptions|endOtherSessions))$',
    );
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
    ['resetPassword', () => ['PUT', '/api/user/resetPassword', { id: 2_000_000_000, password: 'a quiet river' }]],
    ['forceLogout', () => ['DELETE', '/api/online/forceLogout/nobody']],
    ['save', () => ['POST', '/api/config/web/save', { noSuchKey: 'x' }]],
  ])('says why a %s failed', async (method, requestOf) => {
    const { answer, rows } = await recorded(requestOf());
    expectFailure(answer);
    expect(rows).toMatchObject([{ method, status: 1 }]);
    expect(rows[0]?.error).toContain(answer.body.msg);
    expect(rows[0]?.result).not.toBe('Operation succeeded');
  });

  it('has a row with its kind for each call of such a route that is refused for lack of a permission', async () => {
    const { user, token } = await aMember(steward, []);
    const routes = steward.app.get(RouteCheck).routes();
    const guarded = routes.filter(({ method, access }) => method !== 'GET' && access?.kind === 'permission');
    const recordedOnes = guarded.filter(({ path }) => !/^\/api\/generator\/(preview|diff)$/.test(path));
    expect(recordedOnes.length).toBeGreaterThanOrEqual(4 * 8 + 4);
    for (const { method, path, handler } of recordedOnes) {
      const url = path.replace(/:\w+/, '7');
      const { answer, rows } = await recorded([method, url, { name: 'x', password: 'hush, little one' }], token);
      expectFailure(answer, 403);
      expect(rows).toMatchObject([
        {
          requestMethod: method,
          url,
          status: 1,
          userId: user.id,
          username: user.username,
          tenantId: 0,
          error: `1 ${answer.body.msg}`,
          result: 'Operation failed',
          ip: '127.0.0.1',
          method: handler.split('.').at(-1),
          browser: expect.stringContaining('Chrome') as string,
        },
      ]);
      expect(JSON.parse(rows[0]?.param ?? '')).toMatchObject({ name: 'x', password: '***' });
    }
    const kinds = async (request: Request) => (await recorded(request, token)).rows.map(({ logType }) => logType);
    expect(await kinds(['POST', '/api/role/add', {}])).toEqual([OperationType.Add]);
    expect(await kinds(['DELETE', '/api/role/batchDelete', [1]])).toEqual([OperationType.BatchDelete]);
    expect(await kinds(['POST', '/api/generator/generate', {}])).toEqual([OperationType.Generate]);
  });

  it('has a row for a token that was revoked, without the token', async () => {
    const { token, tokens } = await aMember(steward, []);
    for (const revoked of [tokens.refresh_token, 'nonsense', token]) {
      const path = `/api/oauth2/remove/${revoked}`;
      const { answer, rows } = await recorded(['DELETE', path], token);
      expectSuccess(answer);
      expect(rows).toMatchObject([
        { logType: OperationType.Delete, method: 'remove', url: '/api/oauth2/remove/***', param: '{"token":"***"}' },
      ]);
    }
  });

  it('has no row for a call without a valid token, nor for a body that cannot be parsed', async () => {
    const requests: [...Request, string?][] = [
      ['POST', '/api/role/add', {}, 'nonsense'],
      ['DELETE', '/api/role/delete/1', undefined, `${admin}x`],
      ['POST', '/api/role/add', '{"name":', admin],
      ['PUT', '/api/role/update', `{"name":"${'x'.repeat(1_100_000)}"}`, admin],
    ];
    for (const [method, path, body, token] of requests) {
      const { answer, rows } = await recorded([method, path, body], token);
      expect([400, 401, 413]).toContain(answer.status);
      expect(rows).toEqual([]);
    }
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
        id: rows[0]?.id,
        tenantId: 0,
        userId: user.id,
        tokenId: null,
        username: user.username,
        logType: OperationType.Add,
        source: 0,
        method: 'add',
        requestMethod: 'POST',
        url: '/api/role/add',
        result: 'Operation succeeded',
        ip: '127.0.0.1',
        location: '',
        os: expect.stringContaining('Linux') as string,
        status: 0,
        error: '',
        browser: expect.stringContaining('Chrome') as string,
        param: JSON.stringify({ from: 'query', name: 'R', code: `op-${serial}` }),
        changes: {},
        objects: [{ resource: '/api/role', id: expect.any(String) as string, name: 'R' }],
      });
      expect(createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      expect(Date.parse(String(createdAt))).toBeGreaterThanOrEqual(startedAt);
      expect(consumeTime).toBeGreaterThanOrEqual(0);
      expect(consumeTime).toBeLessThan(10_000);
    });

    it.each<[string, unknown]>([
      ['members', { password: 'hush, little one', newPassword: 'hush, little one', PASSWORD: 'hush', salt: 'hush' }],
      ['tokens and secrets', { access_token: 'hush', refreshToken: 'hush', client_secret: 'hush', secretKey: 'hush' }],
      [
        'objects and lists at any depth',
        { admin: { password: 'hush, little one', list: [[{ deep: { token: 'hush' } }]] } },
      ],
      ['values of any type', { password: { is: 'hush' }, token: ['hush'], secret: { a: [{ b: 'hush' }] } }],
      ['a list of objects', [{ password: 'hush, little one' }, [{ newPassword: 'hush, little one' }]]],
      ['a long body', { remark: 'x'.repeat(1980), password: 'hush, little one', token: 'hush'.repeat(100) }],
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

    it.each<[string, object]>([
      ['passwords', { userPwd: 'hush', pass_wd: 'hush', PASS: 'hush', pin: 'hush' }],
      ['keys', { apiKey: 'hush', 'X-Api-Key': 'hush', private_key: 'hush', awsCredentials: ['hush'] }],
      ['headers', { authorization: 'Bearer hush', 'Proxy-Authorization': { basic: 'hush' } }],
    ])('masks %s of other names', async (_name, body) => {
      const { rows } = await recorded(['POST', '/api/role/add', { deep: [{ ...body }], ...body }]);
      expect(rows).toHaveLength(1);
      expect(JSON.stringify(rows)).not.toContain('hush');
    });

    it('shows no token wherever it stands, and the text around it', async () => {
      const body = {
        name: `It is ${TOKEN}, then ${TOKEN}.`,
        remark: `glued${TOKEN}`,
        [TOKEN]: 1,
        a: { b: [[`<${TOKEN}>`]] },
        eyes: 'eyes.open',
        survey: 'surveyJson.x',
        code: 'abcd',
      };
      const { rows } = await recorded(['POST', `/api/role/add?note=${TOKEN}&${TOKEN}=2`, body]);
      expect(rows).toHaveLength(1);
      expect(JSON.stringify(rows)).not.toContain(TOKEN.split('.')[0]);
      expect(JSON.parse(rows[0]?.param ?? '')).toEqual({
        note: '***',
        '***': 1,
        name: 'It is ***, then ***.',
        remark: 'glued***',
        a: { b: [['<***>']] },
        eyes: 'eyes.open',
        survey: 'surveyJson.x',
        code: 'abcd',
      });
    });

    it('shows no token that a message names', async () => {
      const { answer, rows } = await recorded(['POST', '/api/config/web/save', { [TOKEN]: 'x' }]);
      expectFailure(answer);
      expect(rows).toMatchObject([{ error: '1 *** is no key of the web configuration', param: '{"***":"x"}' }]);
    });

    it('shows no token that stands in the browser name', async () => {
      const headers = { 'user-agent': BROWSER.replace('120.0.0.0', TOKEN) };
      await steward.client.call('POST', '/api/role/add', { token: admin, body: {}, headers });
      const [row] = await steward.db.manager.find(OperationLog, { order: { id: 'DESC' }, take: 1 });
      expect(row?.browser).not.toContain('eyJ');
    });

    it('shows members of any name and value like any other', async () => {
      const members = ['constructor', 'toJSON', 'then', 'toString', 'length', 'valueOf', 'hasOwnProperty'];
      const body = Object.fromEntries(members.map((name) => [name, { [name]: [1, null, 'x'] }]));
      const text = `{"__proto__":{"length":1},${JSON.stringify(body).slice(1)}`;
      for (const path of ['/api/role/add', '/api/config/item/add', '/api/config/web/save']) {
        const { answer, rows } = await recorded(['POST', path, text]);
        expectFailure(answer);
        expect(rows).toMatchObject([{ param: text }]);
      }
    });

    it('is cut to its column, whatever the length of the body', async () => {
      const members = Object.fromEntries(Array.from({ length: 40_000 }, (_, i) => [`member${i}`, i]));
      const many = await recorded(['POST', '/api/config/web/save', members]);
      expect(many.rows).toMatchObject([{ param: JSON.stringify(members).slice(0, 2000) }]);
      const ids = Array.from({ length: 100_000 }, (_, i) => i);
      const list = await recorded(['DELETE', '/api/role/batchDelete', ids]);
      expect(list.rows).toMatchObject([{ param: JSON.stringify({ ids }).slice(0, 2000) }]);
    });

    it.each(['smtpPassword', 'SMTP_PASSWORD', 'api-key', 'pin'])(
      'does not show the value of a configuration item with the key %s',
      async (key) => {
        const { db } = steward;
        const item = await anItem(db, { key, value: 'hush' });
        const body = { configId: (await aGroup(db)).id, key, value: 'hush' };
        const renamed = await anItem(db, { configId: item.configId });
        const { token } = await aMember(steward, []);
        const requests: Request[] = [
          ['POST', '/api/config/item/add', body],
          ['POST', '/api/config/item/add', body],
          ['PUT', '/api/config/item/update', { id: item.id, value: 'hush' }],
          ['PUT', '/api/config/item/update', { id: String(item.id), value: 'hush' }],
          ['PUT', '/api/config/item/update', { id: renamed.id, key: `${key}_`, value: 'hush' }],
          ['PUT', '/api/config/item/update', { id: item.id, key: fresh(), value: 'hush' }],
        ];
        for (const request of requests) {
          for (const [caller, status] of [[token, 403] as const, [admin, 200] as const]) {
            const { answer, rows } = await recorded(request, caller);
            expect(answer.status).toBe(status);
            expect(JSON.parse(rows[0]?.param ?? '')).toEqual({ ...(request[2] as object), value: '***' });
          }
        }
      },
    );

    it('shows the value of other configuration items', async () => {
      const item = await anItem(steward.db);
      for (const request of [
        ['POST', '/api/config/item/add', { ...anItemBody(item.configId), value: 'seen' }],
        ['PUT', '/api/config/item/update', { id: item.id, value: 'seen' }],
        ['PUT', '/api/config/item/update', { id: 2_000_000_000, value: 'seen' }],
        ['PUT', '/api/config/item/update', { id: { toString: 1 }, value: 'seen' }],
      ] as Request[]) {
        const { rows } = await recorded(request);
        expect(JSON.parse(rows[0]?.param ?? '')).toEqual(request[2]);
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
      const first = { username: fresh(), password: 'hush, little one', menuIds: [] };
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
      const body = { username: fresh(), password: 'a quiet river', tenantId: theirs.tenant.id };
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
      const add = await recorded(
        ['POST', '/api/user/add', { username: fresh(), password: 'a quiet river' }],
        member.token,
      );
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

describe('limit of recorded calls', () => {
  let steward: TestApp;
  beforeAll(async () => {
    steward = await startApp({ env: { OPERATION_LIMIT: '5' } });
  });
  beforeEach(() => pass(steward, 60_000));
  afterAll(() => steward.stop());

  const rowsNow = () => steward.db.manager.count(OperationLog);
  const add = (token: string) => steward.client.post('/api/role/add', { name: 'R', code: fresh() }, { token });

  it('is one for each user, refusals included, and leaves no row beyond it', async () => {
    const { token } = await aMember(steward, ['sys:role:add']);
    const before = await rowsNow();
    expectSuccess(await add(token));
    expectFailure(await steward.client.post('/api/role/add', {}, { token }));
    expectFailure(await steward.client.call('DELETE', '/api/role/delete/1', { token }), 403);
    expectFailure(await steward.client.call('DELETE', '/api/role/delete/1', { token }), 403);
    expectSuccess(await steward.client.call('PUT', '/api/index/updateInfo', { token, body: {} }));
    expect(await rowsNow()).toBe(before + 5);
    for (const answer of [
      await add(token),
      await steward.client.call('DELETE', '/api/role/delete/1', { token }),
      await steward.client.call('DELETE', '/api/oauth2/remove/nonsense', { token }),
    ]) {
      expectFailure(answer, 429);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(Number(answer.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    }
    expect(await rowsNow()).toBe(before + 5);
    expectSuccess(await steward.client.get('/api/index/getUser', token));
    expectSuccess(await add((await aMember(steward, ['sys:role:add'])).token));
    await pass(steward, 60_000);
    expectSuccess(await add(token));
  });

  it('lets 5 of 20 simultaneous calls pass', async () => {
    const { token } = await aMember(steward, []);
    const before = await rowsNow();
    const answers = await Promise.all(Array.from({ length: 20 }, () => add(token)));
    expect(tally(answers.map(({ status }) => status))).toEqual({ 403: 5, 429: 15 });
    expect(await rowsNow()).toBe(before + 5);
  });
});
