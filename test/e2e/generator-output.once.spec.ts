import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setImmediate, setTimeout as pause } from 'node:timers/promises';
import { Menu } from '../../src/modules/access/menu.entity.js';
import type { GenerateResult } from '../../src/generator/register/reports.js';
import { TEST_SECRET } from '../support/app.js';
import { expectSuccess } from '../support/checks.js';
import { GeneratorApp, INDEX, filesOf, menusOf, writtenOf } from '../support/generator.js';
import { StewardProcess } from '../support/process.js';
import { someOf } from '../support/whole.js';

const MODULE = 'src/modules/demo-item';
const ENTITY = `${MODULE}/demo-item.entity.ts`;
const SPECS = 'test/generated';
const SERVICE = `${MODULE}/demo-item.service.ts`;
const TEMPORARY = '.steward-0123456789abcdef.tmp';

describe('the output of the generator', () => {
  let app: GeneratorApp;
  let outside: string;
  beforeEach(async () => {
    app = await GeneratorApp.start();
    await app.table('demo_item');
    outside = mkdtempSync(join(tmpdir(), 'steward-outside-'));
    writeFileSync(join(outside, 'victim.ts'), '// untouched\n');
  });
  afterEach(async () => {
    await app.stop();
    rmSync(outside, { recursive: true, force: true });
  });

  const inRoot = (path: string) => join(app.output.path, path);
  const put = (path: string, content = '') => {
    mkdirSync(dirname(inRoot(path)), { recursive: true });
    writeFileSync(inRoot(path), content);
  };
  const link = (path: string, target: string) => {
    mkdirSync(dirname(inRoot(path)), { recursive: true });
    symlinkSync(target, inRoot(path));
  };

  /** Asserts that nothing was written: every planned file failed, with a reason, and nothing was entered. */
  async function expectAllFailed(result: GenerateResult, first: string, reason: RegExp): Promise<void> {
    expect(result.failed.map(({ path }) => path).sort()).toEqual(filesOf('demo-item').sort());
    expect(result.failed[0]).toEqual({ path: first, message: expect.stringMatching(reason) as string });
    for (const { message } of result.failed) expect(message).not.toContain(app.output.path);
    expect(result).toMatchObject({ generated: [], skipped: [], overwritten: [], dict: [] });
    expect(result).toMatchObject({ menu: { success: false, menuId: 0 }, route: { success: false } });
    expect(await menusOf(app.steward.db, 'demo-item')).toEqual([]);
  }

  it('holds the files and the registration alone', async () => {
    await app.generate('demo_item');
    expect(app.output.files()).toEqual([...writtenOf('demo-item'), INDEX].sort());
  });

  it.each([
    ['of the modules', 'src/modules'],
    ['of the module', MODULE],
    ['of the sources', 'src'],
  ])('does not leave through a link in the place of the folder %s', async (_name, folder) => {
    link(folder, outside);
    writeFileSync(join(outside, TEMPORARY), 'of another run');
    const { failed } = await app.generate('demo_item', { overwrite: true });
    expect(failed).toHaveLength(11);
    expect(failed[0]?.message).toBe(`${folder} is a link, and links are not followed`);
    expect(readdirSync(outside)).toEqual([TEMPORARY, 'victim.ts']);
    expect(await menusOf(app.steward.db, 'demo-item')).toEqual([]);
  });

  it.each([
    ['to a file outside', () => join(outside, 'victim.ts')],
    ['to a file that is not there', () => join(outside, 'new.ts')],
    ['to a file inside', () => inRoot('README.md')],
    ['to itself', () => 'demo-item.service.ts'],
  ])('does not write through a link in the place of a file, %s', async (_name, target) => {
    put('README.md', '# mine\n');
    link(SERVICE, target());
    const before = app.output.files();
    await expectAllFailed(await app.generate('demo_item', { overwrite: true }), SERVICE, /is a link/);
    expect(app.output.files()).toEqual(before);
    expect(readdirSync(outside)).toEqual(['victim.ts']);
    expect(readFileSync(join(outside, 'victim.ts'), 'utf8')).toBe('// untouched\n');
    expect(app.output.read('README.md')).toBe('# mine\n');
  });

  it('does not change a file outside that is the same as one inside', async () => {
    mkdirSync(inRoot(MODULE), { recursive: true });
    linkSync(join(outside, 'victim.ts'), inRoot(SERVICE));
    expect((await app.generate('demo_item', { overwrite: true })).overwritten).toEqual([SERVICE]);
    expect(readFileSync(join(outside, 'victim.ts'), 'utf8')).toBe('// untouched\n');
  });

  it('reads nothing through a link either', async () => {
    writeFileSync(join(outside, 'victim.ts'), "@Entity('a secret')\n");
    link(ENTITY, join(outside, 'victim.ts'));
    expectSuccess(await app.post('preview', { tableName: 'demo_item' }));
    await expectAllFailed(await app.generate('demo_item', { overwrite: true }), ENTITY, /is a link/);
  });

  it('previews and fails where a folder stands in the place of the entity', async () => {
    put(`${ENTITY}/stands-in-the-way`);
    expectSuccess(await app.post('preview', { tableName: 'demo_item' }));
    await expectAllFailed(await app.generate('demo_item', { overwrite: true }), ENTITY, /is no file/);
  });

  it('keeps a file that appears while a run is under way', async () => {
    const running = app.generate('demo_item');
    const prepared = () => existsSync(inRoot(SPECS)) && readdirSync(inRoot(SPECS)).length > 0;
    while (!prepared()) await setImmediate();
    expect(existsSync(inRoot(SERVICE))).toBe(false);
    put(SERVICE, '// mine\n');
    const { generated, skipped, failed } = await running;
    expect([skipped, failed]).toEqual([[SERVICE], []]);
    expect(generated).toHaveLength(10);
    expect(app.output.read(SERVICE)).toBe('// mine\n');
    expect(app.output.files()).toEqual([...writtenOf('demo-item'), INDEX].sort());
  });

  it("leaves the service's own specs alone, whatever a table is called", async () => {
    await app.table('limits');
    put('test/e2e/limits.spec.ts', '// mine\n');
    expect((await app.generate('limits', { overwrite: true })).generated).toHaveLength(11);
    expect(app.output.read('test/e2e/limits.spec.ts')).toBe('// mine\n');
  });

  it('does not register through a link, and says so', async () => {
    link(INDEX, join(outside, 'victim.ts'));
    const { failed, menu, route } = await app.generate('demo_item');
    expect([failed, menu.success]).toEqual([[], true]);
    expect(route).toEqual({ success: false, message: expect.stringContaining('is a link') as string });
    expect(readFileSync(join(outside, 'victim.ts'), 'utf8')).toBe('// untouched\n');
  });

  it('is followed where the root itself is a link', async () => {
    const root = join(outside, 'root');
    symlinkSync(app.output.path, root);
    const other = await GeneratorApp.start({ GENERATOR_OUTPUT_ROOT: root });
    await other.table('demo_item');
    expect((await other.generate('demo_item')).generated).toHaveLength(11);
    await other.stop();
    expect(app.output.files()).toEqual([...writtenOf('demo-item'), INDEX].sort());
  });

  it('is whole or not there: one file that cannot be written holds up the others', async () => {
    put(`${SERVICE}/stands-in-the-way`);
    const before = app.output.files();
    await expectAllFailed(await app.generate('demo_item', { overwrite: true }), SERVICE, /is no file/);
    expect(app.output.files()).toEqual(before);
  });

  it('fails where a file stands in the place of a folder, and leaves nothing behind', async () => {
    put('test', 'a file');
    const result = await app.generate('demo_item');
    await expectAllFailed(result, 'test/generated/demo-item.spec.ts', /test is no folder/);
    expect(app.output.files()).toEqual(['test']);
    expect(readdirSync(app.output.path)).toEqual(['test']);
  });

  it.each([
    ['below a file', () => join(outside, 'victim.ts', 'root'), /ENOTDIR/],
    ['that is a file', () => join(outside, 'victim.ts'), /ENOTDIR/],
    ['that takes no files', () => '/proc/steward', /ENOENT|EACCES|ENOTDIR/],
  ])('fails in a root %s, with HTTP 200', async (_name, root, reason) => {
    const other = await GeneratorApp.start({ GENERATOR_OUTPUT_ROOT: root() });
    await other.table('demo_item');
    const menus = await other.steward.db.manager.count(Menu);
    const { failed, generated } = await other.generate('demo_item');
    expect(generated).toEqual([]);
    expect(failed.map(({ path }) => path).sort()).toEqual(filesOf('demo-item').sort());
    for (const { message } of failed) expect(message).toMatch(reason);
    const [item] = await other.batch(['demo_item']);
    expect(item).toMatchObject({ success: false, message: 'generated 0, skipped 0, overwritten 0, failed 11' });
    expect(await other.steward.db.manager.count(Menu)).toBe(menus);
    expect(readdirSync(outside)).toEqual(['victim.ts']);
    await other.stop();
  });

  it('stays as it is where no lock can be made, with HTTP 200', async () => {
    const service = new StewardProcess({
      JWT_SECRET: TEST_SECRET,
      AUTH_LIMIT: '0',
      GENERATOR_OUTPUT_ROOT: app.output.path,
      ...app.steward.storage.environment,
      TMPDIR: join(outside, 'victim.ts'),
    });
    const client = await service.start();
    const body = { tableName: 'demo_item' };
    const answer = await client.post<GenerateResult>('/api/generator/generate', body, { token: app.admin });
    await service.remove();
    expectSuccess(answer);
    expect(answer.body.data).toMatchObject({ generated: [], menu: { success: false }, route: { success: false } });
    expect(answer.body.data.failed).toEqual([
      { path: 'demo_item', message: expect.stringContaining('TMPDIR') as string },
    ]);
    expect(app.output.files()).toEqual([]);
  });

  it('is freed of what a killed run left under way', async () => {
    for (const folder of ['src/modules', MODULE, 'src/modules/other', 'test/generated'])
      put(join(folder, TEMPORARY), 'half');
    put(`${MODULE}/.steward-notes.tmp`, 'mine');
    await app.generate('demo_item');
    expect(app.output.files()).toEqual([...writtenOf('demo-item'), INDEX, `${MODULE}/.steward-notes.tmp`].sort());
  });

  it('is shared by instances on one root: whole files, one registration each', async () => {
    const other = await GeneratorApp.start({}, app.output);
    const tables = Array.from({ length: 6 }, (_, index) => `demo_t${index}`);
    await app.table(...tables);
    await other.table(...tables);
    await Promise.all(tables.flatMap((table) => [app.generate(table), other.generate(table)]));
    expect(app.output.registered()).toEqual(tables.map((_, index) => `DemoT${index}Module`));
    expect(app.output.files()).toEqual(
      [...tables.flatMap((table) => writtenOf(table.replace('_', '-'))), INDEX].sort(),
    );
    await other.steward.stop();
  });
});

describe('instances on one database', () => {
  it('leave one menu and one dictionary, each with a root of its own', async () => {
    const app = await GeneratorApp.start();
    await app.table('demo_item');
    const second = await GeneratorApp.beside(app);
    const runs = Array.from({ length: 6 }, () => [app.generate('demo_item'), second.generate('demo_item')]);
    const results = await Promise.all(runs.flat());
    expect(new Set(results.map(({ menu }) => menu.menuId)).size).toBe(1);
    expect(results.filter(({ dict }) => dict[0]?.status === 'created')).toHaveLength(1);
    expect((await menusOf(app.steward.db, 'demo-item')).map(({ codes }) => codes.length)).toEqual([8]);
    await second.stop();
    await app.stop();
  });
});

describe('a batch that is killed', () => {
  const tables = Array.from({ length: 8 }, (_, index) => `demo_t${index}`);
  const files = tables.flatMap((table) => filesOf(table.replace('_', '-')));
  const OLD = '// old\n';
  let app: GeneratorApp;
  let fresh: Record<string, string>;
  beforeAll(async () => {
    app = await GeneratorApp.start();
    await app.table(...tables);
    await app.batch(tables);
    fresh = app.output.contents();
  });
  afterAll(() => app.stop());

  it.each(someOf([1, 40], 1))(
    'after %i files leaves every file old or new, and the next run completes',
    async (count) => {
      for (const path of files) writeFileSync(join(app.output.path, path), OLD);
      const written = new Map(files.map((path) => [path, app.output.modifiedAt(path)]));
      const isNew = (path: string) => app.output.modifiedAt(path) !== written.get(path);
      const service = new StewardProcess({
        JWT_SECRET: TEST_SECRET,
        AUTH_LIMIT: '0',
        GENERATOR_OUTPUT_ROOT: app.output.path,
        ...app.steward.storage.environment,
      });
      const client = await service.start();
      const body = { tableNames: tables, overwrite: true };
      const answer = client.post('/api/generator/batchGenerate', body, { token: app.admin }).then(
        () => 'answered',
        () => 'killed',
      );
      let ended = false;
      void answer.then(() => (ended = true));
      // With a pause: looking without one would take processor time from the service while it compiles.
      while (!ended && files.filter(isNew).length < count) await pause(5);
      await service.stop('SIGKILL');
      await service.remove();
      expect(await answer).toBe('killed');
      for (const path of files) expect([OLD, fresh[path]]).toContain(app.output.read(path));
      expect(app.output.read(INDEX)).toBe(fresh[INDEX]);

      const items = await app.batch(tables, { overwrite: true });
      expect(items.map(({ success }) => success)).toEqual(tables.map(() => true));
      expect(app.output.contents()).toEqual(fresh);
      for (const table of tables) expect(await menusOf(app.steward.db, table.replace('_', '-'))).toHaveLength(1);
    },
  );
});
