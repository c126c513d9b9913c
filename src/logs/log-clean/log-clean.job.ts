import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityTarget, In, LessThan } from 'typeorm';
import { Clock, Log } from 'steward/core';
import { SharedReads } from 'steward/crud';
import { commitOne, dialectOf, isDatabaseUnavailable, type LogRow } from 'steward/database';
import { Job, Jobs, type ShouldContinue } from 'steward/kv';
import { SettingsService } from 'steward/settings';
import { LoginLog } from '../login-log/login-log.entity.js';
import { OperationLog } from '../operation-log/operation-log.entity.js';
import { SecurityEvent } from '../security-event/security-event.entity.js';
import { OperationObject } from '../operation-log/operation-object.entity.js';

const DAY_MS = 86_400_000;

/** Rows removed per statement: few enough that no lock is held for long. */
const BATCH = 500;

/** A row that is removed when it is old. */
type DatedRow = Pick<LogRow, 'id' | 'createdAt'>;

/** How many rows of each log a run removed. */
export interface LogCleanResult {
  loginLog: number;
  operationLog: number;
  securityEvent: number;
}

/**
 * Removes log rows older than `job.logRetentionDays`, with their records of changed rows, and security events as old:
 * whole months with their partitions, if the database has them, and the rest in batches. Creates the partitions of the
 * coming months, whether or not rows are removed.
 */
@Injectable()
export class LogClean extends Job<LogCleanResult> {
  private readonly retentionDays: number;

  constructor(
    jobs: Jobs,
    settings: SettingsService,
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly reads: SharedReads,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {
    super(jobs, 'LogClean', settings.get('job.logCleanCron'));
    this.retentionDays = settings.get('job.logRetentionDays');
  }

  protected async work(shouldContinue: ShouldContinue): Promise<LogCleanResult> {
    for (const entity of [LoginLog, OperationLog, OperationObject]) await this.makeAhead(this.tableOf(entity));
    if (this.retentionDays === 0) return { loginLog: 0, operationLog: 0, securityEvent: 0 };
    const begun = this.clock.steady();
    const before = new Date(this.clock.now() - this.retentionDays * DAY_MS);
    const result = {
      loginLog: await this.remove(LoginLog, before, shouldContinue),
      operationLog: await this.remove(OperationLog, before, shouldContinue),
      securityEvent: await this.remove(SecurityEvent, before, shouldContinue),
    };
    await this.remove(OperationObject, before, shouldContinue);
    const ms = Math.round(this.clock.steady() - begun);
    this.log.info({ ...result, before, ms }, 'LogClean removed old rows');
    return result;
  }

  private async makeAhead(table: string): Promise<void> {
    const { partitions } = dialectOf(this.dataSource);
    await this.unlessInUse(table, () => partitions?.makeAhead(this.dataSource, table, this.clock.date()));
  }

  private async remove(entity: EntityTarget<DatedRow>, before: Date, shouldContinue: ShouldContinue): Promise<number> {
    const table = this.tableOf(entity);
    let removed = 0;
    try {
      removed += await this.removeMonths(table, before, shouldContinue);
      removed += await this.removeRows(entity, before, shouldContinue);
    } finally {
      if (removed > 0) await this.reads.changed(table);
    }
    return removed;
  }

  private async removeMonths(table: string, before: Date, shouldContinue: ShouldContinue): Promise<number> {
    const { partitions } = dialectOf(this.dataSource);
    const all = (await partitions?.of(this.dataSource, table)) ?? [];
    let removed = 0;
    for (const { name, before: end } of all) {
      if (end === undefined || end > before || !(await shouldContinue())) break;
      const rows = await this.unlessInUse(table, () => partitions?.drop(this.dataSource, table, name));
      if (rows === undefined) break;
      removed += rows;
    }
    return removed;
  }

  private async removeRows(
    entity: EntityTarget<DatedRow>,
    before: Date,
    shouldContinue: ShouldContinue,
  ): Promise<number> {
    const rows = this.dataSource.getRepository(entity);
    for (let removed = 0; ;) {
      const old = await rows.find({
        where: { createdAt: LessThan(before) },
        order: { createdAt: 'ASC' },
        select: { id: true },
        take: BATCH,
      });
      // Counts only the rows that this instance removed, in case another one is at work too. The bound saves a look
      // into the newer months.
      const expired = { id: In(old.map(({ id }) => id)), createdAt: LessThan(before) };
      const { affected } = await commitOne(rows.manager, undefined, ({ manager }) => manager.delete(entity, expired));
      removed += affected ?? 0;
      if (old.length < BATCH || !(await shouldContinue())) return removed;
    }
  }

  /** A table in constant use keeps its partitions until the next run; until then its rows are removed in batches. */
  private async unlessInUse<T>(table: string, change: () => Promise<T> | undefined): Promise<T | undefined> {
    try {
      return await change();
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
      this.log.warn({ table, reason: (error as Error).message }, 'The partitions of a log could not be changed');
      return undefined;
    }
  }

  private tableOf(entity: EntityTarget<DatedRow>): string {
    return this.dataSource.getMetadata(entity).tableName;
  }
}
