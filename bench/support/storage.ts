import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { Redis } from 'ioredis';
import mysql from 'mysql2/promise';

/** The Redis database that only the benchmark uses. */
const REDIS_URL = 'redis://127.0.0.1:6379/15';
const MYSQL = { host: '127.0.0.1', port: 3306, user: 'root', password: '' };

/** The names of the MariaDB schemas that only the benchmark uses begin like this. */
const SCHEMA = 'steward_bench_';
let keptSchemas = 0;

/** Where a measured server keeps its data. */
export interface Storage {
  name: string;
  type: 'sqlite' | 'mysql';
  /** The SQLite file or the MariaDB schema. */
  database: string;
  /** Empty without Redis. */
  redisUrl: string;
  /** Resets it for a new measurement; called before and after use. */
  clear(): Promise<void>;
  /** Another storage of the same kind, whose database lasts until the benchmark ends. */
  kept(): Storage;
}

/** In-process memory, and SQLite files in folders that are removed when the process exits. */
function embedded(lasting = false): Storage {
  const folder = mkdtempSync(join(tmpdir(), 'steward-bench-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const database = join(folder, 'steward.db');
  return {
    name: 'SQLite + memory',
    type: 'sqlite',
    database,
    redisUrl: '',
    clear: async () => {
      if (!lasting) for (const end of ['', '-wal', '-shm']) rmSync(database + end, { force: true });
    },
    kept: () => embedded(true),
  };
}

function services(lasting = false): Storage {
  const database = `${SCHEMA}${lasting ? ++keptSchemas : 'fresh'}`;
  return {
    name: 'MariaDB + Redis',
    type: 'mysql',
    database,
    redisUrl: REDIS_URL,
    clear: async () => {
      if (!lasting) await dropSchema(database);
      await onRedis((redis) => redis.flushdb());
    },
    kept: () => services(true),
  };
}

/** Runs statements one after another on a connection of their own, and returns the rows of the last. */
export async function runSql({ type, database }: Storage, ...statements: string[]): Promise<unknown[]> {
  let rows: unknown = [];
  if (type === 'sqlite') {
    const connection = new Database(database, { timeout: 10_000 });
    try {
      for (const sql of statements) {
        const statement = connection.prepare(sql);
        rows = statement.reader ? statement.all() : (statement.run(), []);
      }
    } finally {
      connection.close();
    }
  } else {
    const connection = await mysql.createConnection({ ...MYSQL, database, timezone: 'Z' });
    try {
      await connection.query("SET time_zone = '+00:00'");
      for (const sql of statements) [rows] = await connection.query(sql);
    } finally {
      await connection.end();
    }
  }
  return rows as unknown[];
}

/** The storages of this machine, emptied; MariaDB and Redis only if both answer. */
export async function availableStorages(): Promise<Storage[]> {
  try {
    await removeServiceData();
    return [embedded(), services()];
  } catch (error) {
    console.warn(`Without MariaDB + Redis: ${error instanceof Error ? error.message : String(error)}`);
    return [embedded()];
  }
}

/** The counters of MariaDB and Redis since they started; zeros for the embedded storage. */
export async function countsOf(storage: Storage): Promise<{ statements: number; rows: number; commands: number }> {
  if (storage.type === 'sqlite') return { statements: 0, rows: 0, commands: 0 };
  const found = (await runSql(storage, "SHOW GLOBAL STATUS WHERE Variable_name IN ('Questions', 'Rows_read')")) as {
    Variable_name: string;
    Value: string;
  }[];
  const value = (name: string) => Number(found.find((row) => row.Variable_name === name)?.Value);
  const info = await onRedis((redis) => redis.info('stats'));
  const commands = Number(/total_commands_processed:(\d+)/.exec(info)?.[1]);
  return { statements: value('Questions'), rows: value('Rows_read'), commands };
}

/** Removes whatever the benchmark keeps in MariaDB and Redis. */
export async function removeServiceData(): Promise<void> {
  const connection = await mysql.createConnection(MYSQL);
  const [schemas] = await connection.query<mysql.RowDataPacket[]>(
    'SELECT schema_name AS name FROM information_schema.schemata',
  );
  await connection.end();
  for (const { name } of schemas as { name: string }[]) if (name.startsWith(SCHEMA)) await dropSchema(name);
  await onRedis((redis) => redis.flushdb());
}

/** Versions of the data stores, for the report. */
export async function storeVersions(storages: Storage[]): Promise<string[]> {
  const versions: string[] = [];
  for (const storage of storages) {
    const sqlite = storage.type === 'sqlite';
    const sql = `SELECT ${sqlite ? 'sqlite_version()' : 'version()'} AS version`;
    const [row] = (await runSql(sqlite ? { ...storage, database: ':memory:' } : withoutSchema(storage), sql)) as [
      { version: string },
    ];
    versions.push(`${sqlite ? 'SQLite' : 'MariaDB'} ${row.version}`);
    if (storage.redisUrl !== '') {
      const info = await onRedis((redis) => redis.info('server'));
      versions.push(`Redis ${/redis_version:(\S+)/.exec(info)?.[1] ?? '?'}`);
    }
  }
  return versions;
}

function withoutSchema(storage: Storage): Storage {
  return { ...storage, database: '' };
}

async function dropSchema(schema: string): Promise<void> {
  const connection = await mysql.createConnection(MYSQL);
  await connection.query(`DROP DATABASE IF EXISTS ${schema}`);
  await connection.end();
}

async function onRedis<T>(use: (redis: Redis) => Promise<T>): Promise<T> {
  const redis = new Redis(REDIS_URL, { lazyConnect: true, retryStrategy: () => null });
  redis.on('error', () => undefined);
  await redis.connect();
  try {
    return await use(redis);
  } finally {
    redis.disconnect();
  }
}
