import type { Pool } from 'mysql2';
import type { DataSource } from 'typeorm';
import type { MysqlDriver } from 'typeorm/driver/mysql/MysqlDriver.js';

/** The lists of mysql2's pool, which it exposes in no other way. */
interface PoolLists {
  _allConnections: { length: number };
  _freeConnections: { length: number };
  _connectionQueue: { length: number };
}

/** How the connections of the pool are used, and how many wait for one. */
export function mysqlPoolUse({ driver }: DataSource): { used: number; free: number; waiting: number } {
  const pool = (driver as MysqlDriver).pool as Pool & PoolLists;
  const free = pool._freeConnections.length;
  return { used: pool._allConnections.length - free, free, waiting: pool._connectionQueue.length };
}
