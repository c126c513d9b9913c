import type { EntityTarget, ObjectLiteral } from 'typeorm';
import { ADMIN_PASSWORD, type TestApp, startApp } from './app.js';
import { addedFieldsOf } from '../../src/database/entities/added-fields.js';
import { expectData, expectFailure, expectNamed, expectSuccess } from './checks.js';
import type { Answer } from './client.js';
import { expectNothingStored } from './snapshot.js';

/** A row as the API shows it. */
export interface Shown extends Record<string, unknown> {
  id: number;
}

/** The eight operations of one resource over HTTP, called by the administrator unless a token is given. */
export class Resource {
  private running?: { steward: TestApp; admin: string };

  /** @param host the resource whose application this one is part of, unless it starts its own */
  constructor(
    readonly path: string,
    private readonly host?: Resource,
  ) {}

  get steward(): TestApp {
    return this.started.steward;
  }

  get admin(): string {
    return this.started.admin;
  }

  private get started(): { steward: TestApp; admin: string } {
    const running = this.host?.started ?? this.running;
    if (running === undefined) throw new Error(`${this.path} was not started`);
    return running;
  }

  async start(): Promise<void> {
    const steward = await startApp();
    this.running = { steward, admin: (await steward.client.login('admin', ADMIN_PASSWORD)).access_token };
  }

  /** Logs a user in and returns the access token. */
  async token(username: string, password = 'a quiet river', tenantCode?: string): Promise<string> {
    return (await this.steward.client.login(username, password, tenantCode)).access_token;
  }

  call<T = Record<string, unknown>>(method: string, operation: string, body?: unknown, token = this.admin) {
    return this.steward.client.call<T>(method, `${this.path}/${operation}`, { token, body });
  }

  add(body: unknown, token?: string): Promise<Answer> {
    return this.call('POST', 'add', body, token);
  }

  /** Adds a row through the API and returns its id; a refusal fails the test. */
  async added(body: object, token?: string): Promise<number> {
    const answer = await this.add(body, token);
    expectData(answer, { id: expect.any(Number) as number });
    return answer.body.data.id as number;
  }

  update(body: unknown, token?: string): Promise<Answer> {
    return this.call('PUT', 'update', body, token);
  }

  delete(id: number, token?: string): Promise<Answer> {
    return this.call('DELETE', `delete/${id}`, undefined, token);
  }

  batchDelete(ids: number[], token?: string): Promise<Answer> {
    return this.call('DELETE', 'batchDelete', { ids }, token);
  }

  async detail(id: number, token?: string): Promise<Shown> {
    const answer = await this.call<Shown>('GET', `detail/${id}`, undefined, token);
    expectSuccess(answer);
    return answer.body.data;
  }

  async list(query: string, token?: string): Promise<Shown[]> {
    const answer = await this.call<Shown[]>('GET', `list?${query}`, undefined, token);
    expectSuccess(answer);
    return answer.body.data;
  }

  /** Asserts that every request fails with a message that contains a name, and that nothing is stored. */
  refused(name: string, ...work: (() => Promise<Answer>)[]): Promise<void> {
    return expectNothingStored(this.steward.db, async () => {
      for (const send of work) expectNamed(await send(), name);
    });
  }
}

/** The facts about a resource that the tests for every resource need. */
export interface ResourceShape {
  /** The smallest body that `add` accepts; unique values are new each time. */
  least: () => object | Promise<object>;
  /** A value for every member; unique values are new each time. */
  most: () => object | Promise<object>;
  /** The entity whose columns the rows show. */
  entity: EntityTarget<ObjectLiteral>;
  /** The values of omitted members, if they are not the column's default or are promised. */
  defaults: object;
  required: string[];
  /** Values that are refused, by member; the message names the member. */
  wrong: Record<string, unknown[]>;
  /** Members that `update` does not take. */
  addOnly?: string[];
  /** Text members with their maximum length, which the message names. */
  longest: Record<string, number>;
  /** A prefix for some of these, if not every text is a valid value. */
  begins?: Record<string, string>;
  /** Members that no answer shows. */
  secret?: string[];
  /** The member whose value must be unique. */
  unique?: string;
  /** How many rows one caller may add at once, if that is limited. */
  atOnce?: number;
  /** A text member, rows to add, the member's values expected in default order, and a filter that finds these rows. */
  order: { by: string; rows: object[]; expected: string[]; filter: string };
  /** Filters with values of the wrong type, as query strings. */
  wrongFilters: string[];
}

/** The values of an entity's columns in a row that does not set them. */
function columnDefaults({ steward }: Resource, entity: EntityTarget<ObjectLiteral>): Record<string, unknown> {
  const { columns, target } = steward.db.getMetadata(entity);
  const shown = columns.filter(({ isSelect }) => isSelect);
  // Fields that an installation adds may refer to rows, and have their labels.
  const added = Object.entries(addedFieldsOf(steward.db, target)).filter(([, { reference }]) => reference);
  return {
    ...Object.fromEntries(shown.map(({ propertyName, default: value }) => [propertyName, value ?? null])),
    ...Object.fromEntries(added.map(([name]) => [`${name}Label`, null])),
  };
}

/** Tests of the eight operations that are the same for all resources. */
export function behavesAsResource(resource: Resource, shape: ResourceShape): void {
  const { least, most, defaults, required, wrong, addOnly = [], secret = [], unique, order, atOnce = 20 } = shape;
  const { longest, begins = {} } = shape;
  const wrongMembers = Object.entries(wrong).flatMap(([member, values]) =>
    values.map((value): [string, unknown] => [member, value]),
  );
  const shown = (body: object) => Object.fromEntries(Object.entries(body).filter(([name]) => !secret.includes(name)));
  const gone = async () => {
    const id = await resource.added(await least());
    expectData(await resource.delete(id), {});
    return id;
  };

  describe('as every resource', () => {
    it('is shown as it was added, with defaults for what was left out', async () => {
      const [some, all] = [await least(), await most()];
      const audit = {
        id: expect.any(Number) as number,
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string,
        updatedAt: expect.stringMatching(/Z$/) as string,
      };
      const left = { ...columnDefaults(resource, shape.entity), ...defaults };
      expect(await resource.detail(await resource.added(some))).toEqual({ ...left, ...audit, ...shown(some) });
      expect(await resource.detail(await resource.added(all))).toEqual({ ...left, ...audit, ...shown(all) });
    });

    it('is shown identically by detail, list and page', async () => {
      const row = await resource.detail(await resource.added(await most()));
      expect(await resource.list('orderBy=id&order=desc')).toContainEqual(row);
      const page = await resource.call('GET', 'page?pageSize=500&orderBy=id&order=desc');
      const { records, total } = page.body.data as { records: Shown[]; total: number };
      expect(records[0]).toEqual(row);
      expectData(page, { records, total: records.length, size: 500, current: 1, pages: Math.ceil(total / 500) });
      const beyond = await resource.call('GET', 'page?pageNo=9999');
      expectData(beyond, { records: [], total, size: 10, current: 9999, pages: Math.ceil(total / 10) });
    });

    it('is updated in the named members alone, and deleted', async () => {
      const id = await resource.added(await most());
      const before = await resource.detail(id);
      const change = { [order.by]: `${order.by}-${id}` };
      expectData(await resource.update({ id, ...change }), {});
      expect({ ...(await resource.detail(id)), updatedAt: before.updatedAt }).toEqual({ ...before, ...change });
      expectData(await resource.update({ id }), {});
      expect({ ...(await resource.detail(id)), updatedAt: before.updatedAt }).toEqual({ ...before, ...change });
      const others = [await resource.added(await least()), await resource.added(await least())];
      expectData(await resource.delete(id), {});
      expectData(await resource.batchDelete(others), {});
      for (const deleted of [id, ...others]) expectFailure(await resource.call('GET', `detail/${deleted}`));
    });

    it('fails where the row is missing', async () => {
      const [missing, kept] = [await gone(), await resource.added(await least())];
      await expectNothingStored(resource.steward.db, async () => {
        expectFailure(await resource.call('GET', `detail/${missing}`));
        expectFailure(await resource.update({ ...(await most()), id: missing }));
        expectFailure(await resource.delete(missing));
        expectFailure(await resource.batchDelete([kept, missing]));
      });
    });

    it.each([undefined, null, 0, -1, 1.5, '1', [1], {}])('refuses to update id %j', async (id) => {
      await resource.refused('id', () => resource.update({ id, [order.by]: 'changed' }));
    });

    it.each(required)('needs %s in add', async (member) => {
      const body = { ...(await most()), [member]: undefined };
      await resource.refused(member, () => resource.add(body));
    });

    it.each(wrongMembers)('refuses %s %.30j by name in add', async (member, value) => {
      const body = { ...(await least()), [member]: value };
      await resource.refused(member, () => resource.add(body));
    });

    it.each(wrongMembers.filter(([member]) => !addOnly.includes(member)))(
      'refuses %s %.30j by name in update',
      async (member, value) => {
        const id = await resource.added(await most());
        await resource.refused(member, () => resource.update({ id, [order.by]: 'changed', [member]: value }));
      },
    );

    it.each(Object.entries(longest))('takes %s up to %d characters', async (member, length) => {
      const text = (size: number) => (begins[member] ?? '').padEnd(size, 'x');
      const id = await resource.added({ ...(await least()), [member]: text(length) });
      expect(await resource.detail(id)).toMatchObject({ [member]: text(length) });
      for (const size of [length + 1, 100_000]) {
        const body = { ...(await least()), [member]: text(size) };
        await resource.refused(
          member,
          () => resource.add(body),
          () => resource.update({ id, [member]: text(size) }),
        );
        expect((await resource.add(body)).body.msg).toContain(String(length));
      }
    });

    it('ignores id, audit fields and unknown members', async () => {
      const kept = await resource.added(await least());
      const times = { createdAt: '2001-01-01T00:00:00.000Z', updatedAt: '2001-01-01T00:00:00.000Z' };
      const id = await resource.added({ ...(await least()), id: kept, ...times, nonsense: 1 });
      expect(id).not.toBe(kept);
      expectData(await resource.update({ id, ...times, nonsense: {} }), {});
      const row = await resource.detail(id);
      expect(row).not.toHaveProperty('nonsense');
      expect([row.createdAt, row.updatedAt].filter((time) => String(time).startsWith('2001'))).toEqual([]);
    });

    if (unique !== undefined) {
      it(`keeps its ${unique} unique, for ${atOnce} equal adds at once too`, async () => {
        const body: ObjectLiteral = await least();
        const answers = await Promise.all(Array.from({ length: atOnce }, () => resource.add(body)));
        const [won, ...more] = answers.filter((answer) => answer.body.ok);
        expect(more).toEqual([]);
        answers.filter((answer) => answer !== won).forEach((answer) => expectNamed(answer, unique));
        const rows = await resource.list(`${unique}=${String(body[unique])}`);
        expect(rows.map(({ id }) => id)).toEqual([won?.body.data.id]);
        const other = await resource.added(await least());
        await resource.refused(unique, () => resource.update({ id: other, [unique]: body[unique] as unknown }));
        expectData(await resource.update({ id: other, [unique]: 'now-free' }), {});
      });
    }

    it('comes in its order, or in the one that is asked for', async () => {
      for (const row of order.rows) await resource.added({ ...(await least()), ...row });
      const found = async (query: string) =>
        (await resource.list(`${order.filter}${query}`)).map((row) => row[order.by]);
      const ascending = [...order.expected].sort();
      expect(await found('')).toEqual(order.expected);
      expect(await found(`&orderBy=${order.by}&order=asc`)).toEqual(ascending);
      expect(await found(`&orderBy=${order.by}&order=desc`)).toEqual([...ascending].reverse());
      for (const ignored of ['nonsense', 'password', 'created_at', '(select 1)', `${order.by},id`]) {
        expect(await found(`&orderBy=${ignored}&order=desc`)).toEqual(order.expected);
      }
      expect(await found(`&orderBy=${order.by}&order=sideways`)).toEqual(order.expected);
    });

    it.each([...shape.wrongFilters, 'startTime=abc', 'endTime=2026-13-01'])('refuses the filter %s', async (query) => {
      for (const operation of ['page', 'list']) {
        expectNamed(await resource.call('GET', `${operation}?${query}`), query.split('=')[0] ?? '');
      }
    });

    it('is found by the time that it was added', async () => {
      const id = await resource.added(await least());
      const ids = async (query: string) => (await resource.list(`orderBy=id&order=desc&${query}`)).map((row) => row.id);
      expect(await ids('startTime=2001-01-01&endTime=2999-12-31')).toContain(id);
      expect(await ids('startTime=2999-01-01')).toEqual([]);
      expect(await ids('endTime=2001-01-01')).toEqual([]);
    });
  });
}

/** Values that are not a status. */
export const NO_STATUS = [null, 2, -1, '1', true, 0.5, [1], {}];
/** Values that are not an integer that fits its column. */
export const NO_WHOLE = [null, '1', 1.5, true, [], {}, 2 ** 31];
/** Values that are not text. */
export const NO_TEXT = [null, 7, true, [], {}];
/** Values that are not a list of existing ids. */
export const NO_IDS = [null, 'x', 1, {}, [0], [-1], [1.5], ['1'], [null], [[1]], [2 ** 31], [2_147_483_647]];
