import { DataSource, type EntityManager, type MixedList, type EntitySchema } from 'typeorm';
import type { Log } from '../common/log/log.module.js';
import type { Settings } from '../settings/settings.js';
import { glanceAtMysql, refuseForeignTables } from './foreign-tables.js';
import { databaseOptions } from './options.js';
import { type Seed, SownSeed, sow } from './seeds/sow.js';
import { glanceAtSqlite, protectSqliteFile } from './sqlite-file.js';
import { isDatabaseUnavailable } from './unavailable.js';

/** How long a start waits for a database that is still coming up. */
const PATIENCE_MS = 30_000;
const RETRY_MS = 1000;

/** How long one instance waits for another to finish its migrations, in seconds. */
const LOCK_WAIT_S = 300;
const LOCK_NAME = 'steward.migrate';

/** Marks a SQLite file as ours: "STWD" (SQLite file format, offset 68). */
const APPLICATION_ID = 0x53545744;

/**
 * Brings the database to the current schema and sows what is new, under a lock: of several instances that start at
 * once, one works and the others find it done.
 */
export async function migrate(settings: Settings, seeds: Seed[], log: Log): Promise<void> {
  if (settings.database.type === 'sqlite') {
    const { database: file, tablePrefix } = settings.database;
    // Opening it as the service does would change it already.
    await glanceAtSqlite(file, (glance) => refuseForeignTables(tablePrefix, glance));
    protectSqliteFile(file, log);
    await migrateSqlite(settings, seeds);
    return;
  }
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      await migrateMysql(settings, seeds);
      return;
    } catch (error) {
      if (!isDatabaseUnavailable(error) || Date.now() > deadline) throw error;
      log.warn({ reason: (error as Error).message }, 'The database does not answer yet: trying again');
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}

/** One transaction holds the file's write lock from the first look to the last seed. */
async function migrateSqlite(settings: Settings, seeds: Seed[]): Promise<void> {
  await using dataSource = await open(settings, seeds);
  await dataSource.transaction(async (manager: EntityManager) => {
    // A write takes the lock before anything is read, so that a process that waited sees what the first one did.
    await manager.query(`PRAGMA application_id = ${APPLICATION_ID}`);
    await dataSource.runMigrations({ transaction: 'none' });
    await sow(manager, seeds);
  });
}

async function migrateMysql(settings: Settings, seeds: Seed[]): Promise<void> {
  await createDatabase(settings);
  await using dataSource = await open(settings, seeds);
  const guard = dataSource.createQueryRunner();
  const lock = `${LOCK_NAME}:${settings.database.database}`.slice(0, 64);
  try {
    const answer = (await guard.query('SELECT GET_LOCK(?, ?) AS locked', [lock, LOCK_WAIT_S])) as unknown;
    const [row] = answer as { locked: number | string | null }[];
    if (Number(row?.locked) !== 1) throw new Error('Another instance has been migrating the database for too long.');
    await refuseForeignTables(settings.database.tablePrefix, await glanceAtMysql(dataSource));
    await dataSource.runMigrations({ transaction: 'none' });
    await dataSource.transaction((manager: EntityManager) => sow(manager, seeds));
    await guard.query('SELECT RELEASE_LOCK(?)', [lock]);
  } finally {
    await guard.release();
  }
}

/** Creates the database where the account may; where it may not, connecting says what is wrong. */
async function createDatabase({ database }: Settings): Promise<void> {
  const { default: mysql } = await import('mysql2/promise');
  const connection = await mysql.createConnection({
    host: database.host,
    port: database.port,
    user: database.username,
    password: database.password,
    connectTimeout: 3000,
  });
  try {
    const name = mysql.escapeId(database.database, true);
    await connection.query(`CREATE DATABASE IF NOT EXISTS ${name} CHARACTER SET utf8mb4 COLLATE utf8mb4_bin`);
  } catch (error) {
    if (!(error as { code?: string }).code?.includes('ACCESS_DENIED')) throw error;
  } finally {
    await connection.end();
  }
}

/** A connection without statement timeouts: a migration may take its time. */
async function open(settings: Settings, seeds: Seed[]): Promise<DataSource & AsyncDisposable> {
  // One connection holds the lock, another migrates.
  const database = { ...settings.database, poolSize: Math.max(2, settings.database.poolSize) };
  const dataSource = await new DataSource({
    ...(await databaseOptions({ database })),
    ...(database.type === 'sqlite' ? { timeout: LOCK_WAIT_S * 1000 } : { maxQueryExecutionTime: undefined }),
    entities: [SownSeed, ...seeds.flatMap(({ entities }) => entities)] as MixedList<EntitySchema>,
  }).initialize();
  return Object.assign(dataSource, { [Symbol.asyncDispose]: () => dataSource.destroy() });
}
