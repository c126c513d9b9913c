import { ADMIN_PASSWORD, type TestApp, startApp } from '../support/app.js';
import { atOnce, expectFailure, expectSuccess, tally } from '../support/checks.js';
import type { Answer } from '../support/client.js';
import { type LogLine, recordLog } from '../support/log.js';
import { logRows, rowsOf } from '../support/login-rows.js';
import { eventually } from '../support/poll.js';
import { pass } from '../support/time.js';

const LOGIN = '/api/login';
const TOKEN = '/api/oauth2/token';
const WRONG = { username: 'nobody-here', password: 'wrong' };

describe('login limit', () => {
  let steward: TestApp;
  let log: LogLine[];
  beforeAll(async () => {
    steward = await startApp({ env: { AUTH_LIMIT: undefined, ACCOUNT_LIMIT: '0' } });
    log = recordLog(steward.app);
  });
  beforeEach(() => pass(steward, 60_000));
  afterAll(() => steward.stop());

  const post = (path: string, body: unknown = WRONG, headers?: Record<string, string>) =>
    steward.client.post(path, body, { headers });

  async function exhaust(headers?: Record<string, string>) {
    for (let i = 0; i < 10; i++) expect((await post(LOGIN, {}, headers)).status).toBe(200);
    expectLimited(await post(LOGIN, {}, headers));
  }

  function expectLimited(answer: Answer<unknown>): number {
    expectFailure(answer, 429);
    const seconds = answer.headers.get('retry-after') ?? '';
    expect(seconds).toMatch(/^[1-9]\d*$/);
    expect(Number(seconds)).toBeLessThanOrEqual(60);
    return Number(seconds);
  }

  it('lets 10 of 30 simultaneous attempts pass', async () => {
    const rows = await rowsOf(steward.db, async () => {
      const clients = Array.from({ length: 30 }, () => steward.client);
      const answers = await atOnce(clients, () => post(LOGIN, {}));
      expect(tally(answers.map(({ status }) => status))).toEqual({ 200: 10, 429: 20 });
      answers.filter(({ status }) => status === 429).forEach(expectLimited);
    });
    expect(rows).toHaveLength(10);
  });

  it('counts successes and malformed bodies as well', async () => {
    for (let i = 0; i < 4; i++) expectSuccess(await post(LOGIN, { username: 'admin', password: ADMIN_PASSWORD }));
    for (const body of [{}, [], { username: 7 }, 'null', '']) expectFailure(await post(LOGIN, body));
    expectFailure(await post(TOKEN, []));
    expectLimited(await post(LOGIN, { username: 'admin', password: ADMIN_PASSWORD }));
    expectLimited(await post(LOGIN, { username: 7 }));
  });

  it('is one for both routes', async () => {
    for (let i = 0; i < 5; i++) {
      expectFailure(await post(LOGIN));
      expectFailure(await post(TOKEN, { grant_type: 'password', ...WRONG }));
    }
    expectLimited(await post(LOGIN));
    expectLimited(await post(TOKEN, { grant_type: 'password', ...WRONG }));
    expectLimited(await post(TOKEN, { grant_type: 'password', refresh_token: 'nonsense', ...WRONG }));
    expectLimited(await post(TOKEN, { grant_type: 'refresh_token', refresh_token: '', ...WRONG }));
  });

  it('neither counts nor hinders a refresh', async () => {
    let { refresh_token } = await steward.client.login('admin', ADMIN_PASSWORD);
    const refresh = async () => {
      const answer = await steward.client.refresh(refresh_token);
      expectSuccess(answer);
      ({ refresh_token } = answer.body.data);
    };
    for (let i = 0; i < 15; i++) await refresh();
    for (let i = 0; i < 9; i++) expectFailure(await post(LOGIN));
    expectLimited(await post(LOGIN));
    await refresh();
    expectFailure(await steward.client.refresh('nonsense'));
  });

  it('ends when it said it would', async () => {
    await exhaust();
    await pass(steward, 20_000);
    const seconds = expectLimited(await post(LOGIN));
    expect(seconds).toBeLessThanOrEqual(40);
    await pass(steward, (seconds - 2) * 1000);
    expectLimited(await post(LOGIN));
    await pass(steward, 2000);
    expectFailure(await post(LOGIN));
  });

  it('writes a line to the log and no row', async () => {
    await exhaust();
    const before = await logRows(steward.db);
    log.length = 0;
    expectLimited(await post(LOGIN));
    expect(await logRows(steward.db)).toHaveLength(before.length);
    await eventually(async () => log.length > 0, 5000);
    expect(log).toEqual([expect.objectContaining({ level: 'warn', path: LOGIN, status: 429 })]);
  });

  it('is not escaped by a spoofed X-Forwarded-For', async () => {
    for (let i = 0; i < 10; i++) expectFailure(await post(LOGIN, WRONG, { 'x-forwarded-for': `203.0.113.${i}` }));
    expectLimited(await post(LOGIN, WRONG, { 'x-forwarded-for': '198.51.100.1' }));
    expectLimited(await post(LOGIN, WRONG, { forwarded: 'for=198.51.100.1', 'x-real-ip': '198.51.100.1' }));
    expect((await logRows(steward.db)).map(({ ip }) => ip).filter((ip) => ip !== '127.0.0.1')).toEqual([]);
  });

  it.each([
    '/api/login/',
    '/API/LOGIN',
    '/api/Login',
    '/api//login',
    '//api/login',
    '/api/login?x=1',
    '/api/%6Cogin',
    '/api/login;x',
    '/api/./login',
    '/api/login//',
    '/api/login%2F',
    '/api/oauth2/token/',
    '/api/OAuth2/Token',
  ])('is not escaped by the path %s', async (path) => {
    await exhaust();
    const answer = await post(path);
    expectFailure(answer, answer.status);
    expect([404, 429]).toContain(answer.status);
  });
});

describe('login limit behind trusted proxies', () => {
  let steward: TestApp;
  beforeAll(async () => {
    const env = { AUTH_LIMIT: '2', API_PROXY_IPS: '127.0.0.1, 10.0.0.0/8, 2001:db8::/32' };
    steward = await startApp({ env });
  });
  beforeEach(() => pass(steward, 60_000));
  afterAll(() => steward.stop());

  const attempt = (forwarded: string) => steward.client.tryLogin(WRONG, { 'x-forwarded-for': forwarded });

  it.each([
    ['one client', '203.0.113.9', '203.0.113.9'],
    ['a client with a port', '203.0.113.9:4711', '203.0.113.9'],
    ['an IPv6 client', '2001:470::9', '2001:470::9'],
    ['an IPv6 client, written at length', '2001:0470:0:0:0:0:0:0009', '2001:470::9'],
    ['an IPv6 client in capitals', '2001:470::ABCD', '2001:470::abcd'],
    ['an IPv6 client with brackets', '[2001:470::9]', '2001:470::9'],
    ['an IPv6 client with a port', '[2001:470::9]:443', '2001:470::9'],
    ['IPv4 mapped to IPv6', '::ffff:203.0.113.9', '203.0.113.9'],
    ['what a spoofer put in front', '198.51.100.1, 203.0.113.9', '203.0.113.9'],
    ['a trusted proxy between', '198.51.100.1, 203.0.113.9, 10.1.2.3', '203.0.113.9'],
    ['a trusted proxy with a port between', '203.0.113.9, 10.1.2.3:8080', '203.0.113.9'],
    ['a trusted IPv6 proxy between', '203.0.113.9,2001:db8::1', '203.0.113.9'],
    ['a trusted proxy mapped to IPv6 between', '203.0.113.9, ::ffff:10.1.2.3', '203.0.113.9'],
    ['trusted hops alone', '10.9.9.9, 2001:db8::1, 10.1.2.3', '10.9.9.9'],
    ['no address', 'unknown', '127.0.0.1'],
    ['nothing', '', '127.0.0.1'],
    ['an address with too many parts', '203.0.113.9.1', '127.0.0.1'],
    ['an address out of range', '203.0.113.999', '127.0.0.1'],
    ['garbage behind an address', '203.0.113.9, evil', '127.0.0.1'],
    ['an empty hop', '203.0.113.9, ,10.1.2.3', '127.0.0.1'],
    ['garbage as a port', '203.0.113.9:http', '127.0.0.1'],
    ['SQL', "'; DROP TABLE user; --", '127.0.0.1'],
    ['a very long list', `203.0.113.9${', 10.1.2.3'.repeat(500)}`, '203.0.113.9'],
  ])('sees %s', async (_case, forwarded, ip) => {
    const rows = await rowsOf(steward.db, async () => expectFailure(await attempt(forwarded)));
    expect(rows.map((row) => row.ip)).toEqual([ip]);
  });

  it('counts each client apart, however it is written', async () => {
    for (const forwarded of ['203.0.113.9:1', '198.51.100.1, 203.0.113.9']) expectFailure(await attempt(forwarded));
    expectFailure(await attempt('::ffff:203.0.113.9, 10.1.2.3'), 429);
    for (const forwarded of ['2001:470::9', '[2001:0470::0009]:443']) expectFailure(await attempt(forwarded));
    expectFailure(await attempt('2001:470:0::9'), 429);
    expectFailure(await attempt('203.0.113.10'));
  });

  it('counts the addresses of an IPv6 /64 together', async () => {
    for (const forwarded of ['2001:470:0:7::1', '2001:470:0:7:ffff::2']) expectFailure(await attempt(forwarded));
    expectFailure(await attempt('2001:470:0:7:1:2:3:4'), 429);
    expectFailure(await attempt('2001:470:0:8::1'));
  });
});

describe('login limit of 0', () => {
  it('is no limit', async () => {
    const steward = await startApp({ env: { AUTH_LIMIT: '0' } });
    const answers = await Promise.all(Array.from({ length: 30 }, () => steward.client.tryLogin({})));
    expect(tally(answers.map(({ status }) => status))).toEqual({ 200: 30 });
    await steward.stop();
  });
});
