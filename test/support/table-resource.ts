import type { EntityTarget, ObjectLiteral } from 'typeorm';
import { OPERATIONS, type CrudOperation } from '../../src/crud/permissions.js';
import { ADMIN_PASSWORD, type TestApp, startApp } from './app.js';
import { aCaller } from './callers.js';
import { expectData, expectFailure, expectNamed, expectSuccess } from './checks.js';
import type { Answer } from './client.js';
import { type Download, download, parseCsv } from './csv.js';
import { freshTable } from './fresh-table.js';

type Body = Record<string, unknown>;

/** How each of the eight operations is called, below the path of its resource. */
export const REQUESTS: Record<CrudOperation, [method: string, tail: string]> = {
  page: ['GET', 'page'],
  list: ['GET', 'list'],
  detail: ['GET', 'detail/1'],
  add: ['POST', 'add'],
  update: ['PUT', 'update'],
  delete: ['DELETE', 'delete/1'],
  batchDelete: ['DELETE', 'batchDelete'],
  export: ['GET', 'export'],
};

/** The eight operations of one table over HTTP; its application has the table empty, as the entity describes it. */
export class TableResource {
  private running?: { steward: TestApp; admin: string };

  constructor(
    private readonly path: string,
    private readonly entity: EntityTarget<ObjectLiteral>,
  ) {}

  get steward(): TestApp {
    if (!this.running) throw new Error(`${this.path} was not started`);
    return this.running.steward;
  }

  async start(): Promise<void> {
    const steward = await startApp();
    await freshTable(steward.db, this.entity);
    this.running = { steward, admin: (await steward.client.login('admin', ADMIN_PASSWORD)).access_token };
  }

  async stop(): Promise<void> {
    await this.running?.steward.stop();
  }

  /** Calls an operation as the administrator, unless a token or none is given. */
  call<T = Body>(operation: CrudOperation, body?: unknown, token: string | null = this.running?.admin ?? null) {
    const [method, tail] = REQUESTS[operation];
    return this.send<T>(method, tail, body, token ?? undefined);
  }

  /** The status of an operation without a body, whatever it answers. */
  async status(operation: CrudOperation, token: string): Promise<number> {
    const [method, tail] = REQUESTS[operation];
    const headers = { authorization: `Bearer ${token}` };
    return (await fetch(`${this.steward.url}${this.path}/${tail}`, { method, headers })).status;
  }

  /** All rows as a file. */
  export(): Promise<Download> {
    return download(`${this.steward.url}${this.path}/export`, this.running?.admin);
  }

  /** The row of an id; a failure fails the test. */
  async detail(id: unknown): Promise<Body> {
    const answer = await this.find(id);
    expectSuccess(answer);
    return answer.body.data;
  }

  find(id: unknown): Promise<Answer> {
    return this.send('GET', `detail/${encodeURIComponent(String(id))}`, undefined, this.running?.admin);
  }

  delete(id: unknown): Promise<Answer> {
    return this.send('DELETE', `delete/${encodeURIComponent(String(id))}`, undefined, this.running?.admin);
  }

  /** The id of a row that is added; a refusal fails the test. */
  async added(body: Body): Promise<unknown> {
    const answer = await this.call('add', body);
    expectData(answer, { id: 'id' in body ? body.id : (expect.anything() as unknown) });
    return answer.body.data.id;
  }

  private send<T = Body>(method: string, tail: string, body: unknown, token: string | undefined) {
    return this.steward.client.call<T>(method, `${this.path}/${tail}`, { body, token });
  }
}

/** What the tests of a table need to know of it. */
export interface TableShape {
  /** Of the operations that it has. */
  permissions: Partial<Record<CrudOperation, string>>;
  /** The least that `add` takes; `n` tells rows apart. */
  least: (n: number) => Body;
  /** A value for every member. */
  most: (n: number) => Body;
  /** Another value for every member that `update` takes. */
  change: Body;
  /** Members that `add` needs. */
  required: string[];
}

/** The tests that every generated module passes: the eight operations with and without permission. */
export function behavesAsTable(rows: TableResource, { permissions, least, most, change, required }: TableShape): void {
  const operations = OPERATIONS.filter((operation) => permissions[operation] !== undefined);
  let serial = 0;

  /** Tokens of two callers: one holds every other permission, the second those between. */
  let tokens: [string, string];
  beforeAll(async () => {
    const halves = [0, 1].map((half) => operations.filter((_operation, index) => index % 2 === half));
    const callers = halves.map((half) =>
      aCaller(
        rows.steward,
        half.map((operation) => permissions[operation] ?? ''),
      ),
    );
    tokens = (await Promise.all(callers)).map(({ token }) => token) as [string, string];
  });

  it.each(operations)('answers 401 to %s without a token, and 403 without the permission', async (operation) => {
    const [holder, other] = operations.indexOf(operation) % 2 === 0 ? tokens : tokens.toReversed();
    expectFailure(await rows.call(operation, undefined, null), 401);
    const refused = await rows.call(operation, undefined, other);
    expectFailure(refused, 403);
    expect(refused.body.msg).toContain(permissions[operation]);
    expect(await rows.status(operation, String(holder))).toBe(200);
  });

  if (permissions.add === undefined) return;

  it('shows what was added, updates and deletes it', async () => {
    const [first, second] = [most(++serial), least(++serial)];
    const [id, other] = [await rows.added(first), await rows.added(second)];
    expect(await rows.detail(id)).toMatchObject(first);
    expect(await rows.detail(other)).toMatchObject(second);
    const list = await rows.call<Body[]>('list');
    expect(list.body.data.map((row) => row.id)).toEqual(expect.arrayContaining([id, other]));
    const page = await rows.call<{ records: Body[]; total: number }>('page');
    expect(page.body.data).toMatchObject({ total: 2, current: 1, pages: 1 });
    expect(page.body.data.records).toContainEqual(await rows.detail(id));
    const { headers, text } = await rows.export();
    expect(headers.get('x-total-count')).toBe('2');
    const [heading = [], ...lines] = parseCsv(text);
    expect(heading.toSorted()).toEqual(Object.keys(await rows.detail(id)).toSorted());
    expect(lines).toHaveLength(2);

    if (permissions.update !== undefined) {
      expectData(await rows.call('update', { id, ...change }), {});
      expect(await rows.detail(id)).toMatchObject({ ...change, id });
    }
    expectData(await rows.delete(other), {});
    expectData(await rows.call('batchDelete', { ids: [id] }), {});
    for (const gone of [id, other]) {
      expectFailure(await rows.find(gone));
      expectFailure(await rows.delete(gone));
    }
  });

  if (required.length > 0) {
    it('needs every required member, by name', async () => {
      for (const member of required) {
        expectNamed(await rows.call('add', { ...most(++serial), [member]: undefined }), member);
      }
    });
  }
}
