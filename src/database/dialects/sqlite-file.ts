import { chmodSync, closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Log } from '../../core/log/log.module.js';

const OTHERS = 0o007;
const OWNER_ONLY = 0o600;

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
