import type { DataSource } from 'typeorm';

/** Columns that the service sets with every change. */
const STAMPS = /^(updated?_?(at|time|by|r)|gmt_modified|date_modified|modifie(d_at|r)|last_update)$/i;

const MYSQL_COLUMNS =
  'SELECT column_name AS name FROM information_schema.columns WHERE table_schema = DATABASE() AND table_name = ?';
const SQLITE_COLUMNS = 'SELECT name FROM pragma_table_xinfo(?)';

/** The rows of a table, exact to the last bit, without the columns that the service sets with every change. */
export async function exactRows(db: DataSource, table: string): Promise<string[]> {
  const escape = (name: string) => db.driver.escape(name.replaceAll('`', '``'));
  const isMysql = db.options.type === 'mysql';
  const names = await db.query<{ name: string }[]>(isMysql ? MYSQL_COLUMNS : SQLITE_COLUMNS, [table]);
  const columns = names
    .map(({ name }) => name)
    .filter((name) => !STAMPS.test(name))
    .map((name) => (isMysql ? `HEX(CAST(${escape(name)} AS BINARY))` : `quote(${escape(name)})`));
  const named = columns.map((column, index) => `${column} AS c${index}`);
  const rows = await db.query<object[]>(`SELECT ${named.join(', ')} FROM ${escape(table)}`);
  return rows.map((values) => JSON.stringify(Object.values(values))).sort();
}
