import { chmodSync, closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Log } from '../../../core/log/log.module.js';

const OTHERS = 0o007;
const OWNER_ONLY = 0o600;

/**
 * Keeps a SQLite database from other users. A missing file is created with access for its owner only, because SQLite
 * would go by the umask; SQLite gives its log and index (-wal, -shm) the mode of the file. A file that other users can
 * access is restricted to its owner; one that is open to its group only is left as it is.
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
