import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager, In, type ObjectLiteral } from 'typeorm';
import { cut } from '../core/log/mask.js';
import { hideTokens } from '../core/log/token-text.js';
import { isDuplicate } from '../database/dialect/database-errors.js';
import { dialectOf } from '../database/dialects/dialects.js';
import { commitOne } from '../database/transaction.js';
import { MAX_ERROR, WorkRow } from './work-row.entity.js';

/** How long a row belongs to an instance that does not renew it, in milliseconds. */
export const LEASE_MS = 45_000;

/** One attempt at a row, which an instance may end only as long as the row belongs to this attempt. */
export interface Lease {
  id: number;
  leasedBy: string;
  attempts: number;
}

/** The rows of a kind in a state. */
export interface WorkCount {
  kind: string;
  state: string;
  total: number;
  /** For how many seconds the longest-waiting row has been due; 0 if none is. */
  age: number;
}

/** Columns to set; a function returns SQL. */
type Assignments = { [P in keyof WorkRow]?: WorkRow[P] | (() => string) };

/** Rows of dead instances that are taken back at once. */
const BATCH = 100;

/** Error of a row that another with its key made needless. */
const SUPERSEDED = 'Another with the same key waits in its place';

/** Error of a row whose last attempt did not come to an end. */
const DIED = 'The instance that ran it has ended';

/** The statements on the rows of work. Only the clock of the database decides what is due and whose lease has ended. */
@Injectable()
export class WorkTable {
  /** The present time of the database, as SQL. */
  readonly now: string;
  private readonly lease: string;

  constructor(@InjectDataSource() private readonly dataSource: DataSource) {
    const { sql } = dialectOf(dataSource);
    this.now = sql.fromNow(0);
    this.lease = sql.fromNow(LEASE_MS);
  }

  get manager(): EntityManager {
    return this.dataSource.manager;
  }

  /** Name of the table, quoted. */
  get name(): string {
    return `\`${this.dataSource.getMetadata(WorkRow).tableName}\``;
  }

  /** Milliseconds until something is due, 0 or less if something is; undefined if nothing waits. */
  async untilDue(): Promise<number | undefined> {
    const soonest = `SELECT next_at AS due, ${this.now} AS now FROM ${this.name} WHERE state = 'waiting' ORDER BY next_at LIMIT 1`;
    const [row] = await this.dataSource.query<{ due: unknown; now: unknown }[]>(soonest);
    return row && timeOf(row.due) - timeOf(row.now);
  }

  /** How many rows wait, run or have failed, by kind. */
  async counts(): Promise<WorkCount[]> {
    const rows = await this.dataSource.query<
      { kind: string; state: string; total: unknown; due: unknown; now: unknown }[]
    >(
      `SELECT kind, state, COUNT(*) AS total, MIN(next_at) AS due, ${this.now} AS now FROM ${this.name}
       WHERE state IN ('waiting', 'running', 'failed') GROUP BY kind, state`,
    );
    return rows.map(({ kind, state, total, due, now }) => ({
      kind,
      state,
      total: Number(total),
      age: Math.max(0, (timeOf(now) - timeOf(due)) / 1000),
    }));
  }

  /** A time as the database holds it. */
  stored(time: Date): unknown {
    const column = this.dataSource.getMetadata(WorkRow).findColumnWithPropertyName('nextAt');
    return column && (this.dataSource.driver.preparePersistentValue(time, column) as unknown);
  }

  /** Begins an attempt at each of these rows that still waits; simultaneous instances share them out. @returns these rows, in the order of the ids */
  async claim(ids: readonly number[], instance: string): Promise<WorkRow[]> {
    if (ids.length === 0) return [];
    const claimed = await this.update(
      { id: In(ids), state: 'waiting' },
      {
        state: 'running',
        waitingKey: null,
        attempts: () => 'attempts + 1',
        leasedBy: instance,
        leasedUntil: () => this.lease,
        startedAt: () => this.now,
        progress: null,
      },
    );
    if (claimed === 0) return [];
    const rows = await this.manager
      .createQueryBuilder(WorkRow, 'work')
      .addSelect('work.data')
      .where({ id: In(ids), state: 'running', leasedBy: instance })
      .getMany();
    return rows.sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
  }

  /**
   * Extends the leases of an instance.
   * @returns the rows that still belong to it
   */
  async renew(ids: readonly number[], instance: string): Promise<Lease[]> {
    const held = { id: In(ids), state: 'running' as const, leasedBy: instance };
    await this.update(held, { leasedUntil: () => this.lease });
    return this.manager.find(WorkRow, { where: held, select: { id: true, leasedBy: true, attempts: true } });
  }

  /**
   * Ends a row as done.
   * @param wipe whether its data is removed: nobody can use or see it any more
   * @returns whether the row was still the attempt's
   */
  async done(lease: Lease, wipe: boolean, manager?: EntityManager): Promise<boolean> {
    const ended = { ...this.ended('done', ''), ...(wipe ? { data: '' } : {}) };
    return (await this.update(running(lease), ended, manager)) > 0;
  }

  /** Ends a row as failed. */
  async fail(lease: Lease, error: string): Promise<void> {
    await this.update(running(lease), this.ended('failed', error));
  }

  /** Lets a row wait for its next attempt. */
  async retryLater(lease: Lease, error: string, milliseconds: number): Promise<void> {
    const { sql } = dialectOf(this.dataSource);
    await this.toWaiting(running(lease), { error: shown(error), nextAt: () => sql.fromNow(milliseconds) });
  }

  /** Undoes the beginning of an attempt, so that another instance begins it at once. */
  async giveBack(lease: Lease): Promise<void> {
    await this.toWaiting(running(lease), { attempts: () => 'attempts - 1', nextAt: () => this.now });
  }

  async progress(lease: Lease, percent: number): Promise<void> {
    await this.update(running(lease), { progress: Math.round(Math.min(100, Math.max(0, percent))) });
  }

  /** Takes back the rows whose leases have ended: their instances died or hang. @returns how many */
  async recover(): Promise<number> {
    const expired = await this.manager
      .createQueryBuilder(WorkRow, 'work')
      .where(`work.state = 'running' AND work.leasedUntil < ${this.now}`)
      .limit(BATCH)
      .getMany();
    for (const row of expired) {
      if (row.attempts >= row.maxAttempts) await this.fail(row, DIED);
      else await this.toWaiting(running(row), { error: DIED, nextAt: () => this.now });
    }
    return expired.length;
  }

  /** Makes rows wait again; of two with the same key only one does, and the other is cancelled. */
  async toWaiting(where: ObjectLiteral, values: Assignments, manager?: EntityManager): Promise<number> {
    const waiting: Assignments = { ...values, state: 'waiting', waitingKey: () => '`key`', leasedUntil: null };
    try {
      return await this.update(where, waiting, manager);
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      return this.update(where, this.ended('cancelled', SUPERSEDED), manager);
    }
  }

  /** Columns of a row that has come to an end. */
  ended(state: 'done' | 'failed' | 'cancelled', error: string): Assignments {
    return { state, waitingKey: null, leasedUntil: null, error: shown(error), endedAt: () => this.now };
  }

  /** @param manager of a transaction; without one the statement commits itself */
  async update(where: ObjectLiteral, values: Assignments, manager?: EntityManager): Promise<number> {
    const run = async (within: EntityManager) => {
      const builder = within.createQueryBuilder().update(WorkRow).set(values);
      return (await builder.where(where).updateEntity(false).execute()).affected ?? 0;
    };
    return manager ? run(manager) : commitOne(this.manager, undefined, (change) => run(change.manager));
  }
}

function running({ id, leasedBy, attempts }: Lease): ObjectLiteral {
  return { id, leasedBy, attempts, state: 'running' };
}

/** An error as people may see it. */
function shown(error: string): string {
  return cut(hideTokens(error, MAX_ERROR), MAX_ERROR);
}

/** A time of a raw row: one driver gives dates, the other text. */
function timeOf(value: unknown): number {
  return value instanceof Date ? value.getTime() : Date.parse(`${String(value).replace(' ', 'T')}Z`);
}
