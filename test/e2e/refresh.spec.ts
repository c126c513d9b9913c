import { Tenant } from '../../src/modules/access/tenant.entity.js';
import { User } from '../../src/modules/access/user.entity.js';
import { ADMIN_PASSWORD, type TestApp, startApp } from '../support/app.js';
import { atOnce, expectFailure, expectSuccess, tally } from '../support/checks.js';
import type { Tokens } from '../support/client.js';
import { type LogLine, recordLog } from '../support/log.js';
import { rowsOf } from '../support/login-rows.js';
import { eventually } from '../support/poll.js';
import { type Storage, newStorage, onServices } from '../support/services.js';
import { flushRedis, pass } from '../support/time.js';
import { type Claims, claimsOf, forge } from '../support/tokens.js';

const CHECK = '/api/oauth2/check/token';
const TOKEN = '/api/oauth2/token';

describe('refresh', () => {
  let storage: Storage;
  let steward: TestApp;
  let log: LogLine[];
  let tokens: Tokens;

  beforeAll(async () => {
    storage = await newStorage();
    steward = await startApp({ storage });
    log = recordLog(steward.app);
  });
  beforeEach(async () => {
    tokens = await steward.client.login('admin', ADMIN_PASSWORD);
    log.length = 0;
  });
  afterAll(async () => {
    await steward.stop();
    await storage.remove();
  });

  const live = async (token: string) => (await steward.client.get(CHECK, token)).status === 200;

  /** Asserts that a refresh is refused with this fine code in the log, and no row in the login log. */
  async function expectRefused(refreshToken: string, code: number) {
    log.length = 0;
    const rows = await rowsOf(steward.db, async () => expectFailure(await steward.client.refresh(refreshToken)));
    expect(rows).toEqual([]);
    await eventually(async () => log.some(({ message }) => message === 'request'), 5000);
    expect(log.find(({ message }) => message === 'request')).toMatchObject({ path: TOKEN, code });
  }

  async function expectRotated(refreshToken: string): Promise<Tokens> {
    const answer = await steward.client.refresh(refreshToken);
    expectSuccess(answer);
    return answer.body.data;
  }

  async function restart() {
    const { clock } = steward;
    await steward.stop();
    steward = await startApp({ storage, clock });
    log = recordLog(steward.app);
  }

  it('answers a new pair in the format of the login, for the same session', async () => {
    const pair = await expectRotated(tokens.refresh_token);
    expect(pair).toEqual({
      access_token: expect.any(String) as string,
      refresh_token: expect.any(String) as string,
      expires_in: 7200,
      token_type: 'Bearer',
    });
    const [before, after] = [claimsOf(tokens.access_token), claimsOf(pair.access_token)];
    expect(after).toMatchObject({ user: before.user, tenant: before.tenant, sid: before.sid, use: 'access' });
    expect(new Set([tokens, pair].flatMap((p) => [p.access_token, p.refresh_token])).size).toBe(4);
    expect(await live(pair.access_token)).toBe(true);
  });

  it('leaves the old access token to expire, and refuses the old refresh token', async () => {
    const pair = await expectRotated(tokens.refresh_token);
    expect(await live(tokens.access_token)).toBe(true);
    await expectRefused(tokens.refresh_token, 1008);
    await expectRefused(tokens.refresh_token, 1008);
    expect(await live(pair.access_token)).toBe(true);
    await expectRotated(pair.refresh_token);
  });

  it('lets one of 50 simultaneous callers win', async () => {
    const clients = Array.from({ length: 50 }, () => steward.client);
    const answers = await atOnce(clients, (client) => client.refresh(tokens.refresh_token));
    expect(tally(answers.map(({ status, body }) => `${status} ${body.code}`))).toEqual({ '200 0': 1, '200 1': 49 });
    const winner = answers.find(({ body }) => body.ok)?.body.data;
    await expectRotated(winner?.refresh_token ?? '');
  });

  it('lets one of 50 simultaneous callers of two instances win', async () => {
    const second = await startApp({ storage, clock: steward.clock });
    const clients = Array.from({ length: 50 }, (_, i) => (i % 2 ? second : steward).client);
    const answers = await atOnce(clients, (client) => client.refresh(tokens.refresh_token));
    await second.stop();
    expect(tally(answers.map(({ status, body }) => `${status} ${body.code}`))).toEqual({ '200 0': 1, '200 1': 49 });
  });

  it('does not outlive a logout that comes at the same time', async () => {
    for (let round = 0; round < 10; round++) {
      const { access_token, refresh_token } = await steward.client.login('admin', ADMIN_PASSWORD);
      const [, { body }] = await Promise.all([
        steward.client.get('/api/logout', access_token),
        steward.client.refresh(refresh_token),
      ]);
      expect(await live(access_token)).toBe(false);
      expect(await live(body.data.access_token ?? 'none')).toBe(false);
      expectFailure(await steward.client.refresh(body.data.refresh_token ?? refresh_token));
    }
  });

  describe('remembers what was used', () => {
    it('through a restart', async () => {
      const pair = await expectRotated(tokens.refresh_token);
      await restart();
      await expectRefused(tokens.refresh_token, 1008);
      await expectRotated(pair.refresh_token);
    });

    it('through the loss of the cache', async () => {
      const pair = await expectRotated(tokens.refresh_token);
      if (onServices) await flushRedis(storage);
      else await restart();
      await expectRefused(tokens.refresh_token, 1008);
      await expectRotated(pair.refresh_token);
    });

    it('and what was logged out', async () => {
      expectSuccess(await steward.client.get('/api/logout', tokens.access_token));
      await expectRefused(tokens.refresh_token, 1008);
      await flushRedis(storage);
      await restart();
      await expectRefused(tokens.refresh_token, 1008);
      expect(await live(tokens.access_token)).toBe(false);
    });
  });

  describe('asks again', () => {
    let user: User;
    let tenant: Tenant;
    beforeEach(async () => {
      tenant = await steward.make.aTenant();
      user = await steward.make.aUser({ tenantId: tenant.id });
      tokens = await steward.client.login(user.username, 'a quiet river');
    });

    it.each<[string, number, () => Promise<unknown>]>([
      ['a disabled user', 1002, () => steward.db.manager.update(User, user.id, { status: 0 })],
      ['a deleted user', 1001, () => steward.db.manager.delete(User, user.id)],
      ['a disabled tenant', 1006, () => steward.db.manager.update(Tenant, tenant.id, { status: 0 })],
      ['an expired tenant', 1005, () => steward.db.manager.update(Tenant, tenant.id, { expireAt: new Date(0) })],
    ])('and refuses %s', async (_case, code, change) => {
      await change();
      await pass(steward, 60_000);
      await expectRefused(tokens.refresh_token, code);
    });
  });

  describe('refuses with code 1, not 401,', () => {
    it('a token whose seven days are over', async () => {
      const { exp } = claimsOf(tokens.refresh_token);
      const late = (await steward.client.login('admin', ADMIN_PASSWORD)).refresh_token;
      await pass(steward, Number(exp) * 1000 - steward.clock.now() - 3000);
      await expectRotated(tokens.refresh_token);
      await pass(steward, 5000);
      await expectRefused(late, 1);
    });

    it('an access token', async () => {
      await expectRefused(tokens.access_token, 1);
      await expectRotated(tokens.refresh_token);
    });

    it.each<[string, (claims: Claims) => string]>([
      ['none for algorithm', (claims) => forge(claims, { alg: 'none' })],
      ['HS512', (claims) => forge(claims, { alg: 'HS512' })],
      ['another secret', (claims) => forge(claims, { secret: 'insecure-another-0123456789-abcdefghijklmn' })],
      ['no exp', (claims) => forge({ ...claims, exp: undefined })],
      ['no jti', (claims) => forge({ ...claims, jti: undefined })],
      ['no use', (claims) => forge({ ...claims, use: undefined })],
      ['user as text', (claims) => forge({ ...claims, user: '1' })],
      ['nonsense for content', () => 'nonsense'],
    ])('a token with %s', async (_case, forgery) => {
      await expectRefused(forgery(claimsOf(tokens.refresh_token)), 1);
      await expectRotated(tokens.refresh_token);
    });
  });

  describe('by grant type', () => {
    const credentials = { username: 'admin', password: ADMIN_PASSWORD };

    it.each<[string, object]>([
      ['the password grant', { grant_type: 'password' }],
      ['the password grant beside a refresh token', { grant_type: 'password', refresh_token: 'nonsense' }],
      ['no refresh token', { grant_type: 'refresh_token' }],
      ['an empty refresh token', { grant_type: 'refresh_token', refresh_token: '' }],
      ['a null refresh token', { grant_type: 'refresh_token', refresh_token: null }],
      ['neither', {}],
    ])('%s is a login', async (_case, grant) => {
      const rows = await rowsOf(steward.db, async () => {
        expectSuccess(await steward.client.post(TOKEN, { ...grant, ...credentials }));
        expectFailure(await steward.client.post(TOKEN, { ...grant, ...credentials, password: 'wrong' }));
      });
      expect(rows.map(({ error, url }) => [error.slice(0, 4), url])).toEqual([
        ['', TOKEN],
        ['1003', TOKEN],
      ]);
    });

    it.each([undefined, null, '', 'REFRESH_TOKEN', 'client_credentials', 7, ['refresh_token']])(
      '%j beside a refresh token uses nothing up',
      async (grant_type) => {
        const body = { grant_type, refresh_token: tokens.refresh_token, ...credentials };
        const rows = await rowsOf(steward.db, async () => expectFailure(await steward.client.post(TOKEN, body)));
        expect(rows).toEqual([]);
        await expectRotated(tokens.refresh_token);
      },
    );

    it.each([7, true, {}, ['x']])('refresh_token %j is refused by name', async (refresh_token) => {
      const answer = await steward.client.post(TOKEN, { grant_type: 'refresh_token', refresh_token });
      expectFailure(answer);
      expect(answer.body.msg).toContain('refresh_token');
    });
  });
});
