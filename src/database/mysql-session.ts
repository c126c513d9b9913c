import type { Pool, PoolOptions } from 'mysql2';

/** Whatever zone the server is in, it gives and takes TIMESTAMP columns and CURRENT_TIMESTAMP in the session's. */
const UTC = "time_zone = '+00:00'";

/**
 * mysql2 as TypeORM wants it, with connections whose sessions are in UTC from their first statement on.
 * Loaded for MySQL alone: a service on SQLite does not hold the driver in memory.
 * @param variables further session variables, as `name = value`
 */
export async function mysqlInUtc(...variables: string[]): Promise<{ createPool(options: PoolOptions): Pool }> {
  const { default: mysql } = await import('mysql2');
  const prepare = `SET SESSION ${[UTC, ...variables].join(', ')}`;
  return {
    ...mysql,
    createPool(options) {
      const pool = mysql.createPool(options);
      // A connection that cannot even do this says so at its next statement.
      pool.on('connection', (connection) => connection.query(prepare, () => undefined));
      return pool;
    },
  };
}
