import { ApiToken } from '../../src/modules/api-token/api-token.entity.js';
import { LoginLog } from '../../src/logs/login-log/login-log.entity.js';
import { OperationLog } from '../../src/logs/operation-log/operation-log.entity.js';
import { SecurityEvent } from '../../src/logs/security-event/security-event.entity.js';
import { Menu } from '../../src/modules/access/menu.entity.js';
import { Role, RoleMenu } from '../../src/modules/access/role.entity.js';
import { Tenant } from '../../src/modules/access/tenant.entity.js';
import { type User } from '../../src/modules/access/user.entity.js';
import { ADMIN_PASSWORD, type TestApp, startApp } from '../support/app.js';
import { type LoggedIn, aCaller } from '../support/callers.js';
import { expectFailure, expectNamed, expectSuccess } from '../support/checks.js';
import type { Answer } from '../support/client.js';
import { onServices } from '../support/services.js';
import { pass } from '../support/time.js';

const DAY_MS = 86_400_000;

/** What the owner of the tokens may do. */
const CODES = [
  'sys:role:page',
  'sys:role:list',
  'sys:role:add',
  'sys:user:list',
  'sys:user:page',
  'sys:user:resetLink',
];

let steward: TestApp;
let owner: LoggedIn;

beforeAll(async () => {
  steward = await startApp();
  owner = await aCaller(steward, CODES);
});
afterAll(() => steward.stop());

const inDays = (days: number) => new Date(steward.clock.now() + days * DAY_MS).toISOString();

const call = <T = Record<string, unknown>>(method: string, path: string, token: string, body?: unknown) =>
  steward.client.call<T>(method, path, { token, body });

const asked = (values: object = {}) => ({
  name: 'Import',
  scopes: ['sys:role:page'],
  expiresAt: inDays(30),
  ...values,
});

/** Makes a token for somebody who is logged in. */
async function aToken(values: object = {}, { token } = owner): Promise<{ id: number; token: string }> {
  const answer = await call<{ id: number; token: string }>('POST', '/api/index/addToken', token, asked(values));
  expectSuccess(answer);
  return answer.body.data;
}

const page = (token: string) => call('GET', '/api/role/page', token);

/** The newest row of the login log about a user. */
const lastLogin = ({ user }: LoggedIn) =>
  steward.db.manager.findOne(LoginLog, { where: { userId: user.id }, order: { id: 'DESC' } });

/** Asserts that a token is refused, and that the log says why. */
async function expectRefused(answer: Answer<unknown>, why: string, of = owner): Promise<void> {
  expectFailure(answer, 401);
  expect(answer.body.msg).toContain('API token');
  const row = await lastLogin(of);
  expect({ username: row?.username, error: row?.error }).toEqual({
    username: of.user.username,
    error: `1022 API token refused: ${why}`,
  });
}

describe('a new token', () => {
  it('is shown once, and stored as a digest alone', async () => {
    const { id, token } = await aToken({ name: 'Reports', addresses: ['127.0.0.1', '10.0.0.0/8'] });
    expect(token).toMatch(/^stw_[A-Za-z0-9]{8}_[\w-]{43}$/);
    const stored = await steward.db.query<object[]>(`SELECT * FROM api_token WHERE id = ${id}`);
    expect(JSON.stringify(stored)).not.toContain(token.slice(-43));
    const { data } = (await call<object[]>('GET', '/api/index/getTokens', owner.token)).body;
    expect(data[0]).toEqual({
      id,
      name: 'Reports',
      prefix: token.slice(4, 12),
      scopes: ['sys:role:page'],
      addresses: ['127.0.0.1', '10.0.0.0/8'],
      expiresAt: expect.any(String) as string,
      lastUsedAt: null,
      revokedAt: null,
      createdAt: expect.any(String) as string,
    });
    const event = await steward.db.manager.findOneBy(SecurityEvent, { userId: owner.user.id, type: 'token.added' });
    expect(event).not.toBeNull();
    const [log] = await steward.db.manager.find(OperationLog, { order: { id: 'DESC' }, take: 1 });
    expect(log).toMatchObject({ logType: 13, method: 'addToken', tokenId: null });
    expect(JSON.stringify(log)).not.toContain(token);
  });

  it.each([
    ['without a time', { expiresAt: undefined }, 'expiresAt'],
    ['with a time that is past', { expiresAt: '2020-01-01T00:00:00Z' }, 'expiresAt'],
    ['with a time that is no time', { expiresAt: 'tomorrow' }, 'expiresAt'],
    ['for no permissions', { scopes: [] }, 'scopes'],
    ['for a permission that there is not', { scopes: ['sys:role:page', 'sys:role:fly'] }, 'sys:role:fly'],
    ['for a permission of others', { scopes: ['sys:tenant:page'] }, 'sys:tenant:page'],
    ['for the empty permission', { scopes: [''] }, 'scopes'],
    ['for everything', { scopes: ['*'] }, 'scopes'],
    ['with an address that is none', { addresses: ['127.0.0.1', 'home'] }, 'addresses'],
    ['with a range that is none', { addresses: ['10.0.0.0/33'] }, 'addresses'],
    ['with an address in blanks', { addresses: [' 127.0.0.1'] }, 'addresses'],
    ['without a name', { name: '' }, 'name'],
  ])('is refused %s', async (_what, values, named) => {
    if (named === 'sys:tenant:page') await steward.make.menus([{ permission: named }]);
    expectNamed(await call('POST', '/api/index/addToken', owner.token, asked(values)), named);
  });

  it('is refused with a time beyond API_TOKEN_MAX_DAYS', async () => {
    expectNamed(await call('POST', '/api/index/addToken', owner.token, asked({ expiresAt: inDays(366) })), '365');
    expectSuccess(await call('POST', '/api/index/addToken', owner.token, asked({ expiresAt: inDays(364) })));
  });

  it('is refused to somebody who has not said who they are for a while', async () => {
    const { user, token } = await aCaller(steward, CODES);
    await pass(steward, 901_000);
    const answer = await call('POST', '/api/index/addToken', token, asked());
    expectFailure(answer, 403);
    expect(answer.headers.get('x-step-up')).toBe('password');
    owner = { ...owner, token: (await steward.client.login(owner.user.username, 'a quiet river')).access_token };
    expect(await steward.db.manager.countBy(ApiToken, { userId: user.id })).toBe(0);
  });

  it('is refused beyond 50 that are of use', async () => {
    const many = await aCaller(steward, CODES);
    for (let count = 0; count < 50; count++) await aToken({}, many);
    expectNamed(await call('POST', '/api/index/addToken', many.token, asked()), '50');
  });
});

describe('a request with a token', () => {
  it('can do what its scopes and its owner allow, and nothing else', async () => {
    const other = await aCaller(steward, ['sys:role:page', 'sys:role:list']);
    const { token } = await aToken({ scopes: ['sys:role:page', 'sys:role:list'] }, other);
    expectSuccess(await page(token));
    expectSuccess(await call('GET', '/api/role/list', token));
    expectFailure(await call('POST', '/api/role/add', token, { name: 'x', code: 'x' }), 403);
    const held = async () =>
      (await call<User & { permissions: string[] }>('GET', '/api/index/getUser', token)).body.data;
    expect(await held()).toMatchObject({
      username: other.user.username,
      permissions: ['sys:role:list', 'sys:role:page'],
    });
    // What the owner loses, the token loses too.
    const { manager } = steward.db;
    const menu = await manager.findOneOrFail(Menu, { where: { permission: 'sys:role:list' }, order: { id: 'DESC' } });
    const admin = (await steward.client.login('admin', ADMIN_PASSWORD)).access_token;
    expectSuccess(await call('PUT', '/api/menu/update', admin, { id: menu.id, status: 0 }));
    expectFailure(await call('GET', '/api/role/list', token), 403);
    expect(await held()).toMatchObject({ permissions: ['sys:role:page'] });
    expectSuccess(await call('PUT', '/api/menu/update', admin, { id: menu.id, status: 1 }));
  });

  it('of a super administrator has the scopes alone', async () => {
    const admin = { token: (await steward.client.login('admin', ADMIN_PASSWORD)).access_token } as LoggedIn;
    const { token } = await aToken({ scopes: ['sys:role:page'] }, admin);
    expectSuccess(await page(token));
    expectFailure(await call('GET', '/api/user/list', token), 403);
    expectFailure(await call('POST', '/api/role/add', token, { name: 'x', code: 'x' }), 403);
  });

  it('may give away its scopes alone', async () => {
    const admin = { token: (await steward.client.login('admin', ADMIN_PASSWORD)).access_token } as LoggedIn;
    const { token } = await aToken({ scopes: ['sys:role:add'] }, admin);
    const menus = await steward.db.manager.findBy(Menu, { permission: 'sys:user:list' });
    const role = { name: 'Wide', code: 'wide', menuIds: menus.map(({ id }) => id) };
    expectNamed(await call('POST', '/api/role/add', token, role), 'sys:user:list');
    expect(await steward.db.manager.countBy(Role, { code: 'wide' })).toBe(0);
    expect(await steward.db.manager.countBy(RoleMenu, { roleId: 0 })).toBe(0);
  });

  it('reads no page of its own account, and does nothing that asks who it is', async () => {
    const { id, token } = await aToken({ scopes: ['sys:user:page', 'sys:user:list', 'sys:user:resetLink'] });
    const refused: [method: string, path: string, body?: unknown][] = [
      ['GET', '/api/user/page'],
      ['GET', '/api/index/getMenuList'],
      ['GET', '/api/index/getTokens'],
      ['POST', '/api/index/addToken', asked()],
      ['DELETE', `/api/index/revokeToken/${id}`],
      ['PUT', '/api/index/updatePassword', { oldPassword: 'a quiet river', newPassword: 'a louder river' }],
      ['POST', '/api/user/resetLink', { id: owner.user.id }],
    ];
    for (const [method, path, body] of refused) {
      const answer = await call(method, path, token, body);
      expectFailure(answer, 403);
      expect(answer.body.msg).toBe('This cannot be done with an API token');
    }
    expectSuccess(await call('GET', '/api/user/list', token));
    expectSuccess(await call('GET', '/api/oauth2/check/token', token));
  });

  it('is recorded with the token', async () => {
    const { id, token } = await aToken({ scopes: ['sys:role:add'] });
    expectSuccess(await call('POST', '/api/role/add', token, { name: 'By token', code: 'by-token', remark: token }));
    const row = await steward.db.manager.findOneOrFail(OperationLog, { where: { tokenId: id } });
    expect(row).toMatchObject({ userId: owner.user.id, username: owner.user.username, method: 'add' });
    expect(JSON.stringify(row)).not.toContain(token.slice(-43));
    const reader = await aCaller(steward, ['sys:operationLog:page']);
    const found = await call<{ records: object[] }>('GET', `/api/operation/log/page?tokenId=${id}`, reader.token);
    expect(found.body.data.records).toEqual([expect.objectContaining({ tokenId: id })]);
  });

  it('is noted as a use, once a minute', async () => {
    const { id, token } = await aToken();
    const usedAt = async () => (await steward.db.manager.findOneByOrFail(ApiToken, { id })).lastUsedAt?.getTime();
    expect(await usedAt()).toBeUndefined();
    expectSuccess(await page(token));
    const first = await usedAt();
    expect(first).toBeDefined();
    expectSuccess(await page(token));
    expect(await usedAt()).toBe(first);
    await pass(steward, 61_000);
    expectSuccess(await page(token));
    expect(await usedAt()).toBeGreaterThan(first ?? 0);
  });

  it('shows the rows of its owner’s tenant alone', async () => {
    const tenant = await steward.make.aTenant();
    const inTenant = await aCaller(steward, ['sys:user:list'], { tenantId: tenant.id });
    const { token } = await aToken({ scopes: ['sys:user:list'] }, inTenant);
    const { data } = (await call<User[]>('GET', '/api/user/list', token)).body;
    expect(data.map(({ username }) => username)).toEqual([inTenant.user.username]);
  });

  it('is refused beyond 600 a minute', async () => {
    const { token } = await aToken();
    for (let begin = 0; begin < 600; begin += 50) {
      const answers = await Promise.all(
        Array.from({ length: 50 }, () => call('GET', '/api/oauth2/check/token', token)),
      );
      for (const answer of answers) expectSuccess(answer);
    }
    const answer = await page(token);
    expectFailure(answer, 429);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    await pass(steward, 61_000);
    expectSuccess(await page(token));
  });
});

describe('a token is refused', () => {
  it('on another instance with the next request once it is revoked', async () => {
    const other = await startApp({ storage: steward.storage, clock: steward.clock });
    try {
      const { id, token } = await aToken();
      const there = () => other.client.call('GET', '/api/role/page', { token });
      expectSuccess(await there());
      expectSuccess(await call('DELETE', `/api/index/revokeToken/${id}`, owner.token));
      // Without Redis, instances do not hear of each other; one that starts now does.
      if (onServices) expectFailure(await there(), 401);
      const third = await startApp({ storage: steward.storage, clock: steward.clock });
      expectFailure(await third.client.call('GET', '/api/role/page', { token }), 401);
      await third.stop();
    } finally {
      await other.stop();
    }
  });

  it('once it is revoked, by its owner alone', async () => {
    const { id, token } = await aToken();
    expectSuccess(await page(token));
    const stranger = await aCaller(steward, CODES);
    expectFailure(await call('DELETE', `/api/index/revokeToken/${id}`, stranger.token));
    expectSuccess(await page(token));
    expectSuccess(await call('DELETE', `/api/index/revokeToken/${id}`, owner.token));
    await expectRefused(await page(token), 'token revoked');
    // Long after, when the revocation itself has been forgotten.
    await pass(steward, 700_000);
    expectFailure(await page(token), 401);
    const events = () => steward.db.manager.countBy(SecurityEvent, { userId: owner.user.id, type: 'token.revoked' });
    const once = await events();
    expect(once).toBeGreaterThan(0);
    expectSuccess(await call('DELETE', `/api/index/revokeToken/${id}`, owner.token));
    expect(await events()).toBe(once);
  });

  it('once it has expired', async () => {
    const { token } = await aToken({ expiresAt: inDays(1) });
    expectSuccess(await page(token));
    await pass(steward, DAY_MS);
    await expectRefused(await page(token), 'expired');
    owner = { ...owner, token: (await steward.client.login(owner.user.username, 'a quiet river')).access_token };
  });

  it('from other addresses than its own', async () => {
    const { token } = await aToken({ addresses: ['10.1.0.0/16', '2001:db8::/32', '192.0.2.7'] });
    await expectRefused(await page(token), 'address not allowed');
    const { token: near } = await aToken({ addresses: ['127.0.0.0/8'] });
    expectSuccess(await page(near));
  });

  it('once its owner is disabled, or gone', async () => {
    const other = await aCaller(steward, ['sys:role:page']);
    const { token } = await aToken({}, other);
    expectSuccess(await page(token));
    const admin = (await steward.client.login('admin', ADMIN_PASSWORD)).access_token;
    const { id } = other.user;
    expectSuccess(await call('PUT', '/api/user/update', admin, { id, status: 0 }));
    expectFailure(await page(token), 401);
    expect((await lastLogin(other))?.error).toMatch(/^1022 API token refused: /);
    expectSuccess(await call('PUT', '/api/user/update', admin, { id, status: 1 }));
    expectSuccess(await page(token));
    expectSuccess(await call('DELETE', `/api/user/delete/${id}`, admin));
    expectFailure(await page(token), 401);
    expect(await steward.db.manager.countBy(ApiToken, { userId: id })).toBe(0);
  });

  it('once the tenant is disabled', async () => {
    const tenant = await steward.make.aTenant();
    const inTenant = await aCaller(steward, ['sys:role:page'], { tenantId: tenant.id });
    const { token } = await aToken({}, inTenant);
    expectSuccess(await page(token));
    const admin = (await steward.client.login('admin', ADMIN_PASSWORD)).access_token;
    expectSuccess(await call('PUT', '/api/tenant/update', admin, { id: tenant.id, status: 0 }));
    expectFailure(await page(token), 401);
    await steward.db.manager.update(Tenant, { id: tenant.id }, { status: 1 });
  });

  it('anywhere but in the header, after the word Bearer', async () => {
    const { token } = await aToken();
    const get = (path: string, headers: Record<string, string>) => fetch(`${steward.url}${path}`, { headers });
    expect((await get('/api/role/page', { authorization: `bearer  ${token} ` })).status).toBe(200);
    expect((await get('/api/role/page', { authorization: token })).status).toBe(401);
    expect((await get(`/api/role/page?token=${token}`, {})).status).toBe(401);
    expect((await get('/api/role/page', { cookie: `token=${token}; steward_session=${token}` })).status).toBe(401);
    expect((await get('/api/role/page', { authorization: `Basic ${token}` })).status).toBe(401);
  });

  it.each([
    ['with another secret', (token: string) => `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`],
    ['with another prefix', (token: string) => token.replace(/^stw_./, 'stw_-')],
    ['with blanks inside', (token: string) => token.replace(/_(?=[^_]*$)/, '_ ')],
    ['that is longer', (token: string) => `${token}A`],
    ['that is cut off', (token: string) => token.slice(0, 12)],
  ])('%s, without a word of why', async (_what, change) => {
    const { token } = await aToken();
    const before = await lastLogin(owner);
    const answer = await page(change(token));
    expectFailure(answer, 401);
    expect(answer.body.msg).toContain('API token');
    expect((await lastLogin(owner))?.id).toBe(before?.id);
  });
});
