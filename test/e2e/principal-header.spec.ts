import { Menu } from '../../src/modules/access/menu.entity.js';
import type { Role } from '../../src/modules/access/role.entity.js';
import type { User } from '../../src/modules/access/user.entity.js';
import { ADMIN_PASSWORD, type TestApp, startApp } from '../support/app.js';
import { expectFailure, expectSuccess } from '../support/checks.js';
import { onServices } from '../support/services.js';
import { PASSWORD, aMember } from '../support/tenants.js';
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
      async () => change('PUT', '/api/user/update', { id: user.id, email: 'a' }),
    ],
    ['own data, changed by the user', async () => change('PUT', '/api/index/updateInfo', { email: 'b' }, token)],
  ])('changes with %s, from the next answer on', async (_what, work) => {
    const before = await markOf();
    await work();
    const after = await markOf();
    expect(after).not.toBe(before);
    expect(await markOf('/api/role/detail/1')).toBe(after);
    expect(await markOf()).toBe(after);
  });

  it("stays with another user's own change", async () => {
    const other = await steward.make.aUser();
    const before = await markOf();
    await change('PUT', '/api/user/update', { id: other.id, realname: 'Another' });
    expect(await markOf()).toBe(before);
  });

  it('does not go back to what it was for a console that slept meanwhile', async () => {
    const { access_token } = await steward.client.login(user.username, PASSWORD);
    const before = await markOf(GET_USER, access_token);
    await change('PUT', '/api/user/update', { id: user.id, roleIds: [] });
    await pass(steward, 7_000_000);
    expect(await markOf(GET_USER, access_token)).not.toBe(before);
  });

  if (onServices) {
    it('is one on all instances that share Redis', async () => {
      const second = await startApp({ storage: steward.storage, clock: steward.clock });
      await change('PUT', '/api/user/update', { id: user.id, email: 'c' });
      const marks = [await markOf(), await markOf(GET_USER, token, second.client)];
      await second.stop();
      expect(marks[1]).toBe(marks[0]);
    });
  }
});
