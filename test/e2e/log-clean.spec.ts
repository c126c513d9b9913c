import { Jobs } from '../../src/kv/jobs.js';
import { LogClean } from '../../src/logs/log-clean/log-clean.job.js';
import { LoginLog } from '../../src/logs/login-log/login-log.entity.js';
import { OperationLog } from '../../src/logs/operation-log/operation-log.entity.js';
import { SecurityEvent } from '../../src/logs/security-event/security-event.entity.js';
import { ADMIN_PASSWORD, type TestApp, type TestAppOptions, startApp } from '../support/app.js';
import { expectSuccess } from '../support/checks.js';
import { recordLog } from '../support/log.js';
import { loginLogs, operationLogs, securityEvents } from '../support/rows.js';
import { onServices } from '../support/services.js';
import { pass } from '../support/time.js';

const DAY = 86_400_000;

describe('LogClean', () => {
  const started: TestApp[] = [];
  afterEach(async () => {
    for (const steward of started.splice(0).reverse()) await steward.stop();
  });

  async function start(options: TestAppOptions = {}): Promise<TestApp> {
    const steward = await startApp(options);
    started.push(steward);
    return steward;
  }

  /** Rows in all three tables, as many days old by the test's clock. */
  async function rowsOfAge({ db, clock }: TestApp, ...days: number[]): Promise<void> {
    const rows = days.map((age) => ({ username: `age ${age}`, createdAt: new Date(clock.now() - age * DAY) }));
    await loginLogs(db, rows);
    await operationLogs(db, rows);
    await securityEvents(
      db,
      rows.map(({ username, createdAt }) => ({ detail: username, createdAt })),
    );
  }

  const clean = ({ app }: TestApp) => app.get(LogClean).run();
  const left = async ({ db }: TestApp) => {
    const names = async (entity: typeof LoginLog | typeof OperationLog) =>
      (await db.getRepository<LoginLog>(entity).find({ order: { id: 'ASC' } })).map(({ username }) => username);
    const events = await db.manager.find(SecurityEvent, { order: { id: 'ASC' } });
    return {
      loginLog: await names(LoginLog),
      operationLog: await names(OperationLog),
      securityEvent: events.map(({ detail }) => detail),
    };
  };
  const all = <T>(each: T) => ({ loginLog: each, operationLog: each, securityEvent: each });

  it('removes rows of both logs and security events that are older than 90 days, keeps the others, and says how many', async () => {
    const steward = await start();
    const lines = recordLog(steward.app);
    await rowsOfAge(steward, 1000, 0, 90.001, 89.999, 91, 1, -1);
    expect(await clean(steward)).toEqual(all(3));
    expect(await left(steward)).toEqual(all(['age 0', 'age 89.999', 'age 1', 'age -1']));
    expect(lines).toContainEqual(expect.objectContaining({ level: 'info', ...all(3) }));
    expect(await clean(steward)).toEqual(all(0));
  });

  it('counts by the clock', async () => {
    const steward = await start();
    await rowsOfAge(steward, 0, 1);
    await pass(steward, 89.5 * DAY);
    expect(await clean(steward)).toEqual(all(1));
    expect(await left(steward)).toEqual(all(['age 0']));
    await pass(steward, DAY);
    expect(await clean(steward)).toEqual(all(1));
    expect(await left(steward)).toEqual(all([]));
  });

  it.each([
    ['1', [2, 1.5]],
    ['365', []],
  ])('follows JOB_LOG_RETENTION_DAYS=%s', async (days, gone) => {
    const steward = await start({ env: { JOB_LOG_RETENTION_DAYS: days } });
    const ages = [2, 0.5, 1.5, 0];
    await rowsOfAge(steward, ...ages);
    expect(await clean(steward)).toEqual(all(gone.length));
    expect(await left(steward)).toEqual(all(ages.filter((age) => !gone.includes(age)).map((age) => `age ${age}`)));
  });

  it('keeps everything with JOB_LOG_RETENTION_DAYS=0', async () => {
    const steward = await start({ env: { JOB_LOG_RETENTION_DAYS: '0' } });
    await rowsOfAge(steward, 10_000, 1, 0);
    await clean(steward);
    expect(await left(steward)).toEqual(all(['age 10000', 'age 1', 'age 0']));
  });

  it('removes more rows than a batch, of all tenants, and the totals follow at once', async () => {
    const steward = await start();
    const old = new Date(steward.clock.now() - 100 * DAY);
    const rows = Array.from({ length: 2600 }, (_, i) => ({ tenantId: i % 3, username: 'old', createdAt: old }));
    await loginLogs(steward.db, [...rows, { username: 'new' }]);
    await operationLogs(steward.db, [{ username: 'new' }, ...rows.slice(0, 1700)]);
    const events = rows.slice(0, 1600).map(({ tenantId, createdAt }) => ({ tenantId, createdAt }));
    await securityEvents(steward.db, [...events, { detail: 'new' }]);
    const { access_token: token } = await steward.client.login('admin', ADMIN_PASSWORD);
    const total = async () => (await steward.client.get('/api/login/log/page', token)).body.data.total;
    expect(await total()).toBe(2602);
    expect(await clean(steward)).toEqual({ loginLog: 2600, operationLog: 1700, securityEvent: 1600 });
    expect(await total()).toBe(2);
    expect(await left(steward)).toEqual({ loginLog: ['new', 'admin'], operationLog: ['new'], securityEvent: ['new'] });
  });

  it('runs on one instance at a time, and does no harm where instances cannot see each other', async () => {
    const first = await start();
    const second = await start({ storage: first.storage, clock: first.clock });
    const ages = [...Array.from({ length: 1600 }, (_, i) => 91 + i), 0];
    await rowsOfAge(first, ...ages);
    const results = await Promise.all([clean(first), clean(second)]);
    const ran = results.filter((result) => result !== undefined);
    expect(ran).toHaveLength(onServices ? 1 : 2);
    for (const log of ['loginLog', 'operationLog', 'securityEvent'] as const) {
      expect(ran.map((result) => result[log]).reduce((sum, count) => sum + count)).toBe(1600);
    }
    expect(await left(second)).toEqual(all(['age 0']));
    await rowsOfAge(first, 100);
    expect(await clean(second)).toEqual(all(1));
    expect(await clean(first)).toEqual(all(0));
  });

  it('runs once at a time on one instance, and again after it', async () => {
    const steward = await start();
    await rowsOfAge(steward, ...Array.from({ length: 600 }, () => 100));
    const results = await Promise.all([clean(steward), clean(steward), clean(steward)]);
    expect(results.filter((result) => result !== undefined)).toEqual([all(600)]);
    await rowsOfAge(steward, 100);
    expect(await clean(steward)).toEqual(all(1));
  });

  it('runs again after a run that failed', async () => {
    const steward = await start();
    await rowsOfAge(steward, 100);
    const table = (from: string, to: string) => steward.db.query(`ALTER TABLE ${from} RENAME TO ${to}`);
    await table('operation_log', 'hidden_log');
    await expect(clean(steward)).rejects.toThrow('operation_log');
    await table('hidden_log', 'operation_log');
    expect(await clean(steward)).toEqual({ loginLog: 0, operationLog: 1, securityEvent: 1 });
  });

  it('ends with its batch when the application stops, and the next run removes the rest', async () => {
    const steward = await start();
    await rowsOfAge(steward, ...Array.from({ length: 1600 }, () => 100));
    const run = clean(steward);
    await steward.app.get(Jobs).beforeApplicationShutdown();
    const { loginLog = 0 } = (await run) ?? {};
    expect(loginLog).toBeGreaterThan(0);
    expect(loginLog).toBeLessThan(1600);
    const next = await start({ storage: steward.storage, clock: steward.clock });
    expect(await clean(next)).toMatchObject({ loginLog: 1600 - loginLog });
    expect(await left(next)).toEqual(all([]));
  });

  it('lets logins work while it runs, and keeps their rows', async () => {
    const steward = await start();
    await rowsOfAge(steward, ...Array.from({ length: 4000 }, () => 100));
    let running = true;
    const run = clean(steward).finally(() => (running = false));
    let logins = 0;
    while (running) {
      const answer = await steward.client.tryLogin({ username: 'admin', password: ADMIN_PASSWORD });
      expectSuccess(answer);
      logins++;
    }
    expect(await run).toEqual(all(4000));
    expect(logins).toBeGreaterThan(0);
    expect(await steward.db.manager.countBy(LoginLog, { username: 'admin' })).toBe(logins);
    expect(await steward.db.manager.countBy(OperationLog, { username: 'age 100' })).toBe(0);
  });
});
