import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type Database from 'better-sqlite3';
import { isBusy } from 'steward/database';
import { WriteError } from './file-report.js';
import { OutputFolder } from './output.folder.js';

/** How long a run waits for the lock. */
const PATIENCE_MS = 120_000;

/** How often a run that waits tries to take the lock. */
const POLL_MS = 25;

/**
 * Lets only one run at a time write to the output root, within this process and among all processes of this account on
 * this machine. It is the lock on an empty SQLite file, which the operating system releases when a process dies: a
 * killed run never leaves it behind. The file is outside the root, so that no run leaves a trace there.
 */
@Injectable()
export class OutputLock {
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly output: OutputFolder) {}

  /** @throws WriteError if no lock can be made, or if another run does not end */
  hold<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.last.then(() => this.alone(work));
    this.last = turn.catch(() => undefined);
    return turn;
  }

  private async alone<T>(work: () => Promise<T>): Promise<T> {
    const lock = await opened(this.output.root);
    try {
      for (const deadline = Date.now() + PATIENCE_MS; !take(lock); await pause(POLL_MS)) {
        if (Date.now() > deadline) throw new WriteError('another run of the generator does not end; try again later');
      }
      return await work();
    } finally {
      lock.close();
    }
  }
}

async function opened(root: string): Promise<Database.Database> {
  const { default: Sqlite } = await import('better-sqlite3');
  try {
    return new Sqlite(lockFile(root), { timeout: 0 });
  } catch (error) {
    throw unlockable(error);
  }
}

function take(lock: Database.Database): boolean {
  try {
    lock.exec('BEGIN EXCLUSIVE');
    return true;
  } catch (error) {
    if (isBusy(error)) return false;
    throw unlockable(error);
  }
}

/** The folder of temporary files may be full, read-only, or somebody else's. */
function unlockable(error: unknown): WriteError {
  const { code, message } = error as NodeJS.ErrnoException;
  return new WriteError(`no lock can be made in the folder for temporary files, TMPDIR (${code ?? message})`);
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

/** The real path of a folder that may not exist yet. */
function realPathOf(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return dirname(folder) === folder ? folder : join(realPathOf(dirname(folder)), basename(folder));
  }
}
