import type { Menu } from '../../src/modules/access/menu.entity.js';
import type { Tenant } from '../../src/modules/access/tenant.entity.js';
import type { User } from '../../src/modules/access/user.entity.js';
import { ADMIN_PASSWORD, type TestApp, startApp } from '../support/app.js';
import { expectFailure, expectSuccess } from '../support/checks.js';
import type { Answer, Client, Tokens } from '../support/client.js';
import { eventually } from '../support/poll.js';
import { onServices } from '../support/services.js';
import { statementsOf } from '../support/statements.js';
import { type Member, PASSWORD, aMember, menusOf } from '../support/tenants.js';
import { flushRedis, pass } from '../support/time.js';
import { claimsOf } from '../support/tokens.js';

interface Entry {
  jti: string;
  userId: number;
  loginAt: string;
  refreshedAt: string;
}

interface PageOf<T> {
  records: T[];
  total: number;
}

/** A user of a tenant with two sessions, one of them rotated twice; somebody of the same tenant; and an outsider. */
interface Target {
  tenant: Tenant;
  user: User;
  /** Every pair that was issued: three of one session, the oldest first, and one of another. */
  pairs: Tokens[];
  colleague: Tokens;
  outsider: Tokens;
}

type Request = [method: string, path: string, body?: unknown];

/** The endings of all sessions of a user, or of everybody in the tenant. */
const ENDINGS: [name: string, request: (target: Target) => Request, whose?: 'own' | 'tenant'][] = [
  ['disabling the user', ({ user: { id } }) => ['PUT', '/api/user/update', { id, status: 0 }]],
  ['deleting the user', ({ user: { id } }) => ['DELETE', `/api/user/delete/${id}`]],
  ['deleting the user in a batch', ({ user: { id } }) => ['DELETE', '/api/user/batchDelete', [id]]],
  [
    'resetting the password',
    ({ user: { id } }) => ['PUT', '/api/user/resetPassword', { id, password: 'another password' }],
  ],
  [
    'changing the own password',
    () => ['PUT', '/api/index/updatePassword', { oldPassword: PASSWORD, newPassword: 'another password' }],
    'own',
  ],
  ['disabling the tenant', ({ tenant: { id } }) => ['PUT', '/api/tenant/update', { id, status: 0 }], 'tenant'],
  [
    'expiring the tenant',
    ({ tenant: { id } }) => ['PUT', '/api/tenant/update', { id, expireAt: '2020-01-01T00:00:00Z' }],
    'tenant',
  ],
];

const CODE = 'sys:role:list';
const CHECK = '/api/oauth2/check/token';

const jtiOf = ({ access_token }: Tokens) => String(claimsOf(access_token).jti);

/** Time for dozens of passwords to be hashed on a busy machine. */
const PATIENT = { patience: 20_000, commitPatience: 20_000, eventLoopDelay: 0 };

describe('revocation', () => {
  let a: TestApp;
  let b: TestApp;
  let admin: string;
  /** Tokens of several tests that the second instance will refuse, so that they share one wait for its next look. */
  let later: Tokens[] = [];
  beforeAll(async () => {
    // Few passwords are checked at once for one address, so the logins of a test come from several.
    const env = { API_PROXY_IPS: '127.0.0.1' };
    a = await startApp({ env, limits: PATIENT });
    b = await startApp({ env, storage: a.storage, clock: a.clock, limits: PATIENT });
    admin = (await a.client.login('admin', ADMIN_PASSWORD)).access_token;
  });
  afterAll(async () => {
    await b.stop();
    await a.stop();
  });

  const call = (token: string, [method, path, body]: Request, client = a.client) =>
    client.call(method, path, { token, body });
  const check = ({ access_token }: Tokens, client = a.client) => client.get(CHECK, access_token);
  const forceLogout = (jti: string, client = a.client) =>
    call(admin, ['DELETE', `/api/online/forceLogout/${jti}`], client);
  const sessionsOf = async ({ id }: User, client = a.client) =>
    (await client.get<PageOf<Entry>>(`/api/online/page?userId=${id}`, admin)).body.data;

  async function rotated(client: Client, tokens: Tokens): Promise<Tokens> {
    const answer = await client.refresh(tokens.refresh_token);
    expectSuccess(answer);
    return answer.body.data;
  }

  async function aTarget(): Promise<Target> {
    const tenant = await a.make.aTenant();
    const user = await a.make.aUser({ tenantId: tenant.id });
    const [first, other] = [
      await a.client.login(user.username, PASSWORD),
      await b.client.login(user.username, PASSWORD),
    ];
    const second = await rotated(a.client, first);
    const pairs = [first, second, await rotated(b.client, second), other];
    const colleague = (await aMember(a, [], { tenantId: tenant.id })).tokens;
    const outsider = (await aMember(a, [])).tokens;
    return { tenant, user, pairs, colleague, outsider };
  }

  /** The tokens that an ending must have ended, and those that it must not. */
  async function carryOut([, requestOf, whose]: (typeof ENDINGS)[number]): Promise<{ target: Target; dead: Tokens[] }> {
    const target = await aTarget();
    const dead = whose === 'tenant' ? [...target.pairs, target.colleague] : target.pairs;
    for (const { client } of [a, b]) for (const tokens of dead) expectSuccess(await check(tokens, client));
    expectSuccess(await call(whose === 'own' ? (dead[0]?.access_token ?? '') : admin, requestOf(target)));
    return { target, dead };
  }

  async function expectNoRefresh(dead: Tokens[]): Promise<void> {
    for (const { client } of [a, b]) {
      for (const { refresh_token } of dead) expectFailure(await client.refresh(refresh_token));
    }
  }

  /**
   * The second instance refuses access tokens at once with Redis, and after its next look into the database without.
   */
  async function expectRefusedOnB(dead: Tokens[], when: 'now' | 'later' = 'now'): Promise<void> {
    if (!onServices && when === 'later') {
      later.push(...dead);
      return;
    }
    if (!onServices) {
      const refused = async (tokens: Tokens) => (await check(tokens, b.client)).status === 401;
      await eventually(async () => (await Promise.all(dead.map(refused))).every(Boolean), 7000);
    }
    for (const tokens of dead) expectFailure(await check(tokens, b.client), 401);
  }

  async function expectLaterOnes(): Promise<void> {
    if (!onServices) expect(later.length).toBeGreaterThan(0);
    await expectRefusedOnB(later);
    later = [];
  }

  describe.each(ENDINGS)('%s', (...ending) => {
    it('ends all sessions at once, and those of nobody else', async () => {
      const { target, dead } = await carryOut(ending);
      for (const tokens of dead) expectFailure(await check(tokens), 401);
      await expectNoRefresh(dead);
      const alive = dead.includes(target.colleague) ? [target.outsider] : [target.colleague, target.outsider];
      for (const tokens of alive) {
        expectSuccess(await check(tokens));
        expectSuccess(await b.client.refresh(tokens.refresh_token));
      }
      for (const { client } of [a, b]) expect((await sessionsOf(target.user, client)).records).toEqual([]);
      expect((await sessionsOf(target.user)).total).toBe(0);
    });
  });

  it('reaches a second instance, whatever ends the sessions', async () => {
    const all: Tokens[] = [];
    for (const ending of ENDINGS) {
      const { dead } = await carryOut(ending);
      if (onServices) await expectRefusedOnB(dead);
      all.push(...dead);
    }
    await expectRefusedOnB(all);
    await expectNoRefresh(all);
  });

  it.each<[string, (target: Target) => Request[]]>([
    ['user', ({ user: { id } }) => [0, 1].map((status) => ['PUT', '/api/user/update', { id, status }])],
    ['tenant', ({ tenant: { id } }) => [0, 1].map((status) => ['PUT', '/api/tenant/update', { id, status }])],
  ])('a %s that is enabled again can log in again, and the old tokens stay dead', async (_name, requestsOf) => {
    const target = await aTarget();
    for (const request of requestsOf(target)) expectSuccess(await call(admin, request));
    for (const tokens of target.pairs) expectFailure(await check(tokens), 401);
    await expectNoRefresh(target.pairs);
    expectSuccess(await check(await a.client.login(target.user.username, PASSWORD)));
  });

  it('a tenant that expires as time passes makes no request, refreshes and logs in no more, on either instance', async () => {
    const { tenant, user, pairs } = await aTarget();
    const expireAt = new Date(a.clock.now() + 30_000).toISOString();
    expectSuccess(await call(admin, ['PUT', '/api/tenant/update', { id: tenant.id, expireAt }]));
    const live = await rotated(a.client, pairs[2] as Tokens);
    for (const { client } of [a, b]) expectSuccess(await check(live, client));
    // Longer than the other instance may have the tenant cached.
    await pass(a, 61_000);
    for (const { client } of [a, b])
      for (const tokens of [live, ...pairs]) expectFailure(await check(tokens, client), 401);
    await expectNoRefresh([live]);
    for (const { client } of [a, b])
      expectFailure(await client.tryLogin({ username: user.username, password: PASSWORD }));
  });

  it('a tenant expires to the second, asked for without a query, and goes on at once when it is prolonged', async () => {
    const { tenant, pairs } = await aTarget();
    const [tokens] = pairs as [Tokens];
    const expireIn = (milliseconds: number) => {
      const expireAt = new Date(a.clock.now() + milliseconds).toISOString();
      return call(admin, ['PUT', '/api/tenant/update', { id: tenant.id, expireAt }]);
    };
    expectSuccess(await expireIn(30_000));
    expectSuccess(await check(tokens));
    const queries = await statementsOf(a.db, async () => {
      a.clock.advance(29_000);
      expectSuccess(await check(tokens));
      a.clock.advance(1000);
      expectFailure(await check(tokens), 401);
    });
    expect(queries.filter((query) => /(?:FROM|JOIN) [`"]tenant[`"]/.test(query))).toEqual([]);
    expectSuccess(await expireIn(30_000));
    expectSuccess(await check(tokens));
  });

  it.each(ENDINGS.filter(([, , whose]) => whose !== 'own'))('%s ends nothing when it is refused', async (...ending) => {
    const [, requestOf] = ending;
    const target = await aTarget();
    expectFailure(await call(target.outsider.access_token, requestOf(target)), 403);
    for (const { client } of [a, b]) expectSuccess(await check(target.pairs[2] as Tokens, client));
    expectSuccess(await a.client.refresh(target.pairs[2]?.refresh_token ?? ''));
  });

  it('a wrong old password ends nothing', async () => {
    const { pairs } = await aTarget();
    const body = { oldPassword: 'wrong', newPassword: 'another password' };
    expectFailure(await call(pairs[0]?.access_token ?? '', ['PUT', '/api/index/updatePassword', body]));
    expectSuccess(await check(pairs[0] as Tokens));
    expectSuccess(await a.client.refresh(pairs[2]?.refresh_token ?? ''));
  });

  describe('a permission that is taken away', () => {
    const CHANGES: [name: string, request: (member: Member, menu: Menu) => Request][] = [
      ['its menu taken from the role', ({ role: { id } }) => ['PUT', '/api/role/update', { id, menuIds: [] }]],
      ['the role disabled', ({ role: { id } }) => ['PUT', '/api/role/update', { id, status: 0 }]],
      ['the role taken from the user', ({ user: { id } }) => ['PUT', '/api/user/update', { id, roleIds: [] }]],
      ['the menu disabled', (_, { id }) => ['PUT', '/api/menu/update', { id, status: 0 }]],
      ['the menu given another code', (_, { id }) => ['PUT', '/api/menu/update', { id, permission: 'sys:role:page' }]],
      ['the menu deleted', (_, { id }) => ['DELETE', `/api/menu/delete/${id}`]],
    ];
    const ask = (token: string, client: Client): Promise<Answer<unknown>> => client.get('/api/role/list', token);

    it.each(CHANGES)('is refused from the next request on: %s', async (_name, requestOf) => {
      const member = await aMember(a, []);
      const menu = await a.make.aMenu({ permission: CODE });
      await a.make.grant(member.role, menu);
      expectSuccess(await ask(member.token, a.client));
      expectSuccess(await ask(member.token, b.client));
      expectSuccess(await call(admin, requestOf(member, menu)));
      expectFailure(await ask(member.token, a.client), 403);
      if (!onServices) await pass(a, 60_000);
      expectFailure(await ask(member.token, b.client), 403);
    });

    it('is granted from the next request on when it is given', async () => {
      const { role, token } = await aMember(a, []);
      const [menu] = await menusOf(a, [CODE]);
      for (const { client } of [a, b]) expectFailure(await ask(token, client), 403);
      expectSuccess(await call(admin, ['PUT', '/api/role/update', { id: role.id, menuIds: [menu?.id] }]));
      expectSuccess(await ask(token, a.client));
      if (!onServices) await pass(a, 60_000);
      expectSuccess(await ask(token, b.client));
    });
  });

  describe('a session that was rotated', () => {
    it('is one entry, with the newest access jti and the first login time', async () => {
      const user = await a.make.aUser();
      const first = await a.client.login(user.username, PASSWORD);
      const [before] = (await sessionsOf(user)).records;
      await pass(a, 5000);
      const second = await rotated(a.client, first);
      const { records, total } = await sessionsOf(user);
      expect({ total, jtis: records.map(({ jti }) => jti) }).toEqual({ total: 1, jtis: [jtiOf(second)] });
      expect(records[0]?.loginAt).toBe(before?.loginAt);
      const [from, to] = [before, records[0]].map((entry) => Date.parse(entry?.refreshedAt ?? ''));
      expect((to ?? 0) - (from ?? 0)).toBeGreaterThanOrEqual(5000);
    });

    it.each([
      ['oldest', 0],
      ['older', 1],
      ['newest', 2],
    ])('is ended as a whole by its %s live access jti', async (_name, which) => {
      const { user, pairs, colleague } = await aTarget();
      const [own, other] = [pairs.slice(0, 3), pairs[3] as Tokens];
      expect((await sessionsOf(user)).total).toBe(2);
      expectSuccess(await forceLogout(jtiOf(pairs[which] as Tokens)));
      for (const tokens of own) expectFailure(await check(tokens), 401);
      await expectNoRefresh(own);
      expect(await sessionsOf(user)).toMatchObject({ total: 1, records: [{ jti: jtiOf(other) }] });
      expect((await sessionsOf(user, b.client)).records.map(({ jti }) => jti)).toEqual([jtiOf(other)]);
      await expectRefusedOnB(own, 'later');
      for (const tokens of [other, colleague]) expectSuccess(await check(tokens, b.client));
      for (const tokens of own) expectFailure(await forceLogout(jtiOf(tokens)));
    });

    it('is refused by the second instance after its next look', expectLaterOnes);

    it.each([
      ['older', 1],
      ['newest', 2],
    ])('is ended by its %s live access jti after the key-value store was lost', async (_name, which) => {
      const { pairs } = await aTarget();
      await flushRedis(a.storage);
      const restarted = await startApp({ storage: a.storage, clock: a.clock });
      try {
        expectSuccess(await check(pairs[which] as Tokens, restarted.client));
        expectSuccess(await forceLogout(jtiOf(pairs[which] as Tokens), restarted.client));
        for (const tokens of pairs.slice(0, 3)) expectFailure(await check(tokens, restarted.client), 401);
        await expectNoRefresh(pairs.slice(0, 3));
      } finally {
        await restarted.stop();
      }
    });

    it('is still ended by the jti that the page shows when that access token has expired', async () => {
      const user = await a.make.aUser();
      const tokens = await a.client.login(user.username, PASSWORD);
      const operator = await a.client.login('admin', ADMIN_PASSWORD);
      await pass(a, 7_201_000);
      expectFailure(await check(operator), 401);
      admin = (await a.client.login('admin', ADMIN_PASSWORD)).access_token;
      const [entry] = (await sessionsOf(user)).records;
      expect(entry?.jti).toBe(jtiOf(tokens));
      expectSuccess(await forceLogout(entry?.jti ?? ''));
      await expectNoRefresh([tokens]);
      expect(await sessionsOf(user)).toMatchObject({ records: [], total: 0 });
    });

    it.each<[string, (tokens: Tokens) => string]>([
      ['an unknown jti', () => 'ffffffff-0000-0000-0000-000000000000'],
      ['the jti of a refresh token', ({ refresh_token }) => String(claimsOf(refresh_token).jti)],
      ['a sid', ({ access_token }) => String(claimsOf(access_token).sid)],
      ['a user id', ({ access_token }) => String(claimsOf(access_token).user)],
      ['a pattern', () => '%25'],
    ])('is not ended by %s', async (_name, jtiFrom) => {
      const tokens = await a.client.login((await a.make.aUser()).username, PASSWORD);
      expectFailure(await forceLogout(jtiFrom(tokens)));
      expectSuccess(await check(tokens));
      expectSuccess(await a.client.refresh(tokens.refresh_token));
    });
  });

  it.each(ENDINGS.filter(([name, , whose]) => whose !== 'own' && !name.includes('batch')))(
    '20 logins and 10 refreshes at once with %s: no token works afterwards',
    async (_name, requestOf) => {
      const issued: Tokens[] = [];
      // How long the logins are under way before the ending starts.
      for (const delay of [0, 15, 60]) {
        const target = await aTarget();
        const login = { username: target.user.username, password: PASSWORD };
        const either = (i: number) => (i % 2 === 0 ? a : b).client;
        const logins = (length: number) =>
          Array.from({ length }, (_, i) => either(i).tryLogin(login, { 'x-forwarded-for': `198.51.100.${i}` }));
        const open = (await Promise.all(logins(10))).map(({ body }) => body.data);
        const refreshes = () => open.map(({ refresh_token }, i) => either(i).refresh(refresh_token));
        const [answers, ending] = await Promise.all([
          Promise.all([...logins(20), ...refreshes()]),
          new Promise((next) => setTimeout(next, delay)).then(() => call(admin, requestOf(target))),
        ]);
        expectSuccess(ending);
        const got = answers.filter(({ body }) => body.ok).map(({ body }) => body.data);
        const pairs = [...target.pairs, ...open, ...got];
        for (const tokens of pairs) expectFailure(await check(tokens), 401);
        await expectNoRefresh(pairs);
        expect((await sessionsOf(target.user)).records).toEqual([]);
        expectFailure(await a.client.tryLogin(login));
        issued.push(...pairs);
      }
      await expectRefusedOnB(issued, 'later');
    },
  );

  it('none of these tokens works on the second instance after its next look', expectLaterOnes);
});
