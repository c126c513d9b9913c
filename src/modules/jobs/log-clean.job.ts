import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityTarget, In, LessThan } from 'typeorm';
import { Clock, Log } from 'steward/core';
import { SharedReads } from 'steward/crud';
import { commitOne, type LogRow } from 'steward/database';
import { type GoOn, Job, Jobs } from 'steward/kv';
import { SettingsService } from 'steward/settings';
import { LoginLog } from '../login-log/login-log.entity.js';
import { OperationLog } from '../operation-log/operation-log.entity.js';

const DAY_MS = 86_400_000;

/** Rows that one statement removes: few enough to hold no lock for long. */
const BATCH = 500;

/** How many rows of each log a run removed. */
export interface LogCleanResult {
  loginLog: number;
  operationLog: number;
}

/** Removes log rows older than `job.logRetentionDays`. */
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

  protected async work(goOn: GoOn): Promise<LogCleanResult> {
    if (this.retentionDays === 0) return { loginLog: 0, operationLog: 0 };
    const before = new Date(this.clock.now() - this.retentionDays * DAY_MS);
    const result = {
      loginLog: await this.remove(LoginLog, before, goOn),
      operationLog: await this.remove(OperationLog, before, goOn),
    };
    this.log.info({ ...result, before }, 'LogClean removed old rows');
    return result;
  }

  private async remove(entity: EntityTarget<LogRow>, before: Date, goOn: GoOn): Promise<number> {
    const rows = this.dataSource.getRepository(entity);
    for (let removed = 0; ;) {
      const old = await rows.find({
        where: { createdAt: LessThan(before) },
        order: { createdAt: 'ASC' },
        select: { id: true },
        take: BATCH,
      });
      // Counts what this instance removed, should another be at it.
      const id = In(old.map((row) => row.id));
      const { affected } = await commitOne(rows.manager, undefined, ({ manager }) => manager.delete(entity, { id }));
      removed += affected ?? 0;
      if (old.length < BATCH || !(await goOn())) {
        if (removed > 0) await this.reads.changed(rows.metadata.tableName);
        return removed;
      }
    }
  }
}
