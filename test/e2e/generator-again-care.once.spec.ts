import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { GeneratedTable } from '../support/again.js';
import { GeneratorApp } from '../support/generator.js';

const MINE = '\n/** Mine. */\nexport const MINE = 1;\n';

const USES_TITLE = `
  /** Mine. */
  titleOf(row: Row): string {
    return row.title;
  }
}
`;

describe('merging takes care', () => {
  let app: GeneratorApp;
  let number = 0;
  beforeAll(async () => (app = await GeneratorApp.start()));
  afterAll(() => app.stop());

  const fresh = () => GeneratedTable.of(app, `demo_care${++number}`);
  const put = (path: string, content: string) => {
    const file = join(app.output.path, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  };

  it('of a dropped column that is used by hand', async () => {
    const table = await fresh();
    const entity = /export class (\w+)/.exec(table.read('entity'))?.[1] ?? '';
    table.replace('service', /\}\n$/, USES_TITLE.replace('Row', entity));
    await table.loses('title');
    const before = table.contents();
    const { failed } = await table.merge();
    const message = expect.stringMatching(
      new RegExp(`^merged, it would not compile: ${table.path('service')}:\\d+:\\d+: .*title`),
    ) as string;
    expect(failed).toEqual([{ path: table.name, message }]);
    expect(table.contents()).toEqual(before);
    expect((await table.diff()).problem).toEqual(message);
  });

  it('of a dropped column that another module uses', async () => {
    const table = await fresh();
    const entity = /export class (\w+)/.exec(table.read('entity'))?.[1] ?? '';
    const other = `src/modules/mine${number}/mine.ts`;
    put(
      other,
      `import type { ${entity} } from '../${table.kebab}/${table.kebab}.entity.js';\n\n` +
        `export const titleOf = (row: ${entity}): string => row.title;\n`,
    );
    await table.loses('title');
    const before = table.contents();
    const message = expect.stringMatching(`^merged, it would not compile: ${other}:3:\\d+: .*title`) as string;
    expect((await table.merge()).failed).toEqual([{ path: table.name, message }]);
    expect(table.contents()).toEqual(before);
    rmSync(join(app.output.path, other));
    expect((await table.merge()).failed).toEqual([]);
  });

  it('of a dropped column that a page uses', async () => {
    const table = await fresh();
    table.replace('page', '<CrudPage', '<p>{{ t.state }}</p>\n  <CrudPage');
    await table.loses('state');
    const before = table.contents();
    const message = expect.stringMatching(
      new RegExp(`^merged, it would not compile: ${table.path('page')}:\\d+:\\d+: .*state`),
    ) as string;
    expect((await table.merge()).failed).toEqual([{ path: table.name, message }]);
    expect(table.contents()).toEqual(before);
    table.replace('page', '{{ t.state }}', '{{ t.title }}');
    expect(await table.merge()).toMatchObject({ failed: [], merged: [table.path('page')] });
  });

  it('of what did not compile before: it is reported, and stops nothing', async () => {
    const table = await fresh();
    table.replace('service', /\}\n$/, '\n  broken(): string {\n    return 1;\n  }\n}\n');
    await table.gains('price');
    const { failed, overwritten, notes } = await table.merge();
    expect(failed).toEqual([]);
    expect(overwritten).toContain(table.path('dto'));
    const message = expect.stringMatching(
      `^did not compile before: ${table.path('service')}:\\d+:\\d+: .*not assignable`,
    ) as string;
    expect(notes).toEqual(expect.arrayContaining([{ path: table.name, message }]));
    // What the merge brings still does.
    const entity = /export class (\w+)/.exec(table.read('entity'))?.[1] ?? '';
    const uses = USES_TITLE.replace('Row', entity).replace('row.title', 'String(row.price)');
    table.replace('service', /\}\n$/, uses);
    await table.loses('price');
    const brought = expect.stringMatching(/^merged, it would not compile: .*price/) as string;
    expect((await table.merge()).failed).toEqual([{ path: table.name, message: brought }]);
  });

  it('of an editor that saves in between', async () => {
    const table = await fresh();
    table.append('dto', MINE);
    await table.gains('price');
    const before = table.contents();
    const running = table.merge();
    const modules = dirname(table.at(table.path('dto')));
    while (!readdirSync(modules).some((name) => name.endsWith('.tmp'))) await setImmediate();
    table.append('dto', '// saved\n');
    const { failed, merged, overwritten } = await running;
    expect(failed[0]).toEqual({ path: table.path('dto'), message: 'changed meanwhile' });
    expect([merged, overwritten]).toEqual([[], []]);
    expect(table.contents()).toEqual({ ...before, [table.path('dto')]: `${before[table.path('dto')]}// saved\n` });
    expect((await table.merge()).merged).toEqual([table.path('dto')]);
    expect(table.read('dto')).toContain('// saved');
  });

  it('of line ends', async () => {
    const table = await fresh();
    table.append('dto', MINE);
    for (const kind of ['dto', 'entity', 'module']) table.write(kind, table.read(kind).replaceAll('\n', '\r\n'));
    expect((await table.check())?.edited).toEqual([table.path('dto')]);
    await table.gains('price');
    expect(await table.merge()).toMatchObject({ failed: [], merged: [table.path('dto')] });
    for (const kind of ['dto', 'entity', 'module']) expect(table.read(kind)).not.toMatch(/[^\r]\n/);
    for (const kind of ['dto', 'entity']) expect(table.read(kind)).toContain('price');
    expect((await table.merge()).skipped).toHaveLength(11);
  });

  it('of two processes at once', async () => {
    const table = await fresh();
    table.append('dto', MINE);
    const other = await GeneratorApp.start({}, app.output);
    await other.table(table.name);
    await table.gains('price');
    await other.steward.db.query(`ALTER TABLE ${table.name} ADD COLUMN price int`);
    const second = new GeneratedTable(other, table.name);
    const results = await Promise.all([table.merge(), second.merge(), table.merge(), second.merge()]);
    expect(results.map(({ failed }) => failed)).toEqual([[], [], [], []]);
    expect(results.filter(({ merged }) => merged.length > 0)).toHaveLength(1);
    expect(table.read('dto').match(/price/g)?.length).toBe(table.read('dto').match(/title/g)?.length);
    await other.steward.stop();
  });

  it('of templates and formats that changed: untouched files follow, edited ones are merged', async () => {
    const other = await GeneratorApp.start();
    const table = await GeneratedTable.of(other, 'demo_item');
    table.append('dto', MINE);
    writeFileSync(join(other.output.path, '.prettierrc.json'), '{ "singleQuote": false, "printWidth": 120 }');
    expect((await table.check())?.edited).toEqual([table.path('dto')]);
    const { merged, overwritten, failed } = await table.merge();
    expect([merged, failed]).toEqual([[table.path('dto')], []]);
    expect(overwritten).toContain(table.path('entity'));
    for (const kind of ['entity', 'dto']) expect(table.read(kind)).not.toMatch(/from '/);
    expect(table.read('dto')).toContain('MINE');
    expect((await table.merge()).skipped).toHaveLength(11);
    await other.stop();
  });

  it('of a template that changed', async () => {
    const templates = mkdtempSync(join(tmpdir(), 'steward-templates-'));
    const other = await GeneratorApp.start({ GENERATOR_TEMPLATES: templates });
    const table = await GeneratedTable.of(other, 'demo_item');
    table.append('service', MINE);
    for (const name of ['service', 'module']) {
      const shipped = readFileSync(`templates/${name}.hbs`, 'utf8');
      writeFileSync(join(templates, `${name}.hbs`), shipped.replace(/^\/\*\* /m, '/** Ours. '));
    }
    expect(await table.check()).toMatchObject({ state: 'outdated', columns: { gained: [], lost: [], changed: [] } });
    const { merged, overwritten, failed } = await table.merge();
    expect([merged, overwritten, failed]).toEqual([[table.path('service')], [table.path('module')], []]);
    for (const kind of ['service', 'module']) expect(table.read(kind)).toContain('/** Ours. ');
    expect(table.read('service')).toContain('MINE');
    await other.stop();
    rmSync(templates, { recursive: true });
  });

  it('of the module name of the last run', async () => {
    const table = new GeneratedTable(app, `demo_care${++number}`);
    await app.table(table.name);
    await app.generate(table.name, { moduleName: 'shop' });
    await table.gains('price');
    expect((await table.merge()).failed).toEqual([]);
    expect(table.read('permissions')).toContain("'shop:");
    expect((await table.merge({ moduleName: 'store' })).overwritten).toContain(table.path('permissions'));
    expect(table.read('permissions')).toContain("'store:");
  });
});
