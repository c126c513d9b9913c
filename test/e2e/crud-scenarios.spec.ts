import type { ObjectLiteral } from 'typeorm';
import { RouteCheck } from '../../src/http/access/route-check.js';
import { Config, ConfigItem } from '../../src/modules/config/config.entity.js';
import { LoginLog } from '../../src/logs/login-log/login-log.entity.js';
import { ADMIN_PASSWORD, type TestApp, startApp } from '../support/app.js';
import { aCaller } from '../support/callers.js';
import { expectData, expectFailure, expectNamed, expectSuccess } from '../support/checks.js';
import { download } from '../support/csv.js';
import { aGroup, aGroupBody, aLoginLog, anItem, anItemBody, expectNoChange, insertAll } from '../support/rows.js';

type Db = TestApp['db'];

/** A resource of the eight operations, with the values of its rows. */
interface Resource {
  name: string;
  path: string;
  codes: string;
  entity: new () => { id: number };
  aRow: (db: Db) => Promise<{ id: number }>;
  /** A body for `add`; the login log has neither `add` nor `update`. */
  aBody?: (db: Db) => Promise<ObjectLiteral>;
}

const GROUP = {
  name: 'config group',
  path: '/api/config',
  codes: 'sys:config',
  entity: Config,
  aRow: (db: Db) => aGroup(db),
  aBody: async () => aGroupBody(),
};
const ITEM = {
  name: 'config item',
  path: '/api/config/item',
  codes: 'sys:configitem',
  entity: ConfigItem,
  aRow: (db: Db) => anItem(db),
  aBody: async (db: Db) => anItemBody((await aGroup(db)).id),
};
const LOG = {
  name: 'login log',
  path: '/api/login/log',
  codes: 'sys:loginLog',
  entity: LoginLog,
  aRow: (db: Db) => aLoginLog(db),
};
const RESOURCES: Resource[] = [GROUP, ITEM, LOG];
const WRITABLE = [GROUP, ITEM];

/** One route, its permission code, and what a good request to it carries. */
interface Route {
  method: string;
  path: string;
  code: string;
  request?: (db: Db) => Promise<{ id?: number; body?: unknown }>;
}

function routesOf({ path, codes, aRow, aBody }: Resource): Route[] {
  const route = (method: string, operation: string, parameter = '', request?: Route['request']): Route => ({
    method,
    path: `${path}/${operation}${parameter}`,
    code: `${codes}:${operation}`,
    request,
  });
  const changes = aBody && [
    route('POST', 'add', '', async (db) => ({ body: await aBody(db) })),
    route('PUT', 'update', '', async (db) => ({ body: { id: (await aRow(db)).id, sort: 1 } })),
  ];
  return [
    route('GET', 'page'),
    route('GET', 'list'),
    route('GET', 'detail', '/:id', aRow),
    ...(changes ?? []),
    route('DELETE', 'delete', '/:id', aRow),
    route('DELETE', 'batchDelete', '', async (db) => ({ body: [(await aRow(db)).id] })),
  ];
}

const EXPORTS = RESOURCES.map(({ path, codes }): Route => ({
  method: 'GET',
  path: `${path}/export`,
  code: `${codes}:export`,
}));
const ROUTES: Route[] = [
  ...RESOURCES.flatMap(routesOf),
  ...EXPORTS,
  { method: 'GET', path: '/api/config/options', code: 'sys:config:page' },
  { method: 'GET', path: '/api/config/web/index', code: 'sys:configWeb:data' },
  { method: 'POST', path: '/api/config/web/save', code: 'sys:configWeb:save', request: async () => ({ body: {} }) },
];

const BAD_IDS = ['0', '-1', '1.5', 'abc', '1e1', '0x1', 'NaN', 'null', '1%20OR%201=1', '1;DROP TABLE config', '1,2'];
const BEYOND = [2_147_483_647, 2_147_483_648, Number.MAX_SAFE_INTEGER];

describe('the eight operations', () => {
  let steward: TestApp;
  let admin: string;
  beforeAll(async () => {
    steward = await startApp();
    admin = (await steward.client.login('admin', ADMIN_PASSWORD)).access_token;
  });
  afterAll(() => steward.stop());

  const call = (method: string, path: string, body?: unknown, token = admin) =>
    steward.client.call(method, path, { token, body });
  const send = ({ method, path }: Route, token?: string, { id = 1, body }: { id?: number; body?: unknown } = {}) =>
    steward.client.call(method, path.replace(':id', String(id)), { token, body });
  /** What is shown of a row beside its columns. */
  const labelsOf = async (row: object) =>
    'configId' in row
      ? { configIdLabel: (await steward.db.manager.findOneByOrFail(Config, { id: Number(row.configId) })).name }
      : {};
  const remains = (entity: Resource['entity'], id: number) => steward.db.manager.existsBy(entity, { id });
  const aMissingId = async ({ aRow, entity }: Resource) => {
    const { id } = await aRow(steward.db);
    await steward.db.manager.delete(entity, id);
    return id;
  };

  describe('access', () => {
    it('is tested for every route of the modules', () => {
      const declared = steward.app.get(RouteCheck).routes();
      const ours = declared.filter(({ path }) => /^\/api\/(config|login\/log)\//.test(path));
      expect(ours.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(
        ROUTES.map(({ method, path }) => `${method} ${path}`).sort(),
      );
    });

    describe.each(ROUTES)('of $method $path', (route) => {
      it('is refused without a token', async () => expectFailure(await send(route), 401));

      it('is refused to who holds all other codes', async () => {
        const others = ROUTES.map(({ code }) => code).filter((code) => code !== route.code);
        const { token } = await aCaller(steward, others);
        const refused = await send(route, token);
        expectFailure(refused, 403);
        expect(refused.body.msg).toContain(route.code);
      });
    });

    it.each(ROUTES.filter((route) => !EXPORTS.includes(route)))(
      'of $method $path is granted by $code',
      async (route) => {
        const { token } = await aCaller(steward, [route.code]);
        expectSuccess(await send(route, token, await route.request?.(steward.db)));
      },
    );

    it.each(EXPORTS)('of $path is granted by $code', async ({ path, code }) => {
      const { token } = await aCaller(steward, [code]);
      const { status, headers } = await download(steward.url + path, token);
      expect({ status, type: headers.get('content-type') }).toEqual({ status: 200, type: 'text/csv; charset=utf-8' });
    });

    it.each(['POST /api/login/log/add', 'PUT /api/login/log/update'])('%s is no route', async (route) => {
      const [method = '', path = ''] = route.split(' ');
      expectFailure(await call(method, path, { username: 'x', logType: 1 }), 404);
    });
  });

  describe.each(RESOURCES)('of a $name', (resource) => {
    const { path, entity, aRow } = resource;

    it('answer reads with shell, array and object', async () => {
      const row = await aRow(steward.db);
      const { body: page } = await call('GET', `${path}/page`);
      const total = await steward.db.manager.count(entity);
      const records = expect.any(Array) as unknown[];
      expect(page.data).toEqual({ records, total, size: 10, current: 1, pages: Math.ceil(total / 10) });
      const detail = await call('GET', `${path}/detail/${row.id}`);
      expectSuccess(detail);
      const stored = JSON.parse(JSON.stringify({ ...row, ...(await labelsOf(row)) })) as object;
      expect(detail.body.data).toEqual(stored);
      const list = await call('GET', `${path}/list`);
      expectData(list, expect.arrayContaining([stored]));
    });

    it('answer deletions with an empty object', async () => {
      const [one, other] = [await aRow(steward.db), await aRow(steward.db)];
      expectData(await call('DELETE', `${path}/delete/${one.id}`), {});
      expectData(await call('DELETE', `${path}/batchDelete`, { ids: [other.id] }), {});
      expect([await remains(entity, one.id), await remains(entity, other.id)]).toEqual([false, false]);
    });

    it('fail where the row is missing, and change nothing', async () => {
      const missing = await aMissingId(resource);
      await expectNoChange(steward.db, async () => {
        for (const id of [missing, ...BEYOND, '99999999999999999999']) {
          expectFailure(await call('GET', `${path}/detail/${id}`));
          expectFailure(await call('DELETE', `${path}/delete/${id}`));
          expectFailure(await call('DELETE', `${path}/batchDelete`, [id]));
        }
      });
    });

    it('give no row twice to who deletes it', async () => {
      const { id } = await aRow(steward.db);
      const answers = await Promise.all(Array.from({ length: 10 }, () => call('DELETE', `${path}/delete/${id}`)));
      expect(answers.filter(({ body }) => body.ok)).toHaveLength(1);
      answers.filter(({ body }) => !body.ok).forEach((answer) => expectFailure(answer));
    });

    it.each(BAD_IDS)('refuse id %s in the path', async (id) => {
      await expectNoChange(steward.db, async () => {
        expectNamed(await call('GET', `${path}/detail/${id}`), 'id');
        expectNamed(await call('DELETE', `${path}/delete/${id}`), 'id');
      });
    });

    describe('batchDelete', () => {
      const batch = (body: unknown, query = '') => call('DELETE', `${path}/batchDelete${query}`, body);
      const twoRows = async () => [(await aRow(steward.db)).id, (await aRow(steward.db)).id] as const;

      it.each<[string, (ids: readonly number[]) => [unknown, string?]]>([
        ['{"ids":[…]}', (ids) => [{ ids }]],
        ['a bare array', (ids) => [ids]],
        ['?ids=1,2', (ids) => [undefined, `?ids=${ids.join(',')}`]],
        ['duplicates, which count once', ([a, b]) => [{ ids: [a, b, a, a, b] }]],
        ['duplicates in the query', ([a, b]) => [undefined, `?ids=${a},${b},${a}`]],
        ['more than 1,000 duplicates', ([a, b]) => [Array.from({ length: 1500 }, (_, i) => (i % 2 ? a : b))]],
      ])('takes %s', async (_case, request) => {
        const [kept, ids] = [await aRow(steward.db), await twoRows()];
        expectData(await batch(...request(ids)), {});
        expect(await Promise.all([kept.id, ...ids].map((id) => remains(entity, id)))).toEqual([true, false, false]);
      });

      it('deletes all or none', async () => {
        const ids = [...(await twoRows()), await aMissingId(resource)];
        await expectNoChange(steward.db, async () => {
          expectFailure(await batch({ ids }));
          expectFailure(await batch(ids.reverse()));
          expectFailure(await batch(undefined, `?ids=${ids.join(',')}`));
        });
      });

      it.each([[0], [-1], [1.5], ['a'], [''], [null], [true], [[1]], [{}], [{ id: 1 }], [1e300], ['1 OR 1=1']])(
        'refuses the whole with %j in it',
        async (bad) => {
          const ids = await twoRows();
          await expectNoChange(steward.db, async () => {
            expectFailure(await batch({ ids: [...ids, bad] }));
            expectFailure(await batch([bad, ...ids]));
          });
        },
      );

      it.each([[[]], [{ ids: [] }], [{ ids: null }], [{ ids: 'x' }], [{ ids: {} }], [{ ids: { length: 1 } }], [{}]])(
        'refuses %j as its list',
        async (body) => expectNamed(await batch(body), 'id'),
      );

      it.each(['', '?ids=', '?ids=,', '?ids=0', '?ids=a', '?ids=1.5', '?ids=-1', '?ids=1%27', '?ids[]=x'])(
        'refuses the query "%s"',
        async (query) => {
          await expectNoChange(steward.db, async () => expectNamed(await batch(undefined, query), 'id'));
        },
      );

      it.each(['?ids=%d,', '?ids=%d,x', '?ids=%d,0', '?ids=%d;2'])('refuses the whole query "%s"', async (query) => {
        const { id } = await aRow(steward.db);
        await expectNoChange(steward.db, async () =>
          expectNamed(await batch(undefined, query.replace('%d', String(id))), 'id'),
        );
      });

      it.each([1001, 100_000])('refuses %d ids', async (count) => {
        const { id } = await aRow(steward.db);
        const ids = Array.from({ length: count }, (_, i) => id + i);
        await expectNoChange(steward.db, async () => {
          expectNamed(await batch({ ids }), '1000');
          expectNamed(await batch(ids), '1000');
        });
      });
    });
  });

  it('delete 1,000 rows at once', async () => {
    const now = new Date();
    const rows = Array.from({ length: 1000 }, () => ({ ...aGroupBody(), sort: 777, createdAt: now, updatedAt: now }));
    await insertAll(steward.db, Config, rows);
    const ids = (await steward.db.manager.findBy(Config, { sort: 777 })).map(({ id }) => id);
    expect(ids).toHaveLength(1000);
    expectData(await call('DELETE', '/api/config/batchDelete', { ids }), {});
    expect(await steward.db.manager.countBy(Config, { sort: 777 })).toBe(0);
  });

  describe.each(WRITABLE)('that change a $name', ({ path, entity, aRow, aBody }) => {
    const stored = (id: unknown) => steward.db.manager.findOneByOrFail<ObjectLiteral>(entity, { id });

    it('answer with its id, then with an empty object', async () => {
      const { body, ...added } = await call('POST', `${path}/add`, await aBody(steward.db));
      expectData({ body, ...added }, { id: expect.any(Number) as number });
      expectData(await call('PUT', `${path}/update`, { id: body.data.id, sort: 5 }), {});
      expect(await stored(body.data.id)).toMatchObject({ sort: 5 });
    });

    it('leave the members that an update does not name', async () => {
      const before = await aRow(steward.db);
      expectData(await call('PUT', `${path}/update`, { id: before.id, sort: 42 }), {});
      const changed = { sort: 42, updatedAt: expect.any(Date) as Date };
      expect(await stored(before.id)).toEqual({ ...before, ...changed });
      expectData(await call('PUT', `${path}/update`, { id: before.id }), {});
      expect(await stored(before.id)).toEqual({ ...before, ...changed });
    });

    it('fail to update a missing row', async () => {
      const id = await aMissingId({ path, entity, aRow, name: '', codes: '' });
      const body = await aBody(steward.db);
      await expectNoChange(steward.db, async () => {
        for (const missing of [id, ...BEYOND]) {
          expectFailure(await call('PUT', `${path}/update`, { ...body, id: missing, sort: 1 }));
        }
      });
    });

    it.each([[undefined], [null], [0], [-1], [1.5], ['a'], [''], [true], [[1]], [{}]])(
      'refuse to update id %j',
      async (id) => {
        await expectNoChange(steward.db, async () =>
          expectNamed(await call('PUT', `${path}/update`, { id, sort: 1 }), 'id'),
        );
      },
    );

    it('ignore id, times, tenant and unknown members of an added body', async () => {
      const other = await aRow(steward.db);
      const extra = {
        id: other.id,
        tenantId: 7,
        createdAt: '2001-01-01T00:00:00.000Z',
        updatedAt: 'never',
        nonsense: 1,
      };
      const added = await call('POST', `${path}/add`, { ...(await aBody(steward.db)), ...extra });
      expectSuccess(added);
      const row = await stored(added.body.data.id);
      expect(row.id).not.toBe(other.id);
      expect(Math.abs((row.createdAt as Date).getTime() - Date.now())).toBeLessThan(60_000);
      expect(row).not.toHaveProperty('nonsense');
      expect(await stored(other.id)).toEqual(other);
    });

    it('ignore the times in the body of an update', async () => {
      const before = await aRow(steward.db);
      const times = { createdAt: '2001-01-01T00:00:00.000Z', updatedAt: '2001-01-01T00:00:00.000Z' };
      expectData(await call('PUT', `${path}/update`, { id: before.id, ...times }), {});
      const row = await stored(before.id);
      expect(row.createdAt).toEqual((before as ObjectLiteral).createdAt);
      expect((row.updatedAt as Date).getFullYear()).toBeGreaterThan(2001);
    });

    it.each(['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'])(
      'ignore the member %s',
      async (name) => {
        const text = JSON.stringify({ ...(await aBody(steward.db)), placeholder: { sort: 9, id: 1, polluted: true } });
        const added = await call('POST', `${path}/add`, text.replace('placeholder', name));
        expectSuccess(added);
        expect(await stored(added.body.data.id)).toMatchObject({ sort: 0 });
        const update = `{"id":${added.body.data.id as number},"${name}":{"sort":9,"polluted":true}}`;
        expectData(await call('PUT', `${path}/update`, update), {});
        expect(await stored(added.body.data.id)).toMatchObject({ sort: 0 });
        expect({}).not.toHaveProperty('polluted');
      },
    );

    it.each(['', '[]', '[{}]', '"text"', '7', 'null', 'true', '{}'])('refuse the body "%s"', async (body) => {
      await expectNoChange(steward.db, async () => {
        expectFailure(await call('POST', `${path}/add`, body));
        expectFailure(await call('PUT', `${path}/update`, body));
      });
    });

    it.each(['{', '{"sort":1,}', "{'sort':1}"])('refuse what is no JSON: %s', async (body) => {
      await expectNoChange(steward.db, async () => {
        expectFailure(await call('POST', `${path}/add`, body), 400);
        expectFailure(await call('PUT', `${path}/update`, body), 400);
      });
    });

    it('take 20 equal adds at once for one: one row, one success', async () => {
      const body = await aBody(steward.db);
      const answers = await Promise.all(Array.from({ length: 20 }, () => call('POST', `${path}/add`, body)));
      const won = answers.filter((answer) => answer.body.ok);
      expect(won).toHaveLength(1);
      answers.filter((answer) => !answer.body.ok).forEach((answer) => expectFailure(answer));
      const rows = await steward.db.manager.findBy<ObjectLiteral>(entity, body);
      expect(rows.map(({ id }) => id as number)).toEqual([won[0]?.body.data.id]);
    });
  });
});
