import { GeneratedTable } from '../support/again.js';
import { GeneratorApp } from '../support/generator.js';
import { runProcess, runWithin } from '../support/generator-command.js';

const MINE = '\n/** Mine. */\nexport const MINE = 1;\n';

describe('the command of the generator, run again', () => {
  let app: GeneratorApp;
  let number = 0;
  beforeAll(async () => (app = await GeneratorApp.start()));
  afterAll(() => app.stop());

  const fresh = () => GeneratedTable.of(app, `demo_command${++number}`);

  it('says how modules stand, shows what merging would do, and does it', async () => {
    const [table, other] = [await fresh(), await fresh()];
    table.append('dto', MINE);
    expect(await runWithin(app, ['--check', table.name, other.name])).toMatchObject({ code: 0 });
    await table.gains('price');
    const checked = await runProcess(app, ['--check']);
    expect([checked.code, checked.errors]).toEqual([2, '']);
    expect(checked.output).toContain(
      `${table.name}: outdated\n  gained     price\n  edited     ${table.path('dto')}\n`,
    );
    expect(checked.output).toContain(`${other.name}: current\n`);

    const before = table.contents();
    const diff = await runWithin(app, [table.name, '--diff']);
    expect(diff.code).toBe(2);
    expect(diff.output).toContain(`  merge      ${table.path('dto')}\n`);
    expect(diff.output).toMatch(/^\+.*price/m);
    expect(table.contents()).toEqual(before);

    const merged = await runWithin(app, [table.name, '--merge']);
    expect(merged.code).toBe(0);
    expect(merged.output).toContain(`  merge      ${table.path('dto')}\n`);
    expect(merged.output).toMatch(/^ {2}generated 0, skipped \d, overwritten \d, merged 1, failed 0$/m);
    expect(table.read('dto')).toMatch(/price[^]*MINE/);
    expect((await runWithin(app, ['--check', table.name])).code).toBe(0);
  });

  it('follows a column to its new name', async () => {
    const table = await fresh();
    await table.renames('title', 'heading');
    expect((await runWithin(app, [table.name, '--diff'])).output).toContain('--rename title=heading');
    expect((await runWithin(app, [table.name, '--merge', '--rename', 'title=heading'])).code).toBe(0);
    expect(table.read('dto')).toContain('heading');
  });

  it('ends with 2 for a conflict, marks it beside the file, and leaves it to a person', async () => {
    const table = await fresh();
    table.replace('dto', '@Text(64)', '@Text(32)');
    await table.loses('title');
    await app.steward.db.query(`ALTER TABLE ${table.name} ADD COLUMN title varchar(128) NOT NULL DEFAULT ''`);
    const before = table.contents();
    const refused = await runWithin(app, [table.name, '--merge', '--conflicts=markers']);
    expect(refused.code).toBe(2);
    expect(refused.output).toMatch(/^ {2}conflict {3}\S+dto\.ts: .*title/m);
    expect(table.contents()).toEqual(before);
    const marked = `${table.path('dto')}.conflict`;
    expect(app.output.read(marked)).toMatch(/<{7}[^]*@Text\(32\)[^]*\|{7}[^]*@Text\(64\)[^]*={7}[^]*>{7}/);
    expect(app.output.read(marked)).toContain('@Text(128)');

    expect((await runWithin(app, [table.name, '--merge'])).code).toBe(2);
    expect((await runWithin(app, [table.name, '--accept'])).code).toBe(0);
    expect(table.read('dto')).toContain('@Text(32)');
    expect((await runWithin(app, ['--check', table.name])).code).toBe(0);
  });

  it.each([
    ['both overwriting and merging', ['demo_item', '--overwrite', '--merge'], 'merge'],
    ['a check of what was never generated', ['--check', 'nowhere'], 'nowhere'],
    ['a diff of a table that is not there', ['nowhere', '--diff'], 'nowhere'],
  ])('refuses %s', async (_name, parameters, named) => {
    const before = app.output.contents();
    const { code, errors } = await runProcess(app, parameters);
    expect(code).toBe(1);
    expect(errors).toContain(named);
    expect(app.output.contents()).toEqual(before);
  });
});
