import { Role } from '../../src/modules/access/role.entity.js';
import { Tenant } from '../../src/modules/access/tenant.entity.js';
import { User } from '../../src/modules/access/user.entity.js';
import { expectData, expectFailure, expectNamed, expectSuccess } from '../support/checks.js';
import { NO_STATUS, NO_TEXT, Resource, behavesAsResource } from '../support/resource.js';

const FUTURE = '2999-12-31T23:59:59.000Z';
const PAST = '2001-01-01T00:00:00.000Z';
let serial = 0;
const aTenant = () => ({ name: `Tenant ${++serial}`, code: `new-tenant-${serial}` });

describe('tenants', () => {
  const tenants = new Resource('/api/tenant');
  beforeAll(() => tenants.start());
  afterAll(() => tenants.steward.stop());

  behavesAsResource(tenants, {
    least: aTenant,
    most: () => ({ ...aTenant(), status: 0, expireAt: FUTURE, remark: 'Größe "ü" 😀' }),
    entity: Tenant,
    defaults: { status: 1, expireAt: null, remark: '' },
    required: ['name', 'code'],
    wrong: {
      name: ['', ...NO_TEXT],
      code: ['', ' x', 'x ', 'platform', ...NO_TEXT],
      status: NO_STATUS,
      remark: NO_TEXT,
      expireAt: [
        '',
        'never',
        '2026-13-01',
        '2026-02-30T25:00:00Z',
        '31.12.2026',
        'null',
        0,
        1_900_000_000_000,
        true,
        [],
        {},
      ],
      admin: ['x', 7, true, []],
    },
    addOnly: ['admin'],
    longest: { name: 64, code: 64, remark: 255 },
    unique: 'code',
    order: {
      by: 'name',
      filter: 'code=srch',
      expected: ['b', 'c', 'a'],
      rows: [
        { code: 'srch-1', name: 'a' },
        { code: 'srch-2', name: 'c' },
        { code: 'srch-3', name: 'b' },
      ],
    },
    wrongFilters: ['status=on'],
  });

  it.each([
    ['2026-03-01T12:00:00+02:00', '2026-03-01T10:00:00.000Z'],
    ['2026-03-01T12:00:00.123Z', '2026-03-01T12:00:00.123Z'],
    ['2026-03-01', '2026-03-01T00:00:00.000Z'],
    [null, null],
  ])('expire at %j, shown as %j', async (given, shown) => {
    const id = await tenants.added({ ...aTenant(), expireAt: given });
    expect(await tenants.detail(id)).toMatchObject({ expireAt: shown });
    expectData(await tenants.update({ id, expireAt: FUTURE }), {});
    expectData(await tenants.update({ id, expireAt: given }), {});
    expect(await tenants.detail(id)).toMatchObject({ expireAt: shown });
  });

  it('have codes that compare exactly', async () => {
    const body = aTenant();
    await tenants.added(body);
    const id = await tenants.added({ ...body, code: body.code.toUpperCase() });
    await tenants.refused('code', () => tenants.update({ id, code: body.code }));
  });

  describe('with a first administrator', () => {
    it('let them log in with their menus through the role tenant_admin', async () => {
      const { make, client, db } = tenants.steward;
      const menu = await make.aMenu({ permission: 'sys:role:list' });
      const body = aTenant();
      const admin = { username: 'first', password: 'first-password', menuIds: [menu.id] };
      const tenantId = await tenants.added({ ...body, admin });
      const role = await db.manager.findOneByOrFail(Role, { tenantId });
      expect(role).toMatchObject({ code: 'tenant_admin', status: 1 });
      const token = await tenants.token('first', 'first-password', body.code);
      const me = await client.get('/api/index/getUser', token);
      const shown = { tenantId, tenantCode: body.code, roles: ['tenant_admin'], permissions: ['sys:role:list'] };
      expect(me.body.data).toMatchObject({ ...shown, username: 'first', status: 1 });
      const roles = await new Resource('/api/role', tenants).list('', token);
      expect(roles).toMatchObject([{ id: role.id, menuIds: [menu.id] }]);
    });

    it('need no menus', async () => {
      const body = aTenant();
      await tenants.added({ ...body, admin: { username: 'first', password: 'a quiet river' } });
      expect(await tenants.token('first', 'a quiet river', body.code)).not.toBe('');
    });

    it.each<[string, object]>([
      ['username', { username: undefined }],
      ['username', { username: 'a' }],
      ['username', { username: 'with blank' }],
      ['username', { username: 7 }],
      ['password', { password: undefined }],
      ['password', { password: '' }],
      ['password', { password: 'x'.repeat(65) }],
      ['password', { password: 'nul\0' }],
      ['menuIds', { menuIds: 'x' }],
      ['menuIds', { menuIds: ['1'] }],
      ['menuIds', { menuIds: [2_000_000_000] }],
    ])('are stored all or not at all: %s in %j', async (name, change) => {
      const admin = { username: 'first', password: 'first-password', menuIds: [], ...change };
      await tenants.refused(name, () => tenants.add({ ...aTenant(), admin }));
    });

    it('are not stored when the code is taken', async () => {
      const body = aTenant();
      await tenants.added(body);
      const admin = { username: 'first', password: 'first-password' };
      await tenants.refused('code', () => tenants.add({ ...body, admin }));
    });

    it('are stored once by 4 equal adds at once', async () => {
      const body = { ...aTenant(), admin: { username: 'first', password: 'a quiet river' } };
      const answers = await Promise.all(Array.from({ length: 4 }, () => tenants.add(body)));
      const [won, ...more] = answers.filter((answer) => answer.body.ok);
      expect(more).toEqual([]);
      const tenantId = won?.body.data.id as number;
      answers.filter((answer) => answer !== won).forEach((answer) => expectNamed(answer, 'code'));
      const { manager } = tenants.steward.db;
      expect([await manager.countBy(User, { tenantId }), await manager.countBy(Role, { tenantId })]).toEqual([1, 1]);
    });
  });

  it('are not deleted while they have users, and the answer names one', async () => {
    const { make, db } = tenants.steward;
    const [free, used] = [await make.aTenant(), await make.aTenant()];
    await make.aRole({ tenantId: free.id });
    const user = await make.aUser({ tenantId: used.id });
    await tenants.refused(
      user.username,
      () => tenants.delete(used.id),
      () => tenants.batchDelete([free.id, used.id]),
    );
    expectData(await tenants.delete(free.id), {});
    expect(await db.manager.countBy(Role, { tenantId: free.id })).toBe(0);
  });

  it('are never given a user or a role and deleted at once', async () => {
    const users = new Resource('/api/user', tenants);
    const roles = new Resource('/api/role', tenants);
    for (let round = 0; round < 5; round++) {
      const tenantId = await tenants.added(aTenant());
      const username = `last-${++serial}`;
      const [added, deleted] = await Promise.all([
        users.add({ username, password: 'a quiet river', tenantId }),
        tenants.delete(tenantId),
        roles.add({ name: 'x', code: 'x', tenantId }),
      ]);
      expect([added.status, deleted.status, [added, deleted].filter(({ body }) => body.ok).length]).toEqual([
        200, 200, 1,
      ]);
      if (deleted.body.ok) expect(await tenants.steward.db.manager.countBy(Role, { tenantId })).toBe(0);
    }
  });

  it.each<[string, object, object]>([
    ['disabled', { status: 0 }, { status: 1 }],
    ['expired', { expireAt: PAST }, { expireAt: null }],
  ])('that are %s end their sessions and refuse logins until they are back', async (_case, change, back) => {
    const { make, client } = tenants.steward;
    const tenant = await make.aTenant();
    const { username } = await make.aUser({ tenantId: tenant.id });
    const other = await tenants.token((await make.aUser()).username);
    const pair = await client.login(username, 'a quiet river');
    expectData(await tenants.update({ id: tenant.id, ...change }), {});
    expectFailure(await client.get('/api/index/getUser', pair.access_token), 401);
    expectFailure(await client.refresh(pair.refresh_token));
    expectFailure(await client.tryLogin({ username, password: 'a quiet river' }));
    expectSuccess(await client.get('/api/index/getUser', other));
    expectData(await tenants.update({ id: tenant.id, ...back }), {});
    expectSuccess(await client.tryLogin({ username, password: 'a quiet river' }));
    expectFailure(await client.get('/api/index/getUser', pair.access_token), 401);
  });
});
