import { LoginLog } from '../../src/logs/login-log/login-log.entity.js';
import { ADMIN_PASSWORD, type TestApp, startApp } from '../support/app.js';
import { aCaller } from '../support/callers.js';
import { expectData, expectFailure, expectNamed, expectSuccess } from '../support/checks.js';
import type { Client } from '../support/client.js';
import { aLoginLog, loginLogs } from '../support/rows.js';

interface Shell {
  records: LoginLog[];
  total: number;
  size: number;
  current: number;
  pages: number;
}

const CODES = ['page', 'list', 'detail', 'delete', 'batchDelete'].map((operation) => `sys:loginLog:${operation}`);
const DAY = '2026-03-0';

describe('login log', () => {
  let steward: TestApp;
  let admin: string;
  beforeAll(async () => {
    steward = await startApp();
    admin = (await steward.client.login('admin', ADMIN_PASSWORD)).access_token;
  });
  afterAll(() => steward.stop());

  /** A tenant with one caller who holds everything of the login log, and none of its rows yet. */
  async function aTenant() {
    const { id } = await steward.make.aTenant();
    const { user, token } = await aCaller(steward, CODES, { tenantId: id });
    await steward.db.manager.delete(LoginLog, { tenantId: id });
    return { id, token, user };
  }

  const call = <T = Record<string, unknown>>(token: string, path: string, method = 'GET', body?: unknown) =>
    steward.client.call<T>(method, `/api/login/log/${path}`, { token, body });
  const page = async (token: string, query = '', client: Client = steward.client) => {
    const answer = await client.get<Shell>(`/api/login/log/page?${query}`, token);
    expectSuccess(answer);
    return answer.body.data;
  };
  const list = async (token: string, query = '') => (await call<LoginLog[]>(token, `list?${query}`)).body.data;

  it('shows a row with all of its members', async () => {
    const { id: tenantId, token } = await aTenant();
    const times = { createdAt: new Date('2026-01-02T03:04:05.678Z'), consumeTime: 12 };
    const client = { ip: '2001:db8::1', location: 'Berlin', os: 'Linux', browser: 'Firefox' };
    const row = await aLoginLog(steward.db, {
      tenantId,
      username: 'ann',
      error: '1003 no',
      status: 1,
      ...times,
      ...client,
    });
    const shown = {
      id: row.id,
      tenantId,
      username: 'ann',
      logType: 1,
      source: 0,
      method: 'login',
      requestMethod: 'POST',
      url: '/api/login',
      param: '{}',
      result: 'Login succeeded',
      ...client,
      consumeTime: 12,
      status: 1,
      error: '1003 no',
      createdAt: '2026-01-02T03:04:05.678Z',
    };
    expectData(await call(token, `detail/${row.id}`), shown);
    expectData(await call(token, 'list'), [shown]);
    expect(await page(token)).toEqual({ records: [shown], total: 1, size: 10, current: 1, pages: 1 });
  });

  it('is empty where there is nothing', async () => {
    const { token } = await aTenant();
    expect(await page(token)).toEqual({ records: [], total: 0, size: 10, current: 1, pages: 0 });
    expectData(await call(token, 'list'), []);
  });

  describe('with filters', () => {
    const names = ['ann', 'anna', 'Bob', '100%', '100x', 'a_b', 'axb', 'c\\d', 'cd', 'e!f', 'ef', "o'neil", 'say "x"'];
    let tenant: Awaited<ReturnType<typeof aTenant>>;
    beforeAll(async () => {
      tenant = await aTenant();
      const rows = names.map((username, i) => ({
        tenantId: tenant.id,
        username,
        ip: `10.0.${i}.1`,
        logType: i === 2 ? 2 : 1,
        status: i % 2,
        createdAt: new Date(Date.UTC(2026, 2, 1, i)),
      }));
      await loginLogs(steward.db, [...rows, { tenantId: 0, username: 'ann' }]);
    });
    const hours = (from: number, to: number) => names.slice(from, to + 1);

    it.each<[string, string[]]>([
      ['', names],
      ['username=&ip=&status=&startTime=', names],
      ['username=ann', ['ann', 'anna']],
      ['username=%25', ['100%']],
      ['username=0%25', ['100%']],
      ['username=_', ['a_b']],
      ['username=a_', ['a_b']],
      ['username=\\', ['c\\d']],
      ['username=\\\\', []],
      ['username=c\\d', ['c\\d']],
      ['username=!', ['e!f']],
      ['username=!!', []],
      ["username='", ["o'neil"]],
      ['username="', ['say "x"']],
      ["username=' OR '1'='1", []],
      ["username=x') OR 1=1 --", []],
      ["username=';DROP TABLE login_log;--", []],
      ['username=nobody', []],
      ['ip=10.0.3.1', ['100%']],
      ['ip=0.12.', ['say "x"']],
      ['ip=10_0', []],
      ['ip=%25', []],
      ['logType=2', ['Bob']],
      ['logType=3', []],
      ['status=1', names.filter((_, i) => i % 2 === 1)],
      ['status=0&logType=1&username=ann', ['ann']],
      [`startTime=${DAY}1T09:30:00Z`, hours(10, 12)],
      [`endTime=${DAY}1T02:30:00Z`, hours(0, 2)],
      [`startTime=${DAY}1T02:30:00.000Z&endTime=${DAY}1T05:30:00Z`, hours(3, 5)],
      [`startTime=${DAY}1T04:30:00%2B02:00&endTime=${DAY}1T07:30:00%2B02:00`, hours(3, 5)],
      [`startTime=${DAY}2T00:00:00Z`, []],
      [`startTime=${DAY}1T05:30:00Z&endTime=${DAY}1T02:30:00Z`, []],
      ['error=x&method=nothing&location=x&id=1&password=x', names],
      ['__proto__=x&constructor=x&toString=x', names],
    ])('?%s finds its rows, newest first', async (query, expected) => {
      const newestFirst = [...expected].reverse();
      expect((await list(tenant.token, query)).map(({ username }) => username)).toEqual(newestFirst);
      const shell = await page(tenant.token, `pageSize=100&${query}`);
      expect(shell.records.map(({ username }) => username)).toEqual(newestFirst);
      expect(shell.total).toBe(expected.length);
    });

    const sorted = [...names].sort();

    it.each<[string, string[]]>([
      ['orderBy=username&order=asc', sorted],
      ['orderBy=username&order=desc', [...sorted].reverse()],
      ['orderBy=createdAt&order=asc', names],
      ['orderBy=id&order=asc', names],
    ])('?%s sorts', async (query, expected) => {
      expect((await list(tenant.token, query)).map(({ username }) => username)).toEqual(expected);
      const { records } = await page(tenant.token, `pageSize=5&pageNo=2&${query}`);
      expect(records.map(({ username }) => username)).toEqual(expected.slice(5, 10));
    });

    it.each([
      'orderBy=nonsense&order=asc',
      'orderBy=created_at&order=asc',
      'orderBy=row.id&order=asc',
      'order=asc',
      'orderBy=(select password from user)&order=asc',
      'orderBy=id;DROP TABLE login_log;--&order=asc',
      'orderBy=username&order=sideways',
      'orderBy=username&order=asc;DROP TABLE login_log',
      'orderBy=&order=',
      'orderBy=__proto__&order=asc',
      'orderBy=constructor&order=asc',
      'orderBy=username&orderBy=id&order=asc',
      'orderBy=username&order=asc&order=desc',
      'orderBy=id,username&order=asc',
      'orderBy=1&order=asc',
    ])('?%s leaves the default order', async (query) => {
      const expected = [...names].reverse();
      expect((await list(tenant.token, query)).map(({ username }) => username)).toEqual(expected);
      const { records } = await page(tenant.token, `pageSize=100&${query}`);
      expect(records.map(({ username }) => username)).toEqual(expected);
    });

    it.each([
      'logType=abc',
      'logType=1.5',
      'logType=1e3',
      'logType=1 OR 1=1',
      'logType=true',
      'logType=99999999999999999',
      'status=abc',
      'status=0x1',
      'status=0&status=1',
      "status='0'",
      'status=null',
      'startTime=abc',
      'startTime=2026-13-01',
      'startTime=2026-01-01T25:00:00Z',
      'startTime=1',
      "startTime='",
      'endTime=abc',
      'endTime=yesterday',
      'endTime=2026-01-01&endTime=2026-01-02',
      'endTime=2026-01-01;--',
      'username=a&username=b',
      'ip=a&ip=b',
    ])('?%s is refused by name', async (query) => {
      const name = /^\w+/.exec(query)?.[0] ?? '';
      for (const operation of ['page', 'list']) {
        expectNamed(await call(tenant.token, `${operation}?${query}`), name);
      }
    });

    it.each<[string, number, number, number]>([
      ['', 1, 10, 10],
      ['pageNo=2', 2, 10, 3],
      ['pageNo=0', 1, 10, 10],
      ['pageNo=-1', 1, 10, 10],
      ['pageNo=abc', 1, 10, 10],
      ['pageNo=', 1, 10, 10],
      ['pageNo=NaN', 1, 10, 10],
      ['pageNo=null', 1, 10, 10],
      ['pageNo=1;DROP TABLE login_log', 1, 10, 10],
      ['pageNo=2&pageNo=3', 1, 10, 10],
      ['pageNo[a]=2', 1, 10, 10],
      ['pageNo=7', 7, 10, 0],
      ['pageNo=2000000000', 2_000_000_000, 10, 0],
      ['pageSize=5', 1, 5, 5],
      ['pageSize=5&pageNo=3', 3, 5, 3],
      ['pageSize=0', 1, 10, 10],
      ['pageSize=-5', 1, 10, 10],
      ['pageSize=abc', 1, 10, 10],
      ['pageSize=', 1, 10, 10],
      ['pageSize=500', 1, 500, 13],
      ['pageSize=501', 1, 500, 13],
      ['pageSize=99999999999999999999999', 1, 500, 13],
    ])('?%s is page %d of %d rows each', async (query, current, size, count) => {
      const shell = await page(tenant.token, query);
      const { records, ...numbers } = shell;
      expect(numbers).toEqual({ total: 13, size, current, pages: Math.ceil(13 / size) });
      expect(records).toHaveLength(count);
    });

    it.each(['99999999999999999999999', '1e400', '9007199254740993', 'Infinity', '-0', '%00', '🙂', '٣'])(
      'pageNo=%s is answered with a page',
      async (pageNo) => {
        const { total, size, pages } = await page(tenant.token, `pageNo=${pageNo}`);
        expect({ total, size, pages }).toEqual({ total: 13, size: 10, pages: 2 });
      },
    );
  });

  describe('of many rows', () => {
    const COUNT = 2345;
    let tenant: Awaited<ReturnType<typeof aTenant>>;
    let expected: number[];
    beforeAll(async () => {
      tenant = await aTenant();
      // Times that do not follow the order of the ids, and many equal ones: both can confuse a page.
      const rows = Array.from({ length: COUNT }, (_, i) => ({
        tenantId: tenant.id,
        username: `many-${i % 7}`,
        status: i % 3 ? 0 : 1,
        createdAt: new Date(Date.UTC(2026, 0, 1) + ((i * 7919) % 97) * 1001),
      }));
      await loginLogs(steward.db, rows);
      const stored = await steward.db.manager.findBy(LoginLog, { tenantId: tenant.id });
      stored.sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || b.id - a.id);
      expected = stored.map(({ id }) => id);
    });

    const ids = (rows: LoginLog[]) => rows.map(({ id }) => id);
    const walk = async (token: string, query: string, size: number) => {
      const found: number[] = [];
      for (let pageNo = 1; ; pageNo++) {
        const { records, pages } = await page(token, `pageSize=${size}&pageNo=${pageNo}${query}`);
        found.push(...ids(records));
        if (pageNo > pages) return found;
      }
    };

    it('shows each once over all pages, newest first', async () => {
      expect(await walk(tenant.token, '', 100)).toEqual(expected);
      expect(await walk(admin, `&tenantId=${tenant.id}`, 499)).toEqual(expected);
      expect(ids(await list(tenant.token))).toEqual(expected);
    });

    it.each([
      [100, 11],
      [100, 24],
      [7, 143],
      [7, 144],
      [7, 335],
      [7, 336],
      [1, 1001],
      [1, 2345],
      [1, 2346],
      [500, 3],
      [500, 5],
      [500, 6],
      [500, 70],
    ])('with %d on a page, page %d is what an offset gives', async (size, pageNo) => {
      const offset = (pageNo - 1) * size;
      const shell = await page(tenant.token, `pageSize=${size}&pageNo=${pageNo}`);
      expect(ids(shell.records)).toEqual(expected.slice(offset, offset + size));
      expect(shell).toMatchObject({ total: COUNT, current: pageNo, size, pages: Math.ceil(COUNT / size) });
    });

    it.each(['&status=0', '&username=many-', '&orderBy=username&order=asc', '&orderBy=createdAt&order=asc'])(
      'is one sequence with %s',
      async (query) => {
        const found = await walk(tenant.token, query, 123);
        expect(found).toEqual(ids(await list(tenant.token, query.slice(1))));
        expect(new Set(found).size).toBe(found.length);
        expect(found.length).toBeGreaterThan(1000);
      },
    );

    it('lists 5,000 rows at most', async () => {
      const { id: tenantId, token } = await aTenant();
      await loginLogs(
        steward.db,
        Array.from({ length: 5003 }, () => ({ tenantId })),
      );
      expect(await list(token)).toHaveLength(5000);
      expect(await page(token)).toMatchObject({ total: 5003 });
    });
  });

  describe('belongs to its tenant', () => {
    let mine: Awaited<ReturnType<typeof aTenant>>;
    let theirs: Awaited<ReturnType<typeof aTenant>>;
    let foreign: LoginLog;
    let own: LoginLog;
    beforeAll(async () => {
      [mine, theirs] = [await aTenant(), await aTenant()];
      own = await aLoginLog(steward.db, { tenantId: mine.id, username: 'scoped' });
      foreign = await aLoginLog(steward.db, { tenantId: theirs.id, username: 'scoped' });
      await aLoginLog(steward.db, { tenantId: 0, username: 'scoped' });
    });

    it.each(['', 'tenantId=0', 'tenantId=THEIRS', 'tenantId=abc', 'tenantId=1&tenantId=2', 'tenantId='])(
      'in page and list, whatever ?%s asks for',
      async (query) => {
        const asked = query.replace('THEIRS', String(theirs.id));
        expect((await list(mine.token, asked)).map(({ id }) => id)).toEqual([own.id]);
        expect(await page(mine.token, asked)).toMatchObject({ records: [{ id: own.id }], total: 1 });
      },
    );

    it('in detail and deletions, where a foreign row reads as missing', async () => {
      const missing = await call(mine.token, 'detail/2147483647');
      const refused = await call(mine.token, `detail/${foreign.id}`);
      expectFailure(refused);
      expect(refused.body.msg.replace(String(foreign.id), '')).toBe(missing.body.msg.replace('2147483647', ''));
      expectFailure(await call(mine.token, `delete/${foreign.id}`, 'DELETE'));
      expectFailure(await call(mine.token, 'batchDelete', 'DELETE', [own.id, foreign.id]));
      expectFailure(await call(mine.token, `batchDelete?ids=${own.id},${foreign.id}`, 'DELETE'));
      expect((await steward.db.manager.findBy(LoginLog, { username: 'scoped' })).length).toBe(3);
    });

    it('but is all seen by the platform, which may filter by tenantId', async () => {
      const tenants = async (query: string) =>
        (await list(admin, `username=scoped${query}`)).map(({ tenantId }) => tenantId).sort((a, b) => a - b);
      expect(await tenants('')).toEqual([0, mine.id, theirs.id]);
      for (const tenantId of [0, mine.id, theirs.id])
        expect(await tenants(`&tenantId=${tenantId}`)).toEqual([tenantId]);
      expect(await page(admin, `username=scoped&tenantId=${mine.id}`)).toMatchObject({ total: 1 });
      for (const wrong of ['abc', '1.5', "0' OR 1=1"]) {
        expectNamed(await call(admin, `page?tenantId=${wrong}`), 'tenantId');
        expectNamed(await call(admin, `list?tenantId=${wrong}`), 'tenantId');
      }
      const row = await aLoginLog(steward.db, { tenantId: theirs.id });
      expectSuccess(await call(admin, `detail/${row.id}`));
      expectData(await call(admin, `delete/${row.id}`, 'DELETE'), {});
    });
  });

  describe('total', () => {
    it('is exact right after the own delete, on another instance too', async () => {
      const { id: tenantId, token } = await aTenant();
      const second = await startApp({ storage: steward.storage, clock: steward.clock });
      await loginLogs(
        steward.db,
        Array.from({ length: 30 }, () => ({ tenantId })),
      );
      const [first, ...others] = await list(token);
      const totals = async () => [(await page(token)).total, (await page(token, '', second.client)).total];
      expect(await totals()).toEqual([30, 30]);
      expectSuccess(await call(token, `delete/${first?.id}`, 'DELETE'));
      expect(await totals()).toEqual([29, 29]);
      for (let left = 29; left > 20; left -= 3) {
        const batch = others.splice(0, 3).map(({ id }) => id);
        expectSuccess(await call(token, 'batchDelete', 'DELETE', { ids: batch }));
        expect(await totals()).toEqual([left - 3, left - 3]);
      }
      await second.stop();
    });

    it('counts a login of a moment ago', async () => {
      const { id: tenantId, token, user } = await aTenant();
      await aLoginLog(steward.db, { tenantId });
      expect(await page(token)).toMatchObject({ total: 1, pages: 1 });
      for (let total = 2; total <= 4; total++) {
        await steward.client.login(user.username, 'a quiet river');
        expect(await page(token)).toMatchObject({ total, records: { length: total } });
      }
    });
  });
});
