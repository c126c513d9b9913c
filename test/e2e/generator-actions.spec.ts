import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Type } from '@nestjs/common';
import { sealedLength } from '../../src/core/value-sizes.js';
import type { Design } from '../../src/generator/design/design.js';
import { type TestApp, startApp } from '../support/app.js';
import { aCaller } from '../support/callers.js';
import { expectFailure, expectNamed, expectSuccess } from '../support/checks.js';
import { loadModules } from '../support/generated-modules.js';
import { GeneratorApp, menusOf } from '../support/generator.js';
import { onServices } from '../support/services.js';

const ID = onServices ? 'id int AUTO_INCREMENT PRIMARY KEY' : 'id integer PRIMARY KEY AUTOINCREMENT';

const TABLES = [
  `CREATE TABLE ac_job (${ID}, tenant_id int NOT NULL DEFAULT 0, title varchar(60) NOT NULL,
   status int NOT NULL DEFAULT 1, phone varchar(32) NOT NULL DEFAULT '', tax_number varchar(${sealedLength(20)}),
   tax_number_hash varchar(43))`,
  `CREATE TABLE ac_text (${ID}, state varchar(20) NOT NULL DEFAULT 'new', wish varchar(200), loose int)`,
  `CREATE VIEW ac_titles AS SELECT id, title FROM ac_job`,
];

const DESIGN = {
  columns: { phone: { concealed: true }, tax_number: { encrypted: true, filter: true } },
  flow: {
    column: 'status',
    moves: {
      start: { from: 1, to: 2, label: 'Start', labels: { zh: '开始' } },
      stop: { from: [1, 2], to: 3 },
    },
  },
  actions: { remindAll: { label: 'Remind all' } },
  files: { manual: { types: ['application/pdf'], max: 100_000, most: 2 } },
};

describe('a design with states, actions, files and concealed columns', () => {
  let app: GeneratorApp;
  let modules: Type[];
  const save = (tableName: string, design: unknown) =>
    app.steward.client.call('PUT', '/api/generator/design', { token: app.admin, body: { tableName, design } });
  const textOf = (path: string) => app.output.read(path);

  beforeAll(async () => {
    app = await GeneratorApp.start();
    for (const statement of TABLES) await app.steward.db.query(statement);
    expectSuccess(await save('ac_job', DESIGN));
    expect((await app.batch(['ac_job', 'ac_text'])).flatMap(({ failed }) => failed)).toEqual([]);
    modules = await loadModules(app.output);
  });
  afterAll(() => app.stop());

  it('is shown with everything filled in, and can be saved as it is shown', async () => {
    const answer = await app.steward.client.get<{ design: Design }>(
      '/api/generator/design?tableName=ac_job',
      app.admin,
    );
    const { design } = answer.body.data;
    expect(design.flow?.moves.stop).toEqual({ from: [1, 2], to: 3, label: 'Stop', labels: {} });
    expect(design.columns.status).toMatchObject({ form: 'none', required: false });
    expect(design.columns.phone).toMatchObject({ concealed: true, filter: false, sort: false });
    expect(design.files.manual).toMatchObject({ label: 'Manual', most: 2 });
    expectSuccess(await save('ac_job', design));
  });

  it.each<[string, object]>([
    ['flow', { flow: { column: 'nothing', moves: {} } }],
    ['moves', { flow: { column: 'state', moves: {} } }],
    ['flow.moves.go', { flow: { column: 'state', moves: { go: { from: 1, to: 'old' } } } }],
    ['flow', { flow: { column: 'wish', moves: { go: { from: 'a', to: 'b' } } } }],
    ['delete', { flow: { column: 'state', moves: { delete: { from: 'new', to: 'old' } } } }],
    [
      'form',
      { flow: { column: 'state', moves: { go: { from: 'new', to: 'old' } } }, columns: { state: { form: 'edit' } } },
    ],
    ['options', { actions: { options: {} } }],
    ['Go on', { actions: { 'Go on': {} } }],
    ['files.manual', { files: { manual: { types: ['application/pdf'] } } }],
    ['max', { files: { manual: { types: ['application/pdf'], max: 99_000_000 } } }],
    ['types', { files: { manual: { types: ['pdf'], max: 1 } } }],
    ['filter', { columns: { wish: { concealed: true, filter: true } } }],
    ['wish_hash', { columns: { wish: { encrypted: true } } }],
    ['encrypted', { columns: { loose: { encrypted: true } } }],
  ])('is refused by the name of %s', async (name, design) => {
    expectNamed(await save('ac_text', design), name);
  });

  it('is refused for a view', async () => {
    expectFailure(await save('ac_titles', { actions: { go: {} } }));
  });

  it('is in the files, the page and the menu', async () => {
    const [service, controller] = ['service', 'controller'].map((kind) =>
      textOf(`src/modules/ac-job/ac-job.${kind}.ts`),
    );
    expect(service).toMatch(/moves: \{ start: \{ from: 1, to: 2 \}, stop: \{ from: \[1, 2\], to: 3 \} \}/);
    expect(service).toMatch(/remindAll\(id: number( \| string)?, caller: Caller\)/);
    expect(controller).toContain("@actionRoute('start', acJobPermissions.start)");
    const entity = textOf('src/modules/ac-job/ac-job.entity.ts');
    expect(entity).toContain("@Sealed({ name: 'tax_number', code: acJobPermissions.readTaxNumber, length: 20 })");
    expect(entity).not.toContain('taxNumberHash');
    const page = textOf('console/src/pages/ac-job.page.vue');
    expect(page).toContain('start: { label: t.start, when: (row) => row.status === 1 }');
    expect(page).toContain('stop: { label: t.stop, when: (row) => [1, 2].includes(row.status) }');
    expect(page).toContain('remindAll: { label: t.remindAll }');
    expect(page).toContain('manual: { label: t.manual }');
    expect(page).not.toMatch(/fields:[^]*status:/);
    const [menu] = await menusOf(app.steward.db, 'ac-job');
    expect(menu?.codes).toEqual(
      expect.arrayContaining(['start', 'stop', 'remindAll', 'readTaxNumber'].map((name) => `app:acJob:${name}`)),
    );
  });

  describe('and that is served', () => {
    let steward: TestApp;
    let token: string;
    const codes = ['add', 'update', 'detail', 'page', 'list', 'export', 'start', 'stop', 'remindAll', 'readTaxNumber'];
    const call = <T = Record<string, unknown>>(method: string, path: string, body?: unknown, as = token) =>
      steward.client.call<T>(method, `/api/ac-job/${path}`, { token: as, body });
    const added = async (body: object = {}) => {
      const answer = await call<{ id: number }>('POST', 'add', { title: 'Paint', ...body });
      expectSuccess(answer);
      return answer.body.data.id;
    };
    const detail = async (id: number, as = token) =>
      (await call<{ status: number; taxNumber: string; phone: string }>('GET', `detail/${id}`, undefined, as)).body
        .data;

    beforeAll(async () => {
      steward = await startApp({ storage: app.steward.storage, generated: modules });
      const { id: tenantId } = await steward.make.aTenant();
      ({ token } = await aCaller(
        steward,
        codes.map((code) => `app:acJob:${code}`),
        { tenantId },
      ));
    });
    afterAll(() => steward.stop());

    it('moves rows, each with its permission', async () => {
      const id = await added();
      expectSuccess(await call('PUT', `start/${id}`));
      expectFailure(await call('PUT', `start/${id}`));
      expectSuccess(await call('PUT', `stop/${id}`));
      expect((await detail(id)).status).toBe(3);
      const { token: other } = await aCaller(steward, ['app:acJob:update']);
      expectFailure(await call('PUT', `start/${id}`, undefined, other), 403);
    });

    it('says of an action that is not written that it is not', async () => {
      const answer = await call('PUT', `remindAll/${await added()}`);
      expectFailure(answer);
      expect(answer.body.msg).toBe('Remind all is not written yet');
    });

    it('encrypts, conceals and filters by the whole value', async () => {
      const id = await added({ taxNumber: 'DE123', phone: '555-0142' });
      expect(await detail(id)).toMatchObject({ taxNumber: 'DE123', phone: '555-0142' });
      const [stored] = await steward.db.query<{ tax_number: string }[]>('SELECT tax_number FROM ac_job WHERE id = ?', [
        id,
      ]);
      expect(stored?.tax_number).not.toContain('DE123');
      const found = await call<{ records: { id: number }[] }>('GET', 'page?taxNumber=DE123');
      expect(found.body.data.records.map((row) => row.id)).toEqual([id]);
      const csv = await fetch(`${steward.url}/api/ac-job/export`, { headers: { authorization: `Bearer ${token}` } });
      expect(await csv.text()).not.toMatch(/DE123|555-0142/);
      expectFailure(await call('POST', 'add', { title: 'Paint', taxNumber: 'x'.repeat(21) }));
    });

    it('takes files', async () => {
      const id = await added();
      const response = await fetch(`${steward.url}/api/ac-job/file/manual/${id}?name=a.pdf`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/pdf' },
        body: '%PDF-1.7',
      });
      expect(await response.json()).toMatchObject({ ok: true });
      const files = await call<{ name: string }[]>('GET', `file/${id}`);
      expect(files.body.data.map(({ name }) => name)).toEqual(['a.pdf']);
    });
  });

  it('keeps what somebody has written when the module is generated again', async () => {
    const path = 'src/modules/ac-job/ac-job.service.ts';
    const written = textOf(path).replace("Promise.reject(errors.failure('Remind all is not written yet'))", 'remind()');
    writeFileSync(join(app.output.path, path), written);
    await app.steward.db.query('ALTER TABLE ac_job ADD COLUMN note varchar(40)');
    expect((await app.batch(['ac_job'], { merge: true })).flatMap(({ failed }) => failed)).toEqual([]);
    expect(textOf(path)).toContain('remind()');
    expect(textOf('src/modules/ac-job/ac-job.entity.ts')).toContain('note');
  });
});
