import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { ResultSetHeader } from 'mysql2/promise';
import type { EntityManager } from 'typeorm';
import type { Log } from '../../../core/log/log.module.js';
import { isDatabaseUnavailable } from '../../dialect/database-errors.js';
import { type DatabaseSettings, UPDATE_LOCK_WAIT_S } from '../../dialect/dialect.js';
import { LEASE_S, LeaseRow } from './lease-row.js';

/** How often the holder renews the lease. */
const RENEWAL_MS = 5000;

/** How often a waiting start checks again, on average. */
const POLL_MS = 1000;

/** Another start took over the lease, because this one had not renewed it in time. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

/**
 * The right to change the schema. Unlike a lock of one server (GET_LOCK), it holds on every node of a cluster: if
 * several nodes take it at once, the transaction of one node wins. The others fail, some without learning their
 * outcome, so an instance that took the lease reads afterwards who holds it.
 */
export class SchemaLease {
  private readonly holder = randomUUID();
  private readonly row: LeaseRow;
  private renewals: NodeJS.Timeout | undefined;
  private renewing: Promise<void> | undefined;

  constructor(
    settings: DatabaseSettings,
    private readonly log: Log,
  ) {
    this.row = new LeaseRow(settings);
  }

  /** When the database last answered, in milliseconds. */
  get answeredAt(): number {
    return this.row.answeredAt;
  }

  /** Waits for the lease, and then renews it. A start that still holds it from a failed attempt gets it at once. */
  async take(): Promise<void> {
    const deadline = Date.now() + UPDATE_LOCK_WAIT_S * 1000;
    let waiting = false;
    await this.row.createTable();
    while (!(await this.tryToTake())) {
      if (Date.now() > deadline) throw new Error('Another instance has been migrating the database for too long.');
      if (!waiting) this.log.info({}, 'Another instance brings the database up to date: waiting for it');
      waiting = true;
      await pause(POLL_MS * (0.5 + Math.random()));
    }
    this.renewals = setInterval(() => {
      // The next renewal makes up for one that fails: only the result of confirm() counts.
      this.renewing ??= this.row
        .renew(this.holder)
        .catch(() => undefined)
        .finally(() => (this.renewing = undefined));
    }, RENEWAL_MS);
  }

  /** @throws LeaseLost unless the lease is still held */
  async confirm(): Promise<void> {
    const found = await this.row.read();
    if (found?.holder !== this.holder || found.expired) throw lost();
  }

  /**
   * Renews the lease as part of a transaction, which then cannot be committed if another start takes the lease over.
   * @throws LeaseLost unless the lease is still held
   */
  async confirmIn(manager: EntityManager): Promise<void> {
    const { affectedRows } = await manager.query<ResultSetHeader>(this.row.renewal, [this.holder]);
    if (affectedRows !== 1) throw lost();
  }

  /** Stops the renewals and gives up the lease; if the database does not answer, the lease expires. */
  async release(): Promise<void> {
    clearInterval(this.renewals);
    try {
      await this.row.remove(this.holder);
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
    } finally {
      this.row.disconnect();
    }
  }

  private async tryToTake(): Promise<boolean> {
    const found = await this.row.read();
    if (found && found.holder !== this.holder && !found.expired) return false;
    if (found?.expired) this.log.warn({}, `Nothing was heard of an instance for ${LEASE_S} s: going on in its place`);
    try {
      await this.row.take(this.holder);
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
    }
    return (await this.row.read())?.holder === this.holder;
  }
}

function lost(): LeaseLost {
  return new LeaseLost('Another instance has taken over to bring the database up to date');
}
