import { cpSync } from 'node:fs';
import { type IncomingHttpHeaders, request } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { MetricsServer } from '../../src/core/metrics/metrics.server.js';
import { type TestApp, startApp } from '../support/app.js';
import { BUILT, BuiltConsole } from '../support/built-console.js';
import { Installation } from '../support/installation.js';
import { StewardProcess } from '../support/process.js';
import { type Storage, newStorage } from '../support/services.js';

/** What Chromium sends for a page. */
const PAGE = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob: https:; font-src 'self'; " +
  "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; " +
  "require-trusted-types-for 'script'; trusted-types vue";

interface RawAnswer {
  status: number | undefined;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** Sends a path as it is written: fetch would remove its dots, and ask for compressed answers. */
function send(url: string, path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const call = request(url, { path, method, headers }, (response) => {
      const { statusCode: status, headers } = response;
      buffer(response).then((body) => resolve({ status, headers, body }), reject);
    });
    call.on('error', reject);
    call.end();
  });
}

function expectNotFound({ status, headers, body }: RawAnswer): void {
  expect(status).toBe(404);
  expect(headers).toMatchObject({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' });
  expect(JSON.parse(body.toString())).toMatchObject({ code: 1, ok: false, data: {} });
}

function expectPage({ status, headers, body }: RawAnswer): void {
  expect([status, body.toString()]).toEqual([200, BUILT['index.html']]);
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    'content-security-policy': POLICY,
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'SAMEORIGIN',
    'referrer-policy': 'no-referrer',
  });
}

describe('the built console', () => {
  let built: BuiltConsole;
  let steward: TestApp;
  beforeAll(async () => {
    built = new BuiltConsole();
    steward = await startApp({ consoleRoot: built.root, env: { METRICS_ENABLED: 'true', METRICS_PORT: '0' } });
  });
  afterAll(async () => {
    await steward.stop();
    built.remove();
  });
  const get = (path: string, headers?: Record<string, string>) => send(steward.url, path, headers);

  it.each(['/console', '/console?next=1'])('%s leads to it', async (path) => {
    const { status, headers } = await get(path);
    expect([status, headers.location]).toEqual([302, '/console/']);
  });

  it('is where a browser that opens the service is led, and nobody else', async () => {
    const { status, headers } = await get('/', PAGE);
    expect([status, headers.location]).toEqual([302, '/console/']);
    expectNotFound(await get('/'));
    expectNotFound(await get('/', { accept: '*/*' }));
    expectNotFound(await send(steward.url, '/', PAGE, 'POST'));
  });

  it.each(['/console/', '/console/?x=1', '/console/index.html'])('%s is its page', async (path) => {
    expectPage(await get(path));
    expectPage(await get(path, PAGE));
  });

  it.each(['/console/login', '/console/access/user?name=a%2Fb', '/console/Gr%C3%B6%C3%9Fe', '/console/a:b/'])(
    '%s is its page for a browser, and no path for a script',
    async (path) => {
      expectPage(await get(path, PAGE));
      expectNotFound(await get(path));
      expectNotFound(await get(path, { accept: 'application/json' }));
      expectNotFound(await send(steward.url, path, PAGE, 'POST'));
    },
  );

  it('has files with a hash, which never change', async () => {
    const { status, headers, body } = await get('/console/assets/main-0aB_-9.js');
    expect([status, body.toString()]).toEqual([200, BUILT['assets/main-0aB_-9.js']]);
    expect(headers).toMatchObject({
      'content-type': 'application/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      vary: 'accept-encoding',
    });
    expect(headers['content-encoding']).toBeUndefined();
  });

  it('has files without one, which are asked for every time and sent when they changed', async () => {
    const { status, headers } = await get('/console/theme.js', PAGE);
    expect([status, headers['content-type']]).toEqual([200, 'application/javascript; charset=utf-8']);
    expect(headers['cache-control']).toBe('no-cache');
    const unchanged = await get('/console/theme.js', { 'if-none-match': headers.etag ?? '' });
    expect([unchanged.status, unchanged.body.length]).toEqual([304, 0]);
    built.write('theme.js', 'changed;');
    expect((await get('/console/theme.js', { 'if-none-match': headers.etag ?? '' })).body.toString()).toBe('changed;');
  });

  it.each(['/console/', '/console/login', '/console/assets/main-0aB_-9.js'])(
    '%s is sent compressed to those who take that',
    async (path) => {
      const plain = await get(path, PAGE);
      const brotli = await get(path, { ...PAGE, 'accept-encoding': 'gzip, deflate, br' });
      expect([brotli.status, brotli.headers['content-encoding']]).toEqual([200, 'br']);
      expect(brotliDecompressSync(brotli.body)).toEqual(plain.body);
      const gzip = await get(path, { ...PAGE, 'accept-encoding': 'gzip' });
      expect([gzip.status, gzip.headers['content-encoding']]).toEqual([200, 'gzip']);
      expect(gunzipSync(gzip.body)).toEqual(plain.body);
      for (const { headers } of [brotli, gzip]) {
        expect(headers['content-type']).toBe(plain.headers['content-type']);
        expect(headers['cache-control']).toBe(plain.headers['cache-control']);
      }
    },
  );

  it('sends what was not compressed as it is', async () => {
    const { headers, body } = await get('/console/assets/plain-1.css', { 'accept-encoding': 'gzip, br' });
    expect(body.toString()).toBe(BUILT['assets/plain-1.css']);
    expect(headers['content-encoding']).toBeUndefined();
  });

  it.each(['/console/', '/console/login', '/console/assets/main-0aB_-9.js', '/console', '/'])(
    'answers HEAD %s as GET, without a body',
    async (path) => {
      const { status, headers } = await get(path, PAGE);
      const head = await send(steward.url, path, PAGE, 'HEAD');
      expect([head.status, head.body.length]).toEqual([status, 0]);
      for (const name of ['content-type', 'cache-control', 'location', 'content-security-policy', 'etag']) {
        expect([name, head.headers[name]]).toEqual([name, headers[name]]);
      }
    },
  );

  it.each(['/console/assets/gone-1.js', '/console/assets/', '/console/assets', '/console/assets/deep/er.css'])(
    'has no %s, no matter who asks',
    async (path) => {
      expectNotFound(await get(path, PAGE));
      expectNotFound(await get(path));
    },
  );

  it.each([
    '/console/../secret.txt',
    '/console/..%2fsecret.txt',
    '/console/%2e%2e/secret.txt',
    '/console/%2e%2e%2fsecret.txt',
    '/console/%252e%252e%252fsecret.txt',
    '/console/..%5csecret.txt',
    '/console/assets/../../secret.txt',
    '/console/assets%2fmain-0aB_-9.js',
    '/console/.env',
    '/console/%2eenv',
    '/console/assets/.hidden.js',
    '/console/index.html%00.js',
    '/console/..\\secret.txt',
    '/console//example.org',
    '/console/access//user',
    '/console/access/user//',
    '/console/a..b',
    '/console/a.%2eb',
    '/console/a%2E%2eb',
  ])('refuses %s', async (path) => {
    expectNotFound(await get(path, PAGE));
    expectNotFound(await get(path));
  });

  it('refuses a path that cannot be decoded', async () => {
    const { status, body } = await get('/console/%zz', PAGE);
    expect([status, JSON.parse(body.toString())]).toMatchObject([400, { code: 1 }]);
  });

  it('counts under a few paths, however many are asked for', async () => {
    await get('/console/some/page', PAGE);
    await get('/console/assets/other-1.js');
    const metrics = await (await fetch((await steward.app.get(MetricsServer).listen()) ?? '')).text();
    const routes = new Set(Array.from(metrics.matchAll(/route="([^"]*)"/g), ([, route]) => route));
    expect([...routes].sort()).toEqual(['/', '/console', '/console/*', 'none']);
  });
});

describe('without a built console', () => {
  it.each([
    ['none was built', {}, false],
    ['it is off', { CONSOLE_ENABLED: 'false' }, true],
  ])('because %s, its paths are unknown', async (_case, env, isThere) => {
    const built = new BuiltConsole();
    const consoleRoot = isThere ? built.root : join(built.root, 'nowhere');
    const steward = await startApp({ env, consoleRoot });
    for (const path of ['/', '/console', '/console/', '/console/login', '/console/theme.js']) {
      expectNotFound(await send(steward.url, path, PAGE));
    }
    await steward.stop();
    built.remove();
  });
});

describe('an installation', () => {
  let installation: Installation;
  let storage: Storage;
  let steward: StewardProcess | undefined;
  beforeEach(async () => {
    installation = new Installation();
    storage = await newStorage();
  });
  afterEach(async () => {
    await steward?.remove();
    await storage.remove();
    installation.remove();
  });
  const start = async (env: Record<string, string> = {}) => {
    steward = new StewardProcess({ ...storage.environment, ...env }, installation.main);
    const { url } = await steward.start();
    return { url, process: steward };
  };

  it('with a built console beside dist/ serves it, and prints its address', async () => {
    const built = new BuiltConsole();
    cpSync(built.root, join(installation.folder, 'console/dist'), { recursive: true });
    built.remove();
    const { url, process } = await start();
    expectPage(await send(url, '/console/login', PAGE));
    await process.stop();
    expect(process.output).toContain(`The console is at ${url}/console/\n`);
    expect(process.output).not.toContain('not built');
  });

  it.each([
    ['says once how to build it', {}, 1],
    ['says nothing of it where it is off', { CONSOLE_ENABLED: 'false' }, 0],
  ])('without one %s', async (_case, env, count) => {
    const { process } = await start(env);
    await process.stop();
    expect(process.output.match(/The console was not built.*npm run build/g) ?? []).toHaveLength(count);
    expect(process.output).not.toContain('The console is at');
  });
});
