import fastify, { type FastifyInstance } from 'fastify';
import { protectPages } from '../../src/http/envelope/headers.js';
import { ADMIN_PASSWORD, type TestApp, startApp } from '../support/app.js';
import { expectFailure } from '../support/checks.js';

const CONSOLE = 'https://console.example.org';
const GET_USER = '/api/index/getUser';

/** The CORS headers of an answer. */
function corsOf(headers: Headers): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => name.startsWith('access-control-') || name === 'vary'));
}

describe('every answer', () => {
  let steward: TestApp;
  beforeAll(async () => {
    steward = await startApp({ env: { AUTH_LIMIT: '1' } });
  });
  afterAll(() => steward.stop());

  it('says that it is what its type says, and stays in no cache: successes and failures', async () => {
    const { client } = steward;
    const login = await client.tryLogin({ username: 'admin', password: ADMIN_PASSWORD });
    const answers = [
      [login, 200],
      [await client.get(GET_USER, login.body.data.access_token), 200],
      [await client.get('/api/captcha'), 200],
      [await client.post('/api/login', '{'), 400],
      [await client.get('/api/%zz'), 400],
      [await client.get(GET_USER), 401],
      [await client.get('/api/nowhere'), 404],
      [await client.tryLogin({ username: 'admin', password: ADMIN_PASSWORD }), 429],
    ] as const;
    for (const [{ status, headers }, expected] of answers) {
      expect([status, headers.get('x-content-type-options'), headers.get('cache-control')]).toEqual([
        expected,
        'nosniff',
        'no-store',
      ]);
    }
  });

  it('has no CORS header while no origin is set, preflights are unknown paths', async () => {
    const { headers } = await steward.client.get('/api/captcha', undefined, { origin: CONSOLE });
    expect(corsOf(headers)).toEqual({});
    const preflight = await steward.client.call('OPTIONS', GET_USER, {
      headers: { origin: CONSOLE, 'access-control-request-method': 'GET' },
    });
    expectFailure(preflight, 404);
    expect(corsOf(preflight.headers)).toEqual({});
  });
});

describe('with cors.origins', () => {
  let steward: TestApp;
  beforeAll(async () => {
    steward = await startApp({ env: { CORS_ORIGINS: `${CONSOLE}, https://other.example.org` } });
  });
  afterAll(() => steward.stop());

  const preflight = (origin: string) =>
    fetch(`${steward.url}/api/user/update`, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'PUT',
        'access-control-request-headers': 'authorization,content-type',
      },
    });

  it.each([
    ['a success', '/api/captcha', 200],
    ['401', GET_USER, 401],
    ['404', '/api/nowhere', 404],
  ])('a console of a listed origin may read %s', async (_case, path, status) => {
    const answer = await steward.client.get(path, undefined, { origin: CONSOLE });
    expect(answer.status).toBe(status);
    expect(corsOf(answer.headers)).toEqual({
      'access-control-allow-origin': CONSOLE,
      'access-control-expose-headers':
        'x-request-id, retry-after, content-disposition, x-error, x-captcha, x-login-challenge, x-login-methods, ' +
        'x-restricted, x-step-up, x-principal, x-total-count, etag',
      vary: 'Origin',
    });
  });

  it('a console of a listed origin may send its token and JSON, and no cookie', async () => {
    const { status, headers } = await preflight(CONSOLE);
    expect(status).toBe(204);
    expect(corsOf(headers)).toMatchObject({
      'access-control-allow-origin': CONSOLE,
      'access-control-allow-methods': 'GET, POST, PUT, DELETE',
      'access-control-allow-headers': 'authorization,content-type',
      'access-control-max-age': '600',
    });
    expect(headers.has('access-control-allow-credentials')).toBe(false);
  });

  it.each(['https://console.example.org.evil.test', 'http://console.example.org', 'null'])(
    'a page of %s may read nothing',
    async (origin) => {
      const { headers } = await steward.client.get('/api/captcha', undefined, { origin });
      expect(headers.has('access-control-allow-origin')).toBe(false);
      expect((await preflight(origin)).headers.has('access-control-allow-origin')).toBe(false);
    },
  );
});

describe('pages', () => {
  let server: FastifyInstance;
  let url: string;
  beforeAll(async () => {
    server = fastify();
    await protectPages(server);
    for (const path of ['/api/docs', '/api/docs/', '/api/docs/swagger-ui.css', '/api/docs-json', '/api/captcha']) {
      server.get(path, async () => 'text');
    }
    url = await server.listen({ host: '127.0.0.1', port: 0 });
  });
  afterAll(() => server.close());

  it.each(['/api/docs', '/api/docs/', '/api/docs/swagger-ui.css'])(
    '%s runs scripts of its own alone, in no frame',
    async (path) => {
      const { headers } = await fetch(url + path);
      const policy = headers.get('content-security-policy')?.split(';') ?? [];
      expect(policy).toEqual(
        expect.arrayContaining([
          "default-src 'none'",
          "script-src 'self'",
          "connect-src 'self'",
          "frame-ancestors 'none'",
        ]),
      );
      expect(headers.get('x-frame-options')).toBe('SAMEORIGIN');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      // Over plain HTTP it would have no effect, and behind a proxy it is up to the proxy.
      expect(headers.has('strict-transport-security')).toBe(false);
    },
  );

  it.each(['/api/docs-json', '/api/captcha'])('%s is JSON and goes without', async (path) => {
    expect((await fetch(url + path)).headers.has('content-security-policy')).toBe(false);
  });
});
