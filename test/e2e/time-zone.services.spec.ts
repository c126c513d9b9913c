import type { DataSource } from 'typeorm';
import { ADMIN_PASSWORD, type TestApp, startApp } from '../support/app.js';
import { expectSuccess } from '../support/checks.js';
import { MariaDbServer } from '../support/mariadb-server.js';

/** A time as the server writes it, without milliseconds. */
const FORMAT = "DATE_FORMAT(%s, '%Y-%m-%dT%H:%i:%s')";
const written = (column: string) => FORMAT.replace('%s', column);

describe('times on a database server that is not on UTC', () => {
  let server: MariaDbServer;
  let steward: TestApp;
  beforeAll(async () => {
    server = await MariaDbServer.start();
    await server.query("SET GLOBAL time_zone = '+08:00'");
    steward = await startApp({ env: { ...server.environment, REDIS_URL: '', DB_POOL_SIZE: '3' } });
  });
  afterAll(async () => {
    await steward.stop();
    await server.remove();
  });

  const rows = (db: DataSource, sql: string, values: unknown[] = []) =>
    db.query<Record<string, unknown>[]>(sql, values);
  const isNow = (time: unknown) =>
    expect(Math.abs(new Date(time as string).getTime() - Date.now())).toBeLessThan(60_000);

  it('every connection is in UTC, and waits for a lock no longer than it should, and for no cluster', async () => {
    const runners = [1, 2, 3].map(() => steward.db.createQueryRunner());
    try {
      for (const runner of runners) {
        const sql =
          'SELECT @@session.time_zone AS zone, @@innodb_lock_wait_timeout AS patience, @@wsrep_sync_wait AS sync';
        expect(await runner.query(sql)).toEqual([expect.objectContaining({ zone: '+00:00', patience: 3, sync: 0 })]);
      }
    } finally {
      await Promise.all(runners.map((runner) => runner.release()));
    }
  });

  it('a TIMESTAMP keeps the time that was written, and CURRENT_TIMESTAMP is now', async () => {
    const { db } = steward;
    await db.query(
      'CREATE TABLE clocks (id int PRIMARY KEY AUTO_INCREMENT, at timestamp(3) NULL, made timestamp DEFAULT CURRENT_TIMESTAMP)',
    );
    const at = new Date('2026-01-02T03:04:05.678Z');
    await db.query('INSERT INTO clocks (at) VALUES (?)', [at]);
    const [row] = await rows(db, `SELECT at, made, UNIX_TIMESTAMP(at) AS seconds FROM clocks`);
    expect(row).toMatchObject({ at });
    expect(Number(row?.seconds)).toBeCloseTo(at.getTime() / 1000, 2);
    isNow(row?.made);
  });

  it('the generator says when a table was made', async () => {
    await steward.db.query('CREATE TABLE made_now (id int PRIMARY KEY AUTO_INCREMENT)');
    const { access_token: token } = await steward.client.login('admin', ADMIN_PASSWORD);
    const answer = await steward.client.get<{ records: { createdAt: string }[] }>(
      '/api/generator/page?tableName=made_now',
      token,
    );
    expectSuccess(answer);
    isNow(answer.body.data.records[0]?.createdAt);
  });

  it('what the first start stored has the time of the start', async () => {
    const [user] = await rows(steward.db, `SELECT ${written('created_at')} AS at FROM user`);
    isNow(`${String(user?.at)}Z`);
    const [login] = await server.query(
      `SELECT ${written('created_at')} AS at FROM steward.login_log ORDER BY id DESC LIMIT 1`,
    );
    isNow(`${String(login?.at)}Z`);
  });
});
