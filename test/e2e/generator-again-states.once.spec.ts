import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { GeneratedTable } from '../support/again.js';
import { GeneratorApp, filesOf } from '../support/generator.js';

const MODES = { default: {}, merge: { merge: true }, overwrite: { overwrite: true } };

const MINE = '\n/** Mine. */\nexport const MINE = 1;\n';

/** The lists of a result that a file can be in. */
const LISTS = ['generated', 'skipped', 'overwritten', 'merged', 'outdated'] as const;

describe('what becomes of a file that is generated again', () => {
  let app: GeneratorApp;
  let tables: GeneratedTable[];
  beforeAll(async () => {
    app = await GeneratorApp.start();
    tables = await GeneratedTable.several(app, 'demo_state', 40);
  });
  afterAll(() => app.stop());

  function fresh(): GeneratedTable {
    const table = tables.pop();
    if (!table) throw new Error('There are too few tables');
    return table;
  }

  /** Generates in a mode, and returns what happened to a kind of file. */
  async function become(table: GeneratedTable, kind: string, mode: keyof typeof MODES) {
    const result = await app.generate(table.name, MODES[mode]);
    const path = table.path(kind);
    const lists = LISTS.filter((list) => result[list].includes(path));
    const failed = result.failed.find((file) => file.path === path)?.message;
    return { lists, failed, notes: result.notes.filter((note) => note.path === path).length };
  }

  type Cell = [mode: keyof typeof MODES, lists: string[], text: 'same' | 'rendered' | 'both'];

  it.each<Cell>([
    ['default', ['skipped'], 'same'],
    ['merge', ['skipped'], 'same'],
    ['overwrite', ['overwritten'], 'same'],
  ])('untouched, and rendered as before: %s', async (mode, lists) => {
    const table = fresh();
    const before = [table.read('dto'), app.output.modifiedAt(table.path('dto'))];
    expect(await become(table, 'dto', mode)).toEqual({ lists, notes: 0 });
    expect([table.read('dto'), app.output.modifiedAt(table.path('dto'))]).toEqual(before);
  });

  it.each<Cell>([
    ['default', ['skipped', 'outdated'], 'same'],
    ['merge', ['overwritten'], 'rendered'],
    ['overwrite', ['overwritten'], 'rendered'],
  ])('untouched, and rendered otherwise: %s', async (mode, lists, text) => {
    const table = fresh();
    await table.gains('price');
    expect(await become(table, 'dto', mode)).toEqual({ lists, notes: 0 });
    expect(table.read('dto').includes('price')).toBe(text === 'rendered');
  });

  it.each<Cell>([
    ['default', ['skipped'], 'same'],
    ['merge', ['skipped'], 'same'],
    ['overwrite', ['overwritten'], 'rendered'],
  ])('edited, and rendered as before: %s', async (mode, lists, text) => {
    const table = fresh();
    table.append('permissions', MINE);
    await table.gains('price');
    expect(await become(table, 'permissions', mode)).toEqual({ lists, notes: 0 });
    expect(table.read('permissions').endsWith(MINE)).toBe(text === 'same');
  });

  it.each<Cell>([
    ['default', ['skipped', 'outdated'], 'same'],
    ['merge', ['merged'], 'both'],
    ['overwrite', ['overwritten'], 'rendered'],
  ])('edited, and rendered otherwise: %s', async (mode, lists, text) => {
    const table = fresh();
    table.append('dto', MINE);
    await table.gains('price');
    expect(await become(table, 'dto', mode)).toEqual({ lists, notes: 0 });
    expect(table.read('dto').includes('price')).toBe(text !== 'same');
    expect(table.read('dto').endsWith(MINE)).toBe(text !== 'rendered');
  });

  it.each<Cell>([
    ['default', ['generated'], 'rendered'],
    ['merge', ['skipped'], 'same'],
    ['overwrite', ['generated'], 'rendered'],
  ])('deleted by hand, while the module is there: %s', async (mode, lists, text) => {
    const table = fresh();
    table.remove('spec');
    expect(await become(table, 'spec', mode)).toEqual({ lists, notes: mode === 'merge' ? 1 : 0 });
    expect(table.has('spec')).toBe(text === 'rendered');
    if (mode === 'merge') expect((await table.merge()).route).toMatchObject({ success: true });
  });

  it.each(['default', 'merge', 'overwrite'] as const)('deleted with the whole module: %s', async (mode) => {
    const table = fresh();
    const before = table.contents();
    for (const path of filesOf(table.kebab)) rmSync(table.at(path));
    const { generated, failed } = await app.generate(table.name, MODES[mode]);
    expect([[...generated].sort(), failed]).toEqual([filesOf(table.kebab).sort(), []]);
    expect(table.contents()).toEqual(before);
  });

  it.each(['default', 'merge', 'overwrite'] as const)('never there, and unknown: %s', async (mode) => {
    const table = new GeneratedTable(app, `demo_alone_${mode}`);
    await app.table(table.name);
    const { generated } = await app.generate(table.name, MODES[mode]);
    expect([...generated].sort()).toEqual(filesOf(table.kebab).sort());
    expect(await table.check()).toMatchObject({ state: 'current', edited: [] });
  });

  it.each(['default', 'merge', 'overwrite'] as const)('unknown, and what is rendered: %s', async (mode) => {
    const table = fresh();
    const before = table.contents();
    rmSync(table.at(table.baseline));
    expect(await become(table, 'dto', mode)).toEqual({ lists: ['skipped'], notes: 0 });
    expect(table.contents()).toEqual(before);
  });

  it.each<[mode: keyof typeof MODES, lists: string[], failed: boolean]>([
    ['default', ['skipped'], false],
    ['merge', [], true],
    ['overwrite', ['overwritten'], false],
  ])('unknown, and not what is rendered: %s', async (mode, lists, failed) => {
    const table = fresh();
    rmSync(table.at(table.baseline));
    table.append('dto', MINE);
    const before = table.read('dto');
    const reason = failed ? (expect.stringMatching(/no baseline.*accept.*overwrite/) as string) : undefined;
    expect(await become(table, 'dto', mode)).toEqual({ lists, failed: reason, notes: 0 });
    expect(table.read('dto') === before).toBe(mode !== 'overwrite');
    expect(table.has('entity')).toBe(true);
  });

  describe('and is no longer rendered, as the bodies of what is read only', () => {
    /** Puts a view in the place of the table. */
    async function becomesView(table: GeneratedTable) {
      const { db } = app.steward;
      await db.query(`DROP TABLE ${table.name}`);
      await db.query(`CREATE VIEW ${table.name} AS SELECT 1 AS id, 'a' AS title`);
    }

    it.each<[mode: keyof typeof MODES, there: boolean]>([
      ['default', true],
      ['merge', false],
      ['overwrite', false],
    ])('untouched: %s', async (mode, there) => {
      const table = fresh();
      await becomesView(table);
      expect(await become(table, 'dto', mode)).toMatchObject({ lists: there ? ['skipped'] : [] });
      expect(table.has('dto')).toBe(there);
      if (!there) expect(await table.check()).toMatchObject({ state: 'current' });
    });

    it.each<[mode: keyof typeof MODES, lists: string[]]>([
      ['default', ['skipped']],
      ['merge', []],
      ['overwrite', []],
    ])('edited: %s', async (mode, lists) => {
      const table = fresh();
      table.append('dto', MINE);
      await becomesView(table);
      const before = table.contents();
      const { lists: found, failed } = await become(table, 'dto', mode);
      expect([found, failed === undefined]).toEqual([lists, mode === 'default']);
      if (mode !== 'default') expect(table.contents()).toEqual(before);
      expect(table.has('dto')).toBe(true);
    });

    it.each([
      ['hand', true],
      ['rendering', false],
    ])('edited, and decided by %s', async (conflicts, there) => {
      const table = fresh();
      table.append('dto', MINE);
      await becomesView(table);
      expect((await table.merge()).conflicts).toMatchObject([{ path: table.path('dto'), rendering: null }]);
      expect(await table.merge({ conflicts })).toMatchObject({ failed: [], conflicts: [] });
      expect(table.has('dto')).toBe(there);
      expect(await table.check()).toMatchObject({ state: 'current' });
      expect(await table.merge()).toMatchObject({ failed: [], overwritten: [], notes: [] });
    });
  });

  it('is not registered where a person removed the module itself', async () => {
    const table = fresh();
    rmSync(dirname(table.at(table.path('dto'))), { recursive: true });
    const { route, notes } = await table.merge();
    expect(route).toMatchObject({ success: false, message: expect.stringMatching(/is not there$/) as string });
    expect(notes.length).toBeGreaterThan(0);
  });
});
