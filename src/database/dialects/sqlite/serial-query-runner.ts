import type { Database } from 'better-sqlite3';
import { setTimeout as pause } from 'node:timers/promises';
import type { DataSource, EntityManager } from 'typeorm';
import { BetterSqlite3QueryRunner } from 'typeorm/driver/better-sqlite3/BetterSqlite3QueryRunner.js';
import type { BetterSqlite3Driver } from 'typeorm/driver/better-sqlite3/BetterSqlite3Driver.js';
import { errors } from '../../../core/errors.js';
import { isBusy } from '../../dialect/database-errors.js';
import type { DatabaseTimes } from '../../dialect/database-times.js';
import { keepStoredValues } from '../../entities/stored-values.js';

/** How long to wait before trying again while another process writes to the file. */
const BUSY_PAUSE_MS = 15;

/** Hands out turns one at a time, in the order asked for. */
class Mutex {
  /** How many have a turn or wait for one. */
  busy = 0;
  private tail: Promise<void> = Promise.resolve();

  /** @param patience how long a turn is waited for, in milliseconds */
  constructor(readonly patience: number) {}

  /**
   * Waits for a turn.
   * @returns a function that ends the turn
   * @throws AppError 503 if the turn does not come in time
   */
  async enter(): Promise<() => void> {
    const before = this.tail;
    let leave!: () => void;
    this.tail = new Promise<void>((resolve) => (leave = resolve));
    const end = () => {
      this.busy--;
      leave();
    };
    if (this.busy++ > 0) {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<'late'>((resolve) => (timer = setTimeout(resolve, this.patience, 'late')));
      const outcome = await Promise.race([before, late]);
      clearTimeout(timer);
      if (outcome === 'late') {
        void before.then(end);
        throw errors.unavailable('the database is busy with another transaction');
      }
    }
    return end;
  }
}

/**
 * TypeORM gives every request the same SQLite connection, so that one request's statement would run inside another's
 * open transaction and be lost with its rollback. Here a transaction has the connection to itself until it ends;
 * statements outside wait their turn. Transactions begin IMMEDIATE, so that several processes on one file queue up
 * instead of failing; those that only read hold up no other process.
 */
class SerialQueryRunner extends BetterSqlite3QueryRunner {
  private endTurn: (() => void) | undefined;
  private readsOnly = false;

  constructor(
    driver: BetterSqlite3Driver,
    private readonly mutex: Mutex,
  ) {
    super(driver);
  }

  /** Begins a transaction that sees one snapshot of the file and changes nothing. */
  startReading(): Promise<void> {
    this.readsOnly = true;
    return this.startTransaction();
  }

  override async startTransaction(): Promise<void> {
    this.endTurn ??= await this.mutex.enter();
    try {
      await super.startTransaction();
    } catch (error) {
      if (this.transactionDepth === 0) {
        this.isTransactionActive = false;
        this.leave();
      }
      throw error;
    }
  }

  override async commitTransaction(): Promise<void> {
    await super.commitTransaction();
    if (!this.isTransactionActive) this.leave();
  }

  override async rollbackTransaction(): Promise<void> {
    const outermost = this.transactionDepth <= 1;
    try {
      await super.rollbackTransaction();
    } finally {
      // SQLite itself rolls back on some errors (a full disk); the runner must not stay in a transaction that no longer
      // exists.
      if (outermost) {
        this.isTransactionActive = false;
        this.transactionDepth = 0;
        this.leave();
      }
    }
  }

  // The base class declares the result of a query as any.
  override async query<T>(query: string, parameters?: unknown[], useStructuredResult?: boolean): Promise<T> {
    const statement = query === 'BEGIN TRANSACTION' && !this.readsOnly ? 'BEGIN IMMEDIATE' : query;
    const run = async () => withNumbers(await super.query(statement, parameters, useStructuredResult));
    if (this.endTurn && statement !== 'BEGIN IMMEDIATE') return (await run()) as T;
    if (this.endTurn) return this.patiently<T>(run);
    const end = await this.mutex.enter();
    try {
      return await this.patiently<T>(run);
    } finally {
      end();
    }
  }

  // The driver reads pragmas without going through the method above.
  protected override async loadPragmaRecords(tablePath: string, pragma: string): Promise<unknown> {
    return withNumbers(await super.loadPragmaRecords(tablePath, pragma));
  }

  override async release(): Promise<void> {
    if (this.endTurn) await this.rollbackTransaction();
    await super.release();
  }

  /** Tries again while another process writes to the file, and leaves this process free for other work meanwhile. */
  private async patiently<T>(run: () => Promise<unknown>): Promise<T> {
    for (const deadline = Date.now() + this.mutex.patience; ; await pause(BUSY_PAUSE_MS)) {
      try {
        return (await run()) as T;
      } catch (error) {
        if (!isBusy(error) || Date.now() > deadline) throw error;
      }
    }
  }

  private leave(): void {
    this.endTurn?.();
    this.endTurn = undefined;
  }
}

const mutexes = new WeakMap<DataSource, Mutex>();

/** Whether the one connection that all requests use in turn is in use, and how many wait for it. */
export function sqliteConnectionUse(dataSource: DataSource): { used: number; free: number; waiting: number } {
  const busy = mutexes.get(dataSource)?.busy ?? 0;
  const used = Math.min(busy, 1);
  return { used, free: 1 - used, waiting: busy - used };
}

/**
 * Converts the whole numbers of an answer, which the driver gives as bigints, to what the MySQL driver gives: numbers
 * if they are exact, otherwise their digits.
 */
function withNumbers(answer: unknown): unknown {
  if (typeof answer === 'bigint') return exact(answer);
  if (Array.isArray(answer)) {
    for (const row of answer as Record<string, unknown>[]) {
      for (const name in row) {
        const value = row[name];
        if (typeof value === 'bigint') row[name] = exact(value);
      }
    }
  } else if (typeof answer === 'object' && answer !== null && 'raw' in answer) {
    // Its records are the same rows.
    answer.raw = withNumbers(answer.raw);
  }
  return answer;
}

function exact(value: bigint): number | string {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : String(value);
}

/** Runs reads that all see the same snapshot of the database. */
export async function sqliteSnapshot<T>(
  dataSource: DataSource,
  read: (manager: EntityManager) => Promise<T>,
): Promise<T> {
  const runner = dataSource.createQueryRunner() as SerialQueryRunner;
  try {
    await runner.startReading();
    const result = await read(runner.manager);
    await runner.commitTransaction();
    return result;
  } finally {
    await runner.release();
  }
}

/** Connects, and makes the one connection safe for simultaneous requests. */
export async function connectSqlite(
  dataSource: DataSource,
  _settings: unknown,
  { statement }: DatabaseTimes,
): Promise<DataSource> {
  const driver = dataSource.driver as BetterSqlite3Driver;
  const mutex = new Mutex(statement);
  mutexes.set(dataSource, mutex);
  const statements = new Map();
  driver.createQueryRunner = () => {
    const runner = new SerialQueryRunner(driver, mutex);
    Object.assign(runner, { stmtCache: statements });
    return runner;
  };
  keepStoredValues(driver);
  await dataSource.initialize();
  // Read as numbers, whole numbers of more than 53 bits would be rounded.
  (driver.databaseConnection as Database).defaultSafeIntegers(true);
  return dataSource;
}
