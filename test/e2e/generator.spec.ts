import { existsSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { OPERATIONS } from '../../src/crud/permissions.js';
import { OperationType } from '../../src/http/recording/operation.js';
import { ownTableNames } from '../../src/database/entities/own-tables.js';
import { Menu, MenuType } from '../../src/modules/access/menu.entity.js';
import { Dict, DictItem } from '../../src/modules/dict/dict.entity.js';
import { generatorPermissions } from '../../src/generator/api/generator.permissions.js';
import { OperationLog } from '../../src/logs/operation-log/operation-log.entity.js';
import { aCaller } from '../support/callers.js';
import { expectData, expectFailure, expectNamed, expectSuccess, tally } from '../support/checks.js';
import { GeneratorApp, INDEX, OutputRoot, filesOf, menusOf, writtenOf } from '../support/generator.js';
import { onServices } from '../support/services.js';
import { expectNothingStored } from '../support/snapshot.js';

/** The four routes, a call that each answers, and the code that it asks for. */
const CALLS: [string, string, unknown, string][] = [
  ['GET', 'page', undefined, generatorPermissions.page],
  ['POST', 'preview', { tableName: 'demo_item' }, generatorPermissions.generator],
  ['POST', 'generate', { tableName: 'demo_item' }, generatorPermissions.generator],
  ['POST', 'batchGenerate', { tableNames: ['demo_item'] }, generatorPermissions.batchGenerator],
  ['POST', 'diff', { tableName: 'demo_item' }, generatorPermissions.generator],
  ['GET', 'check', undefined, generatorPermissions.page],
  ['POST', 'accept', { tableName: 'demo_item' }, generatorPermissions.generator],
];

const codesOf = (module: string, camel: string) => OPERATIONS.map((operation) => `${module}:${camel}:${operation}`);

describe('the generator', () => {
  let app: GeneratorApp;
  beforeAll(async () => {
    app = await GeneratorApp.start();
    await app.table('demo_item', 'demo_order', 'demo_customer', 'demo_invoice', 'demo_race', 'demo_kept', 'demo_dict');
  });
  afterAll(() => app.stop());

  const call = (method: string, operation: string, body: unknown, token?: string) =>
    app.steward.client.call(method, `/api/generator/${operation}`, { token, body });

  describe('access', () => {
    it.each(CALLS)('%s %s needs a token', async (method, operation, body) => {
      expectFailure(await call(method, operation, body), 401);
    });

    it.each(CALLS)('%s %s needs its own permission', async (method, operation, body, code) => {
      const others = Object.values(generatorPermissions).filter((other) => other !== code);
      const { token } = await aCaller(app.steward, others);
      const refused = await call(method, operation, body, token);
      expectFailure(refused, 403);
      expect(refused.body.msg).toContain(code);
      const { token: granted } = await aCaller(app.steward, [code]);
      expectSuccess(await call(method, operation, body, granted));
    });
  });

  describe('page', () => {
    interface Summary {
      tableName: string;
      comment: string;
      rowCount: number;
      engine: string;
    }
    const page = async (query: string) => {
      const answer = await app.steward.client.get<{ records: Summary[]; total: number }>(
        `/api/generator/page?${query}`,
        app.admin,
      );
      expectSuccess(answer);
      return answer.body.data;
    };

    it('lists tables with their comment, their number of rows and their engine', async () => {
      const { records, ...shell } = await page('tableName=demo_item');
      expect(shell).toEqual({ total: 1, size: 10, current: 1, pages: 1 });
      expect(records).toMatchObject([
        onServices
          ? { tableName: 'demo_item', comment: 'A table of tests', engine: 'InnoDB' }
          : { tableName: 'demo_item', comment: '', engine: 'sqlite', rowCount: 0 },
      ]);
      expect(typeof records[0]?.rowCount).toBe('number');
    });

    it("lists none of the service's own tables, and pages", async () => {
      const { total } = await page('');
      const { records } = await page(`pageNo=2&pageSize=2`);
      expect(records).toHaveLength(2);
      const { records: all } = await page('pageSize=500');
      expect(all).toHaveLength(total);
      const names = all.map(({ tableName }) => tableName);
      expect(names).toContain('demo_order');
      expect(names.filter((name) => ownTableNames('').includes(name))).toEqual([]);
      expect(records).toEqual(all.slice(2, 4));
      for (const own of ['user', 'role_menu', 'migrations'])
        expect((await page(`tableName=${own}`)).records).toEqual([]);
    });

    it.each(['nowhere', "' OR 1=1 --", '%', '../', '😀'])('finds nothing for %s', async (name) => {
      expect((await page(`tableName=${encodeURIComponent(name)}`)).records).toEqual([]);
    });
  });

  describe('preview', () => {
    it('answers the files that generate writes, and does nothing', async () => {
      const before = app.output.contents();
      const logged = await app.steward.db.manager.count(OperationLog);
      await expectNothingStored(app.steward.db, async () => {
        const answer = await app.post<{ path: string; content: string }[]>('preview', { tableName: 'demo_customer' });
        expectSuccess(answer);
        const shown = Object.fromEntries(answer.body.data.map(({ path, content }) => [path, content]));
        expect(Object.keys(shown).sort()).toEqual(filesOf('demo-customer').sort());
        expect(app.output.contents()).toEqual(before);
        expect(await app.steward.db.manager.count(OperationLog)).toBe(logged);
      });
    });

    it('answers exactly what is then written', async () => {
      const { body } = await app.post<{ path: string; content: string }[]>('preview', { tableName: 'demo_invoice' });
      const { generated } = await app.generate('demo_invoice');
      expect(generated).toEqual(body.data.map(({ path }) => path));
      for (const { path, content } of body.data) expect(app.output.read(path)).toBe(content);
    });

    it.each(['nowhere', 'user', '../demo_item'])('refuses %s', async (tableName) => {
      expectNamed(await app.post('preview', { tableName }), tableName);
    });
  });

  describe('generate', () => {
    it('writes a module and enters its menu, its dictionary and its registration', async () => {
      const result = await app.generate('demo_order');
      const [menu] = await menusOf(app.steward.db, 'demo-order');
      expect(menu?.codes).toEqual(codesOf('app', 'demoOrder'));
      const folder = await app.steward.db.manager.findOneBy(Menu, { path: '/folder/demo' });
      expect(menu?.page).toMatchObject({ parentId: folder?.id, permission: '', type: MenuType.Page, status: 1 });
      const { id, path, component, icon } = menu?.page ?? {};
      const body = { id, path, component, icon };
      expectSuccess(await app.steward.client.call('PUT', '/api/menu/update', { token: app.admin, body }));
      const items = [
        { value: '1', label: 'on' },
        { value: '2', label: 'off' },
      ];
      expect(result).toEqual({
        generated: expect.any(Array) as string[],
        skipped: [],
        overwritten: [],
        merged: [],
        outdated: [],
        failed: [],
        conflicts: [],
        notes: [],
        menu: { success: true, menuId: menu?.page.id, message: expect.any(String) as string },
        dict: [{ dict: 'demo_order_state', name: 'State', items, status: 'created' }],
        route: { success: true, message: expect.stringMatching(/rebuild and restart/) as string },
      });
      expect([...result.generated].sort()).toEqual(filesOf('demo-order').sort());
      expect(app.output.registered()).toContain('DemoOrderModule');
      const stored = await app.steward.db.manager.findOneByOrFail(Dict, { code: 'demo_order_state' });
      expect(stored).toMatchObject({ name: 'State', status: 1 });
      expect(await app.steward.db.manager.findBy(DictItem, { dictId: stored.id })).toMatchObject(items);
    });

    it('adds nothing the second time', async () => {
      await app.generate('demo_item');
      const before = app.output.contents();
      await expectNothingStored(app.steward.db, async () => {
        const again = await app.generate('demo_item');
        expect(again).toMatchObject({ generated: [], overwritten: [], failed: [] });
        expect([...again.skipped].sort()).toEqual(filesOf('demo-item').sort());
        expect(again.menu).toMatchObject({ success: true, menuId: (await app.generate('demo_item')).menu.menuId });
        expect(again.dict).toMatchObject([{ dict: 'demo_item_state', status: 'exists' }]);
        expect(again.route.success).toBe(true);
      });
      expect(app.output.contents()).toEqual(before);
    });

    it('keeps a file that was edited, or overwrites it where it is told to', async () => {
      await app.generate('demo_kept');
      const path = 'src/modules/demo-kept/demo-kept.service.ts';
      const written = app.output.read(path);
      writeFileSync(join(app.output.path, path), '// mine\n');
      expect((await app.generate('demo_kept')).skipped).toContain(path);
      expect((await app.generate('demo_kept', { overwrite: false })).skipped).toContain(path);
      expect(app.output.read(path)).toBe('// mine\n');
      const { overwritten, generated, skipped } = await app.generate('demo_kept', { overwrite: true });
      expect([...overwritten].sort()).toEqual(filesOf('demo-kept').sort());
      expect([generated, skipped]).toEqual([[], []]);
      expect(app.output.read(path)).toBe(written);
    });

    it('writes the file that is missing alone', async () => {
      await app.generate('demo_kept');
      const path = 'src/modules/demo-kept/demo-kept.dto.ts';
      const fresh = new OutputRoot();
      const other = await GeneratorApp.start({}, fresh);
      await other.table('demo_kept');
      await other.generate('demo_kept');
      unlinkSync(join(fresh.path, path));
      const { generated, skipped } = await other.generate('demo_kept');
      await other.stop();
      expect(generated).toEqual([path]);
      expect(skipped).toHaveLength(10);
    });

    it('leaves a file that is right already as it is', async () => {
      await app.generate('demo_kept');
      const times = () => filesOf('demo-kept').map((path) => app.output.modifiedAt(path));
      const before = times();
      expect((await app.generate('demo_kept', { overwrite: true })).overwritten).toHaveLength(11);
      expect(times()).toEqual(before);
    });

    it('takes the module name into the codes, and gives the buttons that there are the new ones', async () => {
      await app.table('demo_shop');
      await app.generate('demo_shop', { moduleName: 'shop' });
      const [first] = await menusOf(app.steward.db, 'demo-shop');
      expect(first?.codes).toEqual(codesOf('shop', 'demoShop'));
      await app.generate('demo_shop', { moduleName: 'store' });
      expect(await menusOf(app.steward.db, 'demo-shop')).toEqual([first]);
      await app.generate('demo_shop', { moduleName: 'store', overwrite: true });
      const renamed = await menusOf(app.steward.db, 'demo-shop');
      expect(renamed.map(({ codes }) => codes)).toEqual([codesOf('store', 'demoShop')]);
      expect(app.output.read('src/modules/demo-shop/demo-shop.permissions.ts')).toContain('store:demoShop');
    });

    it('leaves one menu and whole files behind 20 parallel runs', async () => {
      const runs = Array.from({ length: 20 }, () => app.generate('demo_race', { overwrite: true }));
      const results = await Promise.all(runs);
      expect(results.map(({ failed }) => failed)).toEqual(results.map(() => []));
      expect(tally(results.map(({ generated }) => generated.length))).toEqual({ 0: 19, 11: 1 });
      expect(tally(results.map(({ menu }) => menu.menuId))).toEqual({ [String(results[0]?.menu.menuId)]: 20 });
      expect(tally(results.map(({ dict }) => dict[0]?.status ?? ''))).toEqual({ created: 1, exists: 19 });
      expect((await menusOf(app.steward.db, 'demo-race')).map(({ codes }) => codes)).toEqual([
        codesOf('app', 'demoRace'),
      ]);
      const { body } = await app.post<{ path: string; content: string }[]>('preview', { tableName: 'demo_race' });
      for (const { path, content } of body.data) expect(app.output.read(path)).toBe(content);
      expect(app.output.registered().filter((name) => name === 'DemoRaceModule')).toHaveLength(1);
    });

    it('registers all tables of parallel runs, sorted', async () => {
      const tables = ['demo_p3', 'demo_p1', 'demo_p4', 'demo_p2'];
      await app.table(...tables);
      await Promise.all(tables.map((table) => app.generate(table)));
      const registered = app.output.registered();
      expect(registered).toEqual(
        expect.arrayContaining(['DemoP1Module', 'DemoP2Module', 'DemoP3Module', 'DemoP4Module']),
      );
      expect(registered).toEqual([...registered].sort());
    });

    it('drops a registration whose files were removed', async () => {
      await app.table('demo_gone', 'demo_after');
      expect((await app.generate('demo_gone')).failed).toEqual([]);
      rmSync(join(app.output.path, 'src/modules/demo-gone'), { recursive: true });
      await app.generate('demo_after');
      expect(app.output.registered()).toContain('DemoAfterModule');
      expect(app.output.registered()).not.toContain('DemoGoneModule');
    });
  });

  describe('batchGenerate', () => {
    it('answers each table by itself, in its order', async () => {
      await app.table('demo_b1', 'demo_b2');
      const items = await app.batch(['demo_b2', 'nowhere', 'user', 'demo_b1', 'demo_b2']);
      expect(items.map(({ table, success, message }) => [table, success, message])).toEqual([
        ['demo_b2', true, 'generated 11, skipped 0, overwritten 0, failed 0'],
        ['nowhere', false, 'generated 0, skipped 0, overwritten 0, failed 1'],
        ['user', false, 'generated 0, skipped 0, overwritten 0, failed 1'],
        ['demo_b1', true, 'generated 11, skipped 0, overwritten 0, failed 0'],
      ]);
      expect(items[1]).toMatchObject({
        failed: [{ path: 'nowhere', message: expect.stringContaining('nowhere') as string }],
        menu: { success: false, menuId: 0 },
        dict: [],
        route: { success: false },
      });
      expect(Object.keys(items[0] ?? {}).sort()).toEqual(
        [
          'conflicts',
          'dict',
          'failed',
          'generated',
          'menu',
          'merged',
          'message',
          'notes',
          'outdated',
          'overwritten',
          'route',
          'skipped',
          'success',
          'table',
        ].sort(),
      );
      const again = await app.batch(['demo_b1', 'demo_b2'], { overwrite: true });
      expect(again.map(({ message }) => message)).toEqual([
        'generated 0, skipped 0, overwritten 11, failed 0',
        'generated 0, skipped 0, overwritten 11, failed 0',
      ]);
      const [skipped] = await app.batch(['demo_b1']);
      expect(skipped?.message).toBe('generated 0, skipped 11, overwritten 0, failed 0');
    });

    it('refuses the second of two tables that make the same names', async () => {
      await app.table('demo_same', 'demoSame');
      const items = await app.batch(['demo_same', 'demoSame']);
      expect(items.map(({ success }) => success)).toEqual([true, false]);
      expect((await app.generate('demoSame')).failed).toMatchObject([{ path: 'demoSame' }]);
    });

    it.each([
      ['demo_near2', 'demo_near_2', 'DemoNear2Module'],
      ['map', 'map_row', 'MapRowModule'],
    ])(
      'registers the class of %s once, though %s has the same and a folder of its own',
      async (first, second, name) => {
        await app.table(first, second);
        expect((await app.generate(first)).failed).toEqual([]);
        const { failed } = await app.generate(second);
        expect(failed).toEqual([{ path: second, message: expect.stringContaining(name) as string }]);
        expect((await app.generate(first)).skipped).toHaveLength(11);
        expect(app.output.registered().filter((registered) => registered === name)).toEqual([name]);
      },
    );

    it("refuses the service's own permission codes", async () => {
      await app.table('dictitem');
      const { failed } = await app.generate('dictitem', { moduleName: 'sys' });
      expect(failed).toEqual([{ path: 'dictitem', message: expect.stringContaining('permission codes') as string }]);
      expect((await app.generate('dictitem')).menu.message).toBe('created, with 8 new buttons');
    });

    it('refuses permission codes that no menu can hold', async () => {
      const table = '表'.repeat(16);
      await app.table(table);
      const { failed } = await app.generate(table, { moduleName: 'm'.repeat(40) });
      expect(failed).toEqual([{ path: table, message: expect.stringContaining('128 characters') as string }]);
      expect((await app.generate(table)).menu.success).toBe(true);
    });
  });

  describe('bad input', () => {
    const TOO_LONG = `a${'b'.repeat(40)}`;
    const NO_NAMES: unknown[] = [undefined, null, 1, true, {}, [], ['demo_item'], { toString: 'demo_item' }];
    const BODIES: [string, string, unknown][] = [
      ...['preview', 'generate'].flatMap((operation) => [
        ...[...NO_NAMES, ''].map((value): [string, string, unknown] => [operation, 'tableName', { tableName: value }]),
        ...[null, '', 1, {}, 'Shop', '9a', 'a-b', 'a:b', '../a', "a'b", 'a\0', '__proto__', TOO_LONG].map(
          (moduleName): [string, string, unknown] => [operation, 'moduleName', { tableName: 'demo_item', moduleName }],
        ),
        ...[null, 'true', 1, 0, {}].map((overwrite): [string, string, unknown] => [
          operation,
          'overwrite',
          { tableName: 'demo_item', overwrite },
        ]),
      ]),
      ...[undefined, null, 'demo_item', {}, [], [1], [null], [{}], [['demo_item']], Array(101).fill('demo_item')].map(
        (tableNames): [string, string, unknown] => ['batchGenerate', 'tableNames', { tableNames }],
      ),
      ['batchGenerate', 'overwrite', { tableNames: ['demo_item'], overwrite: 'yes' }],
    ];

    it.each(BODIES)('%s refuses %s in %.80j', async (operation, member, body) => {
      const before = app.output.contents();
      await expectNothingStored(app.steward.db, async () => expectNamed(await app.post(operation, body), member));
      expect(app.output.contents()).toEqual(before);
    });

    const NAMES = [
      '../demo_item',
      '/etc/passwd',
      '../../package',
      'demo_item/../user',
      'demo_item\0',
      '\0',
      'demo_item;',
      "demo_item'",
      '"demo_item"',
      '`demo_item`',
      "x' OR '1'='1",
      '__proto__',
      'constructor',
      'toString',
      ' ',
      'information_schema.tables',
      'sqlite_master',
      'sqlite_sequence',
      'mysql.user',
      'user',
      'menu',
      'migration',
      'seed',
      'operation_log',
      'DEMO_ITEM',
      'demo_item ',
      '{{table}}',
      '${process.exit()}',
      '\u2028',
      '\ud800',
      '😀',
      'x'.repeat(1000),
    ];

    it.each(NAMES)('fails the table %.40j by name, and writes nothing', async (name) => {
      const before = app.output.contents();
      await expectNothingStored(app.steward.db, async () => {
        const result = await app.generate(name);
        expect(result).toMatchObject({ generated: [], skipped: [], overwritten: [], dict: [] });
        expect(result.failed).toEqual([{ path: name, message: expect.stringMatching(/./) as string }]);
        const [item] = await app.batch([name]);
        expect(item).toMatchObject({ success: false, message: 'generated 0, skipped 0, overwritten 0, failed 1' });
        expectFailure(await app.post('preview', { tableName: name }));
      });
      expect(app.output.contents()).toEqual(before);
    });

    it('has a limit for the length of a name', async () => {
      expectNamed(await app.post('generate', { tableName: 'x'.repeat(2000) }), 'tableName');
    });
  });

  describe('in the operation log', () => {
    const rowsOf = async (work: () => Promise<unknown>): Promise<OperationLog[]> => {
      const last = (await app.steward.db.manager.maximum(OperationLog, 'id')) ?? 0;
      await work();
      const rows = await app.steward.db.manager.find(OperationLog, { order: { id: 'ASC' } });
      return rows.filter(({ id }) => id > last);
    };

    it.each<[string, string, unknown, string]>([
      ['a generate', 'generate', { tableName: 'demo_item' }, ''],
      ['a batch', 'batchGenerate', { tableNames: ['demo_item', 'demo_order'] }, ''],
      ['a generate that fails', 'generate', { tableName: 'nowhere' }, 'nowhere'],
      ['a batch in which a table fails', 'batchGenerate', { tableNames: ['demo_item', 'nowhere'] }, 'nowhere'],
      ['a generate that is refused', 'generate', { tableName: 5 }, 'tableName'],
      ['a batch that is refused', 'batchGenerate', { tableNames: [] }, 'tableNames'],
    ])('%s is one row', async (_name, operation, body, reason) => {
      const rows = await rowsOf(() => app.post(operation, body));
      expect(rows).toMatchObject([
        { logType: OperationType.Generate, method: operation, username: 'admin', status: reason === '' ? 0 : 1 },
      ]);
      expect(rows[0]?.error).toContain(reason);
      expect(rows[0]?.logType).toBe(19);
    });

    it('a preview and a page are none', async () => {
      const rows = await rowsOf(async () => {
        await app.post('preview', { tableName: 'demo_item' });
        await app.post('preview', { tableName: 'nowhere' });
        await call('GET', 'page', undefined, app.admin);
      });
      expect(rows).toEqual([]);
    });
  });
});

describe('the generator with other settings', () => {
  it('is off where it is turned off, and says how to turn it on', async () => {
    const app = await GeneratorApp.start({ GENERATOR_ENABLED: 'false' });
    await app.table('demo_item');
    for (const [method, operation, body] of CALLS) {
      for (const sent of method === 'GET' ? [body] : [body, {}]) {
        const answer = await app.steward.client.call(method, `/api/generator/${operation}`, {
          token: app.admin,
          body: sent,
        });
        expectNamed(answer, 'GENERATOR_ENABLED=true');
      }
    }
    expect(await app.steward.db.manager.countBy(OperationLog, { logType: 19, status: 1 })).toBe(6);
    expect(app.output.files()).toEqual([]);
    await app.stop();
  });

  it('overwrites where the setting says so, unless the call says otherwise', async () => {
    const app = await GeneratorApp.start({ GENERATOR_OVERWRITE: 'true' });
    await app.table('demo_item');
    await app.generate('demo_item');
    expect((await app.generate('demo_item')).overwritten).toHaveLength(11);
    expect((await app.generate('demo_item', { overwrite: false })).skipped).toHaveLength(11);
    await app.stop();
  });

  it('creates the output root', async () => {
    const outer = new OutputRoot();
    const root = join(outer.path, 'not/there/yet');
    const app = await GeneratorApp.start({ GENERATOR_OUTPUT_ROOT: root });
    await app.table('demo_item');
    expect(existsSync(root)).toBe(false);
    expect((await app.generate('demo_item')).generated).toHaveLength(11);
    expect(existsSync(join(root, INDEX))).toBe(true);
    await app.stop();
    outer.remove();
  });

  it('puts the page under the menu that is set', async () => {
    const parentId = 3;
    const app = await GeneratorApp.start({ GENERATOR_PARENT_MENU_ID: String(parentId) });
    await app.table('demo_item');
    await app.steward.db.manager.update(Menu, { id: parentId }, { type: MenuType.Folder });
    const { menu } = await app.generate('demo_item');
    expect(menu.success).toBe(true);
    const [entry] = await menusOf(app.steward.db, 'demo-item');
    expect(entry?.page).toMatchObject({ id: menu.menuId, parentId });
    await app.stop();
  });

  it.each([
    ['that does not exist', 9_999_999],
    ['that is a button', undefined],
  ])('enters no menu under a menu %s, and keeps the files', async (_name, missing) => {
    const probe = await GeneratorApp.start();
    const button = await probe.steward.db.manager.findOneByOrFail(Menu, { type: MenuType.Button });
    await probe.stop();
    const app = await GeneratorApp.start({ GENERATOR_PARENT_MENU_ID: String(missing ?? button.id) });
    await app.table('demo_item');
    const menus = await app.steward.db.manager.count(Menu);
    const result = await app.generate('demo_item');
    expect(result).toMatchObject({ failed: [], menu: { success: false, menuId: 0 }, route: { success: true } });
    expect(result.menu.message).toContain('generator.parentMenuId');
    expect(result.dict).toMatchObject([{ status: 'created' }]);
    expect(app.output.files()).toEqual([...writtenOf('demo-item'), INDEX].sort());
    expect(await app.steward.db.manager.count(Menu)).toBe(menus);
    expectData(await app.steward.client.get('/api/menu/list?path=demo-item', app.admin), []);
    await app.stop();
  });

  it('counts characters in a dictionary, not what they are stored in', async () => {
    const app = await GeneratorApp.start();
    // Comments of MySQL hold no character that takes four bytes.
    const [character, whole] = onServices ? ['表', '表'.repeat(64)] : ['😀', '😀'.repeat(64)];
    const comment = `${character.repeat(70)}:1-${character.repeat(70)} 2-off`;
    await app.steward.db.query(
      onServices
        ? `CREATE TABLE demo_wide (id int AUTO_INCREMENT PRIMARY KEY, state int COMMENT '${comment}')`
        : `CREATE TABLE demo_wide (\n  id integer PRIMARY KEY AUTOINCREMENT,\n  state int -- ${comment}\n)`,
    );
    expect((await app.generate('demo_wide')).dict).toMatchObject([{ dict: 'demo_wide_state', status: 'created' }]);
    expect(await app.steward.db.manager.find(Dict)).toMatchObject([{ name: whole }]);
    expect((await app.steward.db.manager.find(DictItem))[0]?.label).toBe(character.repeat(70));
    await app.stop();
  });

  it('leaves a dictionary alone that has the code already', async () => {
    const app = await GeneratorApp.start();
    await app.table('demo_item');
    const added = await app.steward.client.post(
      '/api/dict/add',
      { name: 'Mine', code: 'demo_item_state' },
      { token: app.admin },
    );
    expectSuccess(added);
    expect((await app.generate('demo_item')).dict).toMatchObject([{ dict: 'demo_item_state', status: 'exists' }]);
    expect(await app.steward.db.manager.find(Dict)).toMatchObject([{ name: 'Mine' }]);
    expect(await app.steward.db.manager.count(DictItem)).toBe(0);
    await app.stop();
  });
});
