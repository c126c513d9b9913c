import { setImmediate as turn } from 'node:timers/promises';
import { Dict } from '../../src/modules/dict/dict.entity.js';
import { LoginLog } from '../../src/logs/login-log/login-log.entity.js';
import { type TestApp, startApp } from '../support/app.js';
import { type LoggedIn, aCaller } from '../support/callers.js';
import { expectFailure, expectSuccess } from '../support/checks.js';
import type { Client } from '../support/client.js';
import { aLoginLog, loginLogs } from '../support/rows.js';
import { statementsOf } from '../support/statements.js';
import { PASSWORD } from '../support/tenants.js';
import { pass } from '../support/time.js';

interface Shell {
  records: { id: number }[];
  total: number;
}

const LOGIN_LOG = '/api/login/log';
const CODES = ['sys:loginLog:page', 'sys:loginLog:delete', 'sys:operationLog:page', 'sys:dict:page', 'sys:dict:add'];
const DAY_MS = 86_400_000;

describe('the total of a page', () => {
  let steward: TestApp;
  beforeAll(async () => void (steward = await startApp()));
  afterAll(() => steward.stop());

  const page = async (path: string, token: string, client: Client = steward.client) => {
    const answer = await client.get<Shell>(path, token);
    expectSuccess(answer);
    return answer.body.data;
  };

  /** A caller of a tenant that has no rows in the logs. */
  async function aTenantCaller(): Promise<LoggedIn & { tenantId: number; tenantCode: string }> {
    const { id: tenantId, code: tenantCode } = await steward.make.aTenant();
    const caller = await aCaller(steward, CODES, { tenantId });
    await steward.db.manager.delete(LoginLog, { tenantId });
    return { ...caller, tenantId, tenantCode };
  }

  describe.each(['', '&pageSize=5', '&pageSize=5&pageNo=2'])('with ?%s', (paging) => {
    it.each([
      ['', 9],
      ['status=1', 8],
      ['userId=USER', 1],
    ])('counts eight refused calls and an accepted one of a moment ago: "%s"', async (filter, expected) => {
      const { user, token, tenantId } = await aTenantCaller();
      const refused = await aCaller(steward, [], { tenantId });
      const path = `/api/operation/log/page?${filter.replace('USER', String(user.id))}${paging}`;
      const body = { name: 'Dict', code: `totals-${user.id}` };
      for (let count = 1; count <= 8; count++) {
        expectFailure(await steward.client.post('/api/dict/add', body, { token: refused.token }), 403);
        expect((await page(path, token)).total).toBe(expected === 1 ? 0 : count);
      }
      expectSuccess(await steward.client.post('/api/dict/add', body, { token }));
      expect((await page(path, token)).total).toBe(expected);
    });

    it('counts a login that was refused a moment ago', async () => {
      const { user, token, tenantCode } = await aTenantCaller();
      for (let count = 1; count <= 12; count++) {
        const login = { username: user.username, password: 'wrong', tenantCode };
        expectFailure(await steward.client.tryLogin(login));
        expect((await page(`${LOGIN_LOG}/page?${paging}`, token)).total).toBe(count);
      }
    });

    it('follows rows that something else adds and deletes', async () => {
      const { token } = await aCaller(steward, CODES);
      const path = `/api/dict/page?name=elsewhere${paging}`;
      const { manager } = steward.db;
      await manager.delete(Dict, { name: 'elsewhere' });
      for (let count = 1; count <= 16; count++) {
        await manager.save(manager.create(Dict, { name: 'elsewhere', code: `elsewhere-${count}` }));
        expect((await page(path, token)).total).toBe(count);
      }
      await manager.delete(Dict, { code: 'elsewhere-7' });
      expect((await page(path, token)).total).toBe(15);
    });
  });

  it('follows another instance with which it shares no store', async () => {
    const { token } = await aCaller(steward, CODES);
    const { storage, clock } = steward;
    const environment = { ...storage.environment, REDIS_URL: '' };
    const second = await startApp({ storage: { ...storage, environment }, clock });
    const path = '/api/dict/page?pageSize=1';
    for (let i = 0; i < 3; i++) {
      const { total } = await page(path, token);
      expect((await page(path, token, second.client)).total).toBe(total);
      const body = { name: 'Dict', code: `two-instances-${i}` };
      expectSuccess(await second.client.post('/api/dict/add', body, { token }));
      expect((await page(path, token)).total).toBe(total + 1);
    }
    await second.stop();
  });

  it('is read with the rows, where there are few', async () => {
    const { token } = await aCaller(steward, CODES);
    const path = '/api/dict/page?pageSize=1';
    const { total } = await page(path, token);
    let again = 0;
    const statements = await statementsOf(steward.db, async () => void (again = (await page(path, token)).total));
    expect(again).toBe(total);
    expect(statements.filter((sql) => / FROM .dict. /.test(sql))).toEqual([expect.stringContaining('COUNT(1)')]);
  });

  it('counts every row that the page shows while rows are added', async () => {
    const { tenantId, token } = await aTenantCaller();
    let adding = true;
    const added: number[] = [];
    const writer = (async () => {
      while (adding) {
        added.push((await aLoginLog(steward.db, { tenantId })).id);
        // SQLite would leave no time for requests.
        await turn();
      }
    })();
    const pages: Shell[] = [];
    try {
      while (pages.length < 60) pages.push(await page(`${LOGIN_LOG}/page?pageSize=2`, token));
    } finally {
      adding = false;
      await writer;
    }
    for (const { records, total } of pages) {
      expect(total).toBeGreaterThanOrEqual(added.filter((id) => id <= (records[0]?.id ?? 0)).length);
    }
  });

  describe('of a log with many rows', () => {
    const COUNT = 10_100;
    let caller: Awaited<ReturnType<typeof aTenantCaller>>;
    let rows: number;
    beforeAll(async () => {
      caller = await aTenantCaller();
      const { tenantId } = caller;
      const begin = steward.clock.now() - 30 * DAY_MS;
      const times = Array.from({ length: COUNT }, (_, i) => new Date(begin + (i / COUNT) * 30 * DAY_MS));
      await loginLogs(
        steward.db,
        times.map((createdAt) => ({ tenantId, createdAt })),
      );
      rows = COUNT;
    });

    const total = async (query = '') => (await page(`${LOGIN_LOG}/page?${query}`, caller.token)).total;

    it.each(['', 'pageSize=500', 'pageNo=150', 'pageNo=1010', 'pageNo=1011'])(
      'counts a refused login and a deletion of a moment ago: "%s"',
      async (query) => {
        const { user, token, tenantCode, tenantId } = caller;
        expect(await total(query)).toBe(rows);
        for (let i = 0; i < 3; i++) {
          expectFailure(await steward.client.tryLogin({ username: user.username, password: 'wrong', tenantCode }));
          expect(await total(query)).toBe(++rows);
        }
        const [oldest] = await steward.db.manager.find(LoginLog, {
          where: { tenantId },
          order: { id: 'ASC' },
          take: 1,
        });
        const path = `${LOGIN_LOG}/delete/${oldest?.id}`;
        expectSuccess(await steward.client.call('DELETE', path, { token }));
        expect(await total(query)).toBe(--rows);
      },
    );

    it('follows after seconds when something else deletes old rows', async () => {
      const { tenantId } = caller;
      expect(await total()).toBe(rows);
      const old = await steward.db.manager.find(LoginLog, { where: { tenantId }, order: { id: 'ASC' }, take: 3 });
      await steward.db.manager.remove(old);
      rows -= 3;
      await pass(steward, 3000);
      expect(await total()).toBe(rows);
    });

    it('counts the last hour as time goes on', async () => {
      const { tenantId, tenantCode, user } = caller;
      for (let hour = 0; hour < 3; hour++) {
        await aLoginLog(steward.db, { tenantId, createdAt: steward.clock.date() });
        expect(await total()).toBe(++rows);
        await pass(steward, 90 * 60_000);
        const { access_token: token } = await steward.client.login(user.username, PASSWORD, tenantCode);
        caller = { ...caller, token };
        expect(await total()).toBe(++rows);
      }
    });
  });

  it('is never smaller than the last row shown, however many there are', async () => {
    const MANY = 100_000;
    const { tenantId, token } = await aTenantCaller();
    const { columns } = steward.db.getMetadata(LoginLog);
    const copied = columns.filter(({ isPrimary }) => !isPrimary).map(({ databaseName }) => databaseName);
    const copy = (count: number) =>
      steward.db.query(
        `INSERT INTO login_log (${copied.join()})
         SELECT ${copied.join()} FROM login_log WHERE tenant_id = ${tenantId} LIMIT ${count}`,
      );
    await loginLogs(
      steward.db,
      Array.from({ length: 5000 }, () => ({ tenantId })),
    );
    for (let rows = 5000; rows < MANY; rows *= 2) await copy(MANY - rows);
    const last = `${LOGIN_LOG}/page?pageSize=500&pageNo=`;
    expect(await page(`${last}200`, token)).toMatchObject({ total: MANY, records: { length: 500 } });
    await copy(700);
    for (const pageNo of [1, 200, 201, 202]) {
      const { records, total } = await page(`${last}${pageNo}`, token);
      expect(records).toHaveLength(pageNo === 202 ? 200 : 500);
      expect(total).toBeGreaterThanOrEqual((pageNo - 1) * 500 + records.length);
    }
    await pass(steward, 3000);
    expect((await page(`${last}1`, token)).total).toBe(MANY + 700);
  });
});
