import { setTimeout as pause } from 'node:timers/promises';
import type { PoolConnection } from 'mysql2';
import { type DataSource, QueryFailedError, type QueryRunner } from 'typeorm';
import { isDeadlock, isLockTimeout } from '../drivers/errors.js';

/**
 * How long a change of a table waits for those who use it, in seconds: whoever comes after it waits too, so that this is
 * what a login may wait.
 */
const LOCK_WAIT_S = 1;

/** How often a change of a table is tried, and the pause between, in which those who waited have their turn. */
const ATTEMPTS = 5;
const PAUSE_MS = 500;

/** A change of a table, or a count of its rows, may take longer than a request's statement. */
const TIMEOUT_MS = 600_000;

/** Lends a connection of its own to some work. */
export async function onConnection<T>(dataSource: DataSource, work: (runner: QueryRunner) => Promise<T>): Promise<T> {
  const runner = dataSource.createQueryRunner();
  try {
    return await work(runner);
  } finally {
    await runner.release();
  }
}

/**
 * Changes a table without making those who use it wait for long.
 * @throws QueryFailedError where they leave it no moment
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

/** Runs a statement without the time limit of a request's. */
export async function patiently<Row>(runner: QueryRunner, sql: string): Promise<Row[]> {
  const connection = (await runner.connect()) as PoolConnection;
  return new Promise((resolve, reject) => {
    connection.query({ sql, timeout: TIMEOUT_MS }, (error, rows) => {
      if (error) reject(new QueryFailedError(sql, undefined, error));
      else resolve(rows as Row[]);
    });
  });
}
