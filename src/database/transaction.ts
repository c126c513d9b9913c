import type { EntityManager } from 'typeorm';
import { isDeadlock } from './errors.js';

/** How often a transaction that lost a deadlock is tried. */
const ATTEMPTS = 5;

/** Runs a transaction; one that gives way to another in a deadlock is run again. */
export async function transact<T>(manager: EntityManager, run: (within: EntityManager) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await manager.transaction(run);
    } catch (error) {
      if (!isDeadlock(error) || attempt === ATTEMPTS) throw error;
    }
  }
}

/**
 * Find options that lock the rows read until the transaction ends: FOR UPDATE, the one lock that MySQL, MariaDB and TiDB
 * all take. SQLite has one writer at a time: a transaction of it
 * needs no locks.
 */
export function rowLock(manager: EntityManager): { lock?: { mode: 'pessimistic_write' } } {
  return isMysql(manager) ? { lock: { mode: 'pessimistic_write' } } : {};
}

function isMysql({ dataSource }: EntityManager): boolean {
  return dataSource.options.type === 'mysql';
}
