import type { Design } from '../../src/generator/design/design.js';
import type { GenerateResult } from '../../src/generator/register/reports.js';
import type { Removed, Undone } from '../../src/generator/compare/compare.result.js';
import { runSeeds } from '../../src/database/seeds/seeds.js';
import { Menu, MenuType } from '../../src/modules/access/menu.entity.js';
import { RoleMenu } from '../../src/modules/access/role.entity.js';
import type { ModuleSeed } from '../../src/modules/seeds/module-seed.js';
import { modulesSeed } from '../../src/modules/seeds/modules.seed.js';
import { type TestApp, startApp } from '../support/app.js';
import { expectNamed, expectSuccess } from '../support/checks.js';
import { GeneratorApp } from '../support/generator.js';

const folderAt = ({ db }: TestApp, path: string) => db.manager.findOneBy(Menu, { type: MenuType.Folder, path });
const pageAt = ({ db }: TestApp, path: string) => db.manager.findOneByOrFail(Menu, { type: MenuType.Page, path });

describe('the folder of a generated page', () => {
  let app: GeneratorApp;
  beforeEach(async () => (app = await GeneratorApp.start()));
  afterEach(() => app.stop());

  const folder = (name: string) => folderAt(app.steward, `/folder/${name}`);
  const page = (path: string) => pageAt(app.steward, path);
  const save = (tableName: string, menu: object) =>
    app.steward.client.call('PUT', '/api/generator/design', {
      token: app.admin,
      body: { tableName, design: { menu } },
    });
  const shown = async (tableName: string) => {
    const path = `/api/generator/design?tableName=${tableName}`;
    return (await app.steward.client.get<{ design: Design }>(path, app.admin)).body.data.design.menu;
  };
  const remove = async (tableName: string, options = {}) => {
    const answer = await app.post<Removed>('remove', { tableName, ...options });
    expectSuccess(answer);
    expect(answer.body.data.failed).toEqual([]);
  };

  it('is named by the prefix that three tables have, and shared by them', async () => {
    await app.table('oms_order', 'oms_thing', 'pms_product');
    expect(await shown('oms_order')).toMatchObject({ parentId: 0, icon: 'shopping-cart', folder: null, sort: 0 });
    await app.table('oms_tag');
    expect(await shown('oms_order')).toMatchObject({ parentId: 0, icon: 'shopping-cart', folder: 'Oms', sort: 0 });
    const items = await app.batch(['oms_order', 'oms_thing', 'oms_tag', 'pms_product']);
    expect(items.map(({ menu }) => menu)).toMatchObject(
      items.map(() => ({ success: true, message: 'created, with 8 new buttons' })),
    );
    const made = await folder('oms');
    expect(made).toMatchObject({ name: 'Oms', icon: 'folder', parentId: 0 });
    expect(await app.steward.db.manager.countBy(Menu, { name: 'Oms' })).toBe(1);
    const places = await Promise.all(['/oms-order', '/oms-thing', '/oms-tag', '/pms-product'].map(page));
    expect(places.map(({ parentId }) => parentId)).toEqual([made?.id, made?.id, made?.id, 0]);
    expect(places.map(({ icon }) => icon)).toEqual(['shopping-cart', '', 'tag', 'package']);
    const seed = app.output.read('src/modules/oms-tag/oms-tag.seed.ts');
    expect(seed).toContain("folders: [{ name: 'Oms', path: '/folder/oms', icon: 'folder' }],");
    expect(seed).toContain("icon: 'tag',");
  });

  it('has a page with a name in each language', async () => {
    await app.table('oms_order');
    const design = { label: '订单', labels: { en: 'Order', zh: '订单' }, menu: { name: '订单' } };
    const body = { tableName: 'oms_order', design };
    expectSuccess(await app.steward.client.call('PUT', '/api/generator/design', { token: app.admin, body }));
    await app.batch(['oms_order']);
    expect(app.output.read('src/modules/oms-order/oms-order.seed.ts')).toMatch(
      /name: '订单',\s+nameEn: 'Orders',\s+path/,
    );
    expect(await page('/oms-order')).toMatchObject({ name: '订单', nameEn: 'Orders', nameZh: '' });
  });

  it('is the one that a design names, below the entry that it names', async () => {
    await app.table('oms_order', 'wms_stock');
    const body = { name: 'Own', type: MenuType.Folder, path: '/own', icon: 'box' };
    const { id } = (await app.steward.client.post<{ id: number }>('/api/menu/add', body, { token: app.admin })).body
      .data;
    expectSuccess(await save('oms_order', { parentId: id, folder: '商城', sort: 7 }));
    expectSuccess(await save('wms_stock', { parentId: id, folder: '商城' }));
    expect(await shown('oms_order')).toMatchObject({ parentId: id, folder: '商城', sort: 7 });
    await app.batch(['oms_order', 'wms_stock']);
    const made = await folder('u5546-u57ce');
    expect(made).toMatchObject({ name: '商城', parentId: id });
    expect(await page('/oms-order')).toMatchObject({ parentId: made?.id, sort: 7 });
    expect(await page('/wms-stock')).toMatchObject({ parentId: made?.id, sort: 0 });
    expectNamed(await save('oms_order', { folder: '' }), 'menu.folder must be null, or a name');
    expectNamed(await save('oms_order', { sort: 'x' }), 'menu.sort must be a whole number');
  });

  it('goes with an undo, or with the last module, if it is as it was made', async () => {
    await app.table('oms_order', 'oms_thing', 'oms_tag');
    const tables = ['oms_order', 'oms_thing'];
    await app.batch(tables);
    const undone = await app.post<Undone>('undo', {});
    expect(undone.body.data).toMatchObject({ kept: [], failed: [] });
    expect(await folder('oms')).toBeNull();

    await app.batch(tables);
    await remove('oms_order');
    expect(await folder('oms')).not.toBeNull();
    await remove('oms_thing');
    expect(await folder('oms')).toBeNull();

    // And again, which finds nothing on record.
    await app.batch(tables);
    const { id = 0 } = (await folder('oms')) ?? {};
    await app.steward.db.manager.update(Menu, { id }, { name: 'Orders' });
    for (const table of tables) await remove(table);
    expect(await folder('oms')).toMatchObject({ id, name: 'Orders' });
  });

  it('stays where it holds something else, and goes although a role holds it', async () => {
    const { db, make } = app.steward;
    await app.table('oms_order', 'oms_thing', 'oms_tag');
    await app.generate('oms_order');
    const { id = 0 } = (await folder('oms')) ?? {};
    const other = await db.manager.save(db.manager.create(Menu, { parentId: id, name: 'Mine', type: MenuType.Page }));
    await remove('oms_order');
    expect(await folder('oms')).not.toBeNull();
    await db.manager.delete(Menu, { id: other.id });
    await app.generate('oms_order');
    const role = await make.aRole({});
    for (const menuId of [id, (await page('/oms-order')).id])
      await db.manager.insert(RoleMenu, { roleId: role.id, menuId });
    await remove('oms_order', { grants: true });
    expect(await folder('oms')).toBeNull();
    expect(await db.manager.countBy(RoleMenu, { roleId: role.id })).toBe(0);
  });

  it('is left as people changed it, or away', async () => {
    const { manager } = app.steward.db;
    await app.table('oms_order', 'oms_thing', 'oms_tag');
    await app.generate('oms_order');
    const { id = 0 } = (await folder('oms')) ?? {};
    const shop = await manager.save(manager.create(Menu, { name: 'Shop', type: MenuType.Folder, path: '/shop' }));
    await manager.update(Menu, { id }, { name: 'Orders', parentId: shop.id, icon: 'box' });
    await app.generate('oms_thing');
    expect(await folder('oms')).toMatchObject({ id, name: 'Orders', parentId: shop.id, icon: 'box' });
    expect(await page('/oms-thing')).toMatchObject({ parentId: id });
    await manager.update(Menu, { parentId: id, type: MenuType.Page }, { parentId: 0 });
    await manager.delete(Menu, { id });
    await app.batch(['oms_order', 'oms_thing', 'oms_tag'], { merge: true });
    expect(await folder('oms')).toBeNull();
    expect(await manager.countBy(Menu, { parentId: 0, type: MenuType.Page })).toBeGreaterThanOrEqual(3);
    expect(await page('/oms-tag')).toMatchObject({ parentId: 0 });
  });

  it('takes pages from where earlier runs put them, once; an undo puts them back', async () => {
    const { manager } = app.steward.db;
    await app.table('oms_order', 'oms_thing');
    await app.batch(['oms_order', 'oms_thing']);
    expect(await page('/oms-order')).toMatchObject({ parentId: 0 });
    await app.table('oms_tag');
    const merged = await app.generate('oms_order', { merge: true });
    expect(merged.menu.message).toBe('exists, moved into its folder');
    const { id: oms = 0 } = (await folder('oms')) ?? {};
    expect(await page('/oms-order')).toMatchObject({ parentId: oms });
    expect((await app.post<Undone>('undo', {})).body.data).toMatchObject({ kept: [], failed: [] });
    expect(await page('/oms-order')).toMatchObject({ parentId: 0 });
    expect(await folder('oms')).toBeNull();

    await app.batch(['oms_order', 'oms_thing'], { merge: true });
    expectSuccess(await save('oms_order', { folder: 'Shop' }));
    await app.generate('oms_order', { merge: true });
    const { id: own = 0 } = (await folder('shop')) ?? {};
    expect(await page('/oms-order')).toMatchObject({ parentId: own });
    expectSuccess(await save('oms_order', { folder: 'Oms' }));
    await app.generate('oms_order', { merge: true });
    const { id: again } = (await folder('oms')) ?? {};
    expect(await page('/oms-order')).toMatchObject({ parentId: again });
    // Somebody takes it out: it stays there.
    await manager.update(Menu, { path: '/oms-order' }, { parentId: 0 });
    const { menu }: GenerateResult = await app.generate('oms_order', { merge: true });
    expect(menu.message).toBe('exists');
    expect(await page('/oms-order')).toMatchObject({ parentId: 0 });
  });
});

describe('a start', () => {
  const seedOf = (path: string, folders: ModuleSeed['menu']['folders']): ModuleSeed => ({
    menu: {
      name: path,
      path,
      component: path.slice(1),
      icon: '',
      sort: 0,
      folders,
      permissions: { page: `app:${path}:page` },
    },
    dicts: [],
  });
  const OMS = [{ name: 'Oms', path: '/folder/oms', icon: 'folder' }];
  let product: TestApp;
  beforeEach(async () => (product = await startApp()));
  afterEach(() => product.stop());
  const enter = (...seeds: ModuleSeed[]) =>
    product.db.transaction((manager) => runSeeds(manager, [modulesSeed(seeds)]));
  const placeOf = async (path: string) => (await pageAt(product, path)).parentId;

  it('makes the folder once for all pages that name it', async () => {
    await enter(seedOf('/oms-a', OMS), seedOf('/oms-b', [{ name: 'OMS', path: '/folder/oms', icon: '' }]));
    const made = await folderAt(product, '/folder/oms');
    expect(made).toMatchObject({ name: 'Oms', icon: 'folder' });
    expect([await placeOf('/oms-a'), await placeOf('/oms-b')]).toEqual([made?.id, made?.id]);
  });

  it('moves pages that have not been moved into a folder of a later generation, once', async () => {
    await enter(...['/oms-a', '/oms-b', '/oms-c'].map((path) => seedOf(path, [])));
    await product.db.manager.update(Menu, { path: '/oms-b' }, { parentId: 1 });
    const later = ['/oms-a', '/oms-b', '/oms-c'].map((path) => seedOf(path, OMS));
    await enter(...later);
    const { id = 0 } = (await folderAt(product, '/folder/oms')) ?? {};
    expect(await Promise.all(['/oms-a', '/oms-b', '/oms-c'].map(placeOf))).toEqual([id, 1, id]);
    await product.db.manager.update(Menu, { path: '/oms-a' }, { parentId: 0 });
    await enter(...later);
    await enter(...later, seedOf('/oms-d', OMS));
    expect(await Promise.all(['/oms-a', '/oms-b', '/oms-c', '/oms-d'].map(placeOf))).toEqual([0, 1, id, id]);
  });

  it('makes no folder that somebody has removed', async () => {
    await enter(seedOf('/oms-a', OMS));
    await product.db.manager.update(Menu, { path: '/oms-a' }, { parentId: 0 });
    await product.db.manager.delete(Menu, { path: '/folder/oms' });
    await enter(seedOf('/oms-a', OMS), seedOf('/oms-b', OMS));
    expect(await folderAt(product, '/folder/oms')).toBeNull();
    expect(await placeOf('/oms-b')).toBe(0);
  });
});
