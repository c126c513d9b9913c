import { Role } from '../../src/modules/access/role.entity.js';
import { aCaller } from '../support/callers.js';
import { expectData, expectNamed, expectSuccess, tally } from '../support/checks.js';
import { NO_IDS, NO_STATUS, NO_TEXT, NO_WHOLE, Resource, behavesAsResource } from '../support/resource.js';

let serial = 0;
const aRole = () => ({ name: `Role ${++serial}`, code: `new-role-${serial}` });

describe('roles', () => {
  const roles = new Resource('/api/role');
  let menuIds: number[];
  beforeAll(async () => {
    await roles.start();
    const { make } = roles.steward;
    const menus = [
      await make.aMenu({ permission: 'x:a' }),
      await make.aMenu({ permission: 'x:b' }),
      await make.aMenu(),
    ];
    menuIds = menus.map(({ id }) => id);
  });
  afterAll(() => roles.steward.stop());

  behavesAsResource(roles, {
    least: aRole,
    most: () => ({ ...aRole(), status: 0, sort: -3, remark: 'Größe "ü" 😀', menuIds }),
    entity: Role,
    defaults: { tenantId: 0, status: 1, sort: 0, remark: '', dataScope: 1, menuIds: [], deptIds: [] },
    required: ['name', 'code'],
    wrong: {
      name: ['', ...NO_TEXT],
      code: ['', ' x', 'x ', 'super_admin', ...NO_TEXT],
      status: NO_STATUS,
      sort: NO_WHOLE,
      remark: NO_TEXT,
      menuIds: NO_IDS,
      dataScope: [...NO_WHOLE, 0, 6],
      deptIds: NO_IDS,
      tenantId: [...NO_WHOLE, -1, 2_147_483_647],
    },
    addOnly: ['tenantId'],
    longest: { name: 64, code: 64, remark: 255 },
    unique: 'code',
    order: {
      by: 'name',
      filter: 'code=srch',
      expected: ['c', 'a', 'd', 'b'],
      rows: [
        { code: 'srch-1', name: 'a', sort: 1 },
        { code: 'srch-2', name: 'b', sort: 2 },
        { code: 'srch-3', name: 'c', sort: 0 },
        { code: 'srch-4', name: 'd', sort: 1 },
      ],
    },
    wrongFilters: ['status=on', 'sort=1.5', 'tenantId=x'],
  });

  it('have the menus that were named last, each once', async () => {
    const [a = 0, b = 0, c = 0] = menuIds;
    const id = await roles.added({ ...aRole(), menuIds: [b, a, b] });
    const shown = async () => [
      (await roles.detail(id)).menuIds,
      (await roles.list('orderBy=id&order=desc'))[0]?.menuIds,
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
      expectData(await roles.update({ id, remark: 'x', menuIds: given }), {});
      expect(await shown()).toEqual([expected, expected]);
    }
  });

  it('keep their menus when one of the new ones does not exist', async () => {
    const id = await roles.added({ ...aRole(), menuIds });
    await roles.refused('menuIds', () => roles.update({ id, name: 'changed', menuIds: [menuIds[0], 2_000_000_000] }));
  });

  it('have codes that are free in another tenant, where the platform may add some', async () => {
    const tenant = await roles.steward.make.aTenant();
    const body = aRole();
    const [here, there] = [await roles.added(body), await roles.added({ ...body, tenantId: tenant.id })];
    expect((await roles.list(`code=${body.code}&orderBy=id&order=asc`)).map(({ tenantId }) => tenantId)).toEqual([
      0,
      tenant.id,
    ]);
    expect(await roles.list(`code=${body.code}&tenantId=${tenant.id}`)).toEqual([await roles.detail(there)]);
    expectData(await roles.update({ id: here, tenantId: tenant.id }), {});
    expect(await roles.detail(here)).toMatchObject({ tenantId: 0 });
  });

  it("are of the caller's tenant whatever a body of another tenant's caller says", async () => {
    const { id: tenantId } = await roles.steward.make.aTenant();
    const { token } = await aCaller(roles.steward, ['sys:role:add'], { tenantId });
    for (const given of [0, tenantId + 1, -1, null, 'x']) {
      const id = await roles.added({ ...aRole(), tenantId: given }, token);
      expect(await roles.detail(id)).toMatchObject({ tenantId });
    }
  });

  it('are not deleted while users have them, and the answer names one', async () => {
    const { make } = roles.steward;
    const [free, used] = [await make.aRole(), await make.aRole()];
    const user = await make.aUser();
    await make.assign(user, used);
    await roles.refused(
      user.username,
      () => roles.delete(used.id),
      () => roles.batchDelete([free.id, used.id]),
    );
    expectData(await roles.delete(free.id), {});
  });

  it('are never given to a user and deleted at once', async () => {
    for (let round = 0; round < 5; round++) {
      const id = await roles.added(aRole());
      const body = { username: `given-${++serial}`, password: 'a quiet river', roleIds: [id] };
      const users = new Resource('/api/user', roles);
      const answers = await Promise.all([users.add(body), roles.delete(id)]);
      expect(tally(answers.map(({ status }) => status))).toEqual({ 200: 2 });
      expect(answers.filter(({ body: { ok } }) => ok)).toHaveLength(1);
    }
  });

  it('grant from the next request on, and nothing while they or their menus are disabled', async () => {
    const { make, client } = roles.steward;
    const [menu, user] = [await make.aMenu({ permission: 'sys:dict:list' }), await make.aUser()];
    const id = await roles.added({ ...aRole(), menuIds: [menu.id] });
    await make.assign(user, await roles.steward.db.manager.findOneByOrFail(Role, { id }));
    const token = await roles.token(user.username);
    const status = async () => (await client.get('/api/dict/list', token)).status;
    const menus = new Resource('/api/menu', roles);
    expect(await status()).toBe(200);
    for (const [change, back] of [
      [() => roles.update({ id, status: 0 }), () => roles.update({ id, status: 1 })],
      [() => roles.update({ id, menuIds: [] }), () => roles.update({ id, menuIds: [menu.id] })],
      [() => menus.update({ id: menu.id, status: 0 }), () => menus.update({ id: menu.id, status: 1 })],
      [
        () => menus.update({ id: menu.id, permission: 'x' }),
        () => menus.update({ id: menu.id, permission: menu.permission }),
      ],
    ] as const) {
      expectSuccess(await change());
      expect(await status()).toBe(403);
      expectSuccess(await back());
      expect(await status()).toBe(200);
    }
  });

  describe('of which super_admin is built in', () => {
    const builtIn = () => roles.steward.db.manager.findOneByOrFail(Role, { tenantId: 0, code: 'super_admin' });

    it.each([{ code: 'other' }, { status: 0 }, { menuIds: [] }])('refuse to change it: %j', async (change) => {
      const { id } = await builtIn();
      await roles.refused('super_admin', () => roles.update({ id, ...change }));
    });

    it('refuse to delete it', async () => {
      const [{ id }, other] = [await builtIn(), await roles.added(aRole())];
      await roles.refused(
        'super_admin',
        () => roles.delete(id),
        () => roles.batchDelete([other, id]),
      );
    });

    it('refuse its code in another tenant too', async () => {
      const { id: tenantId } = await roles.steward.make.aTenant();
      const { token } = await aCaller(roles.steward, ['sys:role:add'], { tenantId });
      expectNamed(await roles.add({ ...aRole(), code: 'super_admin' }, token), 'super_admin');
      await roles.refused('super_admin', () => roles.add({ ...aRole(), code: 'super_admin', tenantId }));
    });
  });
});
