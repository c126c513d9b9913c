import { existsSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import type { DataSource } from 'typeorm';

/** How long to wait for a process that writes to the file. */
const BUSY_PATIENCE_MS = 5000;

/** What a look into a database that nothing has been done to needs. */
export interface Glance {
  /** Names of its tables and views. */
  tables: string[];
  /** Runs a statement. */
  query: (sql: string) => Promise<{ name?: unknown }[]>;
  /** Whether the database tells `Config` and `config` apart. */
  caseSensitive: boolean;
}

/** A glance at the MySQL database of an open connection. */
export async function glanceAtMysql(dataSource: DataSource): Promise<Glance> {
  const query = <T>(sql: string) => dataSource.query<T[]>(sql);
  const [{ folding } = { folding: 0 }] = await query<{ folding: number }>('SELECT @@lower_case_table_names AS folding');
  const tables = await query<{ name: string }>(
    'SELECT TABLE_NAME AS name FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE()',
  );
  return { tables: tables.map(({ name }) => name), query, caseSensitive: Number(folding) === 0 };
}

/** Looks into a SQLite database and leaves it as it is; one that is missing is not looked into. */
export async function glanceAtSqlite(file: string, look: (glance: Glance) => Promise<void>): Promise<void> {
  if (!existsSync(file)) return;
  const database = new Sqlite(file, { fileMustExist: true, timeout: BUSY_PATIENCE_MS });
  try {
    const query = async (sql: string) => database.prepare<[], { name: string }>(sql).all();
    const tables = await query("SELECT name FROM sqlite_master WHERE type IN ('table', 'view')");
    await look({ tables: tables.map(({ name }) => name), query, caseSensitive: false });
  } finally {
    database.close();
  }
}
