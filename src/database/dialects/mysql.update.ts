import type { DataSource, EntityManager } from 'typeorm';
import { isDatabaseUnavailable } from '../drivers/errors.js';
import { CONNECT_TIMEOUT_MS } from '../drivers/mysql-session.js';
import { type DatabaseSettings, type Glance, type SchemaUpdate, UPDATE_LOCK_WAIT_S } from './dialect.js';

/** How long a start waits for a database that is still coming up. */
const PATIENCE_MS = 30_000;
const RETRY_MS = 1000;

const LOCK_NAME = 'steward.migrate';

/** Waits for a server that is still coming up, and brings its database up to date. */
export async function updateMysql(work: SchemaUpdate): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      await createDatabase(work.settings);
      await updateLocked(work);
      return;
    } catch (error) {
      if (!isDatabaseUnavailable(error) || Date.now() > deadline) throw error;
      work.log.warn({ reason: (error as Error).message }, 'The database does not answer yet: trying again');
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}

async function updateLocked({ settings, inspect, open, apply, seed }: SchemaUpdate): Promise<void> {
  await using dataSource = await open();
  const guard = dataSource.createQueryRunner();
  const lock = `${LOCK_NAME}:${settings.database}`.slice(0, 64);
  try {
    const answer = (await guard.query('SELECT GET_LOCK(?, ?) AS locked', [lock, UPDATE_LOCK_WAIT_S])) as unknown;
    const [row] = answer as { locked: number | string | null }[];
    if (Number(row?.locked) !== 1) throw new Error('Another instance has been migrating the database for too long.');
    await inspect(await glanceAt(dataSource));
    await apply(dataSource);
    await dataSource.transaction((manager: EntityManager) => seed(manager));
    await guard.query('SELECT RELEASE_LOCK(?)', [lock]);
  } finally {
    await guard.release();
  }
}

/** Creates the database where the account may; where it may not, connecting says what is wrong. */
async function createDatabase({ host, port, username, password, database }: DatabaseSettings): Promise<void> {
  const { default: mysql } = await import('mysql2/promise');
  const connection = await mysql.createConnection({
    host,
    port,
    user: username,
    password,
    connectTimeout: CONNECT_TIMEOUT_MS,
  });
  try {
    const name = mysql.escapeId(database, true);
    await connection.query(`CREATE DATABASE IF NOT EXISTS ${name} CHARACTER SET utf8mb4 COLLATE utf8mb4_bin`);
  } catch (error) {
    if (!(error as { code?: string }).code?.includes('ACCESS_DENIED')) throw error;
  } finally {
    await connection.end();
  }
}

async function glanceAt(dataSource: DataSource): Promise<Glance> {
  const query = <T>(sql: string) => dataSource.query<T[]>(sql);
  const [{ folding } = { folding: 0 }] = await query<{ folding: number }>('SELECT @@lower_case_table_names AS folding');
  const tables = await query<{ name: string }>(
    'SELECT TABLE_NAME AS name FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE()',
  );
  return { tables: tables.map(({ name }) => name), query, caseSensitive: Number(folding) === 0 };
}
