import { generate } from 'otplib';
import { User } from '../../src/modules/access/user.entity.js';
import { OperationLog } from '../../src/logs/operation-log/operation-log.entity.js';
import { ADMIN_PASSWORD, type TestApp, startApp } from '../support/app.js';
import { expectData, expectFailure, expectSuccess } from '../support/checks.js';
import type { Answer, Tokens } from '../support/client.js';
import { rowsOf } from '../support/login-rows.js';
import { statementsOf } from '../support/statements.js';
import { pass } from '../support/time.js';

const GIVEN = 'a quiet river';
const OWN = 'another quiet river';
const DAY_MS = 86_400_000;

let serial = 0;

/** Two instances on one storage. */
async function startPair(env: Record<string, string>): Promise<[TestApp, TestApp]> {
  const first = await startApp({ env });
  return [first, await startApp({ env, storage: first.storage, clock: first.clock })];
}

const call = ({ client }: TestApp, method: string, path: string, { access_token: token }: Tokens, body?: unknown) =>
  client.call<Record<string, unknown>>(method, path, { token, body });

const restrictionOf = async (steward: TestApp, tokens: Tokens) => {
  const answer = await call(steward, 'GET', '/api/index/getUser', tokens);
  expectSuccess(answer);
  return answer.body.data.restriction;
};

function expectRestricted(answer: Answer<unknown>, lacking: 'password' | 'factor'): void {
  expectFailure(answer, 403);
  expect(answer.headers.get('x-restricted')).toBe(lacking);
}

/** A user whom the administrator adds. */
async function addUser(steward: TestApp): Promise<{ id: number; username: string }> {
  const admin = await steward.client.login('admin', ADMIN_PASSWORD);
  const username = `temporary-${++serial}`;
  const answer = await call(steward, 'POST', '/api/user/add', admin, { username, password: GIVEN });
  expectSuccess(answer);
  return { id: Number(answer.body.data.id), username };
}

const changePassword = (steward: TestApp, tokens: Tokens, oldPassword = GIVEN, newPassword = OWN) =>
  call(steward, 'PUT', '/api/index/updatePassword', tokens, { oldPassword, newPassword });

/** Sets an authenticator app up. */
async function addTotp(steward: TestApp, tokens: Tokens): Promise<void> {
  const { secret } = (await call(steward, 'POST', '/api/index/addTotp', tokens)).body.data;
  const otp = await generate({ secret: String(secret), epoch: Math.floor(steward.clock.now() / 1000) });
  expectSuccess(await call(steward, 'POST', '/api/index/confirmTotp', tokens, { otp }));
}

/** Routes that a restricted session may not call, one for each kind of access. */
const CLOSED = [
  ['GET', '/api/index/getMenuList'],
  ['GET', '/api/index/getSessions'],
  ['PUT', '/api/index/updateInfo'],
  ['GET', '/api/user/page'],
  ['GET', '/api/role/list'],
] as const;

describe('a temporary password', () => {
  let a: TestApp;
  let b: TestApp;
  beforeAll(async () => {
    [a, b] = await startPair({ PASSWORD_CHANGE_FIRST: 'true', PASSWORD_TEMPORARY_TTL: '259200' });
  });
  afterAll(async () => {
    await b.stop();
    await a.stop();
  });

  it('restricts its session to what replaces it, on every instance and through a refresh', async () => {
    const { username } = await addUser(a);
    const first = await a.client.login(username, GIVEN);
    const refreshed = (await b.client.refresh(first.refresh_token)).body.data;
    for (const [at, tokens] of [
      [a, first],
      [b, first],
      [a, refreshed],
    ] as const) {
      for (const [method, path] of CLOSED) expectRestricted(await call(at, method, path, tokens), 'password');
      expect(await restrictionOf(at, tokens)).toBe('password');
      expectSuccess(await call(at, 'GET', '/api/oauth2/check/token', tokens));
      expectSuccess(await call(at, 'GET', '/api/index/getFactors', tokens));
    }
    const stepUp = await call(a, 'POST', '/api/index/stepUp', refreshed, { password: GIVEN });
    expectRestricted(await call(a, 'GET', '/api/user/page', stepUp.body.data as unknown as Tokens), 'password');
    expectSuccess(await call(a, 'GET', '/api/logout', stepUp.body.data as unknown as Tokens));
  });

  it('is replaced, which ends its sessions and restricts no later one', async () => {
    const { username, id } = await addUser(a);
    const first = await a.client.login(username, GIVEN);
    expectData(await changePassword(a, first), {});
    expectFailure(await call(a, 'GET', '/api/index/getUser', first), 401);
    const second = await b.client.login(username, OWN);
    expect(await restrictionOf(b, second)).toBeNull();
    expectSuccess(await call(b, 'GET', '/api/user/page', second));
    const select = { passwordState: true, passwordAt: true, passwordExpiresAt: true } as const;
    const stored = await a.db.manager.findOneOrFail(User, { where: { id }, select });
    expect(stored).toMatchObject({ passwordState: 0, passwordExpiresAt: null });
    expect(stored.passwordAt).toBeInstanceOf(Date);
  });

  it('is also one that an administrator has reset, and one of a tenant that has just been added', async () => {
    const admin = await a.client.login('admin', ADMIN_PASSWORD);
    expect(await restrictionOf(a, admin)).toBeNull();
    const own = await a.make.aUser();
    expect(await restrictionOf(a, await a.client.login(own.username, GIVEN))).toBeNull();
    expectData(await call(a, 'PUT', '/api/user/resetPassword', admin, { id: own.id, password: OWN }), {});
    expect(await restrictionOf(a, await a.client.login(own.username, OWN))).toBe('password');
    const code = `tenant-of-temporary-${++serial}`;
    const tenant = { name: code, code, admin: { username: 'keeper', password: GIVEN } };
    expectSuccess(await call(a, 'POST', '/api/tenant/add', admin, tenant));
    expect(await restrictionOf(a, await a.client.login('keeper', GIVEN, code))).toBe('password');
  });

  it('is good for three days, and only who knows it is told so', async () => {
    const { username } = await addUser(a);
    await pass(a, 3 * DAY_MS - 60_000);
    expectSuccess(await a.client.tryLogin({ username, password: GIVEN }));
    await pass(a, 61_000);
    const rows = await rowsOf(a.db, async () => {
      const late = await a.client.tryLogin({ username, password: GIVEN });
      expectFailure(late);
      expect(late.body.msg).toBe('The temporary password has expired: please have an administrator reset it');
      const wrong = await a.client.tryLogin({ username, password: 'wrong' });
      expect(wrong.body.msg).toBe('Incorrect username or password');
    });
    expect(rows.map(({ error }) => error)).toEqual(['1017 temporary password expired', '1003 wrong password']);
    const admin = await a.client.login('admin', ADMIN_PASSWORD);
    expectSuccess(await call(a, 'GET', '/api/user/page', admin));
  });

  it('leaves a row in the operation log for a recorded call that it keeps from being made', async () => {
    const { username, id } = await addUser(a);
    expectRestricted(await call(a, 'PUT', '/api/index/updateInfo', await a.client.login(username, GIVEN)), 'password');
    const rows = await a.db.manager.findBy(OperationLog, { userId: id });
    expect(rows.map(({ method, status }) => [method, status])).toEqual([['updateInfo', 1]]);
  });

  it('of the first start is a generated one, and not ADMIN_PASSWORD', async () => {
    let generated = '';
    const steward = await startApp({
      first: true,
      env: { ADMIN_PASSWORD: '', PASSWORD_CHANGE_FIRST: 'true' },
      announcePassword: (password) => (generated = password),
    });
    try {
      const tokens = await steward.client.login('admin', generated);
      expectRestricted(await call(steward, 'GET', '/api/user/page', tokens), 'password');
    } finally {
      await steward.stop();
    }
  });
});

describe('a second factor that is required', () => {
  let a: TestApp;
  let b: TestApp;
  beforeAll(async () => {
    [a, b] = await startPair({ MFA_REQUIRED: 'platform' });
  });
  afterAll(async () => {
    await b.stop();
    await a.stop();
  });

  it('of the platform restricts the sessions of its users until there is one, at once and on every instance', async () => {
    const { username } = await a.make.aUser();
    const tokens = await a.client.login(username, GIVEN);
    const other = await b.client.login(username, GIVEN);
    for (const [method, path] of CLOSED) expectRestricted(await call(b, method, path, tokens), 'factor');
    expect(await restrictionOf(a, tokens)).toBe('factor');
    const { data } = (await a.client.refresh(other.refresh_token)).body;
    await addTotp(a, tokens);
    for (const session of [tokens, data]) {
      for (const at of [a, b]) {
        expect(await restrictionOf(at, session)).toBeNull();
        expectSuccess(await call(at, 'GET', '/api/user/page', session));
      }
    }
    const refused = await call(b, 'DELETE', '/api/index/removeTotp', tokens);
    expectFailure(refused);
    expect(refused.body.msg).toBe('A second factor is required, and this is your last one');
  });

  it('of a tenant restricts the sessions of its users alone', async () => {
    const admin = await a.client.login('admin', ADMIN_PASSWORD);
    await addTotp(a, admin);
    const [strict, free] = [await a.make.aTenant(), await a.make.aTenant()];
    const update = (mfaRequired: unknown) =>
      call(a, 'PUT', '/api/tenant/update', admin, { id: strict.id, mfaRequired });
    expectData(await update(true), {});
    expectFailure(await update('yes'));
    expect((await call(a, 'GET', `/api/tenant/detail/${strict.id}`, admin)).body.data.mfaRequired).toBe(true);
    const login = async (tenantId: number) => a.client.login((await a.make.aUser({ tenantId })).username, GIVEN);
    const [theirs, others] = [await login(strict.id), await login(free.id)];
    expectRestricted(await call(a, 'GET', '/api/user/page', theirs), 'factor');
    expectSuccess(await call(a, 'GET', '/api/user/page', others));
    await addTotp(a, theirs);
    expectSuccess(await call(a, 'GET', '/api/user/page', theirs));
    expectFailure(await call(a, 'DELETE', '/api/index/removeTotp', theirs));
    expectData(await update(false), {});
    expectSuccess(await call(a, 'DELETE', '/api/index/removeTotp', theirs));
    await addTotp(a, others);
    expectSuccess(await call(a, 'DELETE', '/api/index/removeTotp', others));
  });

  it('does not lift the restriction for want of an own password, which comes first', async () => {
    const env = { MFA_REQUIRED: 'all', PASSWORD_CHANGE_FIRST: 'true' };
    const both = await startApp({ storage: a.storage, clock: a.clock, env });
    try {
      const { username } = await a.make.aUser({ passwordState: 1 });
      const first = await both.client.login(username, GIVEN);
      await addTotp(both, first);
      expect(await restrictionOf(both, first)).toBe('password');
      const another = await a.make.aUser({ passwordState: 1 });
      expectData(await changePassword(both, await both.client.login(another.username, GIVEN)), {});
      expect(await restrictionOf(both, await both.client.login(another.username, OWN))).toBe('factor');
    } finally {
      await both.stop();
    }
  });
});

describe('sessions at the defaults', () => {
  it('are not restricted, and asking costs no statement', async () => {
    const steward = await startApp();
    try {
      const { username } = await addUser(steward);
      const tokens = await steward.client.login(username, GIVEN);
      expect(await restrictionOf(steward, tokens)).toBeNull();
      const check = () => call(steward, 'GET', '/api/oauth2/check/token', tokens);
      expect(await statementsOf(steward.db, async () => expectSuccess(await check()))).toEqual([]);
      await pass(steward, 3 * DAY_MS);
      expectSuccess(await steward.client.tryLogin({ username, password: GIVEN }));
    } finally {
      await steward.stop();
    }
  });
});
