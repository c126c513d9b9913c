import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mysql from 'mysql2/promise';
// Its entities tell which tables there are.
import '../../src/app/app.module.js';
import { leaseTable, ownTableNames } from '../../src/database/entities/own-tables.js';
import type { Environment } from '../../src/settings/settings.js';
import { onRedis, removeKeys } from './redis-keys.js';

/** Whether this run is on MariaDB and Redis (`npm run test:services`) instead of SQLite and memory. */
export const onServices = process.env.TEST_SERVICES === '1';

const worker = Number(process.env.JEST_WORKER_ID ?? '1');

/** How MariaDB is reached. */
export const MYSQL = { host: '127.0.0.1', port: 3306, user: 'root', password: '' };
const REDIS_URL = 'redis://127.0.0.1:6379';
let count = 0;

/** Names of the service's own tables, taken before any spec can define an entity of an extension. */
const OWN = ownTableNames('');

/** All tables that a start creates on this kind of storage; an SQLite file needs no lease. */
export function tablesOfStart(prefix: string): string[] {
  return OWN.map((name) => prefix + name).filter((name) => onServices || name !== leaseTable(prefix));
}

/** Storage for one application, or for several that share it. */
export interface Storage {
  environment: Environment;
  remove(): Promise<void>;
}

/** Empty storage of the kind that this run tests. */
export async function newStorage(): Promise<Storage> {
  return onServices ? newServiceStorage() : newFileStorage();
}

/** Room that database files in memory must leave, in bytes. */
const MEMORY_LEFT = 1 << 28;

/** Where databases are: in memory if there is some to spare, for every commit waits until the disk has it. */
function databaseFolder(): string {
  const memory = '/dev/shm';
  if (!existsSync(memory)) return tmpdir();
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize > MEMORY_LEFT ? memory : tmpdir();
}

async function newFileStorage(): Promise<Storage> {
  const folder = mkdtempSync(join(databaseFolder(), 'steward-test-'));
  return {
    environment: { DB_TYPE: 'sqlite', DB_DATABASE: join(folder, 'steward.db') },
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

async function newServiceStorage(): Promise<Storage> {
  const database = `steward_test_${worker}_${++count}_${process.pid}`;
  const environment = { DB_TYPE: 'mysql', DB_DATABASE: database, REDIS_URL, REDIS_PREFIX: `${database}:` };
  const remove = async () => {
    await onMysql(`DROP DATABASE IF EXISTS \`${database}\``);
    await onRedis(environment, removeKeys);
  };
  await remove();
  return { environment, remove };
}

async function onMysql(statement: string): Promise<void> {
  const connection = await mysql.createConnection(MYSQL);
  await connection.query(statement);
  await connection.end();
}
