import { OperationLog } from '../../src/logs/operation-log/operation-log.entity.js';
import { Role } from '../../src/modules/access/role.entity.js';
import { UserRole } from '../../src/modules/access/user.entity.js';
import { SsoIdentity } from '../../src/modules/sso/sso-identity.entity.js';
import { SsoProvider } from '../../src/modules/sso/sso-provider.entity.js';
import { ADMIN_PASSWORD, type TestApp, startApp } from '../support/app.js';
import { aCaller } from '../support/callers.js';
import { expectFailure, expectNamed, expectSuccess } from '../support/checks.js';

const ISSUER = 'https://login.example.org';
const CODES = ['page', 'list', 'detail', 'add', 'update', 'delete', 'link'].map((name) => `sys:sso:${name}`);

let steward: TestApp;
let admin: string;
beforeAll(async () => {
  steward = await startApp({ env: { SSO_ISSUERS: `${ISSUER},http://127.0.0.1:4999` } });
  admin = (await steward.client.login('admin', ADMIN_PASSWORD)).access_token;
});
afterAll(() => steward.stop());

let serial = 0;
const aProvider = (values: object = {}) => ({
  code: `idp-${++serial}`,
  name: 'Login',
  issuer: `${ISSUER}/realms/one`,
  clientId: 'steward',
  clientSecret: 'a very secret secret',
  ...values,
});

const call = (method: string, path: string, body?: unknown, token = admin) =>
  steward.client.call(method, `/api/sso/${path}`, { token, body });

async function added(values: object = {}, token = admin): Promise<number> {
  const answer = await call('POST', 'provider/add', aProvider(values), token);
  expectSuccess(answer);
  return answer.body.data.id as number;
}

/** A person whom a provider means, with a role that comes from it. */
async function aLinkedUser(providerId: number) {
  const [user, role] = [await steward.make.aUser(), await steward.make.aRole()];
  const { manager } = steward.db;
  await manager.insert(UserRole, { userId: user.id, roleId: role.id, source: `sso:${providerId}` });
  const identity = { tenantId: 0, providerId, subject: `subject-${++serial}`, userId: user.id, createdAt: new Date() };
  await manager.save(SsoIdentity, identity);
  return async () => [
    await manager.countBy(SsoIdentity, { userId: user.id }),
    await manager.countBy(UserRole, { userId: user.id }),
  ];
}

describe('an identity provider', () => {
  it('is shown without its secret, which is stored encrypted and stays if it is left out', async () => {
    const id = await added();
    const stored = async () => {
      const [row] = await steward.db.query<{ client_secret: string }[]>(
        `SELECT client_secret FROM sso_provider WHERE id = ${id}`,
      );
      return row?.client_secret ?? '';
    };
    const before = await stored();
    expect(before).toMatch(/^v1\./);
    expect(before).not.toContain('secret secret');
    expectSuccess(await call('PUT', 'provider/update', { id, name: 'Renamed' }));
    expect(await stored()).toBe(before);
    expectSuccess(await call('PUT', 'provider/update', { id, clientSecret: '' }));
    expect(await stored()).toBe('');
    for (const path of [`provider/detail/${id}`, 'provider/page', 'provider/list']) {
      const answer = await call('GET', path);
      expect(JSON.stringify(answer.body)).toContain('Renamed');
      expect(JSON.stringify(answer.body)).not.toMatch(/secret/i);
    }
    const rows = await steward.db.manager.find(OperationLog);
    expect(JSON.stringify(rows)).not.toContain('a very secret secret');
  });

  it.each([
    'https://elsewhere.example.org',
    'https://login.example.org.evil.example',
    'http://login.example.org',
    'https://login.example.org:8443',
    'https://login.example.org@evil.example',
    'login.example.org',
    'javascript:alert(1)',
    '',
  ])('with the issuer %j is refused', async (issuer) => {
    expectNamed(await call('POST', 'provider/add', aProvider({ issuer })), 'issuer');
  });

  it('gives roles of its tenant that whoever maps them holds, but not that of the super administrator', async () => {
    const { manager } = steward.db;
    const tenant = await steward.make.aTenant();
    const [own, theirs] = [await steward.make.aRole(), await steward.make.aRole({ tenantId: tenant.id })];
    const superRole = await manager.findOneByOrFail(Role, { code: 'super_admin' });
    const map = (roleId: number, token = admin) =>
      call('POST', 'provider/add', aProvider({ groups: [{ name: 'g', roleId }] }), token);
    expectNamed(await map(theirs.id), 'groups');
    expectNamed(await map(999_999), 'groups');
    expectNamed(await map(superRole.id), 'super_admin');
    expectFailure(await call('POST', 'provider/add', aProvider({ groups: [{ name: '', roleId: own.id }] })));
    const [menu] = await steward.make.menus([{ permission: 'sys:never:held' }]);
    if (menu) await steward.make.grant(own, menu);
    const lesser = await aCaller(steward, CODES);
    expectNamed(await map(own.id, lesser.token), 'sys:never:held');
    const id = await added({ groups: [{ name: 'g', roleId: own.id }] });
    expect((await call('GET', `provider/detail/${id}`)).body.data.groups).toEqual([{ name: 'g', roleId: own.id }]);
    for (const change of [{ name: 'Mine' }, { groups: [] }, { createUsers: true }]) {
      expectNamed(await call('PUT', 'provider/update', { id, ...change }, lesser.token), 'sys:never:held');
    }
    expectNamed(await call('DELETE', `provider/delete/${id}`, undefined, lesser.token), 'sys:never:held');
    expectSuccess(await call('PUT', 'provider/update', { id, groups: [] }));
    expectSuccess(await call('PUT', 'provider/update', { id, name: 'Mine' }, lesser.token));
  });

  it('takes its people and their roles with it, also if another issuer takes its place', async () => {
    const id = await added();
    const left = await aLinkedUser(id);
    expectSuccess(await call('PUT', 'provider/update', { id, name: 'Same', issuer: `${ISSUER}/realms/one` }));
    expect(await left()).toEqual([1, 1]);
    expectSuccess(await call('PUT', 'provider/update', { id, issuer: `${ISSUER}/realms/two` }));
    expect(await left()).toEqual([0, 0]);
    const others = await aLinkedUser(id);
    expectSuccess(await call('DELETE', `provider/delete/${id}`));
    expect(await others()).toEqual([0, 0]);
    expect(await steward.db.manager.countBy(SsoProvider, { id })).toBe(0);
  });

  it('is its tenant’s alone, and so are its links', async () => {
    const tenant = await steward.make.aTenant();
    const theirs = await aCaller(steward, CODES, { tenantId: tenant.id });
    const [own, other] = [await added(), await added({}, theirs.token)];
    expectFailure(await call('GET', `provider/detail/${own}`, undefined, theirs.token));
    expectFailure(await call('PUT', 'provider/update', { id: own, name: 'Taken' }, theirs.token));
    const outsider = await steward.make.aUser();
    const link = (providerId: number, userId: number, token = admin) =>
      call('POST', 'link', { providerId, subject: `s-${++serial}`, userId }, token);
    expectNamed(await link(other, outsider.id), 'tenant');
    expectFailure(await link(own, theirs.user.id, theirs.token));
    expectFailure(await link(other, outsider.id, theirs.token));
    const colleague = await steward.make.aUser({ tenantId: tenant.id });
    expectSuccess(await link(other, colleague.id, theirs.token));
    const [identity] = await steward.db.manager.findBy(SsoIdentity, { userId: colleague.id });
    const elsewhere = await aCaller(steward, CODES, { tenantId: (await steward.make.aTenant()).id });
    expectFailure(await call('DELETE', `unlink/${identity?.id}`, undefined, elsewhere.token));
    expectFailure(await call('GET', `identities/${colleague.id}`, undefined, elsewhere.token));
  });

  it('means nobody who holds more than whoever links them, and no service account', async () => {
    const id = await added();
    const lesser = await aCaller(steward, CODES);
    const chief = await aCaller(steward, ['sys:user:delete']);
    const link = (userId: number) =>
      call('POST', 'link', { providerId: id, subject: `s-${++serial}`, userId }, lesser.token);
    expectNamed(await link(chief.user.id), 'sys:user:delete');
    expectNamed(await link((await steward.make.aUser({ kind: 1 })).id), 'service account');
  });
});

describe('a role that comes from an identity provider', () => {
  it('is kept where an administrator names it, and counts its holder once', async () => {
    const id = await added();
    const [user, role] = [await steward.make.aUser(), await steward.make.aRole()];
    await steward.make.assign(user, role);
    await steward.db.manager.insert(UserRole, { userId: user.id, roleId: role.id, source: `sso:${id}` });
    const update = (roleIds: number[]) =>
      steward.client.call('PUT', '/api/user/update', { token: admin, body: { id: user.id, roleIds } });
    const sources = async () =>
      (await steward.db.manager.find(UserRole, { where: { userId: user.id }, order: { source: 'ASC' } })).map(
        ({ source }) => source,
      );
    expectSuccess(await update([role.id]));
    expect(await sources()).toEqual(['manual', `sso:${id}`]);
    const refused = await steward.client.call('DELETE', `/api/role/delete/${role.id}`, { token: admin });
    expectNamed(refused, '1 user');
    const found = await steward.client.get(`/api/user/page?roleId=${role.id}`, admin);
    expect(found.body.data).toMatchObject({ total: 1, records: [{ id: user.id, roleIds: [role.id] }] });
    expectSuccess(await update([]));
    expect(await sources()).toEqual([]);
  });
});
