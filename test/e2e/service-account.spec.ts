import { ApiToken } from '../../src/modules/api-token/api-token.entity.js';
import { LoginLog } from '../../src/logs/login-log/login-log.entity.js';
import { SecurityEvent } from '../../src/logs/security-event/security-event.entity.js';
import { type User, UserKind } from '../../src/modules/access/user.entity.js';
import { ADMIN_PASSWORD, type TestApp, startApp } from '../support/app.js';
import { type LoggedIn, aCaller } from '../support/callers.js';
import { expectFailure, expectNamed, expectSuccess } from '../support/checks.js';

const DAY_MS = 86_400_000;

let steward: TestApp;
let admin: string;
beforeAll(async () => {
  steward = await startApp();
  admin = (await steward.client.login('admin', ADMIN_PASSWORD)).access_token;
});
afterAll(() => steward.stop());

const call = (method: string, path: string, body?: unknown, token = admin) =>
  steward.client.call(method, path, { token, body });

let serial = 0;

/** A service account with these permissions. */
async function anAccount(codes: string[] = ['sys:role:page'], values: Partial<User> = {}): Promise<User> {
  const account = await steward.make.aUser({ ...values, kind: UserKind.Service, password: '', salt: '' });
  const role = await steward.make.aRole({ tenantId: account.tenantId });
  const menus = await steward.make.menus(codes.map((permission) => ({ permission })));
  await steward.make.grant(role, ...menus);
  await steward.make.assign(account, role);
  return account;
}

const asked = (userId: number, values: object = {}) => ({
  userId,
  name: 'Import',
  scopes: ['sys:role:page'],
  expiresAt: new Date(steward.clock.now() + 30 * DAY_MS).toISOString(),
  ...values,
});

describe('a service account', () => {
  it('is added without a password, keeps its kind, and is found by it', async () => {
    const username = `robot-${++serial}`;
    expectNamed(await call('POST', '/api/user/add', { username, kind: 1, password: 'a quiet river' }), 'no password');
    expectFailure(await call('POST', '/api/user/add', { username, kind: 2 }));
    expectNamed(await call('POST', '/api/user/add', { username, kind: 0 }), 'password');
    const added = await call('POST', '/api/user/add', { username, kind: 1 });
    expectSuccess(added);
    const { id } = added.body.data;
    expectSuccess(await call('PUT', '/api/user/update', { id, kind: 0, realname: 'Robot' }));
    expect((await call('GET', `/api/user/detail/${String(id)}`)).body.data).toMatchObject({
      kind: 1,
      realname: 'Robot',
    });
    const found = (await call('GET', '/api/user/list?kind=1')).body.data as unknown as User[];
    expect(found.map((user) => user.username)).toContain(username);
    expect(found.every(({ kind }) => kind === 1)).toBe(true);
  });

  it('cannot log in, and nobody learns that it is one', async () => {
    const account = await anAccount();
    const refused = await steward.client.tryLogin({ username: account.username, password: '' });
    const { username } = account;
    const again = await steward.client.tryLogin({ username, password: 'a quiet river' });
    expectFailure(refused);
    expect(again.body).toEqual((await steward.client.tryLogin({ username: 'nobody', password: 'a quiet river' })).body);
    const row = await steward.db.manager.findOneOrFail(LoginLog, {
      where: { userId: account.id },
      order: { id: 'DESC' },
    });
    expect(row.error).toMatch(/^1023 /);
  });

  it.each([
    ['PUT', '/api/user/resetPassword', { password: 'another password' }],
    ['POST', '/api/user/resetLink', {}],
    ['PUT', '/api/user/resetFactors', {}],
  ])('has nothing that %s %s could reset', async (method, path, body) => {
    const { id } = await anAccount();
    expectNamed(await call(method, path, { id, ...body }), 'no password');
  });
});

describe('the API tokens of a tenant', () => {
  it('are made for service accounts, and work within what these may do', async () => {
    const account = await anAccount(['sys:role:page', 'sys:role:list']);
    const answer = await call('POST', '/api/token/add', asked(account.id));
    expectSuccess(answer);
    const { id, token } = answer.body.data as { id: number; token: string };
    expect(token).toMatch(/^stw_[A-Za-z0-9]{8}_[\w-]{43}$/);
    expectSuccess(await call('GET', '/api/role/page', undefined, token));
    expectFailure(await call('GET', '/api/role/list', undefined, token), 403);
    const shown = (await call('GET', `/api/token/detail/${id}`)).body.data;
    expect(shown).toMatchObject({ name: 'Import', userId: account.id, userIdLabel: account.username, revokedAt: null });
    expect(JSON.stringify(shown)).not.toContain(token.slice(-43));
    expect(shown).not.toHaveProperty('hash');
    const events = await steward.db.manager.findBy(SecurityEvent, { userId: account.id });
    expect(events.map(({ type, detail }) => [type, detail])).toEqual([['token.added', 'Import']]);

    expectSuccess(await call('DELETE', `/api/token/delete/${id}`));
    expectFailure(await call('GET', '/api/role/page', undefined, token), 401);
    expect(await steward.db.manager.countBy(ApiToken, { id })).toBe(0);
    expect(await steward.db.manager.countBy(SecurityEvent, { userId: account.id, type: 'token.revoked' })).toBe(1);
  });

  it('are refused for what account or caller do not hold, for people, and for other tenants', async () => {
    const account = await anAccount();
    const codes = ['sys:apiToken:add', 'sys:apiToken:page', 'sys:role:page'];
    const lesser = await aCaller(steward, codes);
    const add = (body: object, { token }: Pick<LoggedIn, 'token'> = { token: admin }) =>
      call('POST', '/api/token/add', body, token);
    expectNamed(await add(asked(account.id, { scopes: ['sys:user:list'] })), 'sys:user:list');
    expectNamed(await add(asked(account.id, { scopes: ['sys:no:such'] })), 'sys:no:such');
    expectNamed(await add(asked(account.id, { addresses: ['nowhere'] })), 'addresses');
    expectNamed(await add(asked((await steward.make.aUser()).id)), 'service account');
    expectFailure(await add({ ...asked(account.id), expiresAt: undefined }));
    expectSuccess(await add(asked(account.id), lesser));
    const stronger = await anAccount(['sys:role:page', 'sys:user:delete']);
    expectNamed(await add(asked(stronger.id), lesser), 'sys:user:delete');
    const tenant = await steward.make.aTenant();
    const elsewhere = await anAccount(['sys:role:page'], { tenantId: tenant.id });
    const theirs = await aCaller(steward, codes, { tenantId: tenant.id });
    expectNamed(await add(asked(account.id), theirs), 'does not exist');
    expectSuccess(await add(asked(elsewhere.id), theirs));
    const page = (await call('GET', '/api/token/page?pageSize=500', undefined, theirs.token)).body.data;
    expect((page.records as ApiToken[]).map(({ userId }) => userId)).toEqual([elsewhere.id]);
  });

  it('have no route that changes one', async () => {
    for (const [method, path] of [
      ['PUT', '/api/token/update'],
      ['DELETE', '/api/token/batchDelete'],
    ] as const) {
      expectFailure(await call(method, path, {}), 404);
    }
  });

  it('go with their account', async () => {
    const account = await anAccount();
    const { token } = (await call('POST', '/api/token/add', asked(account.id))).body.data as { token: string };
    expectSuccess(await call('GET', '/api/role/page', undefined, token));
    expectSuccess(await call('PUT', '/api/user/update', { id: account.id, status: 0 }));
    expectFailure(await call('GET', '/api/role/page', undefined, token), 401);
    expectSuccess(await call('DELETE', `/api/user/delete/${account.id}`));
    expect(await steward.db.manager.countBy(ApiToken, { userId: account.id })).toBe(0);
  });

  it('are made only a moment after the caller has said who they are, if administrators are asked', async () => {
    const own = await startApp({ env: { STEP_UP_ADMIN: 'true' } });
    const { access_token: token } = await own.client.login('admin', ADMIN_PASSWORD);
    own.clock.advance(1_000_000);
    expectFailure(await own.client.post('/api/token/add', asked(1), { token }), 403);
    await own.stop();
  });
});
