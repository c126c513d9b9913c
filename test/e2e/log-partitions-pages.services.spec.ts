import { ROW } from '../../src/crud/columns/filters.js';
import { Timelines } from '../../src/logs/reading/timelines.js';
import { LoginLog } from '../../src/logs/login-log/login-log.entity.js';
import { ADMIN_PASSWORD, type TestApp, TestClock, startApp } from '../support/app.js';
import { aCaller } from '../support/callers.js';
import { expectSuccess } from '../support/checks.js';
import { csvRecords, download } from '../support/csv.js';
import { fill, inOnePiece, month } from '../support/log-tables.js';
import { eventually } from '../support/poll.js';
import { type RawDatabase, type Rows, withDatabase } from '../support/raw-database.js';
import { aLoginLog } from '../support/rows.js';
import { queriesOf } from '../support/statements.js';
import { pass } from '../support/time.js';

const MONTHS = 12;
const ROWS_A_MONTH = 1500;
const ROWS = MONTHS * ROWS_A_MONTH;

/** So many rows that they are counted in slices. */
const MANY = 110_000;

const DAY_MS = 86_400_000;

/** Longer than a count is kept. */
const COUNT_AGE_MS = 3000;

/** Longer than what is known of partitions is kept. */
const PARTITIONS_AGE_MS = 61_000;

/** Statements that read rows, or their keys. */
const ROWS_READ = /^SELECT `row`/;

/** Statements that count rows. */
const COUNTS = /COUNT\(/;

interface Shown {
  id: number;
  createdAt: string;
}

describe('pages of a log with a partition for each of twelve months', () => {
  let steward: TestApp;
  let admin: string;
  let all: Shown[];
  const inDatabase = <T>(use: (database: RawDatabase) => Promise<T>) => withDatabase(steward.storage, use);

  beforeAll(async () => {
    // The middle of a month: its first hours would have too few rows.
    const clock = new TestClock();
    clock.step(month(clock.now()).getTime() + 14 * DAY_MS - clock.now());
    steward = await startApp({ clock });
    const now = clock.now();
    await inDatabase(async (database) => {
      await inOnePiece(database, 'login_log');
      for (let later = 1 - MONTHS; later < 0; later++) {
        await fill(database, 'login_log', ROWS_A_MONTH, month(now, later), month(now, later + 1));
      }
      await fill(database, 'login_log', ROWS_A_MONTH, month(now), new Date(now - 1000));
    });
    // The next start parts it.
    const { storage } = steward;
    const second = await startApp({ storage, clock: steward.clock });
    await second.stop();
    // Nothing below depends on the row of a login.
    admin = (await steward.client.login('admin', ADMIN_PASSWORD)).access_token;
    await steward.db.manager.delete(LoginLog, { username: 'admin' });
    all = (await steward.db.manager.find(LoginLog, { order: { createdAt: 'DESC', id: 'DESC' } })).map(shown);
    await pass(steward, COUNT_AGE_MS);
  });
  afterAll(() => steward.stop());

  const shown = ({ id, createdAt }: { id: number; createdAt: Date | string }): Shown => ({
    id,
    createdAt: new Date(createdAt).toISOString(),
  });
  const page = async (query: string, token = admin) => {
    const { body } = await steward.client.get<{ records: Shown[]; total: number }>(
      `/api/login/log/page${query}`,
      token,
    );
    return { total: body.data.total, rows: body.data.records.map(shown) };
  };

  /** How many partitions each statement of a kind reads in some work on the log, as MariaDB explains it. */
  async function partitionsRead(work: () => Promise<unknown>, kind = ROWS_READ): Promise<number[]> {
    const all = await queriesOf(steward.db, work);
    const queries = all.filter(({ sql }) => kind.test(sql) && /FROM `login_log`/.test(sql));
    const counts: number[] = [];
    for (const { sql, parameters } of queries) {
      const plan = await steward.db.query<Rows>(`EXPLAIN PARTITIONS ${sql}`, parameters);
      const tables = plan.filter(({ partitions }) => partitions !== null);
      counts.push(...tables.map(({ partitions }) => String(partitions).split(',').length));
    }
    return counts;
  }

  it('has the partitions of all months', async () => {
    expect(all).toHaveLength(ROWS);
    expect(await partitionsRead(() => steward.db.manager.count(LoginLog), COUNTS)).toEqual([MONTHS + 4]);
  });

  it('reads the first page in the current month and those to come', async () => {
    let first;
    expect(await partitionsRead(async () => (first = await page('')))).toEqual([5]);
    expect(first).toEqual({ total: ROWS, rows: all.slice(0, 10) });
  });

  it('counts the last hour in the current month and those to come, and what is older in those before too', async () => {
    await pass(steward, COUNT_AGE_MS);
    expect(await partitionsRead(() => page(''), COUNTS)).toEqual([MONTHS, 5]);
  });

  it.each([
    [2, 500],
    [4, 500],
    [101, 15],
    [9, 499],
    [ROWS / 10, 10],
    [ROWS / 500, 500],
    [1, 1],
  ])('has page %i of %i rows in the order of times and ids', async (pageNo, pageSize) => {
    const { rows, total } = await page(`?pageNo=${pageNo}&pageSize=${pageSize}`);
    expect(total).toBe(ROWS);
    expect(rows).toEqual(all.slice((pageNo - 1) * pageSize, pageNo * pageSize));
  });

  it('looks up the rows of a deep page in the partitions that have them', async () => {
    const read = await partitionsRead(() => page('?pageNo=160&pageSize=10'));
    // The current month has too few rows; with the month before there are enough, and the ten are of that month.
    expect(read).toEqual([5, 6, 1]);
  });

  it('reads a search within a month in its partition alone', async () => {
    const from = month(steward.clock.now(), -5);
    const to = new Date(month(steward.clock.now(), -4).getTime() - 1);
    const query = `?username=user7&startTime=${from.toISOString()}&endTime=${to.toISOString()}`;
    let found: { total: number } | undefined;
    const read = await partitionsRead(async () => (found = await page(query)));
    expect(found?.total).toBe((ROWS_A_MONTH / 100) * 11);
    expect(read).toEqual([1, 1]);
  });

  it('shows the rows of a tenant alone, in the same order', async () => {
    const { id: tenantId } = await steward.make.aTenant();
    const caller = await aCaller(steward, ['sys:loginLog:page', 'sys:loginLog:list'], { tenantId });
    await steward.db.manager.delete(LoginLog, { username: caller.user.username });
    const own = await steward.db.manager.find(LoginLog, {
      where: { tenantId },
      order: { createdAt: 'DESC', id: 'DESC' },
    });
    const { rows, total } = await page('?pageNo=3&pageSize=500', caller.token);
    expect(total).toBe(ROWS / 3);
    expect(rows).toEqual(own.map(shown).slice(1000, 1500));
    const list = await steward.client.get<Shown[]>('/api/login/log/list', caller.token);
    expect(list.body.data.map(shown)).toEqual(own.map(shown).slice(0, 5000));
  });

  it('exports all rows in order, each batch from the partitions that have it', async () => {
    let text = '';
    const read = await partitionsRead(async () => {
      ({ text } = await download(`${steward.url}/api/login/log/export`, admin));
    });
    expect(csvRecords(text).map(({ id }) => Number(id))).toEqual(all.map(({ id }) => id));
    // For each batch a look at its ends, by their keys, and the rows: of at most two months.
    expect(read.filter((count) => count > 2).length).toBeLessThanOrEqual(ROWS / 1000 + 1);
    expect(read.filter((count) => count <= 2).length).toBe(ROWS / 1000);
  });

  it('keeps the order that somebody chose, over all months', async () => {
    const { rows } = await page('?orderBy=createdAt&order=asc&pageSize=20');
    expect(rows).toEqual(all.slice(-20).reverse());
  });

  it('deletes rows of any month', async () => {
    const ids = [all.at(-1)?.id, all[ROWS / 2]?.id];
    const { body } = await steward.client.call('DELETE', '/api/login/log/batchDelete', { token: admin, body: { ids } });
    expect(body.ok).toBe(true);
    expect((await page('')).total).toBe(ROWS - 2);
    expect(await steward.db.manager.countBy(LoginLog, { id: Number(ids[0]) })).toBe(0);
  });

  it('counts a log that is long once, and from then on the rows of today alone', async () => {
    const now = steward.clock.now();
    await inDatabase(async (database) => {
      await fill(database, 'login_log', MANY, month(now, -4), month(now, -3));
      await database.run('ANALYZE TABLE login_log');
    });
    await pass(steward, PARTITIONS_AGE_MS);
    const stored = await steward.db.manager.count(LoginLog);
    const total = async () => (await page('')).total;
    const daysOfMonth = new Date(steward.clock.now() - 3_600_000).getUTCDate() - 1;
    const first = await partitionsRead(async () => expect(await total()).toBe(stored), COUNTS);
    expect(first).toHaveLength(MONTHS - 1 + daysOfMonth + 1);
    expect(Math.max(...first)).toBe(5);
    await pass(steward, COUNT_AGE_MS);
    expect(await partitionsRead(async () => expect(await total()).toBe(stored), COUNTS)).toEqual([5]);

    await aLoginLog(steward.db, { createdAt: steward.clock.date() });
    await pass(steward, COUNT_AGE_MS);
    expect(await total()).toBe(stored + 1);
    const oldest = `/api/login/log/delete/${all.at(-2)?.id}`;
    expectSuccess(await steward.client.call('DELETE', oldest, { token: admin }));
    expect(await total()).toBe(stored);
    expect((await page(`?pageNo=${Math.ceil(stored / 100)}&pageSize=100`)).rows.at(-1)).toEqual(all.at(-3));
  });

  it('estimates what takes long to count, until that is known', async () => {
    const slow = all.at(-10)?.id;
    const rows = steward.db.getRepository(LoginLog);
    const counted = () =>
      steward.app.get(Timelines).count({
        table: 'login_log',
        name: 'of this test',
        reader: { userId: 1, signal: undefined },
        query: () => rows.createQueryBuilder(ROW).andWhere(`(${ROW}.id <> :slow OR SLEEP(3.5) = 0)`, { slow }),
      });
    const stored = await rows.count();
    const estimate = (await counted()) ?? NaN;
    expect(Math.abs(estimate - stored)).toBeLessThan(ROWS_A_MONTH);
    await eventually(async () => (await counted()) === stored, 10_000);
  });
});
