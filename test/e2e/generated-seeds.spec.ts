import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Type } from '@nestjs/common';
import { SeedRecord, forget, recorded, runSeeds } from '../../src/database/seeds/seeds.js';
import { baselineText, readBaseline } from '../../src/generator/history/baseline-text.js';
import { Menu, MenuType } from '../../src/modules/access/menu.entity.js';
import { RoleMenu } from '../../src/modules/access/role.entity.js';
import { Dict, DictItem } from '../../src/modules/dict/dict.entity.js';
import { ofCode, ofDict, ofItem, ofPath, seedsAmong } from '../../src/modules/seeds/module-seed.js';
import { modulesSeed } from '../../src/modules/seeds/modules.seed.js';
import { GeneratedTable } from '../support/again.js';
import { ADMIN_PASSWORD, type TestApp, startApp } from '../support/app.js';
import { expectSuccess } from '../support/checks.js';
import { loadModules } from '../support/generated-modules.js';
import { GeneratorApp, menusOf } from '../support/generator.js';
import { type Storage, newStorage, onServices } from '../support/services.js';
import { statementsOf } from '../support/statements.js';

const COUNT = 20;
const PREFIX = 'demo_shop';
const OPERATIONS = ['page', 'list', 'detail', 'add', 'update', 'delete', 'batchDelete', 'export'];

interface Node {
  name: string;
  path: string;
  permission?: string;
  children?: Node[];
}

/** Everything that seeds enter, in the order in which it was entered. */
async function rowsOf({ db: { manager } }: TestApp) {
  const all = await Promise.all([
    manager.find(Menu, { order: { id: 'ASC' } }),
    manager.find(Dict, { order: { id: 'ASC' } }),
    manager.find(DictItem, { order: { id: 'ASC' } }),
  ]);
  const names = [...(await recorded(manager))].sort();
  return { menus: all[0], dicts: all[1], items: all[2], names };
}

function flat(nodes: Node[]): Node[] {
  return nodes.flatMap((node) => [node, ...flat(node.children ?? [])]);
}

describe('a product with generated modules', () => {
  let app: GeneratorApp;
  let tables: GeneratedTable[];
  let modules: Type[];
  let folderId: number;
  let storage: Storage;
  let product: TestApp | undefined;

  beforeAll(async () => {
    app = await GeneratorApp.start();
    const folder = { name: 'Shop', type: 0, path: '/shop', icon: 'box' };
    const { body } = await app.steward.client.post<{ id: number }>('/api/menu/add', folder, { token: app.admin });
    folderId = body.data.id;
    for (const number of [1, 2]) {
      const name = `${PREFIX}${number}`;
      await app.table(name);
      const design = { menu: { parentId: folderId } };
      expectSuccess(
        await app.steward.client.call('PUT', '/api/generator/design', {
          token: app.admin,
          body: { tableName: name, design },
        }),
      );
    }
    const names = Array.from({ length: COUNT }, (_none, index) => `${PREFIX}${index + 1}`);
    await app.table(...names.slice(2));
    expect((await app.batch(names)).flatMap(({ failed }) => failed)).toEqual([]);
    tables = names.map((name) => new GeneratedTable(app, name));
    modules = await loadModules(app.output);
  });
  afterAll(() => app.stop());
  beforeEach(async () => void (storage = await newStorage()));
  afterEach(async () => {
    await stop();
    await storage.remove();
  });

  async function start(generated = modules): Promise<TestApp> {
    await stop();
    return (product = await startApp({ storage, generated }));
  }
  async function stop(): Promise<void> {
    await product?.stop();
    product = undefined;
  }
  const codeOf = (number: number, operation: string) => `app:demoShop${number}:${operation}`;

  it('shows every page, grants every code and fills every dictionary on empty storage, once', async () => {
    const { client, db } = await start();
    const { access_token: token } = await client.login('admin', ADMIN_PASSWORD);
    const menu = flat((await client.get<Node[]>('/api/index/getMenuList', token)).body.data);
    expect(menu.map(({ path }) => path)).toEqual(expect.arrayContaining(tables.map(({ kebab }) => `/${kebab}`)));
    const grantable = flat((await client.get<Node[]>('/api/index/getGrantableMenus', token)).body.data);
    const codes = tables.flatMap((_table, index) => OPERATIONS.map((operation) => codeOf(index + 1, operation)));
    expect(grantable.map(({ permission }) => permission)).toEqual(expect.arrayContaining(codes));
    const folder = await db.manager.findOneByOrFail(Menu, { type: MenuType.Folder, path: '/shop' });
    expect(folder).toMatchObject({ name: 'Shop', icon: 'box', parentId: 0 });
    const below = await db.manager.findBy(Menu, { parentId: folder.id });
    expect(below.map(({ path }) => path).sort()).toEqual(['/demo-shop1', '/demo-shop2']);
    const dicts = await db.manager.find(Dict);
    expect(dicts.map(({ code }) => code).sort()).toEqual(tables.map(({ name }) => `${name}_state`).sort());
    for (const { id } of dicts) {
      const items = await db.manager.find(DictItem, { where: { dictId: id }, order: { sort: 'ASC' } });
      expect(items).toMatchObject([
        { value: '1', label: 'on', sort: 0, status: 1 },
        { value: '2', label: 'off', sort: 1, status: 1 },
      ]);
    }

    const before = await rowsOf(product as TestApp);
    expect(await rowsOf(await start())).toEqual(before);
  });

  if (onServices) {
    it('enters nothing twice where two instances start at once', async () => {
      const both = await Promise.all([1, 2].map(() => startApp({ storage, generated: modules })));
      const { menus, dicts, items, names } = await rowsOf(both[0] as TestApp);
      await Promise.all(both.map((each) => each.stop()));
      const entries = menus.filter(
        ({ path, permission }) => path.startsWith('/demo-') || permission.startsWith('app:'),
      );
      expect(entries).toHaveLength(COUNT * (1 + OPERATIONS.length));
      expect([dicts.length, items.length]).toEqual([COUNT, 2 * COUNT]);
      // The first two are in a folder of their own; the others share one, in which each has its place.
      const own = COUNT * (1 + OPERATIONS.length + 1 + 2) + (COUNT - 2) + 2;
      expect(names.filter((name) => name.includes('demo'))).toHaveLength(own);
    });
  }

  it('has names and labels in both languages where its seeds have them', async () => {
    const [seed] = seedsAmong(modules);
    const menu = { name: '商店', nameEn: 'Shops', path: '/both', component: 'both', icon: '', sort: 0 };
    const item = { value: '1', label: '开', labelEn: 'open', labelZh: '开着' };
    const both = {
      menu: { ...menu, folders: [], permissions: {} },
      dicts: [{ code: 'both_state', name: '状态', items: [item] }],
    };
    product = await startApp({ storage });
    const { client, db } = product;
    await db.transaction((manager) => runSeeds(manager, [modulesSeed([both, ...(seed ? [seed] : [])])]));
    const { access_token: token } = await client.login('admin', ADMIN_PASSWORD);
    const { data } = (await client.get<Node[]>('/api/index/getMenuList', token)).body;
    expect(data.find(({ path }) => path === '/both')).toMatchObject({ name: '商店', nameEn: 'Shops' });
    expect((await client.get('/api/dict/data/both_state', token)).body.data).toMatchObject([item]);
  });

  it('takes few statements to enter 20 modules, and one to find them entered', async () => {
    product = await startApp();
    const { db } = product;
    const seeds = [modulesSeed(seedsAmong(modules))];
    const seed = () => db.transaction((manager) => runSeeds(manager, seeds));
    expect((await statementsOf(db, seed)).length).toBeLessThan(40);
    expect(await db.manager.countBy(Menu, { path: '/demo-shop20' })).toBe(1);
    const again = (await statementsOf(db, seed)).filter((sql) => /^(SELECT|INSERT|UPDATE|DELETE)/i.test(sql));
    expect(again).toHaveLength(1);
  });

  it('leaves what people changed or removed as it is', async () => {
    const { db } = await start();
    const page = (number: number) => db.manager.findOneByOrFail(Menu, { path: `/demo-shop${number}` });
    const dict = (number: number) => db.manager.findOneByOrFail(Dict, { code: `${PREFIX}${number}_state` });
    await db.manager.update(Menu, { id: (await page(3)).id }, { name: 'Mine', path: '/mine', parentId: folderId });
    await db.manager.update(Menu, { permission: codeOf(3, 'add') }, { name: 'Take in' });
    await db.manager.delete(Menu, { permission: codeOf(4, 'export') });
    const gone = await page(5);
    await db.manager.delete(Menu, { parentId: gone.id });
    await db.manager.delete(Menu, { id: gone.id });
    await db.manager.update(DictItem, { dictId: (await dict(6)).id, value: '1' }, { label: 'Mine' });
    await db.manager.delete(DictItem, { dictId: (await dict(7)).id, value: '2' });
    const { id } = await dict(8);
    await db.manager.delete(DictItem, { dictId: id });
    await db.manager.delete(Dict, { id });
    await db.manager.delete(Menu, { path: '/shop' });
    const before = await rowsOf(product as TestApp);
    expect(await rowsOf(await start())).toEqual(before);
  });

  it('counts what is there already as entered: pages and buttons are not doubled, dictionaries left alone', async () => {
    product = await startApp({ storage });
    const { db } = product;
    const add = (values: Partial<Menu>) => db.manager.save(db.manager.create(Menu, { icon: '', ...values }));
    const { id } = await add({ type: MenuType.Page, name: 'Mine', path: '/mine', component: 'demo-shop9' });
    await add({ type: MenuType.Button, parentId: id, name: 'page', permission: codeOf(9, 'page') });
    const dict = await db.manager.save(db.manager.create(Dict, { code: `${PREFIX}9_state`, name: 'Mine' }));
    const { menus, items } = await rowsOf(await start());
    expect(menus.filter(({ component }) => component === 'demo-shop9')).toMatchObject([{ id, path: '/mine' }]);
    const buttons = menus.filter(({ permission }) => permission.startsWith('app:demoShop9:'));
    expect(buttons.map(({ permission }) => permission).sort()).toEqual(
      OPERATIONS.map((each) => codeOf(9, each)).sort(),
    );
    expect(buttons.every(({ parentId }) => parentId === id)).toBe(true);
    expect(items.filter(({ dictId }) => dictId === dict.id)).toEqual([]);
  });

  it('has nothing to enter in the database that the modules were generated on', async () => {
    const before = await rowsOf(app.steward);
    const second = await startApp({ storage: app.steward.storage, generated: modules });
    const after = await rowsOf(second);
    await second.stop();
    expect(after).toEqual(before);
  });

  describe('that is generated again', () => {
    let later: Type[];
    let table: GeneratedTable;

    beforeAll(async () => {
      table = tables[9] as GeneratedTable;
      await table.relists('1-on 2-off 3-lost');
      expect((await table.merge()).failed).toEqual([]);
      const own = "crudPermissions('app:demoShop10')";
      table.replace('permissions', own, `{ ...${own}, approve: 'app:demoShop10:approve' }`);
      later = await loadModules(app.output);
    });

    it('brings new codes and values to existing databases, once, and grants stay', async () => {
      const { db, make } = await start();
      const button = await db.manager.findOneByOrFail(Menu, { permission: codeOf(10, 'page') });
      const role = await make.aRole({});
      await db.manager.insert(RoleMenu, { roleId: role.id, menuId: button.id });
      const before = await rowsOf(product as TestApp);

      const { db: second } = await start(later);
      const after = await rowsOf(product as TestApp);
      const added = after.menus.slice(before.menus.length);
      expect(added).toMatchObject([{ permission: codeOf(10, 'approve'), name: 'approve', parentId: button.parentId }]);
      const { id: dictId } = await second.manager.findOneByOrFail(Dict, { code: `${table.name}_state` });
      expect(after.items.slice(before.items.length)).toMatchObject([{ dictId, value: '3', label: 'lost', sort: 2 }]);
      expect(after.dicts).toEqual(before.dicts);
      expect(await second.manager.countBy(RoleMenu, { menuId: button.id })).toBe(1);
      expect(await rowsOf(await start(later))).toEqual(after);

      await (product as TestApp).db.manager.delete(Menu, { permission: codeOf(10, 'approve') });
      await (product as TestApp).db.manager.delete(DictItem, { dictId, value: '3' });
      const removed = await rowsOf(product as TestApp);
      expect(await rowsOf(await start(later))).toEqual(removed);
    });

    it('gives a button with a former code the new one, so that grants stay', async () => {
      const { db, make } = await start();
      const role = await make.aRole({});
      const button = await db.manager.findOneByOrFail(Menu, { permission: codeOf(11, 'page') });
      await db.manager.insert(RoleMenu, { roleId: role.id, menuId: button.id });
      const eleventh = tables[10] as GeneratedTable;
      expect((await eleventh.merge({ moduleName: 'store' })).failed).toEqual([]);
      const renamed = await start(await loadModules(app.output));
      expect(await renamed.db.manager.findBy(Menu, { permission: codeOf(11, 'page') })).toEqual([]);
      const now = await renamed.db.manager.findOneByOrFail(Menu, { permission: 'store:demoShop11:page' });
      expect(now.id).toBe(button.id);
      expect(await renamed.db.manager.countBy(RoleMenu, { menuId: button.id })).toBe(1);
    });
  });
});

describe('what a run enters', () => {
  let app: GeneratorApp;
  beforeAll(async () => (app = await GeneratorApp.start()));
  afterAll(() => app.stop());

  const recordsOf = async (name: string) => {
    const words = [
      name,
      name.replaceAll('_', '-'),
      name.replace(/_(.)/g, (_match, letter: string) => letter.toUpperCase()),
    ];
    const records = await app.steward.db.manager.find(SeedRecord);
    return records.map((row) => row.name).filter((row) => words.some((word) => row.includes(word)));
  };
  const page = async ({ kebab }: GeneratedTable) => (await menusOf(app.steward.db, kebab))[0];

  it('is on record, until an undo takes it back', async () => {
    const table = await GeneratedTable.of(app, 'demo_undone');
    expect(await recordsOf(table.name)).toHaveLength(1 + OPERATIONS.length + 1 + 2);
    expectSuccess(await app.post('undo', {}));
    expect(await recordsOf(table.name)).toEqual([]);
    expect((await app.generate(table.name)).menu).toMatchObject({
      success: true,
      message: expect.stringContaining('created') as string,
    });
    expect((await page(table))?.codes).toHaveLength(OPERATIONS.length);
  });

  it('is on record, until the module is removed', async () => {
    const table = await GeneratedTable.of(app, 'demo_removed');
    expectSuccess(await app.post('remove', { tableName: table.name }));
    expect(await recordsOf(table.name)).toEqual([]);
    const { menu, dict } = await app.generate(table.name);
    expect(menu).toMatchObject({ success: true, message: expect.stringContaining('created') as string });
    expect(dict).toMatchObject([{ status: 'exists' }]);
    await table.relists('1-on 2-off 3-lost');
    expect((await table.merge()).dict).toMatchObject([{ status: 'updated: 1 added, 0 relabelled, 0 kept' }]);
  });

  it('stays out where somebody removed the page or the dictionary', async () => {
    const table = await GeneratedTable.of(app, 'demo_emptied');
    const { manager } = app.steward.db;
    const { page: entry } = (await page(table)) ?? {};
    await manager.delete(Menu, { parentId: entry?.id });
    await manager.delete(Menu, { id: entry?.id });
    const { id } = await manager.findOneByOrFail(Dict, { code: 'demo_emptied_state' });
    await manager.delete(DictItem, { dictId: id });
    await manager.delete(Dict, { id });
    const { menu, dict } = await table.merge();
    expect(menu).toMatchObject({ success: true, menuId: 0, message: expect.stringContaining('removed') as string });
    expect(dict).toMatchObject([{ status: 'skipped: somebody has removed it' }]);
    expect(await menusOf(app.steward.db, table.kebab)).toEqual([]);
    expect(await manager.countBy(Dict, { code: 'demo_emptied_state' })).toBe(0);
  });

  it('leaves a dictionary alone that the first run found, in every later run and start', async () => {
    const { manager } = app.steward.db;
    const { id: dictId } = await manager.save(manager.create(Dict, { code: 'demo_found_state', name: 'Mine' }));
    await manager.save(manager.create(DictItem, { dictId, value: '1', label: 'Mine' }));
    const table = await GeneratedTable.of(app, 'demo_found');
    expect((await table.merge()).dict).toMatchObject([{ status: 'exists' }]);
    await table.relists('1-on 2-off 3-lost');
    expect((await table.merge()).dict).toMatchObject([{ status: 'exists' }]);
    const second = await startApp({ storage: app.steward.storage, generated: await loadModules(app.output) });
    await second.stop();
    expect(await table.items()).toMatchObject([{ value: '1', label: 'Mine' }]);
  });

  it('is left to a seed that somebody has edited', async () => {
    const table = await GeneratedTable.of(app, 'demo_edited');
    const { manager } = app.steward.db;
    table.replace('seed', "{ value: '2', label: 'off' },", '');
    // As in a database that has had nothing of it yet.
    const { id: dictId } = await manager.findOneByOrFail(Dict, { code: 'demo_edited_state' });
    await manager.delete(DictItem, { dictId, value: '2' });
    await forget(manager, [ofItem('demo_edited_state', '2')]);
    await table.relists('1-on 2-off 3-lost');
    expect((await table.merge()).merged).toEqual([table.path('seed')]);
    expect(table.read('seed')).toContain("{ value: '3', label: 'lost' }");
    expect(table.read('seed')).not.toContain("label: 'off'");
    expect((await table.items()).map(({ value }) => value)).toEqual(['1', '3']);
  });

  it('is adopted from before there were seeds', async () => {
    const table = await GeneratedTable.of(app, 'demo_before');
    const { manager } = app.steward.db;
    const entry = await page(table);
    await manager.delete(Menu, { permission: 'app:demoBefore:export' });
    const code = 'demo_before_state';
    const names = [ofPath('/demo-before'), ...(entry?.codes ?? []).map(ofCode), ofDict(code)];
    await forget(manager, [...names, ofItem(code, '1'), ofItem(code, '2')]);
    // As the version before rendered it.
    const file = join(app.output.path, table.baseline);
    const baseline = readBaseline(app.output.read(table.baseline));
    if (!baseline) throw new Error('no baseline');
    const module = table.read('module').replace(/^.*(Seeded|Seed }).*\n/gm, '');
    expect(module).not.toMatch(/seed/i);
    const files = new Map([...baseline.files, [table.path('module'), module]]);
    files.delete(table.path('seed'));
    writeFileSync(file, baselineText({ ...baseline, files }));
    table.write('module', module);
    rmSync(table.at(table.path('seed')));
    const before = await rowsOf(app.steward);

    const { generated, overwritten, failed, menu, dict } = await table.merge();
    expect({ generated, overwritten, failed }).toEqual({
      generated: [table.path('seed')],
      overwritten: [table.path('module')],
      failed: [],
    });
    expect({ menu, dict }).toMatchObject({ menu: { message: 'exists' }, dict: [{ status: 'exists' }] });
    expect(existsSync(table.at(table.path('seed')))).toBe(true);
    const second = await startApp({ storage: app.steward.storage, generated: await loadModules(app.output) });
    const after = await rowsOf(second);
    await second.stop();
    expect({ ...after, names: [] }).toEqual({ ...before, names: [] });
    expect(await recordsOf(table.name)).toHaveLength(2 + OPERATIONS.length + 1 + 2);
  });
});
