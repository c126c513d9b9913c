import { readFileSync } from 'node:fs';
import { LogClean } from '../../src/logs/log-clean/log-clean.job.js';
import { ADMIN_PASSWORD, type TestApp, type TestAppOptions, startApp } from '../support/app.js';
import { expectSuccess } from '../support/checks.js';
import { recordLog } from '../support/log.js';
import { LOGS, allRows, fill, month, partitionsOf, sqlTime } from '../support/log-tables.js';
import { type RawDatabase, withDatabase } from '../support/raw-database.js';
import { type Storage, newStorage } from '../support/services.js';
import { pass } from '../support/time.js';

const DAY = 86_400_000;
const MONTHS_AHEAD = 3;

interface PageOfLog {
  records: { id: number }[];
  total: number;
}

const day = (time: Date) => time.toISOString().slice(0, 10);

/** The bounds of the partitions for the months from one until some after a time. */
function bounds(now: number, from: number): string[] {
  const months = Array.from({ length: MONTHS_AHEAD - from + 1 }, (_, i) => day(month(now, from + i + 1)));
  return [...months, 'MAXVALUE'];
}

describe('logs in partitions', () => {
  let storage: Storage;
  let steward: TestApp;
  beforeEach(async () => {
    storage = await newStorage();
  });
  afterEach(async () => {
    await steward.stop();
    await storage.remove();
  });

  const start = async (options: TestAppOptions = {}) => (steward = await startApp({ storage, ...options }));
  const inDatabase = <T>(use: (database: RawDatabase) => Promise<T>) => withDatabase(storage, use);
  const clean = () => steward.app.get(LogClean).run();
  const boundsOf = (table: string) =>
    inDatabase(async (database) => (await partitionsOf(database, table)).map(({ bound }) => bound));
  const login = async () =>
    expectSuccess(await steward.client.tryLogin({ username: 'admin', password: ADMIN_PASSWORD }));

  describe('of a new database', () => {
    it('have one for the current month, for those to come, and for whatever is later', async () => {
      const { clock } = await start();
      for (const log of LOGS) {
        expect(await boundsOf(log)).toEqual(bounds(clock.now(), 0));
        const keys = await inDatabase(({ run }) => run(`SHOW INDEX FROM ${log} WHERE Key_name = 'PRIMARY'`));
        expect(keys.map(({ Column_name: column }) => column)).toEqual(['id', 'created_at']);
        const [id] = await inDatabase(({ run }) => run(`SHOW COLUMNS FROM ${log} LIKE 'id'`));
        expect([id?.Type, id?.Extra]).toEqual([expect.stringMatching(/^bigint/), 'auto_increment']);
      }
    });

    it('are left as they are by the next start', async () => {
      await start();
      await login();
      const before = await inDatabase(({ run }) => run('SHOW CREATE TABLE login_log'));
      await steward.stop();
      await start();
      expect(await inDatabase(({ run }) => run('SHOW CREATE TABLE login_log'))).toEqual(before);
    });

    it('take ids that need eight bytes', async () => {
      await start();
      await inDatabase(({ run }) => run('ALTER TABLE login_log AUTO_INCREMENT = 5000000000'));
      const { access_token: token } = await steward.client.login('admin', ADMIN_PASSWORD);
      const { body } = await steward.client.get<PageOfLog>('/api/login/log/page', token);
      expect(body.data.records.map(({ id }) => id)).toEqual([5_000_000_000]);
      const detail = await steward.client.get('/api/login/log/detail/5000000000', token);
      expect(detail.body.data).toMatchObject({ id: 5_000_000_000, username: 'admin' });
      expectSuccess(await steward.client.call('DELETE', '/api/login/log/delete/5000000000', { token }));
      expect((await steward.client.get('/api/login/log/page', token)).body.data.total).toBe(0);
    });
  });

  describe.each(['0', '90'])('with JOB_LOG_RETENTION_DAYS=%s', (days) => {
    it('get partitions for the months to come, by the clock', async () => {
      const { clock } = await start({ env: { JOB_LOG_RETENTION_DAYS: days } });
      const first = bounds(clock.now(), 0);
      await clean();
      for (const log of LOGS) expect(await boundsOf(log)).toEqual(first);
      clock.step(month(clock.now(), 1).getTime() - clock.now());
      await clean();
      for (const log of LOGS) expect(await boundsOf(log)).toEqual([...first.slice(0, -1), ...bounds(clock.now(), 3)]);
    });
  });

  it('take logins in months that were missed, and part them later', async () => {
    const { clock } = await start({ env: { JOB_LOG_RETENTION_DAYS: '0' } });
    await login();
    const begun = clock.now();
    clock.step(month(begun, 6).getTime() + DAY - begun);
    await login();
    clock.step(month(clock.now(), 1).getTime() - clock.now());
    await login();
    await clean();
    expect(await boundsOf('login_log')).toEqual(bounds(begun, 0).slice(0, -1).concat(bounds(clock.now(), -3)));
    const rowsIn = async (partition: string) => {
      const rows = await inDatabase(({ run }) =>
        run(`SELECT COUNT(*) AS total FROM login_log PARTITION (${partition})`),
      );
      return Number(rows[0]?.total);
    };
    const names = await inDatabase((database) => partitionsOf(database, 'login_log'));
    const filled = await Promise.all(names.map(({ name }) => rowsIn(name)));
    expect(filled).toEqual(
      names.map(({ bound }) => ([1, 7, 8].some((later) => bound === day(month(begun, later))) ? 1 : 0)),
    );
  });

  describe('of an earlier release', () => {
    const NOW = Date.now();
    const MONTHS = [-4, -3, -2, -1, 0];

    beforeEach(() =>
      inDatabase(async (database) => {
        await database.script(readFileSync('test/fixtures/version-0.1.0.mysql.sql', 'utf8'));
        for (const log of LOGS) {
          await database.run(`DELETE FROM ${log}`);
          for (const later of MONTHS.slice(0, -1)) {
            await fillOld(database, log, month(NOW, later), month(NOW, later + 1));
          }
          await fillOld(database, log, month(NOW), new Date(NOW - 1000));
        }
      }),
    );

    /** The table of that release has no column for changes. */
    async function fillOld(database: RawDatabase, log: string, from: Date, to: Date): Promise<void> {
      await database.run(`CREATE TABLE IF NOT EXISTS filling LIKE login_log`);
      await database.run('DELETE FROM filling');
      await fill(database, 'filling', 2000, from, to);
      const columns = 'tenant_id, username, log_type, param, ip, status, created_at';
      await database.run(`INSERT INTO ${log} (${columns}) SELECT ${columns} FROM filling ORDER BY id`);
      await database.run('DROP TABLE filling');
    }

    async function loginsBefore(time: Date): Promise<number> {
      const rows = await inDatabase(({ run }) =>
        run(`SELECT COUNT(*) AS total FROM login_log WHERE created_at < ${sqlTime(time)}`),
      );
      return Number(rows[0]?.total);
    }

    it('keep every row with its id, each month in a partition', async () => {
      const before = await inDatabase((database) => Promise.all(LOGS.map((log) => allRows(database, log))));
      await start();
      for (const [index, log] of LOGS.entries()) {
        const after = await inDatabase((database) => allRows(database, log));
        // Columns of later releases.
        const since = { changes: undefined, user_id: 0, token_id: null };
        expect(after.map((row) => ({ ...row, ...since }))).toEqual(before[index]?.map((row) => ({ ...row, ...since })));
        expect(await boundsOf(log)).toEqual(bounds(NOW, -4));
        const tables = await inDatabase(({ tables: names }) => names());
        expect(tables.filter((name) => name.startsWith(log))).toEqual([log]);
      }
      const { access_token: token } = await steward.client.login('admin', 'insecure-upgrade-password');
      const { body } = await steward.client.get<PageOfLog>('/api/login/log/page', token);
      expect(body.data.total).toBe(2000 * MONTHS.length + 1);
      const newest = Math.max(...(before[0] ?? []).map(({ id }) => Number(id)));
      expect(body.data.records[0]?.id).toBeGreaterThan(newest);
    });

    it('lose whole months with their partitions, and of the month at the edge what is too old', async () => {
      await start({ env: { JOB_LOG_RETENTION_DAYS: '70' } });
      const { clock, app } = steward;
      const lines = recordLog(app);
      const before = new Date(clock.now() - 70 * DAY);
      const old = await loginsBefore(before);
      const kept = await inDatabase(({ run }) =>
        run(`SELECT id FROM login_log WHERE created_at >= ${sqlTime(new Date(before.getTime() + 60_000))} ORDER BY id`),
      );
      const result = await clean();
      expect(result?.loginLog).toBeGreaterThanOrEqual(old);
      expect(result?.operationLog).toBe(result?.loginLog);
      expect(lines.filter(({ level }) => level === 'warn')).toEqual([]);
      const left = await inDatabase(({ run }) => run('SELECT id FROM login_log ORDER BY id'));
      expect(left.slice(-kept.length)).toEqual(kept);
      expect(left.length).toBe(2000 * MONTHS.length - (result?.loginLog ?? NaN));
      const edge = month(before.getTime());
      const monthsKept = (await boundsOf('login_log')).filter((bound) => bound > day(edge));
      expect(await boundsOf('login_log')).toEqual(monthsKept);
      expect(await clean()).toEqual({ loginLog: 0, operationLog: 0, securityEvent: 0 });
    });

    it('are cleaned though somebody reads the table all the time', async () => {
      await start({ env: { JOB_LOG_RETENTION_DAYS: '1' } });
      const lines = recordLog(steward.app);
      const old = await loginsBefore(new Date(steward.clock.now() - DAY));
      const reader = steward.db.createQueryRunner();
      await reader.startTransaction();
      await reader.query('SELECT COUNT(*) FROM login_log');
      const cleaned = clean();
      let slowest = 0;
      let done = false;
      void cleaned.finally(() => (done = true));
      while (!done) {
        const begun = performance.now();
        expectSuccess(await steward.client.tryLogin({ username: 'clerk', password: 'insecure-clerk-password' }));
        slowest = Math.max(slowest, performance.now() - begun);
      }
      await reader.rollbackTransaction();
      await reader.release();
      expect((await cleaned)?.loginLog).toBeGreaterThanOrEqual(old);
      expect(slowest).toBeLessThan(4500);
      expect(lines).toContainEqual(expect.objectContaining({ level: 'warn', table: 'login_log' }));
    });
  });

  it('are cleaned on two instances at once without an error', async () => {
    await start({ env: { JOB_LOG_RETENTION_DAYS: '30' } });
    await inDatabase((database) => fill(database, 'login_log', 3000, month(Date.now()), new Date()));
    const second = await startApp({
      storage,
      clock: steward.clock,
      env: { JOB_LOG_RETENTION_DAYS: '30', REDIS_URL: '' },
    });
    try {
      await pass(steward, 100 * DAY);
      const results = await Promise.all([clean(), second.app.get(LogClean).run()]);
      const removed = results.map((result) => result?.loginLog ?? NaN);
      expect(Math.max(...removed)).toBeGreaterThan(0);
      expect(await inDatabase((database) => allRows(database, 'login_log'))).toEqual([]);
      expect(await boundsOf('login_log')).not.toContain(day(month(Date.now(), 1)));
    } finally {
      await second.stop();
    }
  });
});
