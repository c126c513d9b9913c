import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { migrate } from '../../src/database/migrate.js';
import { SHORT_LOG } from '../../src/database/dialects/mysql/partitions/conversion.js';
import { LogClean } from '../../src/logs/log-clean/log-clean.job.js';
import { loadSettings } from '../../src/settings/settings.js';
import { ADMIN_PASSWORD, TEST_SECRET, type TestApp, startApp } from '../support/app.js';
import { expectSuccess } from '../support/checks.js';
import { BUILT } from '../support/global-setup.js';
import { allRows, fill, inOnePiece, month, partitionsOf } from '../support/log-tables.js';
import { StewardProcess } from '../support/process.js';
import { type RawDatabase, type Rows, withDatabase } from '../support/raw-database.js';

const MONTHS = 6;
const ROWS_A_MONTH = 5000;
const ROWS = MONTHS * ROWS_A_MONTH;

describe('the conversion of logs into partitions', () => {
  let steward: TestApp;
  let before: Rows;
  const processes: StewardProcess[] = [];

  beforeEach(async () => {
    steward = await startApp();
    const now = steward.clock.now();
    await inDatabase(async (database) => {
      await inOnePiece(database, 'login_log');
      for (let later = -MONTHS; later < 0; later++) {
        await fill(database, 'login_log', ROWS_A_MONTH, month(now, later), month(now, later + 1));
      }
      before = await allRows(database, 'login_log');
    });
  });
  afterEach(async () => {
    for (const each of processes.splice(0)) await each.remove();
    await steward.stop();
  });

  const inDatabase = <T>(use: (database: RawDatabase) => Promise<T>) => withDatabase(steward.storage, use);
  const rowsNow = () => inDatabase((database) => allRows(database, 'login_log'));
  const tablesOfLog = () =>
    inDatabase(async ({ tables }) => (await tables()).filter((name) => name.startsWith('login_log')));

  function aProcess(main: string): StewardProcess {
    const environment = { ...steward.storage.environment, ADMIN_PASSWORD, JWT_SECRET: TEST_SECRET };
    const created = new StewardProcess(environment, join(BUILT, main));
    processes.push(created);
    return created;
  }

  /** Sets the time forward for the lease of a killed start: the next start would wait half a minute for it. */
  const expireLease = () =>
    inDatabase(({ run }) => run('UPDATE schema_lease SET renewed_at = renewed_at - INTERVAL 1 HOUR'));

  /** Runs a program and kills it as soon as the database is as described; false if it ended before. */
  async function killedWhen(program: StewardProcess, reached: (database: RawDatabase) => Promise<boolean>) {
    let ended = false;
    const run = program.run().finally(() => (ended = true));
    const killed = await inDatabase(async (database) => {
      while (!ended && !(await reached(database))) await wait(2);
      return !ended;
    });
    await program.stop('SIGKILL');
    await run;
    await expireLease();
    return killed;
  }

  /** Whether this many rows have been copied into the table beside the log. */
  const copied =
    (count: number) =>
    async ({ run, tables }: RawDatabase) => {
      if (!(await tables()).includes('login_log_next')) return false;
      const [row] = await run('SELECT COUNT(*) AS total FROM login_log_next').catch(() => []);
      return Number(row?.total) >= count;
    };

  const exchanged = async ({ tables }: RawDatabase) => (await tables()).includes('login_log_old');

  async function expectParted(): Promise<void> {
    expect(await tablesOfLog()).toEqual(['login_log']);
    const found = await inDatabase((database) => partitionsOf(database, 'login_log'));
    expect(found).toHaveLength(MONTHS + 5);
  }

  it.each([
    ['before the first row was copied', copied(0)],
    ['while rows were copied', copied(ROWS / 3)],
    ['after the tables were exchanged', exchanged],
  ])('at a start that is killed %s goes on at the next', async (_when, reached) => {
    expect(await killedWhen(aProcess('main.js'), reached)).toBe(true);
    const service = aProcess('main.js');
    await service.start();
    expect(await rowsNow()).toEqual(before);
    await expectParted();
    expect(service.output).toMatch(/A log was put into partitions/);
    expect(await service.stop()).toBe(0);
  });

  it('begins again where the table beside the log is of another version', async () => {
    await inDatabase(async ({ run }) => {
      await run('CREATE TABLE login_log_next LIKE login_log');
      await run('INSERT INTO login_log_next SELECT * FROM login_log LIMIT 100');
      await run('ALTER TABLE login_log_next DROP COLUMN os');
    });
    expect(await aProcess('logs-partition.js').run()).toBe(0);
    expect(await rowsNow()).toEqual(before);
    await expectParted();
  });

  it('beside the service loses no row and doubles none, while rows come and go, and survives two kills', async () => {
    const { access_token: token } = await steward.client.login('admin', ADMIN_PASSWORD);
    let done = false;
    const written: string[] = [];
    const deleted: number[] = [];
    const write = async (writer: number) => {
      for (let i = 0; !done; i++) {
        const username = `writer ${writer} ${i}`;
        const { status } = await steward.client.tryLogin({ username, password: 1 });
        if (status !== 200) throw new Error(`a login was answered with ${status}`);
        written.push(username);
      }
    };
    const remove = async () => {
      for (let i = 0; !done; i++) {
        const id = Number(before[(i * 7919) % ROWS]?.id);
        expectSuccess(await steward.client.call('DELETE', `/api/login/log/delete/${id}`, { token }));
        deleted.push(id);
        await wait(20);
      }
    };
    const work = [write(1), write(2), write(3), remove()];
    let kills = 0;
    for (const reached of [copied(ROWS / 3), exchanged]) {
      if (await killedWhen(aProcess('logs-partition.js'), reached)) kills++;
    }
    const last = aProcess('logs-partition.js');
    expect(await last.run()).toBe(0);
    done = true;
    await Promise.all(work);

    expect(kills).toBe(2);
    expect(last.output).toMatch(/A log was put into partitions/);
    await expectParted();
    const after = await rowsNow();
    const gone = new Set(deleted);
    expect(gone.size).toBeGreaterThan(10);
    expect(after.slice(0, ROWS - gone.size)).toEqual(before.filter(({ id }) => !gone.has(Number(id))));
    const names = after.slice(ROWS - gone.size).map(({ username }) => String(username));
    expect(written.length).toBeGreaterThan(100);
    expect(names.filter((name) => name.startsWith('writer')).sort()).toEqual(written.sort());
    expect(new Set(after.map(({ id }) => Number(id))).size).toBe(after.length);
  });

  it('ends at once where there is nothing to do', async () => {
    await aProcess('logs-partition.js').run();
    const again = aProcess('logs-partition.js');
    expect(await again.run()).toBe(0);
    expect(again.output).toBe('');
  });

  it('refuses a log that a foreign key or a trigger hangs on, which the start leaves as it is', async () => {
    await inDatabase(async ({ run }) => {
      await run(
        `CREATE TABLE note (login_id INT, CONSTRAINT note_login FOREIGN KEY (login_id) REFERENCES login_log (id))`,
      );
      await run(`CREATE TRIGGER audit BEFORE INSERT ON login_log FOR EACH ROW SET NEW.source = 0`);
    });
    const command = aProcess('logs-partition.js');
    expect(await command.run()).toBe(1);
    expect(command.errors).toMatch(/login_log has foreign keys or triggers.*note_login.*audit/s);
    const service = aProcess('main.js');
    const client = await service.start();
    expect(service.output).toMatch(/A log was not put into partitions, and stays usable/);
    await client.login('admin', ADMIN_PASSWORD);
    expect(await rowsNow()).toHaveLength(ROWS + 1);
    expect(await tablesOfLog()).toEqual(['login_log']);
  });

  it('is left to the command where a log is long; it is cleaned in batches until then', async () => {
    expect(SHORT_LOG).toBe(1_000_000);
    const now = Date.now();
    await inDatabase((database) => fill(database, 'login_log', 1, new Date(now - 2000), new Date(now - 1000)));
    const warnings: object[] = [];
    const say = () => undefined;
    const log = { debug: say, info: say, warn: (fields: object) => void warnings.push(fields), error: say };
    const start = () => migrate(loadSettings(steward.storage.environment), [], log, { shortLog: ROWS });
    await start();
    expect(warnings).toEqual([{ table: 'login_log' }]);
    expect(await inDatabase((database) => partitionsOf(database, 'login_log'))).toEqual([]);
    const deleted = (await steward.app.get(LogClean).run())?.loginLog ?? 0;
    expect(deleted).toBeGreaterThan(0);
    // As many rows as the limit, and then one more.
    await inDatabase((database) => fill(database, 'login_log', deleted, new Date(now - 2000), new Date(now - 1000)));
    await start();
    expect(warnings).toHaveLength(2);
    await inDatabase(({ run }) => run(`DELETE FROM login_log ORDER BY id DESC LIMIT 1`));
    await start();
    expect(warnings).toHaveLength(2);
    expect((await inDatabase((database) => partitionsOf(database, 'login_log'))).length).toBeGreaterThan(3);
  });
});
