import { chmodSync, closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Log } from '../common/log/log.module.js';
import type { Glance } from './foreign-tables.js';

/** How long to wait for a process that writes to the file. */
const BUSY_PATIENCE_MS = 5000;

const OTHERS = 0o007;
const OWNER_ONLY = 0o600;

/** Looks into a SQLite database and leaves it as it is; one that is missing is not looked into. */
export async function glanceAtSqlite(file: string, look: (glance: Glance) => Promise<void>): Promise<void> {
  if (!existsSync(file)) return;
  const { default: Sqlite } = await import('better-sqlite3');
  const database = new Sqlite(file, { fileMustExist: true, timeout: BUSY_PATIENCE_MS });
  try {
    const query = async (sql: string) => database.prepare<[], { name: string }>(sql).all();
    const tables = await query("SELECT name FROM sqlite_master WHERE type IN ('table', 'view')");
    await look({ tables: tables.map(({ name }) => name), query, caseSensitive: false });
  } finally {
    database.close();
  }
}

/**
 * Sees to it that a SQLite database is its owner's alone: a file that is missing is created so, since SQLite would go by
 * the umask, and gives its log and index (-wal, -shm) the mode of the file. One that others can read or write is
 * tightened; a group that was let in stays.
 */
export function protectSqliteFile(file: string, log: Log): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  createIfMissing(file);
  for (const path of [file, `${file}-wal`, `${file}-shm`]) {
    if (!existsSync(path) || (statSync(path).mode & OTHERS) === 0) continue;
    try {
      chmodSync(path, OWNER_ONLY);
    } catch (error) {
      log.warn({ path, reason: (error as Error).message }, 'The database can be read by every user of this machine');
    }
  }
}

function createIfMissing(file: string): void {
  try {
    closeSync(openSync(file, 'wx', OWNER_ONLY));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
