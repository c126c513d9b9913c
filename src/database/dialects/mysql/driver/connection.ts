import type { Connection } from 'mysql2/promise';
import type { Settings } from '../../../../settings/settings.js';
import { CONNECT_TIMEOUT_MS } from './session.js';

/**
 * Opens a separate connection, outside the pool.
 * @param database the default database of its statements; none if omitted
 */
export async function openMysql(
  { host, port, username, password }: Settings['database'],
  database?: string,
): Promise<Connection> {
  const { default: mysql } = await import('mysql2/promise');
  return mysql.createConnection({
    host,
    port,
    user: username,
    password,
    database,
    charset: 'utf8mb4_bin',
    connectTimeout: CONNECT_TIMEOUT_MS,
  });
}
