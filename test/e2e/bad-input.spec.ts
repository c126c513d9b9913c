import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { ADMIN_PASSWORD, type TestApp, startApp } from '../support/app.js';
import { expectFailure, expectSuccess } from '../support/checks.js';
import type { Answer } from '../support/client.js';

const LOGIN = '/api/login';
const TOKEN = '/api/oauth2/token';
const ROUTES = [LOGIN, TOKEN];
const CREDENTIALS = { username: 'admin', password: ADMIN_PASSWORD };
const JSON_TYPE = { 'content-type': 'application/json' };
const MEGABYTE = 'm'.repeat(1_000_000);

describe('bad input', () => {
  let steward: TestApp;
  beforeAll(async () => {
    steward = await startApp();
  });
  afterEach(async () => {
    expect((await steward.client.login('admin', ADMIN_PASSWORD)).token_type).toBe('Bearer');
  });
  afterAll(() => steward.stop());

  const post = (path: string, body: unknown, headers?: Record<string, string>) =>
    steward.client.post(path, body, { headers });

  /** Sends bytes as they are, with no header but those given. */
  async function send(body: Uint8Array<ArrayBuffer> | string, headers: Record<string, string>): Promise<Answer> {
    const response = await fetch(steward.url + LOGIN, { method: 'POST', body: Buffer.from(body), headers });
    return { status: response.status, headers: response.headers, body: (await response.json()) as Answer['body'] };
  }

  function expectNamed(answer: Answer<unknown>, name: string): void {
    expectFailure(answer);
    expect(answer.body.msg).toContain(name);
  }

  /** Sends text on a bare socket and gives what comes back. */
  const raw = (text: string) =>
    new Promise<string>((resolve, reject) => {
      let answer = '';
      const socket = connect(Number(new URL(steward.url).port), '127.0.0.1', () => socket.write(text));
      socket.on('data', (data) => (answer += data.toString()));
      socket.on('close', () => resolve(answer));
      socket.on('error', reject);
    });

  describe.each(ROUTES)('in the body of POST %s', (path) => {
    describe.each(['username', 'password'])('%s', (name) => {
      it.each([[undefined], [null], [''], [7], [true], [[]], [['admin']], [{}], [{ toString: 'x' }], [MEGABYTE]])(
        'is refused by name: %.40j',
        async (value) => expectNamed(await post(path, { ...CREDENTIALS, [name]: value }), name),
      );
    });

    describe.each(['tenantCode', 'key', 'code'])('%s', (name) => {
      it.each([[7], [false], [0], [[]], [['x']], [{}], [{ length: 1 }], [MEGABYTE]])(
        'is refused by name: %.40j',
        async (value) => expectNamed(await post(path, { ...CREDENTIALS, [name]: value }), name),
      );

      it.each([null, ''])('counts as absent: %j', async (value) => {
        expectSuccess(await post(path, { ...CREDENTIALS, [name]: value }));
      });
    });

    it.each<[string, object]>([
      ['a password of 73 bytes', { password: 'x'.repeat(73) }],
      ['a password of 73 bytes in few characters', { password: '😀'.repeat(19) }],
      ['a password with NUL', { password: `${ADMIN_PASSWORD}\0` }],
      ['a password of control characters', { password: '\u0001\u001b[2J\r\n' }],
      ['a username with control characters', { username: 'admin\r\n\u0000' }],
    ])('%s is refused', async (_case, wrong) => {
      expectNamed(await post(path, { ...CREDENTIALS, ...wrong }), 'password');
    });

    it.each<[string, object]>([
      ['a tenant code', { tenantCode: 'x\u0000\n' }],
      ['a captcha key', { key: 'x\u0000\r\nFLUSHALL\r\n' }],
      ['a captcha answer', { key: 'x', code: '\u0000\n' }],
    ])('%s with control characters is refused', async (_case, wrong) => {
      expectFailure(await post(path, { ...CREDENTIALS, ...wrong }));
    });

    it.each(['null', '[]', '[{"username":"admin"}]', '"text"', '7', 'true'])('%s is no object', async (body) => {
      expectFailure(await post(path, body));
    });

    it('none at all is refused', async () => {
      expectFailure(await post(path, ''));
      expectFailure(await steward.client.call('POST', path));
    });

    it.each([
      '{',
      '{"username":"admin"',
      '{"username":}',
      "{'username':'admin'}",
      '{"a":1}}',
      '{"a":1,}',
      'text',
      'NaN',
      ' ',
    ])('%j is not JSON', async (body) => expectFailure(await post(path, body), 400));

    it.each([
      '__proto__":{"polluted":1},"',
      'constructor":{"prototype":{"polluted":1}},"',
      'prototype":null,"hasOwnProperty":1,"toString":null,"',
    ])('"%s… is ignored and pollutes nothing', async (members) => {
      const answer = await post(path, `{"${members}username":"admin","password":"${ADMIN_PASSWORD}"}`);
      expectSuccess(answer);
      expect(({} as { polluted?: number }).polluted).toBeUndefined();
    });

    it('__proto__ gives no members', async () => {
      expectNamed(await post(path, `{"__proto__":${JSON.stringify(CREDENTIALS)}}`), 'username');
    });

    it.each([
      ['lists', '['.repeat(100_000) + ']'.repeat(100_000)],
      ['objects', '{"a":'.repeat(50_000) + '1' + '}'.repeat(50_000)],
      ['a member', `{"username":${'['.repeat(100_000)}${']'.repeat(100_000)},"password":"x"}`],
      ['lists without end', '['.repeat(500_000)],
    ])('deeply nested %s are refused', async (_case, body) => {
      const answer = await post(path, body);
      expectFailure(answer, answer.status);
      expect([200, 400]).toContain(answer.status);
    });

    it('more than a MiB is too large, a MiB is not', async () => {
      const bodyOf = (bytes: number) => {
        const rest = JSON.stringify({ ...CREDENTIALS, ignored: '' }).length;
        return JSON.stringify({ ...CREDENTIALS, ignored: 'x'.repeat(bytes - rest) });
      };
      expectSuccess(await post(path, bodyOf(1_048_576)));
      expectFailure(await post(path, bodyOf(1_048_577)), 413);
    });
  });

  describe('in a refresh', () => {
    it.each([[7], [true], [[]], [{}], [['x']]])('refresh_token is refused by name: %j', async (refresh_token) => {
      expectNamed(await post(TOKEN, { grant_type: 'refresh_token', refresh_token }), 'refresh_token');
    });

    it.each([[undefined], [null], [7], [[]], [{}], ['x'], [MEGABYTE], ['refresh_token\0']])(
      'grant_type is refused by name: %.40j',
      async (grant_type) => expectNamed(await post(TOKEN, { grant_type, refresh_token: 'x' }), 'grant_type'),
    );

    it.each([MEGABYTE, '\0', '..', 'a.b.c', '\u0001\n', 'eyJhbGciOiJIUzI1NiJ9.bnVsbA.x'])(
      'a refresh token of %.40j is refused',
      async (refresh_token) => expectFailure(await post(TOKEN, { grant_type: 'refresh_token', refresh_token })),
    );
  });

  describe('by its kind', () => {
    const body = JSON.stringify(CREDENTIALS);

    it.each([
      ['text', { 'content-type': 'text/plain' }],
      ['a form', { 'content-type': 'application/x-www-form-urlencoded' }],
      ['a multipart form', { 'content-type': 'multipart/form-data; boundary=x' }],
      ['XML', { 'content-type': 'application/xml' }],
      ['no type', {}],
      ['a broken type', { 'content-type': '/' }],
      ['a type with the same beginning', { 'content-type': 'application/jsonp' }],
      ['another charset', { 'content-type': 'application/json; charset=iso-8859-1' }],
      ['a 16-bit charset', { 'content-type': 'application/json; charset="utf-16"' }],
      ['an unknown encoding', { ...JSON_TYPE, 'content-encoding': 'x-unknown' }],
      ['an encoding that it has not', { ...JSON_TYPE, 'content-encoding': 'br' }],
    ])('%s is HTTP 400', async (_case, headers: Record<string, string>) => {
      expectFailure(await send(body, headers), 400);
    });

    it('a compressed body is HTTP 400', async () => {
      expectFailure(await send(new Uint8Array(gzipSync(body)), { ...JSON_TYPE, 'content-encoding': 'gzip' }), 400);
    });

    it('what is not UTF-8 is HTTP 400', async () => {
      expectFailure(await send(new Uint8Array(Buffer.from('{"username":"\xff\xfe"}', 'latin1')), JSON_TYPE), 400);
      expectFailure(await send(new Uint8Array(Buffer.from(body, 'utf16le')), JSON_TYPE), 400);
    });

    it.each(['application/json; charset=utf-8', 'Application/JSON;charset="UTF-8"', 'application/json'])(
      '%s is taken',
      async (type) => expectSuccess(await send(body, { 'content-type': type })),
    );

    it('an empty body is none, whatever its type', async () => {
      const { access_token, refresh_token } = await steward.client.login('admin', ADMIN_PASSWORD);
      const path = `/api/oauth2/remove/${refresh_token}`;
      expectSuccess(await steward.client.call('DELETE', path, { token: access_token, body: '' }));
      expectSuccess(await steward.client.get('/api/logout', access_token, JSON_TYPE));
    });
  });

  describe('in the URL', () => {
    it.each(['/api/%zz', '/api/%', '/api/oauth2/remove/%E0%A4%A', `/api/oauth2/remove/${'a'.repeat(9000)}`])(
      '%.40s is no 5xx',
      async (path) => {
        const answer = await steward.client.call('DELETE', path);
        expectFailure(answer, answer.status);
        expect([400, 401, 404, 414]).toContain(answer.status);
      },
    );

    it('a broken one is HTTP 400', async () => {
      expectFailure(await steward.client.get('/api/%zz'), 400);
    });

    it.each([
      ['GET', '/api/nowhere'],
      ['POST', '/nowhere'],
      ['GET', '/'],
      ['GET', LOGIN],
      ['PUT', LOGIN],
      ['PATCH', TOKEN],
      ['POST', '/api/captcha'],
      ['POST', '/api/logout'],
      ['OPTIONS', LOGIN],
      ['DELETE', '/api/oauth2/remove'],
    ])('%s %s is unknown, and said so by name', async (method, path) => {
      const answer = await steward.client.call(method, `${path}?token=TOP-SECRET`);
      expectFailure(answer, 404);
      expect(answer.body.msg).toContain(`${method} ${path}`);
      expect(answer.body.msg).not.toContain('SECRET');
    });
  });

  describe('below HTTP', () => {
    it.each([
      ['what is no HTTP', 'HELLO\r\n\r\n'],
      ['a broken header', 'GET /api/captcha HTTP/1.1\r\nHost: x\r\n bad header\r\n\r\n'],
      ['two lengths', 'POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx'],
      ['too large a header', `GET /api/captcha HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`],
      ['too long a URL', `GET /api/captcha?${'x'.repeat(40_000)} HTTP/1.1\r\nHost: x\r\n\r\n`],
      ['no host', 'GET /api/captcha HTTP/1.1\r\nConnection: close\r\n\r\n'],
      ['an unknown expectation', 'GET /api/captcha HTTP/1.1\r\nHost: x\r\nExpect: miracles\r\n\r\n'],
    ])('%s gets the envelope', async (_case, text) => {
      const [head = '', body = ''] = (await raw(text)).split('\r\n\r\n');
      expect(head).toMatch(/^HTTP\/1\.1 4\d\d /);
      expect(JSON.parse(body)).toMatchObject({ code: 1, ok: false, data: {} });
    });

    it('HTTP/1.0, which needs no host, and the usual expectation are taken', async () => {
      expect(await raw('GET /api/captcha HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /);
      const head = 'GET /api/captcha HTTP/1.1\r\nHost: x\r\nConnection: close\r\n';
      expect(await raw(`${head}Expect: 100-continue\r\n\r\n`)).toMatch(/^HTTP\/1\.1 100 .*\r\n\r\nHTTP\/1\.1 200 /);
    });

    it('a request that breaks off harms nobody', async () => {
      const socket = connect(Number(new URL(steward.url).port), '127.0.0.1');
      await new Promise<void>((resolve) =>
        socket.write(
          'POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{',
          () => resolve(),
        ),
      );
      socket.destroy();
      expectSuccess(await post(LOGIN, CREDENTIALS));
    });
  });
});
