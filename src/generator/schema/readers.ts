import type { DataSource } from 'typeorm';
import type { DialectName } from 'steward/database';
import { MysqlReader } from './mysql.reader.js';
import { SqliteReader } from './sqlite.reader.js';
import type { TableReader } from './table.reader.js';

/** The readers of the kinds of databases whose tables become modules. */
export const readers: Record<DialectName, new (db: DataSource) => TableReader> = {
  mysql: MysqlReader,
  sqlite: SqliteReader,
};
