import type { Pool, PoolConnection, PoolOptions, RowDataPacket } from 'mysql2';

/** How long opening a connection may take. */
export const CONNECT_TIMEOUT_MS = 3000;

/** Whatever the server's time zone, it reads and returns TIMESTAMP columns and CURRENT_TIMESTAMP in the session's. */
const UTC = "time_zone = '+00:00'";

/** A read waits until its node of a Galera cluster has every change that was committed before it on any node. */
const SYNC_READS = 'wsrep_sync_wait = 1';

/** Put in front of a statement, makes it read the node's present state without that wait. */
const UNSYNCED = 'SET STATEMENT wsrep_sync_wait = 0 FOR';

/** How sessions are prepared. */
export interface SessionOptions {
  /** Whether reads wait for the changes of other nodes, if the server is a node of a Galera cluster. */
  syncReads: 'auto' | 'off';
  /** Further session variables, as `name = value`. */
  variables?: string[];
}

/** The sessions of a pool, each prepared before its first statement: in UTC, and with reads that are in sync. */
export class MysqlSessions {
  /** Whether the server is a node of a Galera cluster whose reads wait; undefined until the first connection asked. */
  synced: boolean | undefined;

  constructor(private readonly options: SessionOptions) {
    if (options.syncReads === 'off') this.synced = false;
  }

  /** mysql2 as TypeORM expects it, with connections that are prepared. */
  async driver(): Promise<{ createPool(options: PoolOptions): Pool }> {
    const { default: mysql } = await import('mysql2');
    return {
      ...mysql,
      createPool: (options) => {
        const pool = mysql.createPool(options);
        pool.on('connection', (connection) => this.prepare(connection));
        return pool;
      },
    };
  }

  /** The statement in a form that does not wait for changes of other nodes. */
  unsynced(statement: string): string {
    return this.synced ? `${UNSYNCED} ${statement}` : statement;
  }

  private prepare(connection: PoolConnection): void {
    const { variables = [] } = this.options;
    set(connection, UTC, ...variables, ...(this.synced ? [SYNC_READS] : []));
    if (this.synced === undefined) this.ask(connection);
  }

  /** Other servers do not have wsrep_sync_wait: setting it would fail, and the time zone would not be set either. */
  private ask(connection: PoolConnection): void {
    connection.query<RowDataPacket[]>("SHOW GLOBAL VARIABLES LIKE 'wsrep_on'", (error, rows) => {
      if (error) return;
      this.synced = rows[0]?.Value === 'ON';
      if (this.synced) set(connection, SYNC_READS);
    });
  }
}

/** If even this fails, the connection's next statement reports it. */
function set(connection: PoolConnection, ...variables: string[]): void {
  connection.query(`SET SESSION ${variables.join(', ')}`, () => undefined);
}
