import { Menu, MenuType } from '../../src/modules/access/menu.entity.js';
import { PrincipalService } from '../../src/modules/access/principal.service.js';
import type { Role } from '../../src/modules/access/role.entity.js';
import type { User } from '../../src/modules/access/user.entity.js';
import { ADMIN_PASSWORD, type TestApp, startApp } from '../support/app.js';
import { expectFailure, expectSuccess } from '../support/checks.js';
import type { Client } from '../support/client.js';
import { onServices } from '../support/services.js';
import { statementsOf } from '../support/statements.js';
import { type Member, PASSWORD, aMember, aTenantWithAdmin } from '../support/tenants.js';
import { pass } from '../support/time.js';

const HEADER = 'x-principal';
const GET_USER = '/api/index/getUser';

describe('the header X-Principal', () => {
  let steward: TestApp;
  let admin: string;
  let user: User;
  let role: Role;
  let token: string;
  beforeAll(async () => void (steward = await startApp()));
  beforeEach(async () => {
    admin = (await steward.client.login('admin', ADMIN_PASSWORD)).access_token;
    ({ user, role, token } = await aMember(steward, ['sys:role:list']));
  });
  afterAll(() => steward.stop());

  const markOf = async (path = GET_USER, caller = token, client = steward.client) =>
    (await client.get(path, caller)).headers.get(HEADER);
  const update = (resource: string, body: object) => change('PUT', `/api/${resource}/update`, body);

  /** A page in a folder, which the role of the user holds. */
  async function aPage(): Promise<{ folder: Menu; page: Menu }> {
    const folder = await steward.make.aMenu({ type: MenuType.Folder });
    const page = await steward.make.aMenu({ parentId: folder.id });
    await steward.make.grant(role, page);
    await steward.app.get(PrincipalService).grantsChanged();
    return { folder, page };
  }

  const change = async (method: string, path: string, body: unknown, caller = admin) =>
    expectSuccess(await steward.client.call(method, path, { token: caller, body }));

  it('is short, opaque and the same on all answers while nothing changes', async () => {
    const answers = [
      [await steward.client.get(GET_USER, token), 200],
      [await steward.client.get('/api/oauth2/check/token', token), 200],
      [await steward.client.get('/api/role/list', token), 200],
      [await steward.client.get('/api/role/detail/abc', token), 403],
      [await steward.client.call('PUT', '/api/role/update', { token, body: {} }), 403],
      [await steward.client.call('PUT', '/api/index/updateInfo', { token, body: { email: 7 } }), 200],
    ] as const;
    expect(answers.map(([{ status }]) => status)).toEqual(answers.map(([, status]) => status));
    const marks = new Set(answers.map(([{ headers }]) => headers.get(HEADER)));
    expect(marks.size).toBe(1);
    expect([...marks][0]).toMatch(/^[\w-]{16}$/);
  });

  it('is on an export too', async () => {
    const answer = await fetch(`${steward.url}/api/login/log/export?username=none&token=${admin}`);
    expect(answer.headers.get(HEADER)).toMatch(/^[\w-]{16}$/);
  });

  it('is on no answer without a valid token, and on none of a public route', async () => {
    const logout = await steward.client.get('/api/logout', token);
    expect(logout.headers.get(HEADER)).not.toBeNull();
    for (const caller of [token, 'nonsense', undefined]) {
      const refused = await steward.client.get(GET_USER, caller);
      expectFailure(refused, 401);
      expect(refused.headers.has(HEADER)).toBe(false);
    }
    expect((await steward.client.get('/api/captcha', admin)).headers.has(HEADER)).toBe(false);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['a granted menu', async () => change('PUT', '/api/role/update', { id: role.id, menuIds: [] })],
    ['another role', async () => change('PUT', '/api/user/update', { id: user.id, roleIds: [] })],
    ['a disabled role', async () => change('PUT', '/api/role/update', { id: role.id, status: 0 })],
    [
      'a menu of another name',
      async () => {
        const { id } = await steward.db.manager.findOneByOrFail(Menu, { permission: 'sys:role:list' });
        await change('PUT', '/api/menu/update', { id, name: `Renamed for ${user.username}` });
      },
    ],
    [
      'own data, changed by an administrator',
      async () => change('PUT', '/api/user/update', { id: user.id, email: 'a@example.org' }),
    ],
    [
      'own data, changed by the user',
      async () => change('PUT', '/api/index/updateInfo', { email: 'b@example.org' }, token),
    ],
  ])('changes with %s, from the next answer on', async (_what, work) => {
    const before = await markOf();
    await work();
    const after = await markOf();
    expect(after).not.toBe(before);
    expect(await markOf('/api/role/detail/1')).toBe(after);
    expect(await markOf()).toBe(after);
  });

  describe('changes for those alone whom a change concerns:', () => {
    let stranger: Member;
    let second: TestApp;
    beforeAll(async () => void (second = await startApp({ storage: steward.storage, clock: steward.clock })));
    beforeEach(async () => void (stranger = await aMember(steward, ['sys:dict:list'])));
    afterAll(() => second.stop());

    /** Without a shared store, an instance learns of another one's changes when it reads again. */
    const settle = () => (onServices ? Promise.resolve() : pass(steward, 60_000));

    /** The users whose marks some work changes; both instances must agree. */
    async function changedBy(work: () => Promise<unknown>, tokens: Record<string, string>): Promise<string[]> {
      const marks = async (client: Client) =>
        Object.fromEntries(
          await Promise.all(
            Object.entries(tokens).map(async ([who, one]) => [who, await markOf(GET_USER, one, client)] as const),
          ),
        );
      await settle();
      const before = await marks(steward.client);
      expect(await marks(second.client)).toEqual(before);
      await work();
      const after = await marks(steward.client);
      await settle();
      expect(await marks(second.client)).toEqual(after);
      return Object.keys(tokens).filter((who) => after[who] !== before[who]);
    }

    /** The user of these tests, somebody with another role, and the administrator, who holds everything. */
    const all = () => ({ holder: token, stranger: stranger.token, admin });

    it.each<[string, object]>([
      ['menus', { menuIds: [] }],
      ['status', { status: 0 }],
      ['name', { name: 'Another name' }],
    ])('the %s of a role, for its holders', async (_what, change) => {
      const work = () => update('role', { id: role.id, ...change });
      expect(await changedBy(work, all())).toEqual(['holder']);
    });

    it('a role that nobody holds, for nobody', async () => {
      const { id } = await steward.make.aRole();
      expect(await changedBy(() => update('role', { id, status: 0 }), all())).toEqual([]);
    });

    it.each<[string, object]>([
      ['name', { name: 'Another name' }],
      ['path', { path: '/another/path' }],
      ['position', { sort: 77 }],
      ['visibility', { hidden: true }],
      ['status', { status: 0 }],
    ])('the %s of a page, for the holders of its roles and for those who hold everything', async (_what, change) => {
      const { page } = await aPage();
      const work = () => update('menu', { id: page.id, ...change });
      expect(await changedBy(work, all())).toEqual(['holder', 'admin']);
    });

    it('a folder, for those who have a page in it', async () => {
      const { folder } = await aPage();
      const work = () => update('menu', { id: folder.id, name: 'Another name' });
      expect(await changedBy(work, all())).toEqual(['holder', 'admin']);
    });

    it('positions that are changed together', async () => {
      const { folder, page } = await aPage();
      const work = () => change('PUT', '/api/menu/sort', [{ id: page.id, parentId: folder.id, sort: 5 }]);
      expect(await changedBy(work, all())).toEqual(['holder', 'admin']);
    });

    it('a tenant, for its users', async () => {
      const { tenant, admin: one } = await aTenantWithAdmin(steward, ['sys:role:list']);
      const { admin: other } = await aTenantWithAdmin(steward, ['sys:role:list']);
      const tokens = { one: one.token, other: other.token, platform: token };
      const work = () => update('tenant', { id: tenant.id, name: 'Another name' });
      expect(await changedBy(work, tokens)).toEqual(['one']);
    });

    it('a user, for that user', async () => {
      const another = await aMember(steward, ['sys:role:list']);
      const tokens = { ...all(), another: another.token };
      const work = () => update('user', { id: another.user.id, realname: 'Another name' });
      expect(await changedBy(work, tokens)).toEqual(['another']);
      const own = () => change('PUT', '/api/index/updateInfo', { mobile: '1' }, token);
      expect(await changedBy(own, tokens)).toEqual(['holder']);
    });
  });

  it('costs a route that needs no permission no query, and is what was sent last', async () => {
    const CHECK = '/api/oauth2/check/token';
    const queriesFor = (path: string) => statementsOf(steward.db, () => steward.client.get(path, token));
    expect(await queriesFor(CHECK)).toEqual([]);
    const before = await markOf();
    expect(await markOf(CHECK)).toBe(before);
    await change('PUT', '/api/role/update', { id: role.id, menuIds: [] });
    await pass(steward, 61_000);
    expect(await queriesFor(CHECK)).toEqual([]);
    expect(await markOf(CHECK)).toBe(before);
    const after = await markOf('/api/role/list');
    expect(after).not.toBe(before);
    expect(await markOf(CHECK)).toBe(after);
  });

  it('costs no more queries than the authorisation itself', async () => {
    const cold = async (caller: string) => {
      await pass(steward, 61_000);
      const statements = await statementsOf(steward.db, () => steward.client.get(GET_USER, caller));
      // Second factors of the user have nothing to do with the authorisation.
      const others = statements.filter((sql) => !sql.includes('EXISTS'));
      return others.filter((sql) => /FROM \W?(user|role|role_menu|menu)\W/.test(sql)).length;
    };
    expect(await cold(admin)).toBe(2);
    expect(await cold(token)).toBe(3);
    expect(await statementsOf(steward.db, () => steward.client.get(GET_USER, token))).toEqual([]);
  });

  it('does not go back to what it was for a console that slept meanwhile', async () => {
    const { access_token } = await steward.client.login(user.username, PASSWORD);
    const before = await markOf(GET_USER, access_token);
    await change('PUT', '/api/user/update', { id: user.id, roleIds: [] });
    await pass(steward, 7_000_000);
    expect(await markOf(GET_USER, access_token)).not.toBe(before);
  });
});
