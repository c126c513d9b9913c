import { PASSWORD_COST, PasswordService } from '../../src/modules/access/password.service.js';
import { Role } from '../../src/modules/access/role.entity.js';
import { User } from '../../src/modules/access/user.entity.js';
import { ADMIN_PASSWORD, startApp } from '../support/app.js';
import { QUICK_COST } from '../support/builders.js';
import { aCaller } from '../support/callers.js';
import { expectData, expectFailure, expectSuccess } from '../support/checks.js';
import { NO_IDS, NO_STATUS, NO_TEXT, NO_WHOLE, Resource, behavesAsResource } from '../support/resource.js';

const NO_USERNAME = ['', 'a', 'a b', ' ab', 'ab ', 'ab\n', 'a/b', 'ü1', 'a\u0000b', 'a:b', 'x'.repeat(65), ...NO_TEXT];
const NO_PASSWORD = ['', 'seven 7', 'x'.repeat(65), 'ü'.repeat(65), 'a quiet\u0000river', ...NO_TEXT];
let serial = 0;
const aUser = () => ({ username: `new-user-${++serial}`, password: 'a new password' });

describe('users', () => {
  const users = new Resource('/api/user');
  let roleIds: number[];
  beforeAll(async () => {
    await users.start();
    const { make } = users.steward;
    roleIds = [(await make.aRole()).id, (await make.aRole()).id, (await make.aRole()).id];
  });
  afterAll(() => users.steward.stop());

  const tryLogin = (username: string, password: string) => users.steward.client.tryLogin({ username, password });
  const aSession = async () => {
    const user = await users.steward.make.aUser();
    return { user, pair: await users.steward.client.login(user.username, 'a quiet river') };
  };

  behavesAsResource(users, {
    least: aUser,
    most: () => ({
      ...aUser(),
      realname: 'Ada Löw 😀',
      avatar: '/a.png',
      email: 'a@example.org',
      mobile: '+49 1',
      status: 0,
      remark: "o'neil",
      roleIds,
      tenantId: 0,
    }),
    entity: User,
    defaults: {
      tenantId: 0,
      realname: '',
      avatar: '',
      email: '',
      mobile: '',
      status: 1,
      remark: '',
      roleIds: [],
      deptName: '',
      lastLoginAt: null,
    },
    required: ['username', 'password'],
    wrong: {
      username: NO_USERNAME,
      password: NO_PASSWORD,
      realname: NO_TEXT,
      avatar: NO_TEXT,
      email: NO_TEXT,
      mobile: NO_TEXT,
      status: NO_STATUS,
      remark: NO_TEXT,
      roleIds: NO_IDS,
      tenantId: [...NO_WHOLE, -1, 2_147_483_647],
    },
    addOnly: ['password', 'tenantId'],
    longest: { username: 64, realname: 64, avatar: 512, email: 128, mobile: 32, remark: 255 },
    begins: { avatar: '/', email: 'a@' },
    secret: ['password', 'salt'],
    unique: 'username',
    // Each password is hashed.
    atOnce: 4,
    order: {
      by: 'realname',
      filter: 'email=srch',
      expected: ['b', 'c', 'a'],
      rows: [
        { email: 'srch-1@example.org', realname: 'a' },
        { email: 'srch-2@example.org', realname: 'c' },
        { email: 'srch-3@example.org', realname: 'b' },
      ],
    },
    wrongFilters: ['status=on', 'tenantId=x'],
  });

  it.each([
    ['of two code points, which are shown as one character', '❤\ufe0f', 32],
    ['of two units of UTF-16 each', '😀', 64],
    ['of letters with accents of their own', 'e\u0301', 32],
  ])('take a name as long as its column in code points: characters %s', async (_case, character, most) => {
    const realname = character.repeat(most);
    const id = await users.added({ ...aUser(), realname });
    expect((await users.detail(id)).realname).toBe(realname);
    const longer = `${realname}x`;
    await users.refused(
      'realname',
      () => users.add({ ...aUser(), realname: longer }),
      () => users.update({ id, realname: longer }),
    );
  });

  it.each(['ab', 'A.b_c-d@9', '..', '@@', 'y'.repeat(64)])('take the username %s, and it logs in', async (username) => {
    await users.added({ ...aUser(), username });
    expectSuccess(await tryLogin(username, 'a new password'));
  });

  it('have usernames that compare exactly, and are free in another tenant', async () => {
    const { id: tenantId } = await users.steward.make.aTenant();
    const body = { ...aUser(), username: 'Exact' };
    await users.added(body);
    await users.added({ ...body, username: 'exact', password: 'other-password' });
    const there = await users.added({ ...body, tenantId });
    expect(await users.detail(there)).toMatchObject({ tenantId, username: 'Exact' });
    expectFailure(await tryLogin('Exact', 'other-password'));
    expectSuccess(await tryLogin('exact', 'other-password'));
    await users.refused('username', () => users.add({ ...body, tenantId }));
  });

  it('are bcrypt hashes of password and salt, 8 hex characters that are new each time', async () => {
    users.steward.app.get(PasswordService).cost = PASSWORD_COST;
    const ids = [await users.added(aUser()), await users.added(aUser())];
    users.steward.app.get(PasswordService).cost = QUICK_COST;
    const stored = await users.steward.db.manager.find(User, {
      where: ids.map((id) => ({ id })),
      select: { id: true, password: true, salt: true },
    });
    for (const { password, salt } of stored) {
      expect(password).toMatch(/^\$2b\$10\$.{53}$/);
      expect(salt).toMatch(/^[0-9a-f]{8}$/);
    }
    expect(new Set(stored.map(({ salt }) => salt)).size).toBe(2);
  });

  it('neither show nor filter nor sort by password and salt', async () => {
    const { id } = await users.steward.make.aUser({ salt: 'deadbeef', email: 'secret' });
    await users.steward.make.aUser({ salt: 'aaaaaaaa', email: 'secret' });
    const all = await users.list('email=secret');
    expect(all).toHaveLength(2);
    for (const query of ['password=x', 'salt=deadbeef', 'orderBy=salt&order=asc', 'orderBy=password&order=desc']) {
      expect(await users.list(`email=secret&${query}`)).toEqual(all);
      expect((await users.call('GET', `page?email=secret&${query}`)).body.data).toMatchObject({
        records: all,
        total: 2,
      });
    }
    const added = await users.add(aUser());
    const shown = JSON.stringify([all, await users.detail(id), added.body]);
    expect(shown).not.toMatch(/deadbeef|\$2b\$|"(password|salt)"/);
  });

  it.each([
    ['username=f.a', ['f.a']],
    ['username=F.A', ['f.a']],
    ['username=f_', []],
    ['realname=Löw', ['f.b']],
    ['mobile=49', ['f.a']],
    ['remark=100%25', ['f.b']],
    ['status=0', ['f.b']],
    ["realname=' OR 1=1 --", []],
  ])('are found by %s', async (query, expected) => {
    if ((await users.list('email=filtered')).length === 0) {
      await users.added({ ...aUser(), username: 'f.a', email: 'filtered@example.org', mobile: '+49' });
      await users.added({
        ...aUser(),
        username: 'f.b',
        email: 'filtered@example.org',
        realname: 'Löw',
        status: 0,
        remark: '100%',
      });
    }
    expect((await users.list(`email=filtered&${query}`)).map(({ username }) => username)).toEqual(expected);
  });

  describe('with roles', () => {
    it('have those that were named last, each once', async () => {
      const [a = 0, b = 0, c = 0] = roleIds;
      const id = await users.added({ ...aUser(), roleIds: [b, a, b] });
      const shown = async () => [
        (await users.detail(id)).roleIds,
        (await users.list('orderBy=id&order=desc'))[0]?.roleIds,
      ];
      expect(await shown()).toEqual([
        [a, b],
        [a, b],
      ]);
      for (const [given, expected] of [
        [
          [c, b, c],
          [b, c],
        ],
        [undefined, [b, c]],
        [[], []],
      ]) {
        expectData(await users.update({ id, remark: 'x', roleIds: given }), {});
        expect(await shown()).toEqual([expected, expected]);
      }
    });

    it("have none of another tenant's", async () => {
      const { make } = users.steward;
      const { id: tenantId } = await make.aTenant();
      const theirs = await make.aRole({ tenantId });
      const [id, there] = [
        await users.added(aUser()),
        await users.added({ ...aUser(), tenantId, roleIds: [theirs.id] }),
      ];
      expect(await users.detail(there)).toMatchObject({ roleIds: [theirs.id] });
      await users.refused(
        'roleIds',
        () => users.add({ ...aUser(), roleIds: [theirs.id] }),
        () => users.add({ ...aUser(), tenantId, roleIds }),
        () => users.update({ id, realname: 'changed', roleIds: [...roleIds, theirs.id] }),
        () => users.update({ id: there, realname: 'changed', roleIds }),
      );
    });
  });

  it("are of the caller's tenant whatever a body says, and never move", async () => {
    const { id: tenantId } = await users.steward.make.aTenant();
    const { token } = await aCaller(users.steward, ['sys:user:add'], { tenantId });
    for (const given of [0, tenantId + 1, -1, 1.5, null, 'x', {}]) {
      const id = await users.added({ ...aUser(), tenantId: given }, token);
      expect(await users.detail(id)).toMatchObject({ tenantId });
      expectData(await users.update({ id, tenantId: 0 }), {});
      expect(await users.detail(id)).toMatchObject({ tenantId });
    }
  });

  it('can be listed by whoever is logged in, those of their tenant alone', async () => {
    const { id: tenantId } = await users.steward.make.aTenant();
    const { token, user } = await aCaller(users.steward, [], { tenantId });
    const page = await users.call<{ records: unknown[]; total: number }>('GET', 'page?tenantId=0', undefined, token);
    expect(page.body.data).toMatchObject({
      records: [{ id: user.id, tenantId }],
      total: 1,
      size: 10,
      current: 1,
      pages: 1,
    });
  });

  it('keep their password through an update', async () => {
    const body = aUser();
    const id = await users.added(body);
    expectData(await users.update({ id, password: 'ignored', salt: '', realname: 'Changed' }), {});
    expectSuccess(await tryLogin(body.username, body.password));
    expectFailure(await tryLogin(body.username, 'ignored'));
  });

  it.each<[string, (id: number) => Promise<unknown>, boolean]>([
    ['disabled', (id) => users.update({ id, status: 0 }), false],
    ['deleted', (id) => users.delete(id), false],
    ['deleted with others', async (id) => users.batchDelete([id, await users.added(aUser())]), false],
    [
      'given another password',
      (id) => users.call('PUT', 'resetPassword', { id, password: 'the newest password' }),
      true,
    ],
  ])('lose their sessions when they are %s', async (_case, change, logsIn) => {
    const { client } = users.steward;
    const [{ user, pair }, other] = [await aSession(), await aSession()];
    await change(user.id);
    expectFailure(await client.get('/api/index/getUser', pair.access_token), 401);
    expectFailure(await client.refresh(pair.refresh_token));
    expectFailure(await tryLogin(user.username, 'a quiet river'));
    expect((await tryLogin(user.username, 'the newest password')).body.ok).toBe(logsIn);
    expectSuccess(await client.get('/api/index/getUser', other.pair.access_token));
  });

  describe('resetPassword', () => {
    const reset = (body: object) => users.call('PUT', 'resetPassword', body);

    it('answers with an empty object', async () => {
      expectData(await reset({ id: await users.added(aUser()), password: '😀'.repeat(64) }), {});
    });

    it.each([undefined, ...NO_PASSWORD])('refuses the password %.20j by name', async (password) => {
      const id = await users.added(aUser());
      await users.refused('password', () => reset({ id, password }));
    });

    it.each([undefined, null, 0, '1', 1.5, [1]])('refuses the id %j by name', async (id) => {
      await users.refused('id', () => reset({ id, password: 'a quiet river' }));
    });

    it('fails for a missing user', async () => {
      const id = await users.added(aUser());
      expectData(await users.delete(id), {});
      await users.refused(String(id), () => reset({ id, password: 'a quiet river' }));
    });
  });

  describe('of which admin is built in', () => {
    const admin = () => users.steward.db.manager.findOneByOrFail(User, { tenantId: 0, username: 'admin' });

    it.each<[object]>([[{ status: 0 }], [{ username: 'root' }], [{ roleIds: [] }]])(
      'is neither disabled nor renamed nor stripped: %j',
      async (change) => {
        const { id } = await admin();
        const { user, token } = await aCaller(users.steward);
        const role = await users.steward.db.manager.findOneByOrFail(Role, { tenantId: 0, code: 'super_admin' });
        expectData(await users.update({ id: user.id, roleIds: [role.id] }), {});
        for (const caller of [users.admin, token])
          await users.refused('admin', () => users.update({ id, ...change }, caller));
        expectData(await users.delete(user.id), {});
      },
    );

    it('has the name that ADMIN_USERNAME gave it at the first start, and a namesake is as any other', async () => {
      const steward = await startApp({ env: { ADMIN_USERNAME: 'keeper' } });
      try {
        const { client, make, db } = steward;
        const { access_token: token } = await client.login('keeper', ADMIN_PASSWORD);
        const { id } = await db.manager.findOneByOrFail(User, { username: 'keeper' });
        const { id: namesake } = await make.aUser({ username: 'admin' });
        const renamed = await client.call('PUT', '/api/user/update', { token, body: { id, username: 'other' } });
        expect(renamed.body.msg).toBe('User keeper is built in and cannot be renamed or disabled');
        expectData(await client.call('PUT', '/api/user/update', { token, body: { id: namesake, status: 0 } }), {});
      } finally {
        await steward.stop();
      }
    });

    it('is not deleted, alone or with others', async () => {
      const [{ id }, other] = [await admin(), await users.added(aUser())];
      await users.refused(
        '',
        () => users.delete(id),
        () => users.batchDelete([other, id]),
      );
      expectSuccess(await tryLogin('admin', ADMIN_PASSWORD));
    });
  });

  it('neither disable nor delete themselves', async () => {
    const { user, token } = await aCaller(users.steward, [
      'sys:user:update',
      'sys:user:delete',
      'sys:user:batchDelete',
    ]);
    await users.refused(
      'yourself',
      () => users.update({ id: user.id, status: 0 }, token),
      () => users.delete(user.id, token),
      () => users.batchDelete([user.id], token),
    );
    expectData(await users.update({ id: user.id, realname: 'Changed' }, token), {});
  });
});
