import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import Database from 'better-sqlite3';
import { errors } from '../../common/errors/errors.js';
import { isBusy } from '../../database/errors.js';
import { OutputFolder } from './output.folder.js';

/** How long a run waits for those before it. */
const PATIENCE_MS = 120_000;

/** How often another process is asked whether it is done. */
const POLL_MS = 25;

/**
 * Lets one run at a time write to the output root: of this process, and of all processes of this account on this
 * machine. It is the lock of an empty SQLite file, which the operating system lets go of when a process dies: a killed
 * run never leaves it behind. The file lies outside the root, so that no run leaves a trace there.
 */
@Injectable()
export class OutputLock {
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly output: OutputFolder) {}

  /** @throws AppError code 1 when others do not come to an end */
  hold<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.last.then(() => this.alone(work));
    this.last = turn.catch(() => undefined);
    return turn;
  }

  private async alone<T>(work: () => Promise<T>): Promise<T> {
    const lock = new Database(lockFile(this.output.root), { timeout: 0 });
    try {
      for (const deadline = Date.now() + PATIENCE_MS; !take(lock); await pause(POLL_MS)) {
        if (Date.now() > deadline) throw errors.failure('Another run of the generator does not end; try again later');
      }
      return await work();
    } finally {
      lock.close();
    }
  }
}

function take(lock: Database.Database): boolean {
  try {
    lock.exec('BEGIN EXCLUSIVE');
    return true;
  } catch (error) {
    if (isBusy(error)) return false;
    throw error;
  }
}

/** The lock's file, in a folder that belongs to this account alone. */
function lockFile(root: string): string {
  const own = process.getuid?.();
  const folder = join(tmpdir(), `steward-${own ?? 'locks'}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const found = lstatSync(folder);
  if (!found.isDirectory() || (own !== undefined && found.uid !== own)) {
    throw new Error(`${folder} must be a folder of the account that runs the generator`);
  }
  return join(folder, `${createHash('sha256').update(realPathOf(root)).digest('hex').slice(0, 32)}.lock`);
}

/** The real path of a folder that may not be there yet. */
function realPathOf(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return dirname(folder) === folder ? folder : join(realPathOf(dirname(folder)), basename(folder));
  }
}
