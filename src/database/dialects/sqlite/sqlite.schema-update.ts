import { existsSync } from 'node:fs';
import type { EntityManager } from 'typeorm';
import type { Glance, SchemaUpdate } from '../../dialect/dialect.js';
import { protectSqliteFile } from './file.js';

/** How long to wait for a process that writes to the file. */
const BUSY_PATIENCE_MS = 5000;

/** Marks a SQLite file as Steward's: "STWD" (SQLite file format, offset 68). */
const APPLICATION_ID = 0x53545744;

/** Brings a file up to date; one transaction holds its write lock from the first migration to the last seed. */
export async function updateSqlite({ settings, log, inspect, open, apply, seed }: SchemaUpdate): Promise<void> {
  // Opening the file as the service does would already change it.
  await glanceAt(settings.database, inspect);
  protectSqliteFile(settings.database, log);
  await using dataSource = await open();
  await dataSource.transaction(async (manager: EntityManager) => {
    // A write takes the lock before anything is read, so that a process that waited sees what the first one did.
    await manager.query(`PRAGMA application_id = ${APPLICATION_ID}`);
    await apply(dataSource);
    await seed(manager);
  });
}

/** Inspects a database without changing it; does nothing if the file does not exist. */
async function glanceAt(file: string, look: (glance: Glance) => Promise<void>): Promise<void> {
  if (!existsSync(file)) return;
  const { default: Sqlite } = await import('better-sqlite3');
  const database = new Sqlite(file, { fileMustExist: true, timeout: BUSY_PATIENCE_MS });
  try {
    const query = (sql: string) => database.prepare<[], { name: string }>(sql).all();
    const tables = query("SELECT name FROM sqlite_master WHERE type IN ('table', 'view')").map(({ name }) => name);
    const rows: Glance['rows'] = async (table, columns) => {
      const there = database.pragma(`table_info("${table}")`) as { name: string }[];
      if (!columns.every((column) => there.some(({ name }) => name === column))) return undefined;
      return query(`SELECT ${columns.join(', ')} FROM "${table}"`);
    };
    await look({ tables, rows, caseSensitive: false });
  } finally {
    database.close();
  }
}
