import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OperationLog } from '../../src/logs/operation-log/operation-log.entity.js';
import { loadSettings } from '../../src/settings/settings.js';
import { baselineText, readBaseline } from '../../src/generator/history/baseline-text.js';
import { GeneratedTable, checked } from '../support/again.js';
import { expectNamed } from '../support/checks.js';
import { GeneratorApp } from '../support/generator.js';
import { expectNothingStored } from '../support/snapshot.js';

const MINE = '\n/** Mine. */\nexport const MINE = 1;\n';

describe('generating again', () => {
  let app: GeneratorApp;
  let number = 0;
  beforeAll(async () => (app = await GeneratorApp.start()));
  afterAll(() => app.stop());

  const fresh = () => GeneratedTable.of(app, `demo_base${++number}`);

  describe('from a baseline', () => {
    it.each<[name: string, spoil: (table: GeneratedTable) => void]>([
      ['that are gone', (table) => rmSync(table.at(table.baseline))],
      ['that were edited', (table) => table.tamper('"moduleName": "app"', '"moduleName": "bad"')],
      ['that are no JSON', (table) => table.tamper('{', '')],
      ['that name other files', (table) => table.tamper(/src\/modules\/[\w-]+\/[\w-]+\.dto/, '../../outside')],
    ])('%s', async (_name, spoil) => {
      const table = await fresh();
      table.append('dto', MINE);
      await table.gains('price');
      spoil(table);
      const before = table.files();
      expect((await table.merge()).failed.map(({ path }) => path)).toContain(table.path('dto'));
      expect(table.files()).toEqual(before);
      expect(existsSync(join(app.output.path, '../outside'))).toBe(false);
      expect((await table.accept()).failed).toEqual([]);
      expect(table.files()).toEqual(before);
      expect(await table.merge()).toMatchObject({ failed: [], merged: [], overwritten: [] });
      expect(table.read('dto')).toContain('MINE');
    });

    it("that are another table's", async () => {
      const [table, other] = [await fresh(), await fresh()];
      table.append('dto', MINE);
      writeFileSync(table.at(table.baseline), readFileSync(other.at(other.baseline)));
      const before = [table.contents(), other.contents()];
      await table.gains('price');
      expect((await table.merge()).failed).not.toEqual([]);
      expect([table.contents(), other.contents()]).toEqual(before);
      expect((await table.accept()).failed).toEqual([]);
      expect(await table.merge()).toMatchObject({ failed: [], merged: [] });
    });

    it('that lie behind a link', async () => {
      const outside = mkdtempSync(join(tmpdir(), 'steward-outside-'));
      const other = await GeneratorApp.start();
      symlinkSync(outside, join(other.output.path, '.steward'));
      await other.table('demo_item');
      for (const options of [{}, { merge: true }, { overwrite: true }]) {
        const { failed } = await other.generate('demo_item', options);
        expect(failed).toMatchObject([{ message: expect.stringMatching(/\.steward is a link/) as string }]);
      }
      expectNamed(await other.steward.client.get('/api/generator/check', other.admin), '.steward');
      expect(other.output.files()).toEqual(['.steward']);
      expect(readdirSync(outside)).toEqual([]);
      await other.stop();
      rmSync(outside, { recursive: true });
    });

    it('of the other kind of database', async () => {
      const table = await fresh();
      const baseline = readBaseline(table.contents()[table.baseline] ?? '');
      if (!baseline) throw new Error('A baseline that was just written cannot be read');
      const dialect = baseline.dialect === 'mysql' ? 'sqlite' : 'mysql';
      writeFileSync(table.at(table.baseline), baselineText({ ...baseline, dialect }));
      for (const options of [{}, { merge: true }, { overwrite: true }]) {
        const { failed } = await app.generate(table.name, options);
        expect(failed).toEqual([{ path: table.name, message: expect.stringContaining(dialect) as string }]);
      }
      expect(await table.check()).toMatchObject({ state: 'refused' });
    });
  });

  it('knows of tables that are gone, and not of those that nobody generated', async () => {
    const table = await fresh();
    table.append('dto', MINE);
    await app.steward.db.query(`DROP TABLE ${table.name}`);
    expect(await table.check()).toEqual({
      ...{ table: table.name, state: 'dropped', edited: [table.path('dto')] },
      columns: { gained: [], lost: [], changed: [] },
    });
    expect(await table.diff()).toMatchObject({ state: 'dropped', problem: expect.any(String) as string });
    await app.table('never_generated');
    expect((await checked(app)).map(({ table: name }) => name)).not.toContain('never_generated');
  });

  describe('is asked', () => {
    it.each<[operation: string, body: object, named: string]>([
      ['generate', { overwrite: true, merge: true }, 'merge'],
      ['generate', { merge: 'yes' }, 'merge'],
      ['generate', { merge: true, conflicts: 'markers' }, 'conflicts'],
      ['generate', { conflicts: 'hand' }, 'conflicts'],
      ['generate', { renames: { title: 'state' } }, 'renames'],
      ['generate', { merge: true, renames: ['title'] }, 'renames'],
      ['generate', { merge: true, renames: { title: 1 } }, 'renames'],
      ['generate', { merge: true, renames: { nothing: 'state' } }, 'nothing'],
      ['generate', { merge: true, renames: { title: 'nothing' } }, 'nothing'],
      ['batchGenerate', { overwrite: true, merge: true }, 'merge'],
      ['batchGenerate', { merge: true, conflicts: 1 }, 'conflicts'],
      ['diff', { renames: { nothing: 'state' } }, 'nothing'],
      ['diff', { moduleName: '../x' }, 'moduleName'],
      ['diff', { tableName: 'nowhere' }, 'nowhere'],
      ['accept', { tableName: 'nowhere' }, 'nowhere'],
      ['accept', { tableName: 1 }, 'tableName'],
    ])('%s %j', async (operation, body, named) => {
      const table = new GeneratedTable(app, 'demo_asked');
      if (!existsSync(table.at(table.baseline))) await GeneratedTable.of(app, table.name);
      const before = app.output.contents();
      await expectNothingStored(app.steward.db, async () => {
        const asked = { tableName: table.name, tableNames: [table.name], ...body };
        expectNamed(await app.post(operation, asked), named);
      });
      expect(app.output.contents()).toEqual(before);
    });

    it('as the settings say, unless a request does', async () => {
      expect(() => loadSettings({ GENERATOR_OVERWRITE: 'true', GENERATOR_MERGE: 'true' })).toThrow('GENERATOR_MERGE');
      const other = await GeneratorApp.start({ GENERATOR_MERGE: 'true' });
      const table = await GeneratedTable.of(other, 'demo_item');
      table.append('dto', MINE);
      const messages = [];
      for (const options of [{}, { merge: false }, { overwrite: true }]) {
        const [item] = await other.batch(['demo_item'], options);
        messages.push(item?.message);
      }
      expect(messages).toEqual([
        'generated 0, skipped 11, overwritten 0, merged 0, failed 0',
        'generated 0, skipped 11, overwritten 0, failed 0',
        'generated 0, skipped 0, overwritten 11, failed 0',
      ]);
      await other.stop();
    });

    it('and recorded where it may change something', async () => {
      const table = await fresh();
      const { manager } = app.steward.db;
      const logged = await manager.countBy(OperationLog, { logType: 19 });
      await table.diff();
      await checked(app);
      expect(await manager.countBy(OperationLog, { logType: 19 })).toBe(logged);
      await table.accept();
      expect(await manager.countBy(OperationLog, { logType: 19 })).toBe(logged + 1);
    });
  });
});
