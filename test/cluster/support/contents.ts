import { type Node, query } from './galera.js';

/** The tables with their definitions, and the data of the first start, without what differs from start to start. */
export interface Contents {
  tables: Record<string, string>;
  seeds: string[];
  menus: string[];
  items: string[];
  admins: string[];
}

/** The contents of a service's database, as one node has them. */
export async function contentsOf(node: Node, database: string): Promise<Contents> {
  const names = await texts(
    node,
    'SELECT TABLE_NAME AS text FROM information_schema.TABLES WHERE TABLE_SCHEMA = ? ORDER BY TABLE_NAME',
    database,
  );
  const tables: Record<string, string> = {};
  for (const name of names) {
    const [row] = await query(node, 'SHOW CREATE TABLE ??.??', [database, name]);
    tables[name] = String(row?.['Create Table']).replace(/ AUTO_INCREMENT=\d+/, '');
  }
  const named = (column: string, table: string) =>
    texts(node, `SELECT ${column} AS text FROM ??.${table} ORDER BY text`, database);
  return {
    tables,
    seeds: await named('name', 'seed'),
    menus: await named("CONCAT_WS(' ', type, name, path, permission)", 'menu'),
    items: await named('`key`', 'config_item'),
    admins: await named('username', 'user'),
  };
}

async function texts(node: Node, statement: string, database: string): Promise<string[]> {
  return (await query(node, statement, [database])).map(({ text }) => String(text));
}

/** Ages the lease, as if its holder had not been heard from for half a minute. */
export async function ageLease(node: Node, database: string): Promise<void> {
  const statement = 'UPDATE ??.schema_lease SET renewed_at = renewed_at - INTERVAL 30 SECOND';
  await query(node, statement, [database]);
}
