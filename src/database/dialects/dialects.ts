import type { DataSource } from 'typeorm';
import { recognise } from '../dialect/database-errors.js';
import type { Dialect, DialectName } from '../dialect/dialect.js';
import { mysqlDialect } from './mysql/mysql.dialect.js';
import { sqliteDialect } from './sqlite/sqlite.dialect.js';

/** The dialects by the setting `database.type`. */
export const dialects: Record<DialectName, Dialect> = { mysql: mysqlDialect, sqlite: sqliteDialect };

for (const { errors } of Object.values(dialects)) recognise(errors);

/** The dialect of a connection. */
export function dialectOf({ options }: Pick<DataSource, 'options'>): Dialect {
  const dialect = Object.values(dialects).find(({ driver }) => driver === options.type);
  if (dialect === undefined) throw new Error(`There is no dialect for ${options.type}`);
  return dialect;
}
