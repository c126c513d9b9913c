import { Role } from '../../src/modules/access/role.entity.js';
import { Tenant } from '../../src/modules/access/tenant.entity.js';
import { User } from '../../src/modules/access/user.entity.js';
import { type TestApp, startApp } from '../support/app.js';
import { type LoggedIn, aCaller } from '../support/callers.js';
import { expectFailure, expectNamed, expectSuccess } from '../support/checks.js';
import { rowsOf } from '../support/login-rows.js';
import { statementsOf } from '../support/statements.js';

interface Shell {
  records: Required<User>[];
  total: number;
  pages: number;
}

const HIDDEN = { email: '', mobile: '', roleIds: [] };

/** Requests of each caller that arrive at once. */
const AT_ONCE = 10;

describe.each(['the platform', 'a tenant'])('the user page in %s', (where) => {
  let steward: TestApp;
  /** Hold `sys:user:list`, and every other code of a user. */
  let lister: LoggedIn;
  let other: LoggedIn;
  let role: Role;
  let users: User[];
  beforeAll(async () => {
    steward = await startApp();
    const { make } = steward;
    const tenantId = where === 'a tenant' ? (await make.aTenant()).id : 0;
    role = await make.aRole({ tenantId });
    users = [];
    for (const [i, email] of ['b@example.org', 'c@example.org', 'a@example.org'].entries()) {
      users.push(await make.aUser({ tenantId, remark: 'shown', email, mobile: `+49 ${(i * 2) % 3}` }));
    }
    for (const user of users) await make.assign(user, role);
    lister = await aCaller(steward, ['sys:user:list'], { tenantId });
    const codes = ['page', 'detail', 'add', 'update', 'delete', 'batchDelete', 'resetPassword'];
    other = await aCaller(
      steward,
      codes.map((code) => `sys:user:${code}`),
      { tenantId },
    );
  });
  afterAll(() => steward.stop());

  const page = async ({ token }: LoggedIn, query = ''): Promise<Shell> => {
    const answer = await steward.client.get<Shell>(`/api/user/page?remark=shown${query}`, token);
    expectSuccess(answer);
    return answer.body.data;
  };
  const idsOf = async (caller: LoggedIn, query: string) => (await page(caller, query)).records.map(({ id }) => id);
  const newestFirst = () => users.map(({ id }) => id).reverse();

  it('shows how to reach users, and their roles, to those who may list them', async () => {
    const { records } = await page(lister);
    const roleIds = [role.id];
    expect(records).toMatchObject([...users].reverse().map(({ email, mobile }) => ({ email, mobile, roleIds })));
  });

  it('hides that from everybody else, and nothing more', async () => {
    const [whole, hidden] = [await page(lister), await page(other)];
    expect(hidden).toEqual({ ...whole, records: whole.records.map((row) => ({ ...row, ...HIDDEN })) });
  });

  it('hides it on pages of a search, of an order and without either', async () => {
    for (const query of ['', 'pageNo=2&pageSize=1', 'username=user', 'orderBy=username&order=desc', 'status=1']) {
      const { body } = await steward.client.get<Shell>(`/api/user/page?${query}`, other.token);
      expect(body.data.records.length).toBeGreaterThan(0);
      for (const row of body.data.records) expect(row).toMatchObject(HIDDEN);
    }
  });

  it.each(['email=a%40', 'mobile=%2B49 2', 'email=a&email=b', 'email=nobody'])(
    'ignores the filter %s of those who do not see it',
    async (filter) => {
      await steward.client.get(`/api/user/page?remark=shown&${filter}`, lister.token);
      expect(await page(other, `&${filter}`)).toMatchObject({ total: users.length, pages: 1 });
      expect(await idsOf(other, `&${filter}`)).toEqual(newestFirst());
    },
  );

  it.each(['email', 'mobile'])('filters by %s for those who see it', async (member) => {
    const [first] = users;
    const value = encodeURIComponent(String(first?.[member as 'email' | 'mobile']));
    expect(await page(lister, `&${member}=${value}`)).toMatchObject({ total: 1, records: [{ id: first?.id }] });
  });

  it.each(['email', 'mobile'])('orders by %s for those who see it alone', async (member) => {
    for (const direction of ['asc', 'desc']) {
      const query = `&orderBy=${member}&order=${direction}`;
      expect(await idsOf(lister, query)).not.toEqual(newestFirst());
      expect(await idsOf(other, query)).toEqual(newestFirst());
    }
    expect(await idsOf(other, '&orderBy=id&order=asc')).toEqual(newestFirst().reverse());
  });

  it.each(['', '&email=a%40', '&orderBy=email&order=asc'])(
    'keeps to that where both ask at once: "%s"',
    async (query) => {
      const total = query.startsWith('&email') ? 1 : users.length;
      for (let round = 0; round < 3; round++) {
        const answers = await Promise.all(
          Array.from({ length: 2 * AT_ONCE }, async (_, i) => ({ i, ...(await page(i % 2 ? lister : other, query)) })),
        );
        for (const { i, ...answer } of answers) {
          if (i % 2 === 0) expect(answer.total).toBe(users.length);
          else expect(answer.total).toBe(total);
          for (const row of answer.records) {
            if (i % 2 === 0) expect(row).toMatchObject(HIDDEN);
            else expect(row).toMatchObject({ email: expect.stringContaining('@') as string, roleIds: [role.id] });
          }
        }
      }
    },
  );

  it('filters by a role for those who see roles alone', async () => {
    const { make } = steward;
    const [first, second] = users;
    const rare = await make.aRole({ tenantId: role.tenantId });
    if (first && second) await Promise.all([make.assign(first, rare), make.assign(second, rare)]);
    const both = [second?.id, first?.id];
    expect(await idsOf(lister, `&roleId=${rare.id}`)).toEqual(both);
    expect(await page(lister, `&roleId=${rare.id}&pageSize=1`)).toMatchObject({ total: 2, pages: 2 });
    expect(await idsOf(lister, `&roleId=${rare.id}&username=${first?.username}`)).toEqual([first?.id]);
    expect(await idsOf(lister, '&roleId=2000000000')).toEqual([]);
    for (const roleId of [rare.id, 2_000_000_000, 'abc']) {
      expect(await idsOf(other, `&roleId=${roleId}`)).toEqual(newestFirst());
    }
    for (const wrong of ['roleId=abc', 'roleId=1.5', 'roleId=1&roleId=2']) {
      expectNamed(await steward.client.get(`/api/user/page?${wrong}`, lister.token), 'roleId');
    }
  });

  it('says when a user logged in last, and follows each login', async () => {
    const { make, client, clock } = steward;
    const tenantId = role.tenantId;
    const user = await make.aUser({ tenantId, realname: 'Logs in' });
    const tenant = await steward.db.manager.findOneBy(Tenant, { id: tenantId });
    const { username } = user;
    const shown = async (caller: LoggedIn) => {
      const { body } = await client.get<Shell>(`/api/user/page?realname=Logs in&username=${username}`, caller.token);
      return body.data.records[0]?.lastLoginAt;
    };
    expect(await shown(lister)).toBeNull();
    expectFailure(await client.tryLogin({ username, password: 'wrong' }));
    expect(await shown(lister)).toBeNull();
    for (let login = 0; login < 2; login++) {
      clock.advance(60_000);
      const [row] = await rowsOf(steward.db, () => client.login(username, 'a quiet river', tenant?.code));
      expect(await shown(lister)).toBe(row?.createdAt.toISOString());
      expect(await shown(other)).toBe(row?.createdAt.toISOString());
    }
    const { updatedAt } = await steward.db.manager.findOneByOrFail(User, { id: user.id });
    expect(updatedAt).toEqual(user.updatedAt);
  });

  it('does not read the roles that it does not show', async () => {
    const reads = async (caller: LoggedIn) => {
      const statements = await statementsOf(steward.db, () => page(caller, '&pageSize=3'));
      return statements.filter((sql) => sql.includes('user_role'));
    };
    await Promise.all([page(lister), page(other)]);
    expect(await reads(lister)).toHaveLength(1);
    expect(await reads(other)).toEqual([]);
  });

  it('follows the permission from the next request on', async () => {
    const { make, client } = steward;
    const admin = await make.aUser();
    await make.assign(admin, await steward.db.manager.findOneByOrFail(Role, { code: 'super_admin', tenantId: 0 }));
    const { access_token: token } = await client.login(admin.username, 'a quiet river');
    const caller = await aCaller(steward, ['sys:user:list'], { tenantId: role.tenantId });
    expect((await page(caller)).records[0]).toMatchObject({ email: 'a@example.org' });
    const body = { id: caller.user.id, roleIds: [] };
    expectSuccess(await client.call('PUT', '/api/user/update', { token, body }));
    expect((await page(caller)).records[0]).toMatchObject(HIDDEN);
  });
});
