import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { BatchItem } from '../../src/generator/run/generate.result.js';
import { ADMIN_PASSWORD, TEST_DATA_KEY, TEST_SECRET, type TestApp, startApp } from '../support/app.js';
import { aCaller } from '../support/callers.js';
import { expectNamed, expectSuccess } from '../support/checks.js';
import type { Client } from '../support/client.js';
import { problemsOf } from '../support/openapi.js';
import { StewardProcess } from '../support/process.js';
import { ProjectCopy } from '../support/project-copy.js';
import { type Storage, onServices } from '../support/services.js';
import type { TableCase } from '../support/tables/case.js';
import { casesOf, codesOf, filesOf, kebabOf } from '../support/tables/cases.js';
import { Driver } from '../support/tables/driver.js';
import { Kinds } from '../support/tables/kinds.js';
import { PatientClient } from '../support/tables/patient-client.js';
import { storageElsewhere } from '../support/tables/storage.js';
import { someOf } from '../support/whole.js';

const ALL = casesOf(onServices ? 'mysql' : 'sqlite');

/** Tables that tests below name, or that only do something together. */
const NAMED = ['t_stamped', 't_only', 't_flag', 'zero_stamp', 'club_player', 'club_team', 'club_team_player'];

/** Tables are of one kind if the same things are said about their modules. */
function kindOf({ name, refused, operations, link, tree, design, marked, emptied }: TableCase): string {
  if (NAMED.includes(name)) return name;
  return Object.entries({ refused, operations, link, tree, design, marked, emptied })
    .flatMap(([key, value]) => (value === undefined ? [] : [key]))
    .join();
}

const CASES = someOf(ALL, 10, kindOf);
const REFUSED = CASES.filter(({ refused }) => refused !== undefined);
const GENERATED = CASES.filter(({ refused }) => refused === undefined);

/** Most tables of one request to the generator. */
const BATCH = 100;

/** How long the tools of the project may take. */
const TOOLS_MS = 600_000;

const ELSEWHERE = new Set(casesOf(onServices ? 'sqlite' : 'mysql').map(({ name }) => name));

/** Names of the tables that both databases have. */
const SHARED = GENERATED.map(({ name }) => name)
  .filter((name) => ELSEWHERE.has(name))
  .sort();

/** Tables whose files are formatted, linted and tested here; of those that both databases have, each has every other. */
const CHECKED = GENERATED.filter(
  ({ name }) => !SHARED.includes(name) || (SHARED.indexOf(name) % 2 === 0) === onServices,
);

interface Described {
  paths: Record<string, { get: { parameters: { name: string }[] } }>;
}

describe('tables of every kind', () => {
  const copy = new ProjectCopy();
  let storage: Storage;
  let steward: TestApp;
  const items = new Map<string, BatchItem>();
  let served: StewardProcess;
  let client: Client;
  let kinds: Kinds;
  let holder: string;
  let nobody: string;

  beforeAll(async () => {
    storage = await storageElsewhere();
    steward = await startApp({ storage, env: { GENERATOR_OUTPUT_ROOT: copy.folder } });
    // Tables refer to each other: all of them are there.
    for (const { name, ddl, design } of ALL) {
      for (const statement of ddl) await steward.db.query(statement);
      const path = `.steward/${name.replaceAll('_', '-')}.design.json`;
      if (design) copy.write(path, JSON.stringify(design));
    }
    const { access_token: token } = await steward.client.login('admin', ADMIN_PASSWORD);
    for (let begin = 0; begin < CASES.length; begin += BATCH) {
      const tableNames = CASES.slice(begin, begin + BATCH).map(({ name }) => name);
      const answer = await steward.client.post<BatchItem[]>('/api/generator/batchGenerate', { tableNames }, { token });
      expectSuccess(answer);
      for (const item of answer.body.data) items.set(item.table, item);
    }
    holder = (await aCaller(steward, GENERATED.flatMap(codesOf))).token;
    nobody = (await aCaller(steward, [])).token;
  }, TOOLS_MS);
  afterAll(async () => {
    await served?.remove();
    await steward?.stop();
    await storage?.remove();
    copy.remove();
  });

  it('number at least 80', () => {
    expect(ALL.filter(({ refused }) => refused === undefined).length).toBeGreaterThanOrEqual(80);
    expect(new Set(ALL.map(({ name }) => name)).size).toBe(ALL.length);
  });

  it.each(REFUSED)('refuses $name, and says why', ({ name, refused }) => {
    const item = items.get(name);
    expect(item).toMatchObject({ success: false, message: 'generated 0, skipped 0, overwritten 0, failed 1' });
    expect(item?.failed[0]?.message).toContain(refused);
  });

  it.each(GENERATED)('generates $name', (table) => {
    const { success, failed, generated = [] } = items.get(table.name) ?? {};
    expect({ success, failed }).toEqual({ success: true, failed: [] });
    expect([...generated].sort()).toEqual(filesOf(table).sort());
  });

  it(
    'writes what is formatted, linted and compiled as it stands',
    async () => {
      const files = [...CHECKED.flatMap(filesOf), 'src/modules/generated.modules.ts'];
      const written = GENERATED.flatMap(filesOf);
      expect(written.filter((path) => !existsSync(join(copy.folder, path)))).toEqual([]);
      const [unformatted] = await Promise.all([
        copy.unformatted(files),
        copy.check(files.filter((path) => !path.startsWith('console/'))),
      ]);
      expect(unformatted).toEqual([]);
    },
    TOOLS_MS,
  );

  describe('served by the project that was built with them', () => {
    beforeAll(async () => {
      await copy.run('@nestjs/cli/bin/nest.js', 'build');
      const environment = {
        JWT_SECRET: TEST_SECRET,
        DATA_KEY: TEST_DATA_KEY,
        AUTH_LIMIT: '0',
        OPERATION_LIMIT: '0',
        LOG_LEVEL: 'warn',
        ...storage.environment,
      };
      served = new StewardProcess(environment, join(copy.folder, 'build', 'bin', 'main.js'));
      client = new PatientClient((await served.start()).url);
      kinds = new Kinds(steward.db);
    }, TOOLS_MS);

    it('are described', async () => {
      const document = (await client.get('/api/docs-json')).body as object as Described;
      const paths = GENERATED.map((table) => `/api/${kebabOf(table)}/options`);
      expect(Object.keys(document.paths)).toEqual(expect.arrayContaining(paths));
      expect(await problemsOf(document)).toEqual([]);
    });

    it.each([
      ['t-stamped', true],
      ['t-only', false],
    ])('are described with the times that they have: %s', async (kebab, has) => {
      const { paths } = (await client.get('/api/docs-json')).body as object as Described;
      const names = paths[`/api/${kebab}/page`]?.get.parameters.map(({ name }) => name);
      expect(names).toContain('orderBy');
      expect(names?.includes('startTime')).toBe(has);
      expect(names?.includes('endTime')).toBe(has);
    });

    if (onServices) {
      it('keep times on a database server that is not on UTC', async () => {
        const noted = '2026-01-31T08:30:00.000Z';
        const { data } = (await client.post('/api/zero-stamp/add', { noted }, { token: holder })).body;
        const stored = 'SELECT @@global.time_zone AS zone, UNIX_TIMESTAMP(noted) AS at FROM zero_stamp WHERE id = ?';
        const [row] = await steward.db.query<{ zone: string; at: number }[]>(stored, [data.id]);
        expect({ ...row, at: Number(row?.at) }).toEqual({ zone: '+08:00', at: Date.parse(noted) / 1000 });
        const shown = await client.get(`/api/zero-stamp/detail/${String(data.id)}`, holder);
        expect(shown.body.data).toMatchObject({ noted });
      });
    }

    it('keep a number that others store in a switch', async () => {
      const { id } = (await client.post<{ id: number }>('/api/t-flag/add', { c: true }, { token: holder })).body.data;
      const path = `/api/t-flag/detail/${id}`;
      const update = (body: object) =>
        client.call('PUT', '/api/t-flag/update', { token: holder, body: { id, ...body } });
      await steward.db.query('UPDATE t_flag SET c = 5 WHERE id = ?', [id]);
      expect((await client.get(path, holder)).body.data).toMatchObject({ c: 5 });
      expectSuccess(await update({ a: true }));
      expect((await client.get(path, holder)).body.data).toMatchObject({ a: true, c: 5 });
      expect(await steward.db.query('SELECT c FROM t_flag WHERE id = ?', [id])).toMatchObject([{ c: 5 }]);
      const list = await client.get<{ id: number }[]>('/api/t-flag/list', holder);
      expect(list.body.data.find((row) => row.id === id)).toMatchObject({ c: 5 });
      // An update accepts the number that detail has answered, and refuses any other.
      expectSuccess(await update((await client.get(path, holder)).body.data));
      expectNamed(await update({ c: 6 }), 'c must be true or false');
      expect((await client.get(path, holder)).body.data).toMatchObject({ a: true, c: 5 });
      expectSuccess(await update({ c: false }));
      expect((await client.get(path, holder)).body.data).toMatchObject({ c: false });
    });

    it.each(GENERATED)('$name does its operations', async (table) => {
      await new Driver({ client, db: steward.db, holder, nobody, kinds }, table).drive();
    });
  });

  it(
    'have specs that pass',
    () => copy.test(someOf(CHECKED, 4).map((table) => `test/generated/${kebabOf(table)}.spec.ts`)),
    TOOLS_MS,
  );
});
