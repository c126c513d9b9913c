import type { Connection, ResultSetHeader, RowDataPacket } from 'mysql2/promise';
import { openMysql } from './driver/connection.js';
import { leaseTable } from '../../entities/own-tables.js';
import type { DatabaseSettings } from '../../dialect/dialect.js';

/** How long a holder that does not renew the lease keeps it, in seconds. */
export const LEASE_S = 30;

/** The row that records who holds the lease and when it was renewed, by the database's clock; on its own connection. */
export class LeaseRow {
  /** When the database last answered. */
  answeredAt = Date.now();
  /** A statement that renews the lease; its one parameter is the holder. */
  readonly renewal: string;
  private readonly name: string;
  private readonly table: string;
  private connection: Promise<Connection> | undefined;

  constructor(private readonly settings: DatabaseSettings) {
    this.name = leaseTable(settings.tablePrefix);
    this.table = `\`${this.name}\``;
    this.renewal = `UPDATE ${this.table} SET renewed_at = UTC_TIMESTAMP(3) WHERE id = 1 AND holder = ?`;
  }

  /** Only if it is missing: the statement runs on all nodes of a cluster, which commit nothing else meanwhile. */
  async createTable(): Promise<void> {
    const named = 'SELECT 1 FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = ?';
    if ((await this.run<RowDataPacket[]>(named, [this.name])).length > 0) return;
    await this.run(
      `CREATE TABLE IF NOT EXISTS ${this.table} (
        id tinyint NOT NULL PRIMARY KEY,
        holder varchar(36) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
        renewed_at datetime(3) NOT NULL
      ) ENGINE = InnoDB`,
    );
  }

  /** Who holds the lease, and whether it has expired; undefined if nobody holds it. */
  async read(): Promise<{ holder: string; expired: boolean } | undefined> {
    const [row] = await this.run<RowDataPacket[]>(
      `SELECT holder, renewed_at < UTC_TIMESTAMP(3) - INTERVAL ${LEASE_S} SECOND AS expired FROM ${this.table} WHERE id = 1`,
    );
    return row && { holder: String(row.holder), expired: Number(row.expired) === 1 };
  }

  /** Takes the lease if nobody holds it or it has expired; only a read afterwards shows who holds it. */
  async take(holder: string): Promise<void> {
    // Assignments are made from left to right: the second one sees the holder that the first one set.
    await this.run(
      `INSERT INTO ${this.table} (id, holder, renewed_at) VALUES (1, ?, UTC_TIMESTAMP(3)) ON DUPLICATE KEY UPDATE
        holder = IF(renewed_at < UTC_TIMESTAMP(3) - INTERVAL ${LEASE_S} SECOND, ?, holder),
        renewed_at = IF(holder = ?, UTC_TIMESTAMP(3), renewed_at)`,
      [holder, holder, holder],
    );
  }

  async renew(holder: string): Promise<void> {
    await this.run(this.renewal, [holder]);
  }

  async remove(holder: string): Promise<void> {
    await this.run(`DELETE FROM ${this.table} WHERE id = 1 AND holder = ?`, [holder]);
  }

  /** Ends the connection; the next statement opens another. */
  disconnect(): void {
    this.connection?.then((connection) => connection.destroy()).catch(() => undefined);
    this.connection = undefined;
  }

  private async run<T extends RowDataPacket[] | ResultSetHeader>(sql: string, values: unknown[] = []): Promise<T> {
    try {
      const connection = await (this.connection ??= this.connect());
      const [result] = await connection.query<T>({ sql, values, timeout: LEASE_S * 1000 });
      this.answeredAt = Date.now();
      return result;
    } catch (error) {
      this.disconnect();
      throw error;
    }
  }

  private async connect(): Promise<Connection> {
    const connection = await openMysql(this.settings, this.settings.database);
    // If the connection is lost between two statements, the next one fails.
    connection.on('error', () => undefined);
    return connection;
  }
}
