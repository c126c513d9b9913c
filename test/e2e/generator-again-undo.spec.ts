import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Menu } from '../../src/modules/access/menu.entity.js';
import { RoleMenu } from '../../src/modules/access/role.entity.js';
import type { Removed, Undone } from '../../src/generator/compare/compare.result.js';
import { baselineText, readBaseline } from '../../src/generator/history/baseline-text.js';
import type { Undo } from '../../src/generator/history/undo.record.js';
import { Dict, DictItem } from '../../src/modules/dict/dict.entity.js';
import { GeneratedTable } from '../support/again.js';
import { expectNamed, expectSuccess } from '../support/checks.js';
import { GeneratorApp, filesOf } from '../support/generator.js';

let app: GeneratorApp;
let number = 0;
beforeAll(async () => (app = await GeneratorApp.start()));
afterAll(() => app.stop());

const fresh = () => GeneratedTable.of(app, `demo_undo${++number}`);

async function undo(): Promise<Undone> {
  const answer = await app.post<Undone>('undo', {});
  expectSuccess(answer);
  return answer.body.data;
}

async function remove(table: GeneratedTable, options: object = {}): Promise<Removed> {
  const answer = await app.post<Removed>('remove', { tableName: table.name, ...options });
  expectSuccess(answer);
  return answer.body.data;
}

const menus = () => app.steward.db.getRepository(Menu).count();
const buttonsOf = async ({ kebab }: GeneratedTable) => {
  const page = await app.steward.db.getRepository(Menu).findOneByOrFail({ path: `/${kebab}` });
  return app.steward.db.getRepository(Menu).findBy({ parentId: page.id });
};

describe('an undo', () => {
  it('takes back a first run with its rows, once', async () => {
    const before = { files: app.output.contents(), menus: await menus(), dicts: await dictCount() };
    const table = await fresh();
    const undone = await undo();
    expect(undone).toMatchObject({ kept: [], failed: [] });
    expect([...undone.restored].sort()).toEqual(filesOf(table.kebab).sort());
    expect(undone.rows).toBe(1 + 8 + 1 + 2);
    expect({ files: app.output.contents(), menus: await menus(), dicts: await dictCount() }).toEqual({
      ...before,
      files: app.output.contents(),
    });
    expect(app.output.registered()).toEqual([]);
    expect(filesOf(table.kebab).filter((path) => existsSync(table.at(path)))).toEqual([]);
    expectNamed(await app.post('undo', {}), 'no run to undo');
  });

  it('takes back all requests of one run, and none of the run before', async () => {
    const other = await fresh();
    const names = ['demo_batch_a', 'demo_batch_b'];
    await app.table(...names);
    const before = { menus: await menus(), dicts: await dictCount() };
    for (const name of names) await app.generate(name, { run: 'one' });
    const entities = ['demo-batch-a', 'demo-batch-b'].flatMap(filesOf);
    const { restored, failed, kept } = await undo();
    expect({ failed, kept }).toEqual({ failed: [], kept: [] });
    expect(restored).toEqual(expect.arrayContaining(entities));
    expect(entities.filter((path) => existsSync(join(app.output.path, path)))).toEqual([]);
    expect({ menus: await menus(), dicts: await dictCount() }).toEqual(before);
    expect(existsSync(other.at(other.path('entity')))).toBe(true);
    expect(app.output.registered()).toHaveLength(1);

    await app.generate('demo_batch_a', { run: 'two' });
    await app.generate('demo_batch_b', { run: 'three' });
    expect((await undo()).restored).not.toEqual(expect.arrayContaining(filesOf('demo-batch-a')));
    expect(existsSync(join(app.output.path, filesOf('demo-batch-a')[0] ?? ''))).toBe(true);
    expectNamed(await app.post('generate', { tableName: 'demo_batch_a', run: 'x'.repeat(65) }), 'run');
  });

  it.each(['merge', 'overwrite'])('takes back %s, with the baseline', async (mode) => {
    const table = await fresh();
    table.append('service', '\n/** Mine. */\nexport const mine = 1;\n');
    await table.gains('price');
    const before = table.contents();
    expect((await app.generate(table.name, { [mode]: true })).failed).toEqual([]);
    expect(table.contents()).not.toEqual(before);
    expect(await undo()).toMatchObject({ kept: [], failed: [], rows: 0 });
    expect(table.contents()).toEqual(before);
    expect(await table.check()).toMatchObject({ state: 'outdated' });
  });

  it('undoes nothing where a file has changed since', async () => {
    const table = await fresh();
    await table.gains('price');
    await table.merge();
    appendFileSync(table.at(table.path('dto')), '// changed\n');
    const before = table.contents();
    const undone = await undo();
    expect(undone).toMatchObject({ restored: [], rows: 0, failed: [{ path: table.path('dto') }] });
    expect(table.contents()).toEqual(before);
  });

  it('keeps rows that somebody has changed or granted', async () => {
    const table = await fresh();
    const [granted, renamed] = await buttonsOf(table);
    const role = await app.steward.make.aRole({});
    await app.steward.db.getRepository(RoleMenu).insert({ roleId: role.id, menuId: granted?.id });
    await app.steward.db.getRepository(Menu).update({ id: renamed?.id }, { name: 'Mine' });
    const { kept, rows, failed } = await undo();
    expect(failed).toEqual([]);
    expect([...kept].sort()).toEqual([granted?.permission, renamed?.permission, `/${table.kebab}`].sort());
    expect(rows).toBe(6 + 3);
    expect(await buttonsOf(table)).toHaveLength(2);
  });
});

describe('a forged record', () => {
  const RECORD = '.steward/undo.json';

  /** Puts a file into the output root. */
  const put = (path: string, text: string) => {
    mkdirSync(dirname(join(app.output.path, path)), { recursive: true });
    writeFileSync(join(app.output.path, path), text);
  };
  const read = (path: string) => readFileSync(join(app.output.path, path), 'utf8');

  /** Changes the record of the last run. */
  const forge = (change: (record: Undo) => void) => {
    const record = JSON.parse(read(RECORD)) as Undo;
    change(record);
    writeFileSync(join(app.output.path, RECORD), JSON.stringify(record));
  };

  it.each([
    'README.md',
    'src/bin/main.ts',
    'src/modules/user/user.service.ts',
    'src/generated.modules.ts',
    'console/src/pages/dashboard.page.vue',
    'test/generated/user.spec.ts',
    '.steward/demo-undo1.design.json',
  ])('never has an undo write %s', async (path) => {
    const table = await fresh();
    await table.gains('price');
    await table.merge();
    put(path, 'mine');
    forge(({ files }) => files.push({ path, before: 'forged', after: 'mine' }));
    const before = app.output.contents();
    expect(await undo()).toMatchObject({ restored: [], rows: 0, failed: [{ path }] });
    expect(app.output.contents()).toEqual(before);
  });

  it.each(['user', 'User', 'login', '../demo', ''])('never makes %j a table of the run', async (name) => {
    await fresh();
    const path = 'src/modules/user/user.entity.ts';
    put(path, 'mine');
    forge((record) => {
      record.files = [{ path, before: 'forged', after: 'mine' }];
      record.baselines = [{ table: name, before: 'forged' }];
    });
    expect(await undo()).toMatchObject({ restored: [], failed: [{ path }] });
    expect(read(path)).toBe('mine');
  });

  it('never has an undo write the files of another table', async () => {
    const [other, table] = [await fresh(), await fresh()];
    const path = other.path('service');
    const mine = other.read('service');
    forge(({ files }) => files.push({ path, before: 'forged', after: mine }));
    expect(await undo()).toMatchObject({ restored: [], failed: [{ path }] });
    expect(other.read('service')).toBe(mine);
    expect(table.has('service')).toBe(true);
  });

  it('never has a removal take the files of another table', async () => {
    const [other, table] = [await fresh(), await fresh()];
    const baseline = readBaseline(read(other.baseline));
    if (!baseline) throw new Error('no baseline');
    put(table.baseline, baselineText({ ...baseline, table: table.name }));
    const before = other.contents();
    expectNamed(await app.post('remove', { tableName: table.name }), other.kebab);
    expect(other.contents()).toEqual(before);
  });

  it('never has a removal take the files of the service', async () => {
    const table = await fresh();
    const baseline = readBaseline(read(table.baseline));
    if (!baseline) throw new Error('no baseline');
    for (const name of ['user', 'USER', 'Login']) {
      const kebab = name.toLowerCase();
      const path = `src/modules/${kebab}/${kebab}.service.ts`;
      put(path, 'mine');
      put(`.steward/${kebab}.json`, baselineText({ ...baseline, table: name, files: new Map([[path, 'mine']]) }));
      expectNamed(await app.post('remove', { tableName: name }), name);
      expect(read(path)).toBe('mine');
    }
  });
});

describe('dictionaries of a table that has changed', () => {
  it('follow it, and keep what people did', async () => {
    const table = await fresh();
    await table.relists('1-on 2-off 3-lost 4-new');
    await table.merge();
    const items = await table.items();
    const label = (value: string) => items.find((item) => item.value === value);
    await app.steward.db.getRepository(DictItem).update({ id: label('3')?.id }, { label: 'Mine' });
    await app.steward.db.getRepository(DictItem).delete({ id: label('4')?.id });
    await table.relists('1-open 3-gone 4-new 5-more');
    expect((await table.merge()).dict).toMatchObject([{ status: 'updated: 1 added, 1 relabelled, 2 kept' }]);
    expect((await table.items()).map(({ value, label }) => `${value}-${label}`)).toEqual([
      '1-open',
      '2-off',
      '3-Mine',
      '5-more',
    ]);
    expect((await table.merge()).dict).toMatchObject([{ status: 'exists' }]);
    expect(await undo()).toMatchObject({ failed: [], rows: 2 });
    expect((await table.items()).map(({ value, label }) => `${value}-${label}`)).toEqual(['1-on', '2-off', '3-Mine']);
  });

  it('stay as they are without merging', async () => {
    const table = await fresh();
    await table.relists('1-open 2-off 3-more');
    expect((await app.generate(table.name)).dict).toMatchObject([{ status: 'exists' }]);
    expect(await table.items()).toHaveLength(2);
    expect((await table.merge()).dict).toMatchObject([{ status: 'updated: 1 added, 1 relabelled, 0 kept' }]);
  });
});

describe('buttons of a module', () => {
  it('that an administrator removed stay removed, and others keep their grants', async () => {
    const table = await fresh();
    const [first, second] = await buttonsOf(table);
    const role = await app.steward.make.aRole({});
    await app.steward.db.getRepository(RoleMenu).insert({ roleId: role.id, menuId: second?.id });
    await app.steward.db.getRepository(Menu).delete({ id: first?.id });
    await table.gains('price');
    expect((await table.merge()).menu).toMatchObject({ success: true, message: 'exists' });
    expect((await buttonsOf(table)).map(({ id }) => id)).not.toContain(first?.id);
    expect(await app.steward.db.getRepository(RoleMenu).countBy({ menuId: second?.id })).toBe(1);
  });
});

describe('removing a module', () => {
  it('takes its files, its page, its registration and its baseline, and leaves table and dictionary', async () => {
    const other = await fresh();
    const table = await fresh();
    const removed = await remove(table);
    expect(removed).toMatchObject({ failed: [], menu: { success: true }, route: { success: true } });
    expect([...removed.removed].sort()).toEqual(filesOf(table.kebab).sort());
    expect(table.contents()).toEqual({});
    expect(Object.keys(other.contents())).toHaveLength(12);
    expect(app.output.registered()).toContain(`DemoUndo${number - 1}Module`);
    expect(app.output.registered()).not.toContain(`DemoUndo${number}Module`);
    expect(await app.steward.db.getRepository(Menu).findBy({ path: `/${table.kebab}` })).toEqual([]);
    expect(await table.items()).toHaveLength(2);
    expect(await table.check()).toBeUndefined();
  });

  it('is refused where a file was edited', async () => {
    const table = await fresh();
    table.append('dto', '// mine\n');
    const before = table.contents();
    expect(await remove(table)).toMatchObject({ removed: [], failed: [{ path: table.path('dto') }] });
    expect(table.contents()).toEqual(before);
    expect(await buttonsOf(table)).toHaveLength(8);
  });

  it('is refused where a role holds a button, unless grants go too', async () => {
    const table = await fresh();
    const [button] = await buttonsOf(table);
    const role = await app.steward.make.aRole({});
    await app.steward.db.getRepository(RoleMenu).insert({ roleId: role.id, menuId: button?.id });
    expect(await remove(table)).toMatchObject({ removed: [], failed: [{ path: table.name }] });
    expect(await remove(table, { grants: true })).toMatchObject({ failed: [] });
    expect(await app.steward.db.getRepository(RoleMenu).countBy({ menuId: button?.id })).toBe(0);
  });

  it('works for a table that is gone', async () => {
    const table = await fresh();
    await app.steward.db.query(`DROP TABLE ${table.name}`);
    expect(await table.check()).toMatchObject({ state: 'dropped' });
    expect(await remove(table)).toMatchObject({ failed: [] });
    expect(table.contents()).toEqual({});
  });

  it('names a table that there is not', async () => {
    expectNamed(await app.post('remove', { tableName: 'demo_nowhere' }), 'demo_nowhere');
  });
});

async function dictCount(): Promise<number> {
  return app.steward.db.getRepository(Dict).count();
}
