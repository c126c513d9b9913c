import type { Config } from '../../src/modules/config/config.entity.js';
import { ADMIN_PASSWORD, type TestApp, startApp } from '../support/app.js';
import { expectData, expectNamed, expectSuccess } from '../support/checks.js';
import { aGroup, aGroupBody, anItem, expectNoChange } from '../support/rows.js';

/** Values that are no text which says something. */
const NO_TEXT: [unknown][] = [[null], [''], [7], [true], [[]], [{}], [['x']], ['x'.repeat(5000)]];

describe('configuration groups', () => {
  let steward: TestApp;
  let admin: string;
  beforeAll(async () => {
    steward = await startApp();
    admin = (await steward.client.login('admin', ADMIN_PASSWORD)).access_token;
  });
  afterAll(() => steward.stop());

  const call = <T = Record<string, unknown>>(method: string, operation: string, body?: unknown) =>
    steward.client.call<T>(method, `/api/config/${operation}`, { token: admin, body });
  const add = (body: object) => call('POST', 'add', body);
  const update = (body: object) => call('PUT', 'update', body);
  const listed = async (query: string) => (await call<Config[]>('GET', `list?${query}`)).body.data;

  it('are seeded with the group web', async () => {
    expect(await listed('code=web')).toEqual([expect.objectContaining({ code: 'web' })]);
  });

  it('are stored as they are added, with sort 0 unless it is given', async () => {
    const bare = aGroupBody();
    const full = { ...aGroupBody(), name: 'Größe "ü" 😀', sort: -3 };
    for (const [body, sort] of [
      [bare, 0],
      [full, -3],
    ] as const) {
      const added = await add(body);
      expectSuccess(added);
      const { body: detail } = await call('GET', `detail/${added.body.data.id as number}`);
      expect(detail.data).toMatchObject({ ...body, sort, id: added.body.data.id });
      expect(detail.data.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);
    }
  });

  describe.each(['name', 'code'])('%s', (member) => {
    it.each<[unknown]>([[undefined], ...NO_TEXT])('is refused in add: %.20j', async (value) => {
      await expectNoChange(steward.db, async () =>
        expectNamed(await add({ ...aGroupBody(), [member]: value }), member),
      );
    });

    it.each(NO_TEXT)('is refused in update: %.20j', async (value) => {
      const { id } = await aGroup(steward.db);
      await expectNoChange(steward.db, async () => expectNamed(await update({ id, sort: 9, [member]: value }), member));
    });

    it('has a maximum that the message names', async () => {
      const refused = await add({ ...aGroupBody(), [member]: 'x'.repeat(5000) });
      const maximum = Number(/\d+/.exec(refused.body.msg)?.[0]);
      expectSuccess(await add({ ...aGroupBody(), [member]: 'x'.repeat(maximum) }));
      expectNamed(await add({ ...aGroupBody(), [member]: 'x'.repeat(maximum + 1) }), member);
    });
  });

  it.each([[null], ['1'], [1.5], [true], [[]], [{}], [2 ** 31], [-(2 ** 31) - 1], [1e300]])(
    'refuse sort %j by name',
    async (sort) => {
      const { id } = await aGroup(steward.db);
      await expectNoChange(steward.db, async () => {
        expectNamed(await add({ ...aGroupBody(), sort }), 'sort');
        expectNamed(await update({ id, name: 'changed', sort }), 'sort');
      });
    },
  );

  it('keep their codes unique', async () => {
    const [one, other] = [await aGroup(steward.db), await aGroup(steward.db)];
    await expectNoChange(steward.db, async () => {
      expectNamed(await add({ ...aGroupBody(), code: one.code }), 'code');
      expectNamed(await update({ id: other.id, name: 'changed', code: one.code }), 'code');
    });
    expectData(await update({ id: other.id, name: 'changed', code: other.code }), {});
  });

  describe('with items', () => {
    it('are not deleted, and the answer says why', async () => {
      const [empty, used] = [await aGroup(steward.db), await aGroup(steward.db)];
      const item = await anItem(steward.db, { configId: used.id });
      await expectNoChange(steward.db, async () => {
        expectNamed(await call('DELETE', `delete/${used.id}`), item.key);
        expectNamed(await call('DELETE', 'batchDelete', { ids: [empty.id, used.id] }), item.key);
      });
      expectSuccess(await call('DELETE', `item/delete/${item.id}`));
      expectData(await call('DELETE', 'batchDelete', { ids: [empty.id, used.id] }), {});
    });
  });

  describe('in page and list', () => {
    const codes = ['srch-b', 'srch-a', 'srch-c', 'srch-%', 'srch-_', 'srch-\\', 'srch-!', "srch-'", 'srch-"'];
    beforeAll(async () => {
      for (const [i, code] of codes.entries()) await aGroup(steward.db, { code, name: `Named ${code}`, sort: i % 3 });
    });
    const byDefault = [0, 3, 6, 1, 4, 7, 2, 5, 8].map((i) => codes[i]);

    it.each<[string, (string | undefined)[]]>([
      ['code=srch', byDefault],
      ['name=Named srch', byDefault],
      ['code=srch&sort=1', [codes[1], codes[4], codes[7]]],
      ['code=srch-%25', ['srch-%']],
      ['code=srch-_', ['srch-_']],
      ['code=h-\\', ['srch-\\']],
      ['code=h-!', ['srch-!']],
      ["code=h-'", ["srch-'"]],
      ['code=h-"', ['srch-"']],
      ["code=srch' OR '1'='1", []],
      ["name=';DROP TABLE config;--", []],
      ['code=srch-a&name=srch-b', []],
      ['code=srch&nonsense=1&id=1', byDefault],
      ['code=srch&orderBy=code&order=asc', [...codes].sort()],
      ['code=srch&orderBy=code&order=desc', [...codes].sort().reverse()],
      ['code=srch&orderBy=id&order=desc', [...codes].reverse()],
      ['code=srch&orderBy=code;DROP TABLE config&order=asc', byDefault],
      ['code=srch&orderBy=(select 1)&order=asc', byDefault],
      ['code=srch&orderBy=nonsense&order=asc', byDefault],
      ['code=srch&orderBy=__proto__&order=asc', byDefault],
      ['code=srch&orderBy=code&order=sideways', byDefault],
      ['code=srch&orderBy=code&order=asc;--', byDefault],
      ['code=srch&orderBy=code&orderBy=name&order=asc', byDefault],
    ])('%s finds its rows in their order', async (query, expected) => {
      expect((await listed(query)).map(({ code }) => code)).toEqual(expected);
      const page = await call('GET', `page?pageSize=50&${query}`);
      const records = expected.map((code) => expect.objectContaining({ code }) as unknown);
      const pages = expected.length > 0 ? 1 : 0;
      expectData(page, { records, total: expected.length, size: 50, current: 1, pages });
    });

    it.each(['sort=abc', 'sort=1.5', 'startTime=abc', 'endTime=2026-13-01'])('%s is refused by name', async (query) => {
      for (const operation of ['page', 'list']) {
        expectNamed(await call('GET', `${operation}?${query}`), query.split('=')[0] ?? '');
      }
    });
  });
});
