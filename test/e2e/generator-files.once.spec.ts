import { mkdirSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Dict } from '../../src/modules/dict/dict.entity.js';
import { OperationLog } from '../../src/logs/operation-log/operation-log.entity.js';
import { expectNamed, expectSuccess } from '../support/checks.js';
import { GeneratorApp, baselineOf, filesOf, menusOf } from '../support/generator.js';
import { expectNothingStored } from '../support/snapshot.js';

interface Previewed {
  path: string;
  content: string;
  status: string;
  current: string | null;
}

const [CONTROLLER = '', DTO = '', ENTITY = '', ...OTHERS] = filesOf('demo-item');

describe('the files of the generator', () => {
  let app: GeneratorApp;
  beforeEach(async () => {
    app = await GeneratorApp.start();
    await app.table('demo_item');
  });
  afterEach(() => app.stop());

  const inRoot = (path: string) => join(app.output.path, path);
  const edit = (path: string, text = '// mine\n') => writeFileSync(inRoot(path), text);
  const newestLog = () => app.steward.db.manager.findOneOrFail(OperationLog, { where: {}, order: { id: 'DESC' } });

  describe('in a preview', () => {
    const preview = async (options: object = {}) => {
      const answer = await app.post<Previewed[]>('preview', { tableName: 'demo_item', ...options });
      expectSuccess(answer);
      return new Map(answer.body.data.map((file) => [file.path, file]));
    };

    it('are new where there are none', async () => {
      const files = await preview();
      expect([...files.keys()].sort()).toEqual(filesOf('demo-item').sort());
      for (const { status, current } of files.values()) expect([status, current]).toEqual(['new', null]);
    });

    it('are the same, or different, beside what is on disk', async () => {
      await app.generate('demo_item');
      for (const { status, current, content } of (await preview()).values()) {
        expect([status, current]).toEqual(['same', content]);
      }
      edit(DTO);
      edit(ENTITY, '');
      unlinkSync(inRoot(CONTROLLER));
      const files = await preview({ overwrite: true });
      expect(files.get(DTO)).toMatchObject({ status: 'different', current: '// mine\n' });
      expect(files.get(ENTITY)).toMatchObject({ status: 'different', current: '' });
      expect(files.get(CONTROLLER)).toMatchObject({ status: 'new', current: null });
      for (const path of OTHERS) expect(files.get(path)?.status).toBe('same');
    });

    it('are different, with no text, where something else stands in their place', async () => {
      mkdirSync(inRoot(ENTITY), { recursive: true });
      expect((await preview()).get(ENTITY)).toMatchObject({ status: 'different', current: null });
    });
  });

  describe('that are named alone', () => {
    it('are written alone, and all that belongs to the table is entered', async () => {
      await app.generate('demo_item');
      for (const path of [DTO, ENTITY, CONTROLLER]) edit(path);
      unlinkSync(inRoot(OTHERS[0] ?? ''));
      const only = [DTO, OTHERS[0] ?? '', DTO];
      const result = await app.generate('demo_item', { only, overwrite: true });
      expect(result).toMatchObject({ generated: [OTHERS[0]], overwritten: [DTO], skipped: [], failed: [] });
      expect(result).toMatchObject({ menu: { success: true }, dict: [{ status: 'exists' }], route: { success: true } });
      for (const path of [ENTITY, CONTROLLER]) expect(app.output.read(path)).toBe('// mine\n');
      expect((await app.generate('demo_item', { only: [ENTITY] })).skipped).toEqual([ENTITY]);
    });

    it('are not registered before the whole module is there', async () => {
      const first = await app.generate('demo_item', { only: [ENTITY] });
      expect(first).toMatchObject({ generated: [ENTITY], failed: [], menu: { success: true } });
      expect(first.route).toMatchObject({ success: false, message: expect.stringMatching(/not there$/) as string });
      expect(app.output.files()).toEqual([baselineOf('demo-item'), ENTITY]);
      expect((await menusOf(app.steward.db, 'demo-item'))[0]?.codes).toHaveLength(8);
      expect(await app.steward.db.manager.existsBy(Dict, { code: 'demo_item_state' })).toBe(true);

      const only = filesOf('demo-item').filter((path) => path.startsWith('src/') && path !== ENTITY);
      const rest = await app.generate('demo_item', { only });
      expect([...rest.generated].sort()).toEqual(only.sort());
      expect(rest.route.success).toBe(true);
      expect(app.output.registered()).toEqual(['DemoItemModule']);
    });

    it('fail by themselves where the table has none of the path', async () => {
      const unknown = ['src/modules/demo-item/other.ts', '../../etc/passwd', ''];
      const result = await app.generate('demo_item', { only: [...unknown, ...filesOf('demo-item')] });
      expect([...result.generated].sort()).toEqual(filesOf('demo-item').sort());
      expect(result.failed.map(({ path }) => path)).toEqual(unknown);
      for (const { message } of result.failed) expect(message).not.toBe('');
      expect(result).toMatchObject({ menu: { success: true }, route: { success: true } });
      expect(await newestLog()).toMatchObject({ logType: 19, status: 1 });
    });

    it('leave everything as it is where the table has none of them', async () => {
      const result = await app.generate('demo_item', { only: ['src/bin/main.ts'] });
      expect(result).toMatchObject({ generated: [], skipped: [], overwritten: [], dict: [] });
      expect(result.failed).toEqual([{ path: 'src/bin/main.ts', message: expect.any(String) as string }]);
      expect(result).toMatchObject({ menu: { success: false, menuId: 0 }, route: { success: false } });
      expect(app.output.files()).toEqual([]);
      expect(await menusOf(app.steward.db, 'demo-item')).toEqual([]);
    });

    it.each<[name: string, only: unknown]>([
      ...[null, 'src/a.ts', {}, [], [1], [null]].map((only): [string, unknown] => [JSON.stringify(only), only]),
      ['101 paths', Array(101).fill('a')],
    ])('are refused as %s', async (_name, only) => {
      await expectNothingStored(app.steward.db, async () => {
        expectNamed(await app.post('generate', { tableName: 'demo_item', only }), 'only');
      });
      expect(app.output.files()).toEqual([]);
    });
  });

  describe('in the list of tables', () => {
    const generated = async () => {
      const answer = await app.steward.client.get<{ records: { tableName: string; generated: boolean }[] }>(
        '/api/generator/page?pageSize=500',
        app.admin,
      );
      expectSuccess(answer);
      const { records } = answer.body.data;
      expect(records.every((table) => typeof table.generated === 'boolean')).toBe(true);
      return records.filter((table) => table.generated).map(({ tableName }) => tableName);
    };

    it('make a table generated once they are registered', async () => {
      await app.table('demo_order');
      expect(await generated()).toEqual([]);
      await app.generate('demo_item', { only: [ENTITY] });
      expect(await generated()).toEqual([]);
      await app.batch(['demo_item', 'demo_order']);
      expect(await generated()).toEqual(['demo_item', 'demo_order']);
      rmSync(inRoot('src/modules/generated.modules.ts'));
      expect(await generated()).toEqual([]);
    });

    it('make a filter, beside that of the name', async () => {
      await app.table('demo_order', 'demo_invoice', 'other');
      const page = async (query: string) => {
        const answer = await app.steward.client.get<{ records: { tableName: string }[]; total: number }>(
          `/api/generator/page?pageSize=500&${query}`,
          app.admin,
        );
        expectSuccess(answer);
        const { records, total } = answer.body.data;
        expect(total).toBe(records.length);
        return records.map(({ tableName }) => tableName);
      };
      const all = await page('');
      expect(await page('generated=true')).toEqual([]);
      expect(await page('generated=false')).toEqual(all);
      await app.batch(['demo_item', 'demo_order', 'other']);
      expect(await page('generated=true')).toEqual(['demo_item', 'demo_order', 'other']);
      expect(await page('generated=true&tableName=demo')).toEqual(['demo_item', 'demo_order']);
      expect(await page('generated=false&tableName=demo')).toEqual(['demo_invoice']);
      expect(await page('generated=false')).toEqual(all.filter((name) => !/^(demo_(item|order)|other)$/.test(name)));
      expectNamed(await app.steward.client.get('/api/generator/page?generated=maybe', app.admin), 'generated');
    });

    it('are those of one table alone', async () => {
      await app.table('demo__item');
      await app.generate('demo__item');
      expect(await generated()).toEqual(['demo__item']);
    });
  });
});
