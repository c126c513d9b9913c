import { User } from '../../src/modules/access/user.entity.js';
import { Session } from '../../src/modules/session/session.entity.js';
import { ADMIN_PASSWORD, type TestApp, startApp } from '../support/app.js';
import { atOnce, expectFailure, expectSuccess, tally } from '../support/checks.js';
import type { Answer } from '../support/client.js';
import { Browser, OF_CONSOLE, cookieOf } from '../support/console.js';
import { type LogLine, recordLog } from '../support/log.js';
import { rowsOf } from '../support/login-rows.js';
import { eventually } from '../support/poll.js';
import { RawConnection } from '../support/raw.js';
import { flushRedis, pass } from '../support/time.js';
import { claimsOf } from '../support/tokens.js';

const CHECK = '/api/oauth2/check/token';
const ADMIN = { username: 'admin', password: ADMIN_PASSWORD };
const HTTPS = { 'x-forwarded-proto': 'https' };

describe("the console's session", () => {
  let steward: TestApp;
  let second: TestApp;
  let log: LogLine[];
  let browser: Browser;
  let access: string;
  beforeAll(async () => {
    steward = await startApp({ env: { BYPASS_CODE: 'bypass', API_PROXY_IPS: '127.0.0.2' } });
    // A second instance, behind a proxy that it trusts.
    const env = { API_PROXY_IPS: '127.0.0.1' };
    second = await startApp({ storage: steward.storage, clock: steward.clock, env });
    log = recordLog(steward.app);
  });
  beforeEach(async () => {
    browser = new Browser(steward.client);
    access = (await browser.login(ADMIN)).body.data.access_token;
    log.length = 0;
  });
  afterAll(async () => {
    await second.stop();
    await steward.stop();
  });

  const live = async (token: string) => (await steward.client.get(CHECK, token)).status === 200;

  /** Asserts that an answer is a refusal that leaves the cookie alone, with this fine code in the log. */
  async function expectRefused(answer: Answer<unknown>, code: number, status = 200) {
    expectFailure(answer, status);
    expect(cookieOf(answer)).toBeUndefined();
    await eventually(async () => log.some(({ path }) => path === '/api/session'), 5000);
    expect(log.filter(({ path }) => path === '/api/session').at(-1)).toMatchObject({ code });
    log.length = 0;
  }

  /** Asserts that an answer is a new pair whose refresh token is in the cookie and nowhere else. */
  function expectPair(answer: Answer<unknown>): void {
    expectSuccess(answer);
    expect(answer.body.data).toEqual({
      access_token: expect.any(String) as string,
      expires_in: 7200,
      token_type: 'Bearer',
    });
    const cookie = cookieOf(answer);
    expect(cookie?.attributes).toEqual({
      'max-age': '604800',
      path: '/api/session',
      httponly: '',
      samesite: 'Strict',
    });
    expect(claimsOf(cookie?.value ?? '')).toMatchObject({ use: 'refresh', username: 'admin' });
    expect(JSON.stringify(answer.body)).not.toContain(cookie?.value);
  }

  describe('begins with a login', () => {
    it('that puts the refresh token into a cookie alone', async () => {
      const answer = await new Browser(steward.client).login(ADMIN);
      expectPair(answer);
      const { access_token } = answer.body.data as { access_token: string };
      expect(await live(access_token)).toBe(true);
      expect(claimsOf(access_token).sid).toBe(claimsOf(cookieOf(answer)?.value ?? '').sid);
    });

    it('that is logged as every login is', async () => {
      const rows = await rowsOf(steward.db, async () => {
        expectSuccess(await new Browser(steward.client).login(ADMIN));
        for (const body of [{ ...ADMIN, password: 'wrong' }, { username: 7 }, [], undefined]) {
          const answer = await new Browser(steward.client).login(body);
          expectFailure(answer);
          expect(cookieOf(answer)).toBeUndefined();
        }
      });
      expect(rows.map(({ method, requestMethod, url }) => [method, requestMethod, url])).toEqual(
        rows.map(() => ['login', 'POST', '/api/session']),
      );
      expect(rows.map(({ status, error }) => `${status} ${error.slice(0, 4)}`)).toEqual([
        '0 ',
        '1 1003',
        '1 1 us',
        '1 1 Th',
        '1 1 Th',
      ]);
      expect(rows[0]?.param).toBe('{"username":"admin","password":"***"}');
    });

    it('that uses a captcha up, right or wrong, and takes the bypass', async () => {
      const { body } = await steward.client.get<{ key: string }>('/api/captcha');
      const { key } = body.data;
      for (const code of ['wrong', 'wrong too']) {
        await expectRefused(await browser.login({ ...ADMIN, key, code }), 1004);
      }
      expectPair(await browser.login({ ...ADMIN, key, code: 'bypass' }));
    });

    it('and never with a refresh token in the body', async () => {
      const body = { grant_type: 'refresh_token', refresh_token: browser.cookie };
      await expectRefused(await browser.login(body), 1);
      expectPair(await browser.refresh());
    });
  });

  describe('goes on with the cookie', () => {
    it('in the same session, once for each token', async () => {
      const used = browser.cookie;
      const answer = await browser.refresh();
      expectPair(answer);
      const { access_token } = answer.body.data;
      expect(claimsOf(access_token).sid).toBe(claimsOf(access).sid);
      expect(await live(access_token)).toBe(true);
      expect(await live(access)).toBe(true);
      const late = new Browser(steward.client, used);
      await expectRefused(await late.refresh(), 1008);
      expectPair(await browser.refresh());
    });

    it('and shares its tokens with the other routes', async () => {
      const { body } = await steward.client.refresh(browser.cookie ?? '');
      await expectRefused(await browser.refresh(), 1008);
      browser.cookie = body.data.refresh_token;
      expectPair(await browser.refresh());
    });

    it('from its own page alone', async () => {
      for (const site of ['same-site', 'cross-site', 'none', 'Same-Origin', '']) {
        const foreign = { ...OF_CONSOLE, 'sec-fetch-site': site };
        await expectRefused(await browser.refresh(foreign), 1, 403);
        await expectRefused(await browser.logout(foreign), 1, 403);
      }
      await expectRefused(await browser.refresh({ 'sec-fetch-site': 'cross-site' }), 1, 403);
      expectPair(await browser.refresh({ ...OF_CONSOLE, 'sec-fetch-site': 'same-origin' }));
    });

    it.each<Record<string, string>>([
      {},
      { 'x-steward': '' },
      { 'x-steward': 'Console' },
      { 'sec-fetch-site': 'same-origin' },
    ])('not with the headers %j', async (headers) => {
      await expectRefused(await browser.refresh(headers), 1);
      await expectRefused(await browser.logout(headers), 1);
      expect(await live(access)).toBe(true);
      expectPair(await browser.refresh());
    });

    it.each([
      ['no cookie', undefined],
      ['an empty one', ''],
      ['nonsense in it', 'nonsense'],
      ['an access token in it', 'access'],
    ])('not with %s', async (_case, value) => {
      const rows = await rowsOf(steward.db, async () => {
        browser.cookie = value === 'access' ? access : value;
        await expectRefused(await browser.refresh(), 1);
      });
      expect(rows).toEqual([]);
    });

    it('not with the token in another place', async () => {
      const token = browser.cookie ?? '';
      browser.cookie = undefined;
      const { client } = steward;
      const body = { grant_type: 'refresh_token', refresh_token: token };
      await expectRefused(await client.call('PUT', '/api/session', { body, headers: OF_CONSOLE }), 1);
      await expectRefused(await client.call('PUT', `/api/session?token=${token}`, { headers: OF_CONSOLE }), 1);
      await expectRefused(await client.call('PUT', '/api/session', { token, headers: OF_CONSOLE }), 1);
    });

    it('not when its user was disabled, and leaves the cookie', async () => {
      const user = await steward.make.aUser();
      await browser.login({ username: user.username, password: 'a quiet river' });
      log.length = 0;
      await steward.db.manager.update(User, user.id, { status: 0 });
      await expectRefused(await browser.refresh(), 1002);
    });

    it('not when seven days are over', async () => {
      const late = new Browser(steward.client);
      await late.login(ADMIN);
      await pass(steward, 604_801_000);
      log.length = 0;
      await expectRefused(await late.refresh(), 1);
    });

    it.each([
      ['one instance', () => [steward, steward]],
      ['two instances', () => [steward, second]],
    ])('of 20 at once on %s one wins', async (_case, instances) => {
      const clients = Array.from({ length: 20 }, (_, i) => instances()[i % 2]?.client ?? steward.client);
      const answers = await atOnce(clients, (client) => new Browser(client, browser.cookie).refresh());
      expect(tally(answers.map(({ status, body }) => `${status} ${body.code}`))).toEqual({
        '200 0': 1,
        '200 1': 19,
      });
      const cookies = answers.flatMap((answer) => cookieOf(answer) ?? []);
      expect(cookies).toHaveLength(1);
      browser.cookie = cookies[0]?.value;
      expectPair(await browser.refresh());
    });
  });

  describe('is replaced by a login over its cookie', () => {
    it('and ends once the new one stands, with a row in the login log', async () => {
      const token = browser.cookie ?? '';
      const user = await steward.make.aUser();
      const rows = await rowsOf(steward.db, async () => {
        const answer = await browser.login({ username: user.username, password: 'a quiet river' });
        expect(await live(answer.body.data.access_token)).toBe(true);
      });
      expect(rows.map(({ logType, username, status }) => [logType, username, status]).sort()).toEqual([
        [1, user.username, 0],
        [2, 'admin', 0],
      ]);
      expect(await live(access)).toBe(false);
      expectFailure(await steward.client.refresh(token));
      expectSuccess(await browser.refresh());
    });

    it('but not by one that fails', async () => {
      expectFailure(await browser.login({ ...ADMIN, password: 'wrong' }));
      expect(await live(access)).toBe(true);
      expectPair(await browser.refresh());
    });

    it('whose token another tab has exchanged meanwhile, too', async () => {
      const stale = new Browser(steward.client, browser.cookie);
      const newer = (await browser.refresh()).body.data.access_token;
      expectSuccess(await stale.login(ADMIN));
      expect(await live(newer)).toBe(false);
    });
  });

  describe('is refused where its cookie comes twice', () => {
    const twice = () => ({ cookie: `steward_refresh=${browser.cookie}; steward_refresh=tossed`, ...OF_CONSOLE });

    it.each(['POST', 'PUT', 'DELETE'])('to %s, which removes both and ends nothing', async (method) => {
      const body = method === 'POST' ? ADMIN : undefined;
      const rows = await rowsOf(steward.db, async () => {
        const answer = await steward.client.call(method, '/api/session', { body, headers: twice() });
        expectFailure(answer, 401);
        const removed = answer.headers.getSetCookie();
        expect(removed[0]).toBe('steward_refresh=; Max-Age=0; Path=/api/session; HttpOnly; SameSite=Strict');
        for (const cookie of removed) expect(cookie).toMatch(/^steward_refresh=; Max-Age=0; /);
      });
      expect(rows).toEqual([]);
      expect(await live(access)).toBe(true);
      expectPair(await browser.refresh());
    });

    it.each([
      ['localhost', [undefined]],
      ['127.0.0.1', [undefined]],
      ['admin.example.org:8080', [undefined, 'admin.example.org', 'example.org']],
      ['a.b.c.d.example.org', [undefined, 'b.c.d.example.org', 'c.d.example.org', 'd.example.org', 'example.org']],
      ['example.org;Max-Age=9', [undefined]],
    ])('at the host %j, for each path and domain that may have set it', async (host, domains) => {
      const connection = await RawConnection.open(steward.url);
      const headers = Object.entries({ ...twice(), host, connection: 'close' }).map((header) => header.join(': '));
      connection.send(['PUT /api/session HTTP/1.1', ...headers, '', ''].join('\r\n'));
      const { head } = await connection.end();
      const removed = Array.from(
        head.matchAll(/^set-cookie: .*?Path=([^;\r]*)(?:.*Domain=([^;\r]*))?/gim),
        ([, path, domain]) => `${domain} ${path}`,
      );
      const paths = ['/api/session', '/api/', '/api', '/'];
      expect(removed).toEqual(domains.flatMap((domain) => paths.map((path) => `${domain} ${path}`)));
    });
  });

  describe('ends with a logout', () => {
    it('as a whole, with a row in the login log, and the cookie is gone', async () => {
      const newer = (await browser.refresh()).body.data.access_token;
      const token = browser.cookie ?? '';
      const rows = await rowsOf(steward.db, async () => {
        const answer = await browser.logout();
        expectSuccess(answer);
        expect(answer.body.data).toEqual({});
        expect(cookieOf(answer)).toEqual({
          value: '',
          attributes: { 'max-age': '0', path: '/api/session', httponly: '', samesite: 'Strict' },
        });
      });
      expect(
        rows.map(({ logType, username, status, method, requestMethod, url, error }) => [
          logType,
          username,
          status,
          method,
          requestMethod,
          url,
          error,
        ]),
      ).toEqual([[2, 'admin', 0, 'logout', 'DELETE', '/api/session', '']]);
      expect(browser.cookie).toBeUndefined();
      for (const each of [access, newer]) expect(await live(each)).toBe(false);
      expectFailure(await steward.client.refresh(token));
      expect(await steward.db.manager.findOneByOrFail(Session, { sid: String(claimsOf(access).sid) })).toMatchObject({
        refreshJti: null,
      });
      await flushRedis(steward.storage);
      expect(await live(newer)).toBe(false);
    });

    it('with a cookie that another tab has exchanged meanwhile, too', async () => {
      const stale = new Browser(steward.client, browser.cookie);
      const newer = (await browser.refresh()).body.data.access_token;
      expectSuccess(await stale.logout());
      expect(await live(newer)).toBe(false);
      log.length = 0;
      await expectRefused(await browser.refresh(), 1008);
    });

    it('that a refresh at the same time does not outlive', async () => {
      for (let round = 0; round < 10; round++) {
        const tab = new Browser(steward.client);
        const before = (await tab.login(ADMIN)).body.data.access_token;
        const { cookie } = tab;
        const [, refreshed] = await Promise.all([tab.logout(), new Browser(second.client, cookie).refresh()]);
        expect(await live(before)).toBe(false);
        expect(await live(refreshed.body.data.access_token ?? 'none')).toBe(false);
        expectFailure(await steward.client.refresh(cookieOf(refreshed)?.value ?? cookie ?? ''));
      }
    });

    it.each([
      ['no cookie', undefined],
      ['nonsense in it', 'nonsense'],
      ['an access token in it', 'access'],
    ])('that does nothing and succeeds with %s', async (_case, value) => {
      const rows = await rowsOf(steward.db, async () => {
        browser.cookie = value === 'access' ? access : value;
        const answer = await browser.logout();
        expectSuccess(answer);
        expect(cookieOf(answer)?.attributes).toMatchObject({ 'max-age': '0' });
      });
      expect(rows).toEqual([]);
      expect(await live(access)).toBe(true);
    });

    it('that leaves one row when 10 come at once', async () => {
      const tabs = Array.from({ length: 10 }, () => new Browser(steward.client, browser.cookie));
      const rows = await rowsOf(steward.db, async () => {
        for (const answer of await Promise.all(tabs.map((tab) => tab.logout()))) expectSuccess(answer);
      });
      expect(rows).toHaveLength(1);
      expect(await live(access)).toBe(false);
    });
  });

  it('has a cookie for https alone where a trusted proxy says that the request came over it', async () => {
    const trusted = new Browser(second.client);
    for (const [tab, secure] of [
      [trusted, true],
      [browser, false],
    ] as const) {
      const login = await tab.login(ADMIN, HTTPS);
      const refresh = await tab.refresh({ ...OF_CONSOLE, ...HTTPS });
      const logout = await tab.logout({ ...OF_CONSOLE, ...HTTPS });
      for (const answer of [login, refresh, logout]) {
        expectSuccess(answer);
        expect('secure' in (cookieOf(answer)?.attributes ?? {})).toBe(secure);
      }
    }
    const plain = await trusted.login(ADMIN, { 'x-forwarded-proto': 'http' });
    expect(cookieOf(plain)?.attributes).not.toHaveProperty('secure');
  });

  it('shows its tokens to no log', async () => {
    const token = browser.cookie ?? '';
    await browser.refresh();
    await browser.logout();
    await eventually(async () => log.filter(({ path }) => path === '/api/session').length >= 2, 5000);
    expect(JSON.stringify(log)).not.toContain(token.split('.')[2]);
  });
});

describe("the limit of logins and the console's session", () => {
  let steward: TestApp;
  beforeAll(async () => void (steward = await startApp({ env: { AUTH_LIMIT: '3' } })));
  afterAll(() => steward.stop());

  it('share one count; refresh and logout do not count', async () => {
    const browser = new Browser(steward.client);
    expectSuccess(await browser.login(ADMIN));
    for (let i = 0; i < 5; i++) expectSuccess(await browser.refresh());
    expectSuccess(await steward.client.tryLogin(ADMIN));
    expectFailure(await browser.login({}));
    const refused = await browser.login(ADMIN);
    expectFailure(refused, 429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(cookieOf(refused)).toBeUndefined();
    expectFailure(await steward.client.tryLogin(ADMIN), 429);
    expectSuccess(await browser.logout());
  });
});

describe('without the console', () => {
  it('its session and configuration are unknown paths', async () => {
    const steward = await startApp({ env: { CONSOLE_ENABLED: 'false' } });
    try {
      for (const [method, path] of [
        ['POST', '/api/session'],
        ['PUT', '/api/session'],
        ['DELETE', '/api/session'],
        ['GET', '/api/console/config'],
        ['GET', '/api/console/tenant'],
      ] as const) {
        const answer = await steward.client.call(method, path, { headers: OF_CONSOLE });
        expectFailure(answer, 404);
        expect(answer.body.msg).toBe(`No such path: ${method} ${path}`);
      }
      expectSuccess(await steward.client.tryLogin(ADMIN));
    } finally {
      await steward.stop();
    }
  });
});

describe("a console of another origin and the console's session", () => {
  const origin = 'https://console.example.org';
  let steward: TestApp;
  beforeAll(async () => void (steward = await startApp({ env: { CORS_ORIGINS: origin } })));
  afterAll(() => steward.stop());

  it('have no cookie in common: credentials are never allowed', async () => {
    const browser = new Browser(steward.client);
    const answers = [
      await browser.login(ADMIN, { origin }),
      await browser.refresh({ origin, ...OF_CONSOLE }),
      await browser.refresh({ origin, ...OF_CONSOLE, 'sec-fetch-site': 'cross-site' }),
    ];
    const preflight = await fetch(`${steward.url}/api/session`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'PUT', 'access-control-request-headers': 'x-steward' },
    });
    for (const { headers } of [...answers, preflight]) {
      expect(headers.has('access-control-allow-credentials')).toBe(false);
    }
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
      [200, 0],
      [200, 0],
      [403, 1],
    ]);
  });
});
