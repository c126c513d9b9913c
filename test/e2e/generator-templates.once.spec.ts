import { copyFileSync, mkdtempSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expectNamed } from '../support/checks.js';
import { GeneratorApp, menusOf } from '../support/generator.js';

const SERVICE = 'src/modules/demo-item/demo-item.service.ts';

describe('templates of a developer', () => {
  const folder = mkdtempSync(join(tmpdir(), 'steward-templates-'));
  let app: GeneratorApp;
  beforeAll(async () => {
    app = await GeneratorApp.start({ GENERATOR_TEMPLATES: folder });
    await app.table('demo_item');
  });
  afterAll(async () => {
    await app.stop();
    rmSync(folder, { recursive: true });
  });
  afterEach(() => rmSync(join(folder, 'service.hbs'), { force: true }));

  const put = (text: string) => writeFileSync(join(folder, 'service.hbs'), text);
  const preview = async () => {
    const { body } = await app.post<{ path: string; content: string }[]>('preview', { tableName: 'demo_item' });
    return body.data;
  };

  it('take the place of ours one by one, and count at the next request', async () => {
    const ours = await preview();
    put('/** {{comment service.doc}} */\nexport const {{name classes.service}}={{string table}}');
    const changed = (await preview()).filter(({ content }, index) => content !== ours[index]?.content);
    expect(changed).toMatchObject([
      { path: SERVICE, content: "/** Rows of demo_item. */\nexport const DemoItemService = 'demo_item';\n" },
    ]);
    put('export const other = 1;');
    expect((await preview()).find(({ path }) => path === SERVICE)?.content).toBe('export const other = 1;\n');
    unlinkSync(join(folder, 'service.hbs'));
    expect(await preview()).toEqual(ours);
    copyFileSync('templates/service.hbs', join(folder, 'service.hbs'));
    expect(await preview()).toEqual(ours);
  });

  it.each([
    ['is no template', '{{#each}', 'service.hbs'],
    ['asks for what there is not', '{{string no.such.thing}}', 'service.hbs'],
    ['makes a name of what is none', 'export const {{name table.comment}} = 1;', 'service.hbs'],
    ['makes no TypeScript', 'export const = 1;\n', `${SERVICE} (template ${join(folder, 'service.hbs')}):1:14`],
    ['makes what does not compile', '\nexport const a: number = {{string table}};\n', `${SERVICE}:1:14`],
    ['misses an import', 'export class DemoItemService extends CrudService<DemoItem> {}', `${SERVICE}:1:38`],
  ])('that %s write nothing, and are told by file and line', async (_name, text, place) => {
    put(text);
    const result = await app.generate('demo_item');
    expect(result).toMatchObject({ generated: [], skipped: [], overwritten: [], route: { success: false } });
    expect(result.failed).toEqual([{ path: 'demo_item', message: expect.stringContaining(place) as string }]);
    expect(app.output.files()).toEqual([]);
    expect(await menusOf(app.steward.db, 'demo-item')).toEqual([]);
  });

  it('fail a preview by their name', async () => {
    put('{{#each}');
    expectNamed(await app.post('preview', { tableName: 'demo_item' }), 'service.hbs');
  });

  it('fail a preview by their name where they cannot be read', async () => {
    symlinkSync('service.hbs', join(folder, 'service.hbs'));
    expectNamed(await app.post('preview', { tableName: 'demo_item' }), 'service.hbs');
  });

  it('reach no code of the service', async () => {
    put('{{#with (lookup table "constructor")}}{{constructor "return process.exit(7)"}}{{/with}}{{__proto__}}');
    const { failed } = await app.generate('demo_item');
    expect(failed).toHaveLength(1);
    expect(app.output.files()).toEqual([]);
  });
});
