import { type DeclaredRoute, RouteCheck } from '../../src/http/access/route-check.js';
import { ADMIN_PASSWORD, type TestApp, startApp } from '../support/app.js';
import { expectFailure, expectNamed, expectSuccess } from '../support/checks.js';
import type { Answer } from '../support/client.js';
import { TELLING_NAMES, randomBody, seededRandom } from '../support/random-body.js';
import { someOf, wholeOnServices } from '../support/whole.js';

const BODIES_PER_ROUTE = wholeOnServices ? 60 : 10;
const TELLING_VALUES = ['{"toString":{"then":1}}', '"x"', 'null', '1', '{}', '[]'];
const SIZE = 1_000_000;

/** Names that some body knows. */
const NAMES = [
  'id',
  'ids',
  'name',
  'code',
  'status',
  'sort',
  'remark',
  'username',
  'password',
  'realname',
  'avatar',
  'email',
  'roleIds',
  'menuIds',
  'tenantId',
  'admin',
  'expireAt',
  'parentId',
  'permission',
  'path',
  'type',
  'hidden',
  'configId',
  'key',
  'value',
  'options',
  'dictId',
  'label',
  'oldPassword',
  'newPassword',
  'siteName',
  'siteTheme',
  'siteAccent',
  'grant_type',
  'refresh_token',
  'tenantCode',
  'tableName',
  'tableNames',
  'moduleName',
  'overwrite',
];

/** How long one body may occupy the process. It used to be 20 seconds; on a busy machine one second can pass anyway. */
const HELD_MS = 5000;

describe('bodies that mean no good', () => {
  let steward: TestApp;
  let token: string;
  let routes: DeclaredRoute[];
  beforeAll(async () => {
    steward = await startApp({ env: { OPERATION_LIMIT: '0' } });
    ({ access_token: token } = await steward.client.login('admin', ADMIN_PASSWORD));
    routes = steward.app
      .get(RouteCheck)
      .routes()
      .filter(({ method, path }) => method === 'POST' || method === 'PUT' || path.endsWith('batchDelete'));
  });
  afterAll(() => steward.stop());

  const send = ({ method, path }: Pick<DeclaredRoute, 'method' | 'path'>, body: string) =>
    steward.client.call(method, path, { token, body });

  function expectEnvelope({ status, body }: Answer, sent: string): void {
    const { msg, data } = body;
    const enveloped = typeof msg === 'string' && typeof data === 'object' && typeof body.ok === 'boolean';
    if (status >= 500 || !enveloped) throw new Error(`HTTP ${status} ${JSON.stringify(body)} for ${sent}`);
  }

  it('are all answered by the envelope, on every route with a body, and none by a 5xx', async () => {
    const random = seededRandom(20_261_122);
    expect(routes.length).toBeGreaterThan(30);
    for (const route of routes) {
      for (let i = 0; i < BODIES_PER_ROUTE; i++) {
        const body = randomBody(NAMES, random);
        expectEnvelope(await send(route, body), `${route.method} ${route.path} ${body}`);
      }
    }
    expectSuccess(await steward.client.get('/api/index/getUser', token));
  }, 900_000);

  it('with members that mean something to JavaScript, at any depth, mean nothing by them', async () => {
    for (const value of someOf(TELLING_VALUES, 2, () => '', wholeOnServices)) {
      const inside = `{${TELLING_NAMES.map((name) => `${JSON.stringify(name)}:${value}`).join()}}`;
      for (const body of [
        inside,
        `{"username":${inside},"id":${inside},"name":${inside},"admin":${inside}}`,
        `[${inside}]`,
      ]) {
        for (const route of routes) expectEnvelope(await send(route, body), `${route.path} ${body}`);
      }
      const telling = inside.slice(1, -1);
      const code = `telling-${Buffer.from(value).toString('hex')}`;
      expectSuccess(await send({ method: 'POST', path: '/api/dict/add' }, `{${telling},"name":"n","code":"${code}"}`));
      const { body } = await steward.client.get<object[]>(`/api/dict/list?code=${code}`, token);
      expect(body.data).toHaveLength(1);
    }
  });

  it('whose known members are objects are refused by name', async () => {
    expectNamed(await steward.client.tryLogin('{"username":{"constructor":1},"password":"x"}'), 'username');
  });

  const many = (count: number, one: (i: number) => string) => Array.from({ length: count }, (_, i) => one(i)).join();
  const members = (size: number) => many(size / 13, (i) => `"k${i}":0`);
  const SHAPES: [string, string][] = [
    ['unknown members', `{${members(SIZE)}}`],
    ['members of a known member', `{"username":{${members(SIZE)}},"id":1,"name":{${members(0)}}}`],
    ['members of a nested body', `{"name":"n","code":"c","admin":{"username":"uu","password":7,${members(SIZE)}}}`],
    ['a list', `{"ids":[${many(SIZE / 2, () => '1')}],"roleIds":[]}`],
    ['a list of ids', `{"id":1,"roleIds":[${many(SIZE / 2, () => '1')}],"menuIds":[${many(10, () => '7')}]}`],
    ['a list of objects', `{"username":[${many(SIZE / 3, () => '{}')}]}`],
    ['a bare list', `[${many(SIZE / 2, () => '1')}]`],
    ['one long text', `{"username":"${'x'.repeat(SIZE)}","password":"${'y'.repeat(10)}"}`],
    ['text of characters of four bytes', `{"name":"${'😀'.repeat(SIZE / 4)}","code":"c"}`],
    ['text that looks like tokens', `{"username":"${'eyJ'.repeat(SIZE / 3)}"}`],
    ['one long name', `{"${'n'.repeat(SIZE)}":1}`],
    ['depth', `{"a":${many(SIZE / 130, () => `[${'['.repeat(60)}${']'.repeat(60)}]`).replace(/^/, '[')}]}`],
  ];

  it.each(SHAPES)('of 1 MiB hold up nobody: %s', async (_name, body) => {
    expect(Buffer.byteLength(body)).toBeLessThan(1_048_576);
    for (const path of ['/api/oauth2/token', '/api/login', '/api/user/add', '/api/tenant/add', '/api/user/update']) {
      let longest = 0;
      let last = performance.now();
      const watch = setInterval(() => {
        longest = Math.max(longest, performance.now() - last);
        last = performance.now();
      }, 5);
      const answer = await send({ method: path.endsWith('update') ? 'PUT' : 'POST', path }, body);
      clearInterval(watch);
      expectFailure(answer, answer.status === 400 ? 400 : 200);
      expect(Math.max(longest, performance.now() - last)).toBeLessThan(HELD_MS);
    }
  });
});
