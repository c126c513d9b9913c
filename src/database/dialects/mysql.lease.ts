import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Connection, ResultSetHeader, RowDataPacket } from 'mysql2/promise';
import type { EntityManager } from 'typeorm';
import type { Log } from '../../core/log/log.module.js';
import { isDatabaseUnavailable } from '../drivers/errors.js';
import { openMysql } from '../drivers/mysql-connection.js';
import { leaseTable } from '../entities/own-tables.js';
import { type DatabaseSettings, UPDATE_LOCK_WAIT_S } from './dialect.js';

/** How long a holder that does not renew the lease keeps it, and how often it renews it. */
const LEASE_S = 30;
const RENEWAL_MS = 5000;

/** How often a start that waits looks again, on average. */
const POLL_MS = 1000;

/** Another start took the lease over, because this one had not renewed it in time. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

/**
 * The right to change the schema: one row with its holder and when that renewed it, by the database's clock. Unlike a lock
 * of one server (GET_LOCK) it holds on every node of a cluster: of transactions that change the row, one node's wins. The
 * others fail, and some do not learn what became of theirs; so whoever took it reads whose it is.
 */
export class SchemaLease {
  /** When the database answered last. */
  answeredAt = Date.now();
  private readonly holder = randomUUID();
  private readonly table: string;
  private connection: Connection | undefined;
  private renewals: NodeJS.Timeout | undefined;
  private renewing: Promise<void> | undefined;

  constructor(
    private readonly settings: DatabaseSettings,
    private readonly log: Log,
  ) {
    this.table = `\`${leaseTable(settings.tablePrefix)}\``;
  }

  /** Waits for it, and renews it from then on. A start that held it already, and failed, has it at once. */
  async take(): Promise<void> {
    const deadline = Date.now() + UPDATE_LOCK_WAIT_S * 1000;
    let waiting = false;
    await this.createTable();
    while (!(await this.tryToTake())) {
      if (Date.now() > deadline) throw new Error('Another instance has been migrating the database for too long.');
      if (!waiting) this.log.info({}, 'Another instance brings the database up to date: waiting for it');
      waiting = true;
      await pause(POLL_MS * (0.5 + Math.random()));
    }
    this.renewals = setInterval(() => {
      // One that fails is made up for by the next: only what confirm() finds counts.
      this.renewing ??= this.renew()
        .catch(() => undefined)
        .finally(() => (this.renewing = undefined));
    }, RENEWAL_MS);
  }

  /** @throws LeaseLost unless it is still held */
  async confirm(): Promise<void> {
    const found = await this.read();
    if (found?.holder !== this.holder || found.expired) throw this.lost();
  }

  /** Renews it as a part of a transaction, which then cannot be committed if another start takes it over. */
  async confirmIn(manager: EntityManager): Promise<void> {
    const { affectedRows } = await manager.query<ResultSetHeader>(this.renewal, [this.holder]);
    if (affectedRows !== 1) throw this.lost();
  }

  /** Ends the renewals, and leaves the lease to others; where the database does not answer, it expires. */
  async release(): Promise<void> {
    clearInterval(this.renewals);
    try {
      await this.run(`DELETE FROM ${this.table} WHERE id = 1 AND holder = ?`, [this.holder]);
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
    } finally {
      this.disconnect();
    }
  }

  /** One statement on all nodes of a cluster, during which nothing else is committed there: only where it is missing. */
  private async createTable(): Promise<void> {
    const found = await this.run<RowDataPacket[]>(
      'SELECT 1 FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = ?',
      [leaseTable(this.settings.tablePrefix)],
    );
    if (found.length > 0) return;
    await this.run(
      `CREATE TABLE IF NOT EXISTS ${this.table} (
        id tinyint NOT NULL PRIMARY KEY,
        holder varchar(36) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
        renewed_at datetime(3) NOT NULL
      ) ENGINE = InnoDB`,
    );
  }

  private async tryToTake(): Promise<boolean> {
    const found = await this.read();
    if (found && found.holder !== this.holder && !found.expired) return false;
    if (found?.expired) this.log.warn({}, `Nothing was heard of an instance for ${LEASE_S} s: going on in its place`);
    try {
      // Assignments are made from left to right: the second one sees the holder that the first one left.
      await this.run(
        `INSERT INTO ${this.table} (id, holder, renewed_at) VALUES (1, ?, UTC_TIMESTAMP(3)) ON DUPLICATE KEY UPDATE
          holder = IF(renewed_at < UTC_TIMESTAMP(3) - INTERVAL ${LEASE_S} SECOND, ?, holder),
          renewed_at = IF(holder = ?, UTC_TIMESTAMP(3), renewed_at)`,
        [this.holder, this.holder, this.holder],
      );
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
    }
    return (await this.read())?.holder === this.holder;
  }

  private get renewal(): string {
    return `UPDATE ${this.table} SET renewed_at = UTC_TIMESTAMP(3) WHERE id = 1 AND holder = ?`;
  }

  private async renew(): Promise<void> {
    await this.run(this.renewal, [this.holder]);
  }

  private async read(): Promise<{ holder: string; expired: boolean } | undefined> {
    const [row] = await this.run<RowDataPacket[]>(
      `SELECT holder, renewed_at < UTC_TIMESTAMP(3) - INTERVAL ${LEASE_S} SECOND AS expired FROM ${this.table} WHERE id = 1`,
    );
    return row && { holder: String(row.holder), expired: Number(row.expired) === 1 };
  }

  private lost(): LeaseLost {
    return new LeaseLost('Another instance has taken over to bring the database up to date');
  }

  private async run<T extends RowDataPacket[] | ResultSetHeader>(sql: string, values: unknown[] = []): Promise<T> {
    try {
      this.connection ??= await this.connect();
      const [result] = await this.connection.query<T>({ sql, values, timeout: LEASE_S * 1000 });
      this.answeredAt = Date.now();
      return result;
    } catch (error) {
      this.disconnect();
      throw error;
    }
  }

  private async connect(): Promise<Connection> {
    const connection = await openMysql(this.settings, this.settings.database);
    // One that is lost between two statements says so at the next.
    connection.on('error', () => undefined);
    return connection;
  }

  private disconnect(): void {
    this.connection?.destroy();
    this.connection = undefined;
  }
}
