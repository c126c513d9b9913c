import type { Pool } from 'mysql2';
import type { DataSource } from 'typeorm';
import type { MysqlDriver } from 'typeorm/driver/mysql/MysqlDriver.js';
import { turnstileOf } from './serial-query-runner.js';

/** How the connections of the database are used now. */
export interface PoolUse extends Record<string, number> {
  used: number;
  free: number;
  /** Statements and transactions that wait for a connection. */
  waiting: number;
}

/** The lists of mysql2's pool, which it gives no other account of. */
interface PoolLists {
  _allConnections: { length: number };
  _freeConnections: { length: number };
  _connectionQueue: { length: number };
}

/** The pool of MySQL; on SQLite, the one connection that all requests take in turns. */
export function poolUse(dataSource: DataSource): PoolUse {
  const turnstile = turnstileOf(dataSource);
  if (turnstile) {
    const used = Math.min(turnstile.busy, 1);
    return { used, free: 1 - used, waiting: turnstile.busy - used };
  }
  const pool = (dataSource.driver as MysqlDriver).pool as Pool & PoolLists;
  const free = pool._freeConnections.length;
  return { used: pool._allConnections.length - free, free, waiting: pool._connectionQueue.length };
}
