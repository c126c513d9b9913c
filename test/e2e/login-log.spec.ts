import type { LoginLog } from '../../src/logs/login-log/login-log.entity.js';
import { ADMIN_PASSWORD, type TestApp, startApp } from '../support/app.js';
import { expectFailure, expectSuccess } from '../support/checks.js';
import { type LogLine, recordLog } from '../support/log.js';
import { rowsOf } from '../support/login-rows.js';
import { eventually } from '../support/poll.js';
import { flushRedis } from '../support/time.js';

const LOGIN = '/api/login';
const TOKEN = '/api/oauth2/token';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0';
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36';
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1';

describe('login log', () => {
  let steward: TestApp;
  let log: LogLine[];
  beforeAll(async () => {
    // Hashing 20 passwords at once takes a busy machine longer than the service has patience.
    steward = await startApp({
      env: { API_PROXY_IPS: '127.0.0.1' },
      limits: { patience: 20_000, eventLoopDelay: 0 },
    });
    log = recordLog(steward.app);
  });
  beforeEach(() => {
    log.length = 0;
  });
  afterAll(() => steward.stop());

  const post = (body: unknown, headers?: Record<string, string>, path = LOGIN) =>
    steward.client.post(path, body, { headers });

  /** The one row that one request adds. */
  async function rowOf(request: () => Promise<unknown>): Promise<LoginLog> {
    const rows = await rowsOf(steward.db, request);
    expect(rows).toHaveLength(1);
    return rows[0] as LoginLog;
  }

  const rowOfLogin = (body: unknown, headers?: Record<string, string>) => rowOf(() => post(body, headers));

  describe('tells of', () => {
    it('a login', async () => {
      const body = { username: 'admin', password: ADMIN_PASSWORD, tenantCode: 'platform', code: 'ABCD' };
      const row = await rowOfLogin(body, { 'user-agent': FIREFOX, 'x-forwarded-for': '192.168.7.7' });
      expect(row).toEqual({
        id: expect.any(Number) as number,
        tenantId: 0,
        username: 'admin',
        logType: 1,
        source: 0,
        method: 'login',
        requestMethod: 'POST',
        url: LOGIN,
        param: expect.any(String) as string,
        result: expect.any(String) as string,
        ip: '192.168.7.7',
        location: '',
        status: 0,
        error: '',
        os: 'Linux',
        browser: expect.stringMatching(/^Firefox 128/) as string,
        consumeTime: expect.any(Number) as number,
        createdAt: expect.any(Date) as Date,
      });
      expect(JSON.parse(row.param)).toEqual({ ...body, password: '***', code: '***' });
      expect(row.result).not.toBe('');
      expect(row.consumeTime).toBeGreaterThan(0);
      expect(Math.abs(row.createdAt.getTime() - steward.clock.now())).toBeLessThan(5000);
    });

    it('a failure', async () => {
      const tenant = await steward.make.aTenant();
      const { username } = await steward.make.aUser({ tenantId: tenant.id });
      const row = await rowOfLogin({ username, password: 'wrong' });
      expect(row).toMatchObject({ username, tenantId: tenant.id, logType: 1, status: 1, error: '1003 wrong password' });
      expect(row.result).not.toBe((await rowOfLogin({ username, password: 'a quiet river' })).result);
    });

    it('a login through the token route', async () => {
      const body = { grant_type: 'password', username: 'admin', password: ADMIN_PASSWORD, refresh_token: 'a.b.c' };
      const row = await rowOf(() => post(body, {}, TOKEN));
      expect(row).toMatchObject({ method: 'token', url: TOKEN, logType: 1, status: 0 });
      expect(JSON.parse(row.param)).toEqual({ ...body, password: '***', refresh_token: '***' });
    });

    it('a logout', async () => {
      const tenant = await steward.make.aTenant();
      const { username } = await steward.make.aUser({ tenantId: tenant.id });
      const { access_token } = await steward.client.login(username, 'a quiet river');
      const headers = { 'user-agent': CHROME, 'x-forwarded-for': '10.1.1.1' };
      const row = await rowOf(() => steward.client.get('/api/logout', access_token, headers));
      expect(row).toMatchObject({
        username,
        tenantId: tenant.id,
        logType: 2,
        source: 0,
        status: 0,
        error: '',
        ip: '10.1.1.1',
        method: 'logout',
        requestMethod: 'GET',
        url: '/api/logout',
        param: '{}',
        os: 'Windows 10',
        browser: expect.stringMatching(/^Chrome 126/) as string,
      });
    });

    it.each<[string, unknown, string]>([
      ['no username', { password: 'a quiet river' }, ''],
      ['an empty username', { username: '', password: 'a quiet river' }, ''],
      ['a username that is a number', { username: 7, password: 'a quiet river' }, ''],
      ['a password that is a list', { username: 'admin', password: ['x'] }, 'admin'],
      ['a key that is an object', { username: 'admin', password: 'a quiet river', key: {} }, 'admin'],
      ['an empty object', {}, ''],
      ['a list', [{ username: 'admin' }], ''],
      ['a text', '"admin"', ''],
      ['a number', '7', ''],
      ['null', 'null', ''],
      ['nothing', '', ''],
    ])('a malformed attempt: %s', async (_case, body, username) => {
      for (const path of [LOGIN, TOKEN]) {
        const row = await rowOf(async () => expectFailure(await post(body, {}, path)));
        expect(row).toMatchObject({ username, logType: 1, status: 1, url: path });
        expect(row.error).toMatch(/^1 \S/);
      }
    });

    it('each of 20 simultaneous attempts', async () => {
      const names = Array.from({ length: 20 }, (_, i) => `nobody-${i}`);
      const rows = await rowsOf(steward.db, () =>
        Promise.all(
          names.map((username, i) =>
            post({ username, password: 'a quiet river' }, { 'x-forwarded-for': `198.51.100.${i}` }),
          ),
        ),
      );
      expect(rows.map(({ username }) => username).sort()).toEqual(names.sort());
    });
  });

  describe('keeps quiet about', () => {
    it('a refresh, good or bad', async () => {
      const { refresh_token } = await steward.client.login('admin', ADMIN_PASSWORD);
      const rows = await rowsOf(steward.db, async () => {
        expectSuccess(await steward.client.refresh(refresh_token));
        expectFailure(await steward.client.refresh(refresh_token));
        expectFailure(await post({ grant_type: 'other', refresh_token }, {}, TOKEN));
        expectFailure(await post({ grant_type: 'refresh_token', refresh_token: 7 }, {}, TOKEN));
      });
      expect(rows).toEqual([]);
    });

    it('a logout without a valid token, and a captcha', async () => {
      const rows = await rowsOf(steward.db, async () => {
        expectFailure(await steward.client.get('/api/logout'), 401);
        expectSuccess(await steward.client.get('/api/captcha'));
      });
      expect(rows).toEqual([]);
    });
  });

  describe('masks', () => {
    const secret = 'TOP-SECRET';

    it.each<[string, object]>([
      ['the password', { password: secret }],
      ['a password that is a list', { password: [secret] }],
      ['the captcha answer', { code: secret }],
      ['a captcha answer that is an object', { code: { a: secret } }],
      ['tokens of any name', { token: secret, access_token: secret, refresh_token: secret, accessToken: secret }],
      ['what lies deeper', { extra: { password: secret, list: [{ code: secret, token: secret }] } }],
      ['what follows a long text', { aaa: 'x'.repeat(1900), password: secret }],
      ['what would be cut', { aaa: 'x'.repeat(1975), password: `${secret}${'x'.repeat(500)}` }],
    ])('%s', async (_case, body) => {
      for (const path of [LOGIN, TOKEN]) {
        const row = await rowOf(() => post({ grant_type: 'password', ...body, username: 'nobody-here' }, {}, path));
        expect(JSON.stringify(row)).not.toContain(secret);
        expect(row.param).toContain(Object.keys(body)[0]);
      }
      await eventually(async () => log.length === 2, 5000);
      expect(JSON.stringify(log)).not.toContain(secret);
    });

    it.each<[string, object]>([
      ['secrets of other names', { userPwd: secret, apiKey: secret, Private_Key: [secret], pin: secret, PASS: secret }],
      ['credentials', { deep: [{ Authorization: secret, credentials: { a: secret } }] }],
    ])('%s', async (_case, body) => {
      const row = await rowOfLogin({ username: 'nobody-here', password: 'a quiet river', ...body });
      expect(JSON.stringify(row)).not.toContain(secret);
    });

    it('tokens wherever they stand, the username among them', async () => {
      const token = 'eyJhbGciOiJIUzI1NiJ9.eyJ1c2VyIjoxfQ.c2lnbmF0dXJl';
      const body = { username: token, tenantCode: `of ${token}`, extra: { [token]: [`(${token})`] } };
      const row = await rowOfLogin(body, { 'user-agent': FIREFOX.replace('128.0', token) });
      expect(JSON.stringify(row)).not.toContain('eyJ');
      expect(row.username).toBe('***');
      expect(JSON.parse(row.param)).toEqual({ username: '***', tenantCode: 'of ***', extra: { '***': ['(***)'] } });
      expect((await rowOfLogin({ username: `a ${token}`, password: 'a quiet river' })).username).toBe('a ***');
      expect((await rowOfLogin({ username: 'eyes.open', password: 'a quiet river' })).username).toBe('eyes.open');
    });

    it('no other member, and keeps the rest flat', async () => {
      const { param } = await rowOfLogin({
        username: 'nobody',
        password: 'a quiet river',
        tenantCode: 't',
        key: 'k',
        codec: 'c',
      });
      expect(JSON.parse(param)).toEqual({ username: 'nobody', password: '***', tenantCode: 't', key: 'k', codec: 'c' });
    });

    it('the query of the URL', async () => {
      const row = await rowOf(() => post({ username: 'nobody' }, {}, `${LOGIN}?token=${secret}&password=${secret}`));
      expect(row.url).toBe(LOGIN);
      expect(JSON.stringify(row)).not.toContain(secret);
    });

    it('the token of a logout', async () => {
      const { access_token } = await steward.client.login('admin', ADMIN_PASSWORD);
      const row = await rowOf(() => steward.client.get(`/api/logout?token=${access_token}`));
      expect(row.url).toBe('/api/logout');
      expect(JSON.stringify(row)).not.toContain(access_token);
    });

    it('a token in the path, in the log as well', async () => {
      const { access_token, refresh_token } = await steward.client.login('admin', ADMIN_PASSWORD);
      log.length = 0;
      await steward.client.call('DELETE', `/api/oauth2/remove/${refresh_token}`, { token: access_token });
      await steward.client.get(`/api/nowhere/${access_token}`, access_token);
      await eventually(async () => log.length === 2, 5000);
      expect(log.map(({ path }) => path)).toEqual(['/api/oauth2/remove/***', '/api/nowhere/***']);
      expect(JSON.stringify(log)).not.toMatch(/eyJ/);
    });
  });

  describe('cuts to the column', () => {
    it.each([
      ['a long username', 'u'.repeat(300)],
      ['a username of 100,000 characters', 'u'.repeat(100_000)],
      ['a username of wide characters', '😀'.repeat(200)],
      ['a username of half characters', '\ud83d'.repeat(300)],
    ])('%s', async (_case, username) => {
      const row = await rowOfLogin({ username, password: 'a quiet river' });
      expect(row.username.length).toBeGreaterThan(60);
      expect(row.username.length).toBeLessThanOrEqual(255);
      expect(username.toWellFormed().startsWith(row.username.replace(/\ufffd+$/, ''))).toBe(true);
      expect(row.param.length).toBeLessThanOrEqual(2000);
      expect(row.status).toBe(1);
    });

    it('a long User-Agent', async () => {
      const row = await rowOfLogin({}, { 'user-agent': `${FIREFOX} ${'(x; '.repeat(2000)}` });
      expect(row.os).toBe('Linux');
    });

    it('nothing that fits, whatever it holds', async () => {
      const username = 'a\u0000b\u0001\n\u001b[31m\u007f\u2028"\'\\😀ä';
      expect((await rowOfLogin({ username, password: 'a quiet river' })).username).toBe(username);
    });
  });

  it.each([
    [FIREFOX, 'Linux', /^Firefox 128/],
    [CHROME, 'Windows 10', /^Chrome 126/],
    [SAFARI, 'iOS 17.5', /Safari 17\.5/],
    ['nothing known', '', /^$/],
    ['', '', /^$/],
  ])('reads the User-Agent "%s"', async (userAgent, os, browser) => {
    const row = await rowOfLogin({}, { 'user-agent': userAgent });
    expect(row.os).toBe(os);
    expect(row.browser).toMatch(browser);
  });

  it.each([
    ['127.0.0.1', '127.0.0.1', ''],
    ['10.0.0.1', '10.0.0.1', ''],
    ['172.16.0.1', '172.16.0.1', ''],
    ['172.32.0.1', '172.32.0.1', '-'],
    ['192.168.0.1', '192.168.0.1', ''],
    ['169.254.0.1', '169.254.0.1', ''],
    ['::1', '::1', ''],
    ['fe80::1', 'fe80::1', ''],
    ['fd12::1', 'fd12::1', ''],
    ['::ffff:192.168.0.1', '192.168.0.1', ''],
    ['::ffff:203.0.113.9', '203.0.113.9', '-'],
    ['::FFFF:CB00:7109', '203.0.113.9', '-'],
    ['203.0.113.9', '203.0.113.9', '-'],
    ['2001:470::1', '2001:470::1', '-'],
  ])('shows %s as %s and places it "%s" without a database', async (forwarded, ip, location) => {
    expect(await rowOfLogin({}, { 'x-forwarded-for': forwarded })).toMatchObject({ ip, location });
  });

  it('has the row before the answer is there, whatever happens next', async () => {
    await flushRedis(steward.storage);
    for (let i = 0; i < 20; i++) await rowOfLogin({ username: `u-${i}`, password: 'a quiet river' });
  });
});
