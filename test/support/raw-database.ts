import Sqlite from 'better-sqlite3';
import mysql from 'mysql2/promise';
import type { Storage } from './services.js';

/** The rows that a statement returns, by column. */
export type Rows = Record<string, unknown>[];

/** The database of a storage, accessed without the service. */
export interface RawDatabase {
  /** Runs a statement. */
  run: (sql: string) => Promise<Rows>;
  /** Runs a script of many statements. */
  script: (sql: string) => Promise<void>;
  /** Names of the tables. */
  tables: () => Promise<string[]>;
}

/** Lends the database of a storage, which is created if it is missing; the service may be using it at the same time. */
export function withDatabase<T>({ environment }: Storage, use: (database: RawDatabase) => Promise<T>): Promise<T> {
  const name = environment.DB_DATABASE ?? '';
  return environment.DB_TYPE === 'mysql' ? withMysql(name, use) : withSqlite(name, use);
}

async function withSqlite<T>(file: string, use: (database: RawDatabase) => Promise<T>): Promise<T> {
  const database = new Sqlite(file, { timeout: 5000 });
  const run = async (sql: string) => {
    const statement = database.prepare<[], Record<string, unknown>>(sql);
    if (statement.reader) return statement.all();
    statement.run();
    return [];
  };
  try {
    return await use({
      run,
      script: async (sql) => void database.exec(sql),
      tables: () =>
        namesIn(run, "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"),
    });
  } finally {
    database.close();
  }
}

async function withMysql<T>(name: string, use: (database: RawDatabase) => Promise<T>): Promise<T> {
  const connection = await mysql.createConnection({ host: '127.0.0.1', user: 'root', multipleStatements: true });
  const database = mysqlDatabase(connection);
  try {
    await database.run(`CREATE DATABASE IF NOT EXISTS \`${name}\` CHARACTER SET utf8mb4 COLLATE utf8mb4_bin`);
    await database.run(`USE \`${name}\``);
    return await use(database);
  } finally {
    await connection.end();
  }
}

/** The database that a connection to a MySQL server uses. */
export function mysqlDatabase(connection: mysql.Connection): RawDatabase {
  const run = async (sql: string) => (await connection.query(sql))[0] as Rows;
  return {
    run,
    script: async (sql) => void (await run(sql)),
    tables: () =>
      namesIn(run, 'SELECT TABLE_NAME AS name FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE()'),
  };
}

async function namesIn(run: (sql: string) => Promise<Rows>, sql: string): Promise<string[]> {
  return (await run(sql)).map(({ name }) => String(name)).sort();
}
