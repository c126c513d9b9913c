import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityTarget, In, LessThan } from 'typeorm';
import { Clock } from '../../core/clock.js';
import { Log } from '../../core/log/log.module.js';
import { SharedReads } from '../../crud/shared-reads.js';
import type { LogRow } from '../../database/entities/log-row.entity.js';
import { KeyValueStore } from '../../kv/key-value.store.js';
import { SettingsService } from '../../settings/settings.module.js';
import { FileCleaner } from '../file/file.cleaner.js';
import { LoginLog } from '../login-log/login-log.entity.js';
import { OperationLog } from '../operation-log/operation-log.entity.js';

const DAY_MS = 86_400_000;

/** Rows that one statement removes: few enough to hold no lock for long. */
const BATCH = 500;

/** Left to everybody else between two batches. */
const PAUSE_MS = 10;

const LOCK_KEY = 'lock:log-clean';

/** The lock of an instance that died is free after this time; a living one renews it with every batch. */
const LOCK_TTL_MS = 60_000;

/** How many rows of each log a run removed. */
export interface LogCleanResult {
  loginLog: number;
  operationLog: number;
}

/** LogClean: removes log rows older than `job.logRetentionDays`, and files that nothing refers to. */
@Injectable()
export class LogCleanService implements BeforeApplicationShutdown {
  private readonly retentionDays: number;
  private stopping = false;
  private cleaning: Promise<unknown> = Promise.resolve();

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly store: KeyValueStore,
    private readonly reads: SharedReads,
    private readonly files: FileCleaner,
    private readonly clock: Clock,
    private readonly log: Log,
    settings: SettingsService,
  ) {
    this.retentionDays = settings.get('job.logRetentionDays', { infer: true });
  }

  /**
   * Removes what is too old, on one instance at a time; two at once would do no harm.
   * @returns the rows that were removed; undefined where another instance is at it
   */
  async run(): Promise<LogCleanResult | undefined> {
    if (!(await this.store.setIfAbsent(LOCK_KEY, randomUUID(), LOCK_TTL_MS))) return undefined;
    const cleaning = this.clean();
    this.cleaning = cleaning.catch(() => undefined);
    return cleaning;
  }

  /** A run ends with its batch when the application stops; what it leaves is for the next one. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping = true;
    await this.cleaning;
  }

  private async clean(): Promise<LogCleanResult> {
    try {
      const result = await this.removeOldRows();
      await this.files.clean(() => this.goOn());
      return result;
    } finally {
      await this.store.delete(LOCK_KEY);
    }
  }

  private async removeOldRows(): Promise<LogCleanResult> {
    if (this.retentionDays === 0) return { loginLog: 0, operationLog: 0 };
    const before = new Date(this.clock.now() - this.retentionDays * DAY_MS);
    const result = {
      loginLog: await this.remove(LoginLog, before),
      operationLog: await this.remove(OperationLog, before),
    };
    this.log.info({ ...result, before }, 'LogClean removed old rows');
    return result;
  }

  /** Between two batches: keeps the lock, and says whether the work goes on. */
  private async goOn(): Promise<boolean> {
    if (this.stopping) return false;
    await this.store.set(LOCK_KEY, 'renewed', LOCK_TTL_MS);
    await pause(PAUSE_MS);
    return true;
  }

  private async remove(entity: EntityTarget<LogRow>, before: Date): Promise<number> {
    const rows = this.dataSource.getRepository(entity);
    for (let removed = 0; ;) {
      const old = await rows.find({
        where: { createdAt: LessThan(before) },
        order: { createdAt: 'ASC' },
        select: { id: true },
        take: BATCH,
      });
      // Counts what this instance removed, should another be at it.
      const { affected } = await rows.delete({ id: In(old.map(({ id }) => id)) });
      removed += affected ?? 0;
      if (old.length < BATCH || !(await this.goOn())) {
        if (removed > 0) await this.reads.changed(rows.metadata.tableName);
        return removed;
      }
    }
  }
}
