import { Like } from 'typeorm';
import { Menu, MenuType } from '../../src/modules/access/menu.entity.js';
import { OperationLog } from '../../src/logs/operation-log/operation-log.entity.js';
import { ADMIN_PASSWORD, type TestApp, startApp } from '../support/app.js';
import { expectFailure, expectNamed, expectSuccess } from '../support/checks.js';
import { expectNothingStored } from '../support/snapshot.js';
import { aMember } from '../support/tenants.js';

interface Place {
  id: number;
  parentId: number;
  sort: number;
}

describe('PUT /api/menu/sort', () => {
  let steward: TestApp;
  let admin: string;
  beforeAll(async () => {
    steward = await startApp();
    admin = (await steward.client.login('admin', ADMIN_PASSWORD)).access_token;
  });
  afterAll(() => steward.stop());

  const aMenu = async (parentId = 0, type = MenuType.Page, sort = 0) =>
    (await steward.make.aMenu({ parentId, type, sort })).id;
  const send = (body: unknown, token = admin) => steward.client.call('PUT', '/api/menu/sort', { token, body });
  const placeOf = async (id: number): Promise<Place> => {
    const { parentId, sort } = await steward.db.manager.findOneByOrFail(Menu, { id });
    return { id, parentId, sort };
  };
  const expectPlaces = async (...places: Place[]) =>
    expect(await Promise.all(places.map(({ id }) => placeOf(id)))).toEqual(places);
  const expectRefused = (name: string, ...bodies: unknown[]) =>
    expectNothingStored(steward.db, async () => {
      for (const body of bodies) expectNamed(await send(body), name);
    });
  const newestLog = () => steward.db.manager.findOneOrFail(OperationLog, { where: {}, order: { id: 'DESC' } });

  it('orders entries, and moves them with all that is below them', async () => {
    const [from, to] = [await aMenu(0, MenuType.Folder), await aMenu(0, MenuType.Folder)];
    const [first, second] = [await aMenu(from, MenuType.Page, 1), await aMenu(from, MenuType.Page, 2)];
    const below = await aMenu(first, MenuType.Button);
    const places = [
      { id: second, parentId: from, sort: 0 },
      { id: first, parentId: to, sort: -5 },
    ];
    const answer = await send(places);
    expectSuccess(answer);
    expect(answer.body.data).toEqual({});
    await expectPlaces(...places, { id: below, parentId: first, sort: 0 });
  });

  it('turns a branch around, whatever the order of its entries', async () => {
    const top = await aMenu();
    const middle = await aMenu(top);
    const bottom = await aMenu(middle);
    const places = [
      { id: top, parentId: middle, sort: 0 },
      { id: middle, parentId: bottom, sort: 0 },
      { id: bottom, parentId: 0, sort: 0 },
    ];
    expectSuccess(await send(places));
    await expectPlaces(...places);
  });

  it('does all or nothing', async () => {
    const [one, button] = [await aMenu(), await aMenu(0, MenuType.Button)];
    const good = { id: one, parentId: 0, sort: 9 };
    await expectRefused('Menu 2000000000 does not exist', [good, { id: 2_000_000_000, parentId: 0, sort: 1 }]);
    await expectRefused('parentId 2000000001', [good, { id: button, parentId: 2_000_000_001, sort: 1 }]);
    await expectRefused(`id ${one} is named more than once`, [good, good], [good, { ...good, sort: 3 }]);
    await expectRefused(`parentId ${button} must not be a button`, [
      { id: await aMenu(), parentId: 0, sort: 1 },
      { id: one, parentId: button, sort: 9 },
    ]);
  });

  it('forms no cycle', async () => {
    const top = await aMenu();
    const middle = await aMenu(top);
    const bottom = await aMenu(middle);
    const [one, other] = [await aMenu(), await aMenu()];
    await expectRefused(
      'parentId must not be the menu itself or one below it',
      [{ id: top, parentId: top, sort: 0 }],
      [{ id: top, parentId: bottom, sort: 0 }],
      [
        { id: one, parentId: other, sort: 0 },
        { id: other, parentId: one, sort: 0 },
      ],
      [
        { id: bottom, parentId: one, sort: 0 },
        { id: one, parentId: bottom, sort: 0 },
      ],
    );
  });

  it('forms no cycle where several arrive at once, with changes of single entries among them', async () => {
    for (let round = 0; round < 5; round++) {
      const ids = await Promise.all([aMenu(), aMenu(), aMenu()]);
      const [a = 0, b = 0, c = 0] = ids;
      const answers = await Promise.all([
        send([{ id: a, parentId: b, sort: 0 }]),
        send([{ id: b, parentId: c, sort: 0 }]),
        steward.client.call('PUT', '/api/menu/update', { token: admin, body: { id: c, parentId: a } }),
      ]);
      for (const { status } of answers) expect(status).toBe(200);
      expect(answers.filter(({ body }) => body.ok)).toHaveLength(2);
      const parents = new Map(await Promise.all(ids.map(async (id) => [id, (await placeOf(id)).parentId] as const)));
      let at = a;
      for (let step = 0; at !== 0 && step <= 3; step++) at = parents.get(at) ?? 0;
      expect(at).toBe(0);
    }
  });

  it.each([
    ['list', undefined],
    ['list', {}],
    ['list', []],
    ['JSON object', [1]],
    ['JSON object', [null]],
    ['id', [{ parentId: 0, sort: 0 }]],
    ['id', [{ id: '1', parentId: 0, sort: 0 }]],
    ['id', [{ id: 0, parentId: 0, sort: 0 }]],
    ['parentId', [{ id: 1, sort: 0 }]],
    ['parentId', [{ id: 1, parentId: -1, sort: 0 }]],
    ['parentId', [{ id: 1, parentId: null, sort: 0 }]],
    ['sort', [{ id: 1, parentId: 0 }]],
    ['sort', [{ id: 1, parentId: 0, sort: 0.5 }]],
    ['sort', [{ id: 1, parentId: 0, sort: 2_147_483_648 }]],
  ])('names %s where the body is wrong: %j', async (name, body) => {
    await expectRefused(name, body);
  });

  it('takes no more than a thousand entries', async () => {
    await expectRefused(
      '1000',
      Array.from({ length: 1001 }, (_, i) => ({ id: i + 1, parentId: 0, sort: 0 })),
    );
  });

  it('takes a thousand entries at once', async () => {
    const { manager } = steward.db;
    const names = Array.from({ length: 1000 }, (_, i) => ({ name: `many ${i}` }));
    const menus = await manager.save(manager.create(Menu, names));
    expectSuccess(await send(menus.map(({ id }, i) => ({ id, parentId: 0, sort: 1000 - i }))));
    const [first] = menus;
    expect(await placeOf(first?.id ?? 0)).toMatchObject({ sort: 1000 });
    await manager.delete(Menu, { name: Like('many %') });
  });

  it('needs the permission to change menus', async () => {
    const id = await aMenu();
    const place = [{ id, parentId: 0, sort: 4 }];
    const { token } = await aMember(steward, ['sys:menu:page']);
    expectFailure(await send(place, token), 403);
    expectFailure(await send(place, 'no token'), 401);
    expectSuccess(await send(place, (await aMember(steward, ['sys:menu:update'])).token));
  });

  it('lets those order entries who do not hold what these grant', async () => {
    const { id } = await steward.make.aMenu({ permission: 'sys:tenant:add' });
    const { token } = await aMember(steward, ['sys:menu:update']);
    expectSuccess(await send([{ id, parentId: 0, sort: 7 }], token));
    const parentId = await aMenu();
    await expectNothingStored(steward.db, async () => {
      expectNamed(await send([{ id, parentId, sort: 7 }], token), 'sys:tenant:add');
    });
  });

  it('is seen by consoles at once', async () => {
    const read = async () => (await steward.client.get('/api/index/getMenuList', admin)).headers.get('x-principal');
    const [id, before] = [await aMenu(), await read()];
    expectSuccess(await send([{ id, parentId: 0, sort: 8 }]));
    expect(await read()).not.toBe(before);
  });

  it('is an update in the operation log, with what it changed of each entry', async () => {
    const [folder, one, other] = [await aMenu(0, MenuType.Folder), await aMenu(), await aMenu()];
    expectSuccess(
      await send([
        { id: one, parentId: folder, sort: 1 },
        { id: other, parentId: 0, sort: 0 },
      ]),
    );
    expect(await newestLog()).toMatchObject({
      logType: 2,
      status: 0,
      url: '/api/menu/sort',
      changes: { [one]: { parentId: [0, folder], sort: [0, 1] } },
    });
    expectFailure(await send([{ id: one, parentId: one, sort: 1 }]));
    expect(await newestLog()).toMatchObject({ logType: 2, status: 1, changes: {} });
  });
});
