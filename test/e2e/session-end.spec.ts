import type { User } from '../../src/modules/access/user.entity.js';
import { Session } from '../../src/modules/session/session.entity.js';
import { ADMIN_PASSWORD, type TestApp, startApp } from '../support/app.js';
import { expectFailure, expectSuccess } from '../support/checks.js';
import type { Client, Tokens } from '../support/client.js';
import { Browser } from '../support/console.js';
import { eventually } from '../support/poll.js';
import { onServices } from '../support/services.js';
import { PASSWORD } from '../support/tenants.js';
import { flushRedis, pass } from '../support/time.js';
import { claimsOf } from '../support/tokens.js';

type Request = [method: string, path: string, body?: unknown];

/** A user of a tenant, who is logged in twice: in the console, and elsewhere. */
interface Target {
  user: User;
  browser: Browser;
  token: string;
  other: string;
}

const UNKNOWN = 'Login expired or invalid, please log in again';
const PAST = '2020-01-01T00:00:00Z';

/** The request that ends the session of `token`: an administrator's, or the user's own with one of the tokens. */
const ENDINGS: [msg: string, name: string, as: 'admin' | 'token' | 'other', request: (target: Target) => Request][] = [
  ['Logged out', 'a logout', 'token', () => ['GET', '/api/logout']],
  ['Logged out', 'the user, elsewhere', 'other', ({ token }) => ['DELETE', `/api/index/endSession/${jtiOf(token)}`]],
  [
    ...(['Session ended by an administrator', 'a forced logout', 'admin'] as const),
    ({ token }) => ['DELETE', `/api/online/forceLogout/${jtiOf(token)}`],
  ],
  [
    ...(['Password changed', 'another password of their own', 'other'] as const),
    () => ['PUT', '/api/index/updatePassword', { oldPassword: PASSWORD, newPassword: 'another password' }],
  ],
  [
    ...(['Password changed', 'a password that was reset', 'admin'] as const),
    ({ user: { id } }) => ['PUT', '/api/user/resetPassword', { id, password: 'another password' }],
  ],
  ['Account disabled', 'update', 'admin', ({ user: { id } }) => ['PUT', '/api/user/update', { id, status: 0 }]],
  ['Account deleted', 'delete', 'admin', ({ user: { id } }) => ['DELETE', `/api/user/delete/${id}`]],
  ['Account deleted', 'batchDelete', 'admin', ({ user: { id } }) => ['DELETE', '/api/user/batchDelete', [id]]],
  [
    ...(['Tenant disabled', 'update', 'admin'] as const),
    ({ user: { tenantId: id } }) => ['PUT', '/api/tenant/update', { id, status: 0 }],
  ],
  [
    ...(['Tenant expired', 'update', 'admin'] as const),
    ({ user: { tenantId: id } }) => ['PUT', '/api/tenant/update', { id, expireAt: PAST }],
  ],
  [
    ...(['Tenant disabled', 'update, expired as well', 'admin'] as const),
    ({ user: { tenantId: id } }) => ['PUT', '/api/tenant/update', { id, status: 0, expireAt: PAST }],
  ],
];

const FORCED = ENDINGS.find(([, name]) => name === 'a forced logout') as (typeof ENDINGS)[number];

/** The refusal of a refresh while the account or the tenant cannot be used at all. */
const OF_ACCOUNT: Record<string, [msg: string, fault: object] | undefined> = {
  'Account disabled': ['The account is disabled', { reason: 'accountDisabled' }],
  'Tenant disabled': ['The tenant is disabled', { reason: 'tenantDisabled' }],
  'Tenant expired': ['The tenant has expired', { reason: 'tenantExpired' }],
};

const jtiOf = (token: string) => String(claimsOf(token).jti);

describe('the refusal of an ended session', () => {
  let a: TestApp;
  let b: TestApp;
  let admin: string;
  beforeAll(async () => {
    a = await startApp();
    b = await startApp({ storage: a.storage, clock: a.clock });
    admin = (await a.client.login('admin', ADMIN_PASSWORD)).access_token;
  });
  afterAll(async () => {
    await b.stop();
    await a.stop();
  });

  const ask = (token: string, client: Client) => client.get('/api/index/getUser', token);
  async function aTarget(): Promise<Target> {
    const user = await a.make.aUser({ tenantId: (await a.make.aTenant()).id });
    const browser = new Browser(a.client);
    const { access_token: token } = (await browser.login({ username: user.username, password: PASSWORD })).body.data;
    return { user, browser, token, other: (await a.client.login(user.username, PASSWORD)).access_token };
  }
  async function expectSays(msg: string, token: string, client: Client): Promise<void> {
    const answer = await ask(token, client);
    expectFailure(answer, 401);
    expect(answer.body.msg).toBe(`${msg}, please log in again`);
  }
  async function carryOut([, , as, requestOf]: (typeof ENDINGS)[number]): Promise<Target> {
    const target = await aTarget();
    const [method, path, body] = requestOf(target);
    const token = as === 'admin' ? admin : target[as];
    expectSuccess(await a.client.call(method, path, { token, body }));
    return target;
  }

  it.each(ENDINGS)('says "%s" after %s', async (...ending) => {
    const [msg] = ending;
    const { token } = await carryOut(ending);
    await expectSays(msg, token, a.client);
    if (onServices) await expectSays(msg, token, b.client);
  });

  describe('over the cookie of the console', () => {
    const refusalOf = async (browser: Browser) => {
      const answer = await browser.refresh();
      expectFailure(answer);
      return [answer.body.msg, JSON.parse(answer.headers.get('x-error') ?? '{}') as unknown];
    };

    it.each(ENDINGS)('says "%s" after %s', async (...ending) => {
      const [what] = ending;
      const { browser } = await carryOut(ending);
      const [msg, fault] = OF_ACCOUNT[what] ?? [`${what}, please log in again`, { reason: 'sessionEnded', what }];
      expect(await refusalOf(browser)).toEqual([msg, fault]);
      expect(await refusalOf(new Browser(b.client, browser.cookie))).toEqual([msg, fault]);
    });

    it('says nothing of the kind without that cookie, or with another', async () => {
      const target = await carryOut(FORCED);
      const { browser, token } = target;
      const [header, claims = ''] = (browser.cookie ?? '').split('.');
      for (const cookie of [undefined, '', 'nonsense', token, `${header}.${claims}.c2ln`]) {
        const [msg, fault] = await refusalOf(new Browser(a.client, cookie));
        expect(`${String(msg)} ${JSON.stringify(fault)}`).not.toContain('administrator');
      }
    });

    it('says that a token was used, and not why its session ended, while the session goes on', async () => {
      const { browser } = await aTarget();
      const used = new Browser(a.client, browser.cookie);
      expectSuccess(await browser.refresh());
      expect(await refusalOf(used)).toEqual([
        'The refresh token was already used or revoked, please log in again',
        { reason: 'sessionEnded' },
      ]);
    });
  });

  it('says so on another instance, and after the key-value store was lost', async () => {
    const ended: [msg: string, token: string][] = [];
    for (const ending of ENDINGS) ended.push([ending[0], (await carryOut(ending)).token]);
    await eventually(async () => {
      const answers = await Promise.all(ended.map(([, token]) => ask(token, b.client)));
      return answers.every(({ status }) => status === 401);
    }, 7000);
    for (const [msg, token] of ended) await expectSays(msg, token, b.client);
    await flushRedis(a.storage);
    const restarted = await startApp({ storage: a.storage, clock: a.clock });
    try {
      for (const [msg, token] of ended) await expectSays(msg, token, restarted.client);
    } finally {
      await restarted.stop();
    }
  });

  it('says "Logged out" after a logout of the console', async () => {
    const { username } = (await aTarget()).user;
    const browser = new Browser(a.client);
    const { access_token } = (await browser.login({ username, password: PASSWORD })).body.data;
    expectSuccess(await browser.logout());
    await expectSays('Logged out', access_token, a.client);
  });

  it('says what ended it first', async () => {
    const { token, user } = await aTarget();
    expectSuccess(await a.client.get('/api/logout', token));
    expectSuccess(await a.client.call('DELETE', `/api/user/delete/${user.id}`, { token: admin }));
    await expectSays('Logged out', token, a.client);
  });

  it('says "Tenant expired" when that comes as time passes', async () => {
    const { token, user } = await aTarget();
    const body = { id: user.tenantId, expireAt: new Date(a.clock.now() + 30_000).toISOString() };
    expectSuccess(await a.client.call('PUT', '/api/tenant/update', { token: admin, body }));
    await pass(a, 61_000);
    for (const { client } of [a, b]) await expectSays('Tenant expired', token, client);
  });

  it('says "Session expired" of an access token that is too old', async () => {
    const { token } = await aTarget();
    await pass(a, 7_201_000);
    await expectSays('Session expired', token, a.client);
    admin = (await a.client.login('admin', ADMIN_PASSWORD)).access_token;
  });

  it.each<[name: string, act: (tokens: Tokens) => Promise<string>]>([
    [
      'an access token that was revoked alone',
      async ({ access_token }) => {
        expectSuccess(await a.client.call('DELETE', `/api/oauth2/remove/${access_token}`, { token: admin }));
        return access_token;
      },
    ],
    ['a refresh token', async ({ refresh_token }) => refresh_token],
    ['something else', async () => 'no token'],
  ])('says nothing of the kind of %s', async (_name, act) => {
    const tokens = await a.client.login((await aTarget()).user.username, PASSWORD);
    const answer = await ask(await act(tokens), a.client);
    expectFailure(answer, 401);
    expect(answer.body.msg).toBe(UNKNOWN);
  });

  it('says nothing of the kind of a session that an earlier version ended', async () => {
    const { token } = await aTarget();
    const sid = String(claimsOf(token).sid);
    await a.db.manager.update(Session, { sid }, { endedAt: a.clock.date(), refreshJti: null });
    await flushRedis(a.storage);
    const restarted = await startApp({ storage: a.storage, clock: a.clock });
    const answer = await ask(token, restarted.client);
    await restarted.stop();
    expectFailure(answer, 401);
    expect(answer.body.msg).toBe(UNKNOWN);
  });
});
