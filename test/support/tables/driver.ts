import type { DataSource } from 'typeorm';
import { expectData, expectFailure, expectNamed, expectSuccess } from '../checks.js';
import { type Answer, type Client } from '../client.js';
import { download } from '../csv.js';
import { REQUESTS } from '../modules/served-module.js';
import type { Body, TableCase } from './case.js';
import { isView, kebabOf, operationsOf } from './cases.js';
import { exactRows } from './exact-rows.js';
import type { Kinds } from './kinds.js';
import { Stranger } from './stranger.js';

/** What the driver needs from the service under test. */
export interface Served {
  client: Client;
  /** Connected to the service's database. */
  db: DataSource;
  /** Token of a user with all permissions. */
  holder: string;
  /** Token of a user without permissions. */
  nobody: string;
  /** The kinds of columns and keys in the tables that were driven before. */
  kinds: Kinds;
}

/** Exercises the operations of one table. */
export class Driver {
  private readonly path: string;

  constructor(
    private readonly served: Served,
    private readonly table: TableCase,
  ) {
    this.path = `/api/${kebabOf(table)}`;
  }

  async drive(): Promise<void> {
    await this.refuses();
    if (isView(this.table)) return this.reads();
    const { row = {}, shown = row, second = {}, unique = false, wrong = [], missing = {}, tree } = this.table;
    const id = await this.add(row);
    const stored = await this.detail(id);
    expect(stored).toMatchObject({ ...shown, id });
    if (unique) expectNamed(await this.call('POST', 'add', row), 'exists already');
    for (const body of wrong) expectFailure(await this.call('POST', 'add', { ...row, ...second, ...body }));
    for (const [name, value] of Object.entries(missing)) {
      expectNamed(await this.call('POST', 'add', { ...row, ...second, [name]: value }), name);
    }
    const other = await this.add({ ...row, ...second });
    await this.lists(id, stored);
    await this.filters(shown, id);
    await this.offers(id);
    await this.takesBack();
    await this.updates(id);
    if (tree !== undefined) await this.nests(id, other, tree);
    const stranger = await this.stranger(await this.detail(other));
    await stranger.reads();
    await stranger.names(other);
    if (this.changes) await stranger.stores(await this.detail(other));
    await this.deletes(id, other);
    if (this.table.emptied) await this.empties();
  }

  private async stranger(row: Body): Promise<Stranger> {
    return new Stranger(this.call.bind(this), this.table, await this.served.kinds.meet(this.table, row));
  }

  private get changes(): boolean {
    return operationsOf(this.table).includes('update');
  }

  private call<T = Body>(method: string, tail: string, body?: unknown): Promise<Answer<T>> {
    const { client, holder } = this.served;
    return client.call<T>(method, `${this.path}/${tail}`, { token: holder, body });
  }

  private async detail(id: unknown): Promise<Body> {
    const answer = await this.call('GET', `detail/${inPath(id)}`);
    expectSuccess(answer);
    return answer.body.data;
  }

  private async add(body: Body): Promise<unknown> {
    const answer = await this.call('POST', 'add', body);
    expectData(answer, { id: 'id' in body ? body.id : (expect.anything() as unknown) });
    return answer.body.data.id;
  }

  private async list(query = ''): Promise<Body[]> {
    const answer = await this.call<Body[]>('GET', `list?${query}`);
    expect({ query, msg: answer.body.msg }).toEqual({ query, msg: 'Operation succeeded' });
    return answer.body.data;
  }

  /** Page, list and export have the same rows, and none shows a hidden member. */
  private async lists(id: unknown, stored: Body): Promise<void> {
    const all = await this.list();
    expect(new Set(all.map((row) => String(row.id))).size).toBe(all.length);
    // A list leaves out large members.
    expect(stored).toMatchObject(all.find((found) => found.id === id) ?? { missing: id });
    const page = await this.call<{ records: Body[]; total: number }>('GET', 'page?pageSize=500&orderBy=id&order=asc');
    expectSuccess(page);
    expect(all).toEqual(expect.arrayContaining(page.body.data.records));
    expect(page.body.data.total).toBe(all.length);
    const file = await download(`${this.served.client.url}${this.path}/export`, this.served.holder);
    expect({ status: file.status, rows: file.headers.get('x-total-count') }).toEqual({
      status: 200,
      rows: String(all.length),
    });
    for (const name of this.table.absent ?? []) {
      for (const row of [stored, ...all]) expect(row).not.toHaveProperty(name);
      expect(file.text.split('\r\n')[0]?.split(',')).not.toContain(name);
    }
  }

  /** Every filterable member finds the row by its own value, and by bounds that enclose it. */
  private async filters(shown: Body, id: unknown): Promise<void> {
    const { unfiltered = [] } = this.table;
    for (const [name, value] of Object.entries(shown)) {
      if (name === 'id' || unfiltered.includes(name) || value === null || value === '') continue;
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      const bounds = text.length > 100 || `${name}From` in shown ? {} : { [`${name}From`]: text, [`${name}To`]: text };
      const found = await this.list(new URLSearchParams({ [name]: text, ...bounds }).toString());
      expect({ name, ids: found.map((row) => row.id) }).toEqual({
        name,
        ids: expect.arrayContaining([id]) as unknown,
      });
    }
  }

  /** A row is among the options, by its key and by its label. */
  private async offers(id: unknown): Promise<void> {
    const key = isComposite(id) ? inPath(id) : String(id);
    const chosen = await this.call<Body[]>('GET', `options?ids=${encodeURIComponent(key)}`);
    expectSuccess(chosen);
    expect(chosen.body.data.map(({ value }) => value)).toEqual([id]);
    const [{ label = '' } = {}] = chosen.body.data;
    if (label === String(id)) return;
    const found = await this.call<Body[]>('GET', `options?q=${inPath(label)}`);
    expectSuccess(found);
    expect(found.body.data.map((choice) => choice.label)).toContain(label);
  }

  /** Update accepts what detail returned of any row, whoever stored it, and changes nothing by it. */
  private async takesBack(): Promise<void> {
    if (!this.changes) return;
    const { db } = this.served;
    const before = await exactRows(db, this.table.name);
    for (const { id } of await this.list('pageSize=20')) {
      const stored = await this.detail(id);
      const answer = await this.call('PUT', 'update', stored);
      expect({ stored, msg: answer.body.msg }).toEqual({ stored, msg: 'Operation succeeded' });
      expect(await exactRows(db, this.table.name)).toEqual(before);
    }
  }

  private async updates(id: unknown): Promise<void> {
    const { change = {}, wrong = [], missing = {} } = this.table;
    if (!this.changes) return;
    expectData(await this.call('PUT', 'update', { id, ...change }), {});
    expect(await this.detail(id)).toMatchObject({ id, ...change });
    // The members of a composite key are not part of an update.
    const keys = isComposite(id) ? Object.keys({ ...this.table.row, ...missing }) : ['id'];
    const changeable = (body: Body) => !Object.keys(body).some((name) => keys.includes(name) && !(name in change));
    for (const body of wrong.filter((each) => !Object.values(each).includes(undefined) && changeable(each))) {
      expectFailure(await this.call('PUT', 'update', { id, ...body }));
    }
    for (const [name, value] of Object.entries(missing).filter(([member]) => changeable({ [member]: null }))) {
      expectNamed(await this.call('PUT', 'update', { id, [name]: value }), name);
    }
    expect(await this.detail(id)).toMatchObject({ id, ...change });
  }

  /** A row can be put below another, and the rows stay a tree. */
  private async nests(id: unknown, other: unknown, parent: string): Promise<void> {
    const { [parent]: before } = await this.detail(other);
    expectData(await this.call('PUT', 'update', { id: other, [parent]: id }), {});
    const { [`${parent}Label`]: label } = await this.detail(other);
    expect(label).toBeTruthy();
    const tree = await this.call<Branch[]>('GET', 'tree');
    expectSuccess(tree);
    expect(branchOf(id, tree.body.data)?.children).toEqual([expect.objectContaining({ id: other, children: [] })]);
    for (const below of [id, other]) expectNamed(await this.call('PUT', 'update', { id, [parent]: below }), parent);
    expectFailure(await this.call('DELETE', `delete/${inPath(id)}`));
    expectData(await this.call('PUT', 'update', { id: other, [parent]: before }), {});
  }

  private async deletes(id: unknown, other: unknown): Promise<void> {
    const { change = {}, marked = false } = this.table;
    const { db } = this.served;
    const before = await exactRows(db, this.table.name);
    expectData(await this.call('DELETE', `delete/${inPath(id)}`), {});
    expectFailure(await this.call('DELETE', 'batchDelete', { ids: [other, id] }));
    expectData(await this.call('DELETE', 'batchDelete', { ids: [other, other] }), {});
    const left = await this.list();
    for (const gone of [id, other]) {
      expect(left.map((row) => row.id)).not.toContain(gone);
      expectFailure(await this.call('GET', `detail/${inPath(gone)}`));
      expectFailure(await this.call('DELETE', `delete/${inPath(gone)}`));
      if (this.changes) expectFailure(await this.call('PUT', 'update', { id: gone, ...change }));
    }
    expect(await exactRows(db, this.table.name)).toHaveLength(before.length - (marked ? 0 : 2));
  }

  /** Every id that a list gives is one row's alone. */
  private async empties(): Promise<void> {
    const { db } = this.served;
    const { name } = this.table;
    const sorted = await this.call<{ records: Body[] }>('GET', 'page?pageSize=500&orderBy=id&order=asc');
    const left = await this.list();
    expect(sorted.body.data.records).toHaveLength((await exactRows(db, name)).length);
    for (const [index, row] of left.entries()) {
      expect(await this.detail(row.id)).toMatchObject(row);
      if (index % 2 === 0) expectData(await this.call('DELETE', `delete/${inPath(row.id)}`), {});
      else expectData(await this.call('DELETE', 'batchDelete', { ids: [row.id] }), {});
      const ids = (await this.list()).map(({ id }) => id);
      expect(ids).toEqual(left.slice(index + 1).map(({ id }) => id));
      expect(await exactRows(db, name)).toHaveLength(ids.length);
    }
    expect(left).not.toEqual([]);
  }

  /** A read-only table shows its rows. */
  private async reads(): Promise<void> {
    const list = await this.list();
    expect(list).not.toEqual([]);
    const page = await this.call<{ records: Body[] }>('GET', 'page?pageSize=500');
    expect(page.body.data.records).toEqual(list);
    if (operationsOf(this.table).includes('detail'))
      expect(await this.detail(list[0]?.id)).toMatchObject(list[0] ?? {});
    await (await this.stranger(list[0] ?? {})).reads();
  }

  /** Every operation requires a token and its permission. */
  private async refuses(): Promise<void> {
    const { client, nobody } = this.served;
    for (const operation of operationsOf(this.table)) {
      const [method, tail] = REQUESTS[operation];
      expectFailure(await client.call(method, `${this.path}/${tail}`), 401);
      expectFailure(await client.call(method, `${this.path}/${tail}`, { token: nobody }), 403);
    }
  }
}

/** A row with the rows below it. */
interface Branch extends Body {
  children: Branch[];
}

function branchOf(id: unknown, branches: Branch[]): Branch | undefined {
  return (
    branches.find((branch) => branch.id === id) ?? branches.flatMap(({ children }) => branchOf(id, children) ?? [])[0]
  );
}

/** Whether an id stands for several columns; in these tests no other id contains a comma. */
function isComposite(id: unknown): boolean {
  return String(id).includes(',');
}

/** An id in a path. */
function inPath(id: unknown): string {
  return encodeURIComponent(String(id));
}
