import { setTimeout as pause } from 'node:timers/promises';
import bcrypt from 'bcrypt';
import { LoginLog } from '../../src/logs/login-log/login-log.entity.js';
import { loginLogPermissions } from '../../src/logs/login-log/login-log.permissions.js';
import { PASSWORD_COST } from '../../src/modules/access/password.service.js';
import { type TestApp, startApp } from '../support/app.js';
import { aCaller } from '../support/callers.js';
import { atOnce, expectFailure, expectSuccess, tally } from '../support/checks.js';
import type { Answer } from '../support/client.js';
import { logRows } from '../support/login-rows.js';
import { eventually } from '../support/poll.js';
import { RawConnection } from '../support/raw.js';
import { loginLogs } from '../support/rows.js';

const LIVE = '/api/health/live';
const LOG = '/api/login/log';

/** The pause between two requests of a flood: the test runs in the process of the service. */
const PAUSE_MS = 100;

/** Clients have addresses of their own behind a trusted proxy. */
const BEHIND_A_PROXY = { API_PROXY_IPS: '127.0.0.1' };

/** Patience for a busy machine: the floods of these tests run in the process of the service. */
const PATIENT = {
  passwordCost: PASSWORD_COST,
  limits: { patience: 20_000, commitPatience: 20_000, eventLoopDelay: 0 },
  databaseTimes: { statement: 20_000 },
};

const from = (address: string) => ({ 'x-forwarded-for': address });

function expectRefusedForNow(answer: Answer<unknown>): void {
  expectFailure(answer, 429);
  expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
}

describe('password checks are shared out', () => {
  let steward: TestApp;
  beforeAll(async () => {
    steward = await startApp({ ...PATIENT, env: { ...BEHIND_A_PROXY, OPERATION_LIMIT: '0' } });
  });
  afterAll(() => steward.stop());

  const attempt = (username: string, address: string, password = 'wrong') =>
    steward.client.tryLogin({ username, password }, from(address));

  it.each([
    ['an IPv4 address', () => '198.51.100.7'],
    ['the /64 of an IPv6 address', (i: number) => `2001:db8:0:7::${(i + 1).toString(16)}`],
  ])('%s has four at once; more is 429 and leaves no row in the login log', async (_case, address) => {
    const username = `nobody-at-${address(0)}`;
    const clients = Array.from({ length: 40 }, () => steward.client);
    let next = 0;
    const answers = await atOnce(clients, () => attempt(username, address(next++)));
    const { 200: passed = 0, 429: refused = 0, ...others } = tally(answers.map(({ status }) => status));
    expect(others).toEqual({});
    expect(passed).toBeGreaterThanOrEqual(4);
    expect(refused).toBeGreaterThan(0);
    answers.filter(({ status }) => status === 429).forEach(expectRefusedForNow);
    expect(await logRows(steward.db, { username })).toHaveLength(passed);
  });

  it('a user has four at once, from whatever address', async () => {
    const { token } = await aCaller(steward, ['sys:user:add']);
    let next = 0;
    const add = () => {
      const body = { username: `added-${++next}`, password: 'a quiet river' };
      return steward.client.call('POST', '/api/user/add', { token, body, headers: from(`198.51.100.${next}`) });
    };
    const answers = await atOnce(
      Array.from({ length: 40 }, () => steward.client),
      add,
    );
    const { 200: passed = 0, 429: refused = 0, ...others } = tally(answers.map(({ status }) => status));
    expect(others).toEqual({});
    expect(passed).toBeGreaterThanOrEqual(4);
    expect(refused).toBeGreaterThan(0);
  });

  it('a user may try to change their password five times a minute, successes included', async () => {
    const { user, token } = await aCaller(steward);
    const change = (oldPassword: unknown, newPassword: unknown, by = token) =>
      steward.client.call('PUT', '/api/index/updatePassword', { token: by, body: { oldPassword, newPassword } });
    for (let i = 0; i < 4; i++) expectFailure(await change('wrong', 'a new password'));
    for (let i = 0; i < 3; i++) expectFailure(await change('a quiet river', ''));
    expectSuccess(await change('a quiet river', 'a new password'));
    const again = (await steward.client.login(user.username, 'a new password')).access_token;
    expectRefusedForNow(await change('a new password', 'a newer password', again));
    steward.clock.advance(60_000);
  });

  it.each([
    ['one user changes passwords over 100 connections', 'looper'],
    ['one network logs in over 100 connections', 'flooder'],
  ])(
    'while %s, logins of others succeed',
    async (_case, who) => {
      const { token } = await aCaller(steward);
      const { username } = await steward.make.aUser();
      let going = true;
      const body = { oldPassword: 'wrong', newPassword: 'a new password' };
      const once = (i: number) =>
        who === 'looper'
          ? steward.client.call('PUT', '/api/index/updatePassword', { token, body, headers: from('198.51.100.9') })
          : attempt('nobody', `2001:db8:0:9::${(i + 1).toString(16)}`);
      const statuses = new Set<number>();
      const loop = async (i: number) => {
        while (going) {
          statuses.add((await once(i)).status);
          await pause(PAUSE_MS);
        }
      };
      const loops = Array.from({ length: 100 }, (_, i) => loop(i));
      try {
        for (let i = 0; i < 5; i++) expectSuccess(await attempt(username, `203.0.113.${i}`, 'a quiet river'));
      } finally {
        going = false;
        await Promise.all(loops);
      }
      expect([...statuses].sort()).toEqual([200, 429]);
    },
    240_000,
  );

  it('a request that was cut leaves the queue without being hashed', async () => {
    const impatient = await startApp({
      passwordCost: PASSWORD_COST,
      env: BEHIND_A_PROXY,
      limits: { patience: 300, eventLoopDelay: 0 },
    });
    const compare = jest.spyOn(bcrypt, 'compare');
    try {
      const clients = Array.from({ length: 60 }, () => impatient.client);
      let next = 0;
      const answers = await atOnce(clients, (client) =>
        client.tryLogin({ username: 'nobody', password: 'wrong' }, from(`198.51.100.${++next}`)),
      );
      const { 503: cut = 0, 200: answered = 0 } = tally(answers.map(({ status }) => status));
      expect(cut).toBeGreaterThan(0);
      expect(cut + answered).toBe(60);
      // Passwords that were being hashed when their time was over are hashed to the end, and so are a few later ones.
      await eventually(async () => (await impatient.db.manager.count(LoginLog)) === 60, 5000);
      expect(compare.mock.calls.length).toBeLessThan(answered + 20);
    } finally {
      compare.mockRestore();
      await impatient.stop();
    }
  });
});

describe('heavy reads are shared out', () => {
  const ROWS = 100_000;
  let steward: TestApp;
  beforeAll(async () => {
    steward = await startApp(PATIENT);
    await loginLogs(
      steward.db,
      Array.from({ length: 5000 }, (_, i) => ({ username: `somebody-${i}` })),
    );
    const columns = 'tenant_id, username, log_type, method, request_method, url, param, result, ip, location, os';
    const all = `${columns}, browser, consume_time, status, error, created_at`;
    for (let rows = 5000; rows < ROWS; rows *= 2) {
      await steward.db.query(`INSERT INTO login_log (${all}) SELECT ${all} FROM login_log LIMIT ${ROWS - rows}`);
    }
  });
  afterAll(() => steward.stop());

  it('pages of others are answered while one caller has many searches outstanding', async () => {
    const [greedy, other] = [
      await aCaller(steward, [loginLogPermissions.page]),
      await aCaller(steward, [loginLogPermissions.page]),
    ];
    let left = 150;
    const burst = Array.from({ length: left }, async (_, i) => {
      const { status } = await steward.client.get(`${LOG}/page?username=no-such-${i}`, greedy.token);
      left--;
      return status;
    });
    await eventually(async () => left < 150, 10_000);
    for (const query of ['', '?username=nobody', '?pageNo=3', '?status=1']) {
      expectSuccess(await steward.client.get(`${LOG}/page${query}`, other.token));
    }
    expect(left).toBeGreaterThan(0);
    for (const status of await Promise.all(burst)) expect([200, 503]).toContain(status);
    expectSuccess(await steward.client.get(`${LOG}/page?username=nobody`, greedy.token));
  });

  it('the process goes on with other work while 40 callers list 5,000 rows each', async () => {
    const callers = await Promise.all(Array.from({ length: 40 }, () => aCaller(steward, [loginLogPermissions.list])));
    let left = callers.length;
    let meanwhile = 0;
    const lists = callers.map(async ({ token }) => {
      const answer = await fetch(`${steward.url}${LOG}/list`, { headers: { authorization: token } });
      const rows = (await answer.text()).match(/"id":/g)?.length;
      left--;
      return rows ?? answer.status;
    });
    while (left > 0) {
      expectSuccess(await steward.client.get(LIVE));
      meanwhile++;
    }
    const { 5000: served = 0, ...others } = tally(await Promise.all(lists));
    expect(served).toBeGreaterThan(0);
    expect(Object.keys(others).filter((status) => status !== '503' && status !== '429')).toEqual([]);
    expect(meanwhile).toBeGreaterThan(4);
  });
});

describe('connections are limited for each client address', () => {
  const request = `GET ${LIVE} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;

  it('a further one is closed at once, and has its place once another leaves', async () => {
    const steward = await startApp({ env: { MAX_CONNECTIONS_PER_ADDRESS: '2' } });
    const [first, second] = [await RawConnection.open(steward.url), await RawConnection.open(steward.url)];
    first.send('POST /api/login HTTP/1.1\r\nHost: x\r\n');
    expect(await (await RawConnection.open(steward.url)).end()).toMatchObject({ status: NaN, head: '' });
    first.close();
    await eventually(async () => {
      const third = await RawConnection.open(steward.url);
      third.send(request);
      return (await third.end()).status === 200;
    }, 5000);
    second.close();
    await steward.stop();
  });

  it.each([
    ['a proxy speaks for many clients, and is not counted', { MAX_CONNECTIONS_PER_ADDRESS: '1', ...BEHIND_A_PROXY }],
    ['0 turns the limit off', { MAX_CONNECTIONS_PER_ADDRESS: '0' }],
  ])('%s', async (_case, env) => {
    const steward = await startApp({ env });
    const connections = await Promise.all(Array.from({ length: 5 }, () => RawConnection.open(steward.url)));
    for (const connection of connections) connection.send(request);
    for (const connection of connections) expect((await connection.end()).status).toBe(200);
    await steward.stop();
  });
});
