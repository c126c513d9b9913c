import { join } from 'node:path';
import { Dict } from '../../src/modules/dict/dict.entity.js';
import { GeneratorApp, INDEX, filesOf, menusOf, writtenOf } from '../support/generator.js';
import { Installation } from '../support/installation.js';
import { runProcess, runWithin } from '../support/generator-command.js';
import type { Environment } from '../../src/settings/settings.js';

describe('the command of the generator', () => {
  let app: GeneratorApp;
  beforeEach(async () => {
    app = await GeneratorApp.start();
    await app.table('demo_item', 'demo_order');
  });
  afterEach(() => app.stop());

  async function run(parameters: string[], environment?: Environment, folder?: string) {
    const { output, ...rest } = await runProcess(app, parameters, environment, folder);
    return { ...rest, lines: output.trim().split('\n') };
  }

  const lines = (word: string, kebab: string) => filesOf(kebab).map((path) => `  ${word.padEnd(9)}  ${path}`);

  it('writes modules, and says of each file what became of it and what to do next', async () => {
    const first = await run(['demo_item', 'demo_order']);
    expect(first).toMatchObject({ code: 0, errors: '' });
    expect(first.lines).toEqual(expect.arrayContaining([...lines('create', 'demo-item'), 'demo_item', 'demo_order']));
    expect(first.lines).toContain('  generated 11, skipped 0, overwritten 0, failed 0');
    expect(first.lines.at(-1)).toMatch(
      /^Test: npm test -- test\/generated\/demo-item.spec.ts test\/generated\/demo-order.spec.ts$/,
    );
    expect(app.output.files()).toEqual([...writtenOf('demo-item'), ...writtenOf('demo-order'), INDEX].sort());
    expect((await menusOf(app.steward.db, 'demo-item')).map(({ codes }) => codes.length)).toEqual([8]);
    expect(await app.steward.db.manager.countBy(Dict, { code: 'demo_item_state' })).toBe(1);

    const second = await runWithin(app, ['demo_item']);
    expect(second.code).toBe(0);
    expect(second.output.split('\n')).toEqual(expect.arrayContaining(lines('skip', 'demo-item')));
    const third = await runWithin(app, ['demo_item', '--overwrite', '--module', 'shop']);
    expect(third.output.split('\n')).toEqual(expect.arrayContaining(lines('overwrite', 'demo-item')));
    expect(app.output.read('src/modules/demo-item/demo-item.permissions.ts')).toContain("'shop:demoItem'");
  });

  it('previews without writing', async () => {
    const { code, lines: printed } = await run(['demo_item', '--preview']);
    expect(code).toBe(0);
    expect(printed).toEqual(expect.arrayContaining(lines('create', 'demo-item')));
    expect(app.output.files()).toEqual([]);
    expect(await menusOf(app.steward.db, 'demo-item')).toEqual([]);
  });

  it('prints the design of a table', async () => {
    const {
      code,
      errors,
      lines: printed,
    } = await run(['--design', 'demo_item'], { GENERATOR_TABLE_PREFIXES: 'demo_' });
    expect([code, errors]).toEqual([0, '']);
    expect(JSON.parse(printed.join('\n'))).toMatchObject({
      label: expect.any(String) as string,
      name: 'item',
      key: ['id'],
    });
    const unknown = await run(['--design', 'nowhere']);
    expect(unknown).toMatchObject({ code: 1, errors: expect.stringContaining('nowhere') as string });
    expect(app.output.files()).toEqual([]);
  });

  it('ends with 1 where a table fails, and does the others', async () => {
    const { code, lines: printed } = await run(['nowhere', 'demo_item', 'user']);
    expect(code).toBe(1);
    expect(printed).toContain('  fail       nowhere: There is no table "nowhere"');
    expect(printed).toEqual(expect.arrayContaining(lines('create', 'demo-item')));
    expect(app.output.files()).toEqual([...writtenOf('demo-item'), INDEX].sort());
  });

  it('refuses where nothing can be compiled, as in an installation without sources', async () => {
    const installation = new Installation();
    for (const options of [[], ['--merge']]) {
      const { code, lines: printed } = await run(['demo_item', ...options], {}, join(installation.folder, 'dist'));
      expect(code).toBe(1);
      expect(printed.join('\n')).toContain('Generated code cannot be compiled here');
    }
    installation.remove();
    expect(app.output.files()).toEqual([]);
    expect(await menusOf(app.steward.db, 'demo-item')).toEqual([]);
  });

  it.each([
    ['no table', [], 'Usage:'],
    ['a design of several tables', ['demo_item', '--design', 'demo_order'], 'Usage:'],
    ['an option that is not known', ['demo_item', '--force'], 'Usage:'],
    ['a module name that is none', ['demo_item', '--module', '../x'], 'moduleName'],
  ])('refuses %s', async (_name, parameters, expected) => {
    const { code, errors } = await run(parameters);
    expect(code).toBe(1);
    expect(errors).toContain(expected);
    expect(app.output.files()).toEqual([]);
  });

  it('is off where the generator is', async () => {
    const { code, errors } = await run(['demo_item'], { GENERATOR_ENABLED: 'false' });
    expect(code).toBe(1);
    expect(errors).toContain('GENERATOR_ENABLED=true');
    expect(app.output.files()).toEqual([]);
  });
});
