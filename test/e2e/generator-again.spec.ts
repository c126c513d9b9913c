import { GeneratedTable } from '../support/again.js';
import { expectNamed } from '../support/checks.js';
import { GeneratorApp, filesOf } from '../support/generator.js';
import { expectNothingStored } from '../support/snapshot.js';

const METHOD = `
  /** Mine. */
  greet(): string {
    return 'hello';
  }
}
`;

const ROUTE = `
  @Get('greeting')
  @LoginOnly()
  greeting(): string {
    return this.service.greet();
  }
}
`;

describe('a module that is generated again', () => {
  let app: GeneratorApp;
  let tables: GeneratedTable[];
  beforeAll(async () => {
    app = await GeneratorApp.start();
    tables = await GeneratedTable.several(app, 'demo_again', 20);
  });
  afterAll(() => app.stop());

  function fresh(): GeneratedTable {
    const table = tables.pop();
    if (!table) throw new Error('There are too few tables');
    return table;
  }

  /** A module with a method, a route and a decorator that somebody wrote. */
  async function edited(): Promise<GeneratedTable> {
    const table = fresh();
    table.replace('service', /\}\n$/, METHOD);
    table.replace('controller', /\}\n$/, ROUTE);
    table.replace('controller', 'import { Body,', 'import { Body, Get,');
    table.replace(
      'controller',
      "CurrentCaller } from 'steward/http'",
      "CurrentCaller, LoginOnly } from 'steward/http'",
    );
    table.replace('dto', '  @Text(64)\n  title', '  @Matches(/^[A-Z]/)\n  @Text(64)\n  title');
    table.replace('dto', 'import ', "import { Matches } from 'class-validator';\nimport ");
    return table;
  }

  it('keeps what was written by hand, and follows the table everywhere', async () => {
    const table = await edited();
    await table.gains('price');
    const result = await table.merge();
    expect(result).toMatchObject({ failed: [], conflicts: [], generated: [] });
    expect(result.merged).toEqual(expect.arrayContaining([table.path('dto')]));
    for (const kind of ['entity', 'dto', 'page', 'spec']) expect(table.read(kind)).toContain('price');
    expect(table.read('service')).toContain(METHOD.trim());
    expect(table.read('controller')).toContain(ROUTE.trim());
    expect(table.read('dto').match(/@Matches\(/g)).toHaveLength(1);
    expect(await table.check()).toMatchObject({ state: 'current' });
  });

  it('is written a second time by no merge: no byte, no time stamp', async () => {
    const table = await edited();
    await table.gains('price');
    await table.merge();
    const before = table.contents();
    const times = () => [...filesOf(table.kebab), table.baseline].map((path) => app.output.modifiedAt(path));
    const stamps = times();
    await expectNothingStored(app.steward.db, async () => {
      const again = await table.merge();
      expect(again).toMatchObject({ generated: [], overwritten: [], merged: [], failed: [], outdated: [], notes: [] });
      expect([...again.skipped].sort()).toEqual(filesOf(table.kebab).sort());
    });
    expect([table.contents(), times()]).toEqual([before, stamps]);
  });

  it('stays as it is without merging, and loses what was written by hand to overwriting', async () => {
    const table = await edited();
    await table.gains('price');
    const before = table.contents();
    const skipped = await app.generate(table.name, { overwrite: false });
    expect([...skipped.skipped].sort()).toEqual(filesOf(table.kebab).sort());
    expect(skipped.outdated).toContain(table.path('dto'));
    expect(table.contents()).toEqual(before);
    expect(await table.check()).toMatchObject({ state: 'outdated', columns: { gained: ['price'] } });
    const { overwritten } = await app.generate(table.name, { overwrite: true });
    expect([...overwritten].sort()).toEqual(filesOf(table.kebab).sort());
    expect(table.read('service')).not.toContain('greet');
    expect(table.read('dto')).toContain('price');
    expect(await table.check()).toMatchObject({ state: 'current', edited: [] });
  });

  describe('in conflict', () => {
    /** Somebody made the title shorter than the table now makes it. */
    async function contradicted(): Promise<GeneratedTable> {
      const table = fresh();
      table.replace('dto', '@Text(64)', '@Text(32)');
      await table.loses('title');
      await app.steward.db.query(`ALTER TABLE ${table.name} ADD COLUMN title varchar(128) NOT NULL DEFAULT ''`);
      return table;
    }

    it('is not written, while other tables of the batch are', async () => {
      const table = await contradicted();
      const other = fresh();
      await other.gains('price');
      const before = table.contents();
      const items = await app.batch([table.name, other.name], { merge: true });
      expect(items.map(({ success }) => success)).toEqual([false, true]);
      expect(items[0]?.conflicts).toMatchObject([
        {
          path: table.path('dto'),
          where: expect.stringMatching(/title > @Text > argument 0$/) as string,
          base: '64',
          hand: '32',
          rendering: '128',
        },
      ]);
      expect(items[0]?.failed).toMatchObject([{ path: table.path('dto') }]);
      expect(items[0]?.message).toMatch(/^generated 0, skipped \d+, overwritten 0, merged 0, failed 1$/);
      expect(table.contents()).toEqual(before);
      expect(other.read('entity')).toContain('price');
    });

    it.each([
      ['hand', '@Text(32)'],
      ['rendering', '@Text(128)'],
    ])('is decided by %s, and the next run knows', async (conflicts, kept) => {
      const table = await contradicted();
      table.append('dto', '\nexport const MINE = 1;\n');
      expect(await table.merge({ conflicts })).toMatchObject({
        failed: [],
        conflicts: [],
        merged: [table.path('dto')],
      });
      expect(table.read('dto')).toContain(kept);
      expect(table.read('dto')).toContain('MINE');
      expect(await table.merge()).toMatchObject({ failed: [], merged: [], overwritten: [] });
      expect(await table.check()).toMatchObject({ state: 'current', edited: [table.path('dto')] });
    });

    it('is over once the files are accepted as they are', async () => {
      const table = await contradicted();
      const before = table.files();
      const result = await table.accept();
      expect([...result.skipped].sort()).toEqual(filesOf(table.kebab).sort());
      expect(result).toMatchObject({ generated: [], overwritten: [], merged: [], failed: [], menu: { success: true } });
      expect(table.files()).toEqual(before);
      expect(await table.merge()).toMatchObject({ failed: [], merged: [], overwritten: [] });
    });

    it('shows in a diff what it is about, and nothing is written', async () => {
      const table = await contradicted();
      const before = table.contents();
      const { state, files, columns } = await table.diff();
      expect([state, columns]).toEqual(['outdated', { gained: [], lost: [], changed: ['title'] }]);
      const dto = files.find(({ path }) => path === table.path('dto'));
      expect(dto).toMatchObject({ state: 'edited', action: 'conflict', conflicts: [{ hand: '32' }] });
      const entity = files.find(({ path }) => path === table.path('entity'));
      expect(entity).toMatchObject({ state: 'untouched', action: 'write' });
      expect(entity?.diff).toContain('+');
      expect(files.filter(({ action }) => action === 'none').every(({ diff }) => diff === '')).toBe(true);
      expect(table.contents()).toEqual(before);
    });
  });

  it('has a renamed column suggested, and told, all that was written by hand follows', async () => {
    const table = fresh();
    table.replace('dto', '  @Text(64)\n  title', '  @Matches(/^[A-Z]/)\n  @Text(64)\n  title');
    table.replace('dto', 'import ', "import { Matches } from 'class-validator';\nimport ");
    await table.renames('title', 'heading');
    const { renamed, columns } = await table.diff();
    expect(renamed).toEqual([{ from: 'title', to: 'heading' }]);
    expect(columns).toEqual({ gained: ['heading'], lost: ['title'], changed: [] });
    const renames = { title: 'heading' };
    expect((await table.diff({ renames })).problem).toBeNull();
    expect((await table.merge({ renames })).failed).toEqual([]);
    expect(table.read('dto')).toMatch(/@Matches\(\/\^\[A-Z\]\/\)\s+@Text\(64\)\s+heading/);
    expect(table.read('dto')).not.toContain('title');
    expect(await table.check()).toMatchObject({ state: 'current' });
    expectNamed(await app.post('generate', { tableName: table.name, merge: true, renames }), 'title');
  });

  it('does not get back what a person removed', async () => {
    const table = fresh();
    table.replace('dto', / {2}@[^@]*?\n {2}title[^;]*;\n/s, '');
    await table.gains('price');
    expect((await table.merge()).failed).toEqual([]);
    expect(table.read('dto')).not.toContain('title');
    expect(table.read('dto')).toContain('price');
  });

  it.each(['price', 'weight'])(
    'is merged from the baseline of either of two branches, that with %s',
    async (column) => {
      const table = fresh();
      const committed = async () => {
        await app.generate(table.name, { overwrite: true });
        return table.contents()[table.baseline] ?? '';
      };
      await table.gains('price');
      const price = await committed();
      await table.loses('price');
      await table.gains('weight');
      const weight = await committed();
      // What Git makes of both branches has both columns.
      await table.gains('price');
      await committed();
      table.replace('service', /\}\n$/, METHOD);
      table.tamper(/[^]*/, column === 'price' ? price : weight);
      expect((await table.merge()).failed).toEqual([]);
      for (const kind of ['entity', 'dto', 'page']) {
        for (const each of ['price', 'weight']) expect(table.read(kind)).toContain(each);
      }
      expect(table.read('service')).toContain(METHOD.trim());
      expect(await table.check()).toMatchObject({ state: 'current', edited: [table.path('service')] });
    },
  );
});
