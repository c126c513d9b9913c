import { Redis } from 'ioredis';
import mysql from 'mysql2/promise';

/** Redis database and MariaDB schema that belong to the benchmark alone. */
const REDIS_URL = 'redis://127.0.0.1:6379/15';
const MYSQL = { host: '127.0.0.1', port: 3306, user: 'root', password: '' };
const SCHEMA = 'steward_bench';

/** Where a measured server keeps its data. */
export interface Storage {
  name: string;
  /** Settings of the server by their environment names. */
  environment: Record<string, string>;
  /** Empty: no Redis. */
  redisUrl: string;
  /** Makes it empty, before and after use. */
  clear(): Promise<void>;
}

/** A SQLite file in the server's own folder, and memory: cleared with the folder. */
const embedded: Storage = {
  name: 'SQLite + memory',
  environment: { DB_TYPE: 'sqlite', REDIS_URL: '' },
  redisUrl: '',
  clear: async () => undefined,
};

const services: Storage = {
  name: 'MariaDB + Redis',
  environment: { DB_TYPE: 'mysql', DB_DATABASE: SCHEMA, DB_PASSWORD: '', REDIS_URL },
  redisUrl: REDIS_URL,
  clear: async () => {
    const connection = await mysql.createConnection(MYSQL);
    await connection.query(`DROP DATABASE IF EXISTS ${SCHEMA}`);
    await connection.end();
    const redis = new Redis(REDIS_URL, { lazyConnect: true, retryStrategy: () => null });
    redis.on('error', () => undefined);
    await redis.connect();
    await redis.flushdb();
    redis.disconnect();
  },
};

/** The storages of this machine, emptied: the services only where both answer. */
export async function availableStorages(): Promise<Storage[]> {
  try {
    await services.clear();
    return [embedded, services];
  } catch (error) {
    console.warn(`Without MariaDB + Redis: ${error instanceof Error ? error.message : String(error)}`);
    return [embedded];
  }
}
