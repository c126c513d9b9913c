import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type CrudOperation, OPERATIONS } from '../../src/crud/permissions.js';
import type { BatchItem } from '../../src/modules/generator/generator.result.js';
import { ADMIN_PASSWORD, TEST_SECRET, type TestApp, startApp } from '../support/app.js';
import { aCaller } from '../support/callers.js';
import { expectData, expectFailure, expectNamed, expectSuccess } from '../support/checks.js';
import type { Client } from '../support/client.js';
import { problemsOf } from '../support/openapi.js';
import { StewardProcess } from '../support/process.js';
import { ProjectCopy } from '../support/project-copy.js';
import { onServices } from '../support/services.js';
import { REQUESTS } from '../support/modules/served-module.js';
import type { Body, TableCase } from '../support/tables/case.js';
import { mysqlTables } from '../support/tables/mysql.js';
import { sqliteTables } from '../support/tables/sqlite.js';

const CASES = onServices ? mysqlTables : sqliteTables;
const REFUSED = CASES.filter(({ refused }) => refused !== undefined);
const GENERATED = CASES.filter(({ refused }) => refused === undefined);

/** How long the tools of the project may take. */
const TOOLS_MS = 600_000;

const kebabOf = ({ name, kebab }: TableCase) => kebab ?? name.replaceAll('_', '-');
const operationsOf = ({ operations }: TableCase): readonly CrudOperation[] => {
  if (operations === 3) return ['page', 'list', 'export'];
  return operations === 7 ? OPERATIONS.filter((name) => name !== 'update') : OPERATIONS;
};
const codesOf = (table: TableCase) => {
  const camel = kebabOf(table).replace(/-(\w)/g, (_dash, letter: string) => letter.toUpperCase());
  return operationsOf(table).map((operation) => `app:${camel}:${operation}`);
};
const filesOf = (table: TableCase) => {
  const kebab = kebabOf(table);
  const bodies = table.operations === 3 ? [] : ['dto'];
  return [
    ...['entity', ...bodies, 'service', 'controller', 'permissions', 'module'].map(
      (kind) => `src/modules/${kebab}/${kebab}.${kind}.ts`,
    ),
    `test/generated/${kebab}.spec.ts`,
  ];
};

interface Described {
  paths: Record<string, { get: { parameters: { name: string }[] } }>;
}

describe('tables of every kind', () => {
  const copy = new ProjectCopy();
  let steward: TestApp;
  let items: Map<string, BatchItem>;
  let served: StewardProcess;
  let client: Client;
  let holder: string;
  let nobody: string;

  beforeAll(async () => {
    steward = await startApp({ env: { GENERATOR_OUTPUT_ROOT: copy.folder } });
    for (const statement of CASES.flatMap(({ ddl }) => ddl)) await steward.db.query(statement);
    const { access_token: token } = await steward.client.login('admin', ADMIN_PASSWORD);
    const answer = await steward.client.post<BatchItem[]>(
      '/api/generator/batchGenerate',
      { tableNames: CASES.map(({ name }) => name) },
      { token },
    );
    expectSuccess(answer);
    items = new Map(answer.body.data.map((item) => [item.table, item]));
    holder = (await aCaller(steward, GENERATED.flatMap(codesOf))).token;
    nobody = (await aCaller(steward, [])).token;
  }, TOOLS_MS);
  afterAll(async () => {
    await served?.remove();
    await steward?.stop();
    copy.remove();
  });

  it('number at least 40', () => {
    expect(GENERATED.length).toBeGreaterThanOrEqual(40);
    expect(new Set(CASES.map(({ name }) => name)).size).toBe(CASES.length);
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
      const files = [...GENERATED.flatMap(filesOf), 'src/modules/generated.modules.ts'];
      expect(files.filter((path) => !existsSync(join(copy.folder, path)))).toEqual([]);
      await Promise.all([
        copy.run('prettier/bin/prettier.cjs', '--check', ...files),
        copy.run('typescript/bin/tsc', '--noEmit'),
        copy.run('eslint/bin/eslint.js', ...files),
      ]);
    },
    TOOLS_MS,
  );

  describe('served by the project that was built with them', () => {
    beforeAll(async () => {
      await copy.run('@nestjs/cli/bin/nest.js', 'build');
      const environment = {
        JWT_SECRET: TEST_SECRET,
        AUTH_LIMIT: '0',
        OPERATION_LIMIT: '0',
        LOG_LEVEL: 'info',
        ...steward.storage.environment,
      };
      served = new StewardProcess(environment, join(copy.folder, 'build', 'main.js'));
      client = await served.start();
    }, TOOLS_MS);

    it('are described', async () => {
      const document = (await (await fetch(`${client.url}/api/docs-json`)).json()) as { paths: object };
      const paths = GENERATED.map((table) => `/api/${kebabOf(table)}/options`);
      expect(Object.keys(document.paths)).toEqual(expect.arrayContaining(paths));
      expect(await problemsOf(document)).toEqual([]);
    });

    it.each([
      ['t-stamped', true],
      ['t-only', false],
    ])('are described with the times that they have: %s', async (kebab, has) => {
      const { paths } = (await (await fetch(`${client.url}/api/docs-json`)).json()) as Described;
      const names = paths[`/api/${kebab}/page`]?.get.parameters.map(({ name }) => name);
      expect(names).toContain('orderBy');
      expect(names?.includes('startTime')).toBe(has);
      expect(names?.includes('endTime')).toBe(has);
    });

    it.each(GENERATED)('$name does its operations', async (table) => {
      await new Driver(client, table).drive(holder, nobody);
    });
  });

  it('have specs that pass', () => copy.test(['test/generated']), TOOLS_MS);
});

/** Drives the operations of one table. */
class Driver {
  private readonly path: string;

  constructor(
    private readonly client: Client,
    private readonly table: TableCase,
  ) {
    this.path = `/api/${kebabOf(table)}`;
  }

  async drive(holder: string, nobody: string): Promise<void> {
    const { row = {}, shown = row, second = {}, change = {}, wrong = [], unique = false, operations } = this.table;
    await this.refuses(nobody);
    if (operations === 3) return this.reads(holder);
    const call = <T = Body>(method: string, tail: string, body?: unknown) =>
      this.client.call<T>(method, `${this.path}/${tail}`, { token: holder, body });
    const detail = async (id: unknown) => (await call('GET', `detail/${encodeURIComponent(String(id))}`)).body.data;
    const add = async (body: Body) => {
      const answer = await call('POST', 'add', body);
      expectData(answer, { id: 'id' in body ? body.id : (expect.anything() as unknown) });
      return answer.body.data.id;
    };

    const id = await add(row);
    const stored = await detail(id);
    expect(stored).toMatchObject({ ...shown, id });
    if (unique) expectNamed(await call('POST', 'add', row), 'exists already');
    for (const body of wrong) expectFailure(await call('POST', 'add', { ...row, ...second, ...body }));
    const other = await add({ ...row, ...second });
    const all = await call<Body[]>('GET', 'list');
    // A list leaves out what is large.
    expect(stored).toMatchObject(all.body.data.find((found) => found.id === id) ?? { missing: id });
    const page = await call<{ records: Body[]; total: number }>('GET', 'page?pageSize=500&orderBy=id&order=asc');
    expect(all.body.data).toEqual(expect.arrayContaining(page.body.data.records));
    expect(page.body.data.total).toBe(page.body.data.records.length);
    await this.filters(shown, id, holder);

    if (operations === undefined) expectData(await call('PUT', 'update', { id, ...change }), {});
    expect(await detail(id)).toMatchObject({ id, ...change });
    for (const body of wrong.filter((member) => !Object.values(member).includes(undefined) && !('id' in member))) {
      expectFailure(await call('PUT', 'update', { id, ...body }));
    }
    expect(await detail(id)).toMatchObject({ id, ...change });
    expectData(await call('DELETE', `delete/${encodeURIComponent(String(id))}`), {});
    expectFailure(await call('DELETE', 'batchDelete', { ids: [other, id] }));
    expectData(await call('DELETE', 'batchDelete', { ids: [other, other] }), {});
    for (const gone of [id, other]) {
      expectFailure(await call('GET', `detail/${encodeURIComponent(String(gone))}`));
      if (operations === undefined) expectFailure(await call('PUT', 'update', { id: gone, ...change }));
    }
  }

  /** What is read only shows its rows. */
  private async reads(token: string): Promise<void> {
    const list = await this.client.get<Body[]>(`${this.path}/list`, token);
    expectSuccess(list);
    expect(list.body.data).not.toEqual([]);
    const page = await this.client.get<{ records: Body[] }>(`${this.path}/page`, token);
    expect(page.body.data.records).toEqual(list.body.data);
  }

  /** Every operation asks for a token and for its permission. */
  private async refuses(nobody: string): Promise<void> {
    for (const operation of operationsOf(this.table)) {
      const [method, tail] = REQUESTS[operation];
      expectFailure(await this.client.call(method, `${this.path}/${tail}`), 401);
      expectFailure(await this.client.call(method, `${this.path}/${tail}`, { token: nobody }), 403);
    }
  }

  /** Every member that may be filtered by finds the row by its own value. */
  private async filters(shown: Body, id: unknown, token: string): Promise<void> {
    const { unfiltered = [] } = this.table;
    for (const [name, value] of Object.entries(shown)) {
      if (name === 'id' || unfiltered.includes(name) || value === null || value === '') continue;
      const query = new URLSearchParams({
        [name]: typeof value === 'string' ? value : JSON.stringify(value),
      }).toString();
      const found = await this.client.get<Body[]>(`${this.path}/list?${query}`, token);
      expect({ query, msg: found.body.msg, ids: found.body.ok && found.body.data.map((row) => row.id) }).toEqual({
        query,
        msg: 'Operation succeeded',
        ids: expect.arrayContaining([id]) as unknown,
      });
    }
  }
}
