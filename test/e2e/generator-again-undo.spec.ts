import { appendFileSync, existsSync } from 'node:fs';
import { Menu } from '../../src/modules/access/menu.entity.js';
import { RoleMenu } from '../../src/modules/access/role.entity.js';
import type { Removed, Undone } from '../../src/modules/generator/again/again.result.js';
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
    expect(Object.keys(other.contents())).toHaveLength(11);
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
