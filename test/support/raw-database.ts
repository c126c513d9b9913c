import Sqlite from 'better-sqlite3';
import mysql from 'mysql2/promise';
import type { Storage } from './services.js';

/** Rows of a statement, by their columns. */
export type Rows = Record<string, unknown>[];

/** The database of a storage, as somebody sees it who is not the service. */
export interface RawDatabase {
  /** Runs a statement. */
  run: (sql: string) => Promise<Rows>;
  /** Runs a script of many statements. */
  script: (sql: string) => Promise<void>;
  /** Names of the tables. */
  tables: () => Promise<string[]>;
}

/** Lends the database of a storage, which is made where it is missing; it may be in use by the service. */
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
  const run = async (sql: string) => (await connection.query(sql))[0] as Rows;
  try {
    await run(`CREATE DATABASE IF NOT EXISTS \`${name}\` CHARACTER SET utf8mb4 COLLATE utf8mb4_bin`);
    await run(`USE \`${name}\``);
    return await use({
      run,
      script: async (sql) => void (await run(sql)),
      tables: () =>
        namesIn(run, 'SELECT TABLE_NAME AS name FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE()'),
    });
  } finally {
    await connection.end();
  }
}

async function namesIn(run: (sql: string) => Promise<Rows>, sql: string): Promise<string[]> {
  return (await run(sql)).map(({ name }) => String(name)).sort();
}
