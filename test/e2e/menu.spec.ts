import { Menu } from '../../src/modules/access/menu.entity.js';
import type { MenuNode } from '../../src/modules/menu/menu-tree.service.js';
import { aCaller } from '../support/callers.js';
import { expectData, expectNamed, tally } from '../support/checks.js';
import { NO_STATUS, NO_TEXT, NO_WHOLE, Resource, behavesAsResource } from '../support/resource.js';

let serial = 0;
const aMenu = () => ({ name: `Menu ${++serial}` });

describe('menus', () => {
  const menus = new Resource('/api/menu');
  let folder: number;
  let button: number;
  beforeAll(async () => {
    await menus.start();
    folder = await menus.added({ ...aMenu(), type: 0 });
    button = await menus.added({ ...aMenu(), type: 2 });
  });
  afterAll(() => menus.steward.stop());

  behavesAsResource(menus, {
    least: aMenu,
    most: () => ({
      ...aMenu(),
      nameEn: 'Reports',
      nameZh: '报表',
      parentId: folder,
      type: 2,
      path: '/a/b-c.d',
      component: 'a/b',
      icon: 'x',
      permission: `a:b-c.d:e_${serial}`,
      sort: -3,
      status: 0,
      hidden: true,
    }),
    entity: Menu,
    defaults: {
      nameEn: '',
      nameZh: '',
      parentId: 0,
      type: 1,
      path: '',
      component: '',
      icon: '',
      permission: '',
      sort: 0,
      status: 1,
      hidden: false,
    },
    required: ['name'],
    wrong: {
      parentId: [...NO_WHOLE, -1, 2_147_483_647],
      name: ['', ...NO_TEXT],
      nameEn: NO_TEXT,
      nameZh: NO_TEXT,
      type: [null, 3, -1, '1', true, 0.5, [1], {}],
      path: NO_TEXT,
      component: NO_TEXT,
      icon: NO_TEXT,
      status: NO_STATUS,
      sort: NO_WHOLE,
      permission: ['*', 'sys:*', 'sys:user:*', 'a b', 'a,b', ...NO_TEXT],
      hidden: [null, 0, 1, 'true', [], {}],
    },
    longest: { name: 64, nameEn: 64, nameZh: 64, path: 255, component: 255, icon: 64, permission: 128 },
    begins: { path: '/' },
    order: {
      by: 'name',
      filter: 'path=srch',
      expected: ['c', 'a', 'd', 'b'],
      rows: [
        { path: '/srch-1', name: 'a', sort: 1 },
        { path: '/srch-2', name: 'b', sort: 2 },
        { path: '/srch-3', name: 'c', sort: 0 },
        { path: '/srch-4', name: 'd', sort: 1 },
      ],
    },
    wrongFilters: ['status=on', 'parentId=x', 'type=page', 'hidden=perhaps'],
  });

  it.each([
    ['type=0', ['folder']],
    ['type=2', ['button']],
    ['hidden=true', ['page']],
    ['hidden=false&status=1', ['folder']],
    ['status=0', ['button']],
    ['permission=rs:bu', ['button']],
    ['component=filters/p', ['page']],
  ])('are found by %s', async (query, expected) => {
    if ((await menus.list('path=filters')).length === 0) {
      await menus.added({ name: 'folder', path: '/filters', type: 0 });
      await menus.added({ name: 'page', path: '/filters', component: 'filters/page', hidden: true });
      await menus.added({ name: 'button', path: '/filters', type: 2, permission: 'filters:button', status: 0 });
    }
    expect((await menus.list(`path=filters&${query}`)).map(({ name }) => name)).toEqual(expected);
  });

  it('are found by their parent, as a flat array with the buttons', async () => {
    const parentId = await menus.added({ ...aMenu(), type: 0 });
    const ids = [await menus.added({ ...aMenu(), parentId }), await menus.added({ ...aMenu(), parentId, type: 2 })];
    expect((await menus.list(`parentId=${parentId}`)).map(({ id }) => id)).toEqual(ids);
  });

  it('have no button as their parent', async () => {
    const id = await menus.added(aMenu());
    await menus.refused(
      'parentId',
      () => menus.add({ ...aMenu(), parentId: button }),
      () => menus.update({ id, parentId: button }),
    );
  });

  describe('never form a cycle', () => {
    /** Menus of which each lies in the one before. */
    const aChain = async (length: number) => {
      const ids: number[] = [];
      for (let i = 0; i < length; i++) ids.push(await menus.added({ ...aMenu(), parentId: ids.at(-1) ?? 0 }));
      return ids;
    };

    it.each([0, 1, 3])('with a parent that is %d levels below', async (levels) => {
      const ids = await aChain(4);
      await menus.refused('parentId', () => menus.update({ id: ids[0], name: 'changed', parentId: ids[levels] }));
    });

    it('but move with all that is below them', async () => {
      const [[a, b, c], [d]] = [await aChain(3), await aChain(1)];
      expectData(await menus.update({ id: b, parentId: d }), {});
      expectData(await menus.update({ id: a, parentId: c }), {});
      expectData(await menus.update({ id: b, parentId: 0 }), {});
    });

    it.each([2, 3])('where %d updates at once would close it', async (count) => {
      for (let round = 0; round < 5; round++) {
        const ids = await Promise.all(Array.from({ length: count }, () => menus.added(aMenu())));
        const answers = await Promise.all(ids.map((id, i) => menus.update({ id, parentId: ids[(i + 1) % count] })));
        expect(tally(answers.map(({ status }) => status))).toEqual({ 200: count });
        expect(answers.filter(({ body }) => body.ok)).toHaveLength(count - 1);
        const rows = await menus.steward.db.manager.find(Menu);
        const parents = new Map(rows.map(({ id, parentId }) => [id, parentId]));
        let at = ids[0];
        for (let step = 0; at !== undefined && at !== 0 && step <= count; step++) at = parents.get(at);
        expect(at).toBe(0);
      }
    });
  });

  describe('have a permission in one button of a parent', () => {
    const aButton = (parentId: number, permission: string) => ({ ...aMenu(), parentId, type: 2, permission });
    const aFolder = () => menus.added({ ...aMenu(), type: 0 });

    it('but also in one of another, and in the page itself', async () => {
      const [one, other] = [await aFolder(), await aFolder()];
      const body = aButton(one, 'twins:add');
      await menus.added(body);
      await menus.refused(body.name, () => menus.add(aButton(one, 'twins:add')));
      await menus.added(aButton(other, 'twins:add'));
      await menus.added({ ...aButton(one, 'twins:add'), type: 1 });
      await menus.added(aButton(one, ''));
      await menus.added(aButton(one, ''));
    });

    it('after an update of permission, parent or type', async () => {
      const [one, other] = [await aFolder(), await aFolder()];
      const body = aButton(one, 'twins:update');
      const id = await menus.added(body);
      const export_ = await menus.added(aButton(one, 'twins:export'));
      const elsewhere = await menus.added(aButton(other, 'twins:update'));
      const page = await menus.added({ ...aButton(one, 'twins:update'), type: 1 });
      await menus.refused(
        body.name,
        () => menus.update({ id: export_, permission: 'twins:update' }),
        () => menus.update({ id: elsewhere, parentId: one }),
        () => menus.update({ id: page, type: 2 }),
      );
      expectData(await menus.update({ id, permission: 'twins:update', name: 'Renamed' }), {});
    });

    it('after a sort', async () => {
      const [one, other] = [await aFolder(), await aFolder()];
      const ids = [await menus.added(aButton(one, 'twins:sort')), await menus.added(aButton(other, 'twins:sort'))];
      const sort = (body: unknown) => menus.steward.client.call('PUT', '/api/menu/sort', { token: menus.admin, body });
      const at = (id: number | undefined, parentId: number) => ({ id, parentId, sort: 0 });
      expectNamed(await sort([at(ids[1], one)]), 'twins:sort');
      const third = await aFolder();
      expectNamed(await sort([at(ids[0], third), at(ids[1], third)]), 'twins:sort');
      expectData(await sort([at(ids[0], other), at(ids[1], one)]), {});
    });

    it.each([
      ['a button', (parentId: number) => aButton(parentId, 'twins:at-once')],
      ['a page', (parentId: number) => ({ ...aMenu(), parentId, path: '/twins' })],
      ['a folder at the top', () => ({ ...aMenu(), type: 0, path: '/twins' })],
    ])('where 20 adds of %s come at once', async (_case, entry) => {
      const body = entry(await aFolder());
      const answers = await Promise.all(Array.from({ length: 20 }, () => menus.add(body)));
      expect(tally(answers.map(({ status, body: { code } }) => `${status} ${code}`))).toEqual({
        '200 0': 1,
        '200 1': 19,
      });
      const { parentId = 0, name } = body as Partial<Menu>;
      expect((await menus.list(`parentId=${parentId}`)).filter((menu) => menu.name === name)).toHaveLength(1);
    });

    it('where 20 updates come at once', async () => {
      const parentId = await aFolder();
      const ids = await Promise.all(
        Array.from({ length: 20 }, (_, i) => menus.added(aButton(parentId, `twins:many-${i}`))),
      );
      const answers = await Promise.all(ids.map((id) => menus.update({ id, permission: 'twins:one' })));
      expect(tally(answers.map(({ status }) => status))).toEqual({ 200: 20 });
      expect(answers.filter(({ body }) => body.ok)).toHaveLength(1);
    });
  });

  it('are not deleted while others lie in them, and the answer names one', async () => {
    const [free, parent] = [await menus.added(aMenu()), await menus.added(aMenu())];
    const body = { ...aMenu(), parentId: parent };
    const child = await menus.added(body);
    await menus.refused(
      body.name,
      () => menus.delete(parent),
      () => menus.batchDelete([free, parent]),
    );
    expectData(await menus.batchDelete([parent, child]), {});
  });

  it('never outlive their parent where both requests arrive at once', async () => {
    for (let round = 0; round < 5; round++) {
      const parentId = await menus.added(aMenu());
      const answers = await Promise.all([menus.add({ ...aMenu(), parentId }), menus.delete(parentId)]);
      expect(tally(answers.map(({ status }) => status))).toEqual({ 200: 2 });
      expect(answers.filter(({ body }) => body.ok)).toHaveLength(1);
    }
  });

  it('are taken from their roles when they are deleted', async () => {
    const roles = new Resource('/api/role', menus);
    const [kept, id] = [await menus.added(aMenu()), await menus.added(aMenu())];
    const role = await roles.added({ name: 'x', code: `menus-${id}`, menuIds: [kept, id] });
    expectData(await menus.delete(id), {});
    expect(await roles.detail(role)).toMatchObject({ menuIds: [kept] });
  });

  it('show in getMenuList on the next request', async () => {
    const { make, client } = menus.steward;
    const { user, token } = await aCaller(menus.steward);
    const role = await make.aRole();
    await make.assign(user, role);
    const parentId = await menus.added({ ...aMenu(), type: 0 });
    const id = await menus.added({ ...aMenu(), parentId });
    await menus.added({ ...aMenu(), parentId: id, type: 2 });
    expectData(await new Resource('/api/role', menus).update({ id: role.id, menuIds: [id] }), {});
    const tree = async () => (await client.get<MenuNode[]>('/api/index/getMenuList', token)).body.data;
    const shape = { id: parentId, type: 0, children: [{ id, parentId, type: 1, hidden: false, children: [] }] };
    expect(await tree()).toMatchObject([shape]);
    expectData(await menus.update({ id, nameEn: 'Reports', nameZh: '报表' }), {});
    expect((await tree())[0]?.children).toMatchObject([{ id, nameEn: 'Reports', nameZh: '报表' }]);
    expectData(await menus.update({ id, parentId: 0, hidden: true, name: 'moved' }), {});
    const [moved] = await tree();
    expect(moved).toMatchObject({ id, parentId: 0, name: 'moved', nameEn: 'Reports', hidden: true, children: [] });
    expectData(await menus.update({ id, nameEn: '' }), {});
    expect((await tree())[0]).not.toHaveProperty('nameEn');
    expectData(await menus.update({ id, status: 0 }), {});
    expect(await tree()).toEqual([]);
  });
});
