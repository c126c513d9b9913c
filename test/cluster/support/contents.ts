import { type Node, query } from './galera.js';

/** Tables with how each is made, and what the first start put in, without what differs from start to start. */
export interface Contents {
  tables: Record<string, string>;
  seeds: string[];
  menus: string[];
  items: string[];
  admins: string[];
}

/** What is in a database of a service, as one node has it. */
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

/** As if the holder of the lease had not been heard of for half a minute. */
export async function ageLease(node: Node, database: string): Promise<void> {
  const statement = 'UPDATE ??.schema_lease SET renewed_at = renewed_at - INTERVAL 30 SECOND';
  await query(node, statement, [database]);
}
