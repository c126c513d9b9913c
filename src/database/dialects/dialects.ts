import type { DataSource } from 'typeorm';
import type { Dialect, DialectName } from './dialect.js';
import { mysqlDialect } from './mysql.dialect.js';
import { sqliteDialect } from './sqlite.dialect.js';

/** The dialects by the setting `database.type`. */
export const dialects: Record<DialectName, Dialect> = { mysql: mysqlDialect, sqlite: sqliteDialect };

/** By what TypeORM calls them. */
const byDriver: Partial<Record<DataSource['options']['type'], Dialect>> = {
  mysql: mysqlDialect,
  'better-sqlite3': sqliteDialect,
};

/** The dialect of a connection. */
export function dialectOf({ options }: Pick<DataSource, 'options'>): Dialect {
  const dialect = byDriver[options.type];
  if (dialect === undefined) throw new Error(`There is no dialect for ${options.type}`);
  return dialect;
}
