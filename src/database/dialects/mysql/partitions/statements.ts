import { setTimeout as pause } from 'node:timers/promises';
import type { PoolConnection } from 'mysql2';
import { type DataSource, QueryFailedError, type QueryRunner } from 'typeorm';
import { isDeadlock, isLockTimeout } from '../../../dialect/database-errors.js';

/**
 * How long a change to a table waits for the transactions that use it, in seconds. Later ones wait behind it, so a
 * login may have to wait this long.
 */
const LOCK_WAIT_S = 1;

/**
 * How often a change to a table is tried, and the pause between attempts, in which waiting statements get their turn.
 */
const ATTEMPTS = 5;
const PAUSE_MS = 500;

/** A change to a table, or a count of its rows, may take longer than a request's statement. */
const TIMEOUT_MS = 600_000;

/** Runs work on a connection of its own. */
export async function onConnection<T>(dataSource: DataSource, work: (runner: QueryRunner) => Promise<T>): Promise<T> {
  const runner = dataSource.createQueryRunner();
  try {
    return await work(runner);
  } finally {
    await runner.release();
  }
}

/**
 * Changes a table without making its users wait for long.
 * @throws QueryFailedError if it is in use at every attempt
 */
export async function alter(runner: QueryRunner, sql: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    await runner.query(`SET SESSION lock_wait_timeout = ${LOCK_WAIT_S}`);
    try {
      await patiently(runner, sql);
      return;
    } catch (error) {
      if (!(isLockTimeout(error) || isDeadlock(error)) || attempt === ATTEMPTS) throw error;
    } finally {
      await runner.query('SET SESSION lock_wait_timeout = DEFAULT');
    }
    await pause(PAUSE_MS);
  }
}

/** Runs a statement without the time limit of a request's statements. */
export async function patiently<Row>(runner: QueryRunner, sql: string): Promise<Row[]> {
  const connection = (await runner.connect()) as PoolConnection;
  return new Promise((resolve, reject) => {
    connection.query({ sql, timeout: TIMEOUT_MS }, (error, rows) => {
      if (error) reject(new QueryFailedError(sql, undefined, error));
      else resolve(rows as Row[]);
    });
  });
}
