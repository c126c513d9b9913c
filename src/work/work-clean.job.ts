import { Injectable } from '@nestjs/common';
import { CronExpression } from '@nestjs/schedule';
import { In } from 'typeorm';
import { dialectOf } from '../database/dialects/dialects.js';
import { commitOne } from '../database/transaction.js';
import { Job, Jobs, type ShouldContinue } from '../kv/jobs.js';
import { SettingsService } from '../settings/settings.module.js';
import { WorkRow, type WorkState } from './work-row.entity.js';
import { WorkTable } from './work-table.js';

const DAY_MS = 86_400_000;

/** How long a row that failed can be looked at and tried again, if `work.days` is not longer. */
const FAILED_DAYS = 30;

/** Rows removed per statement. */
const BATCH = 500;

/** Removes rows that ended long ago: done and cancelled ones after `work.days`, failed ones after 30 days. */
@Injectable()
export class WorkClean extends Job<number> {
  private readonly days: number;

  constructor(
    jobs: Jobs,
    settings: SettingsService,
    private readonly table: WorkTable,
  ) {
    super(jobs, 'WorkClean', CronExpression.EVERY_HOUR);
    this.days = settings.get('work.days');
  }

  protected async work(shouldContinue: ShouldContinue): Promise<number> {
    let removed = 0;
    removed += await this.remove('done', this.days, shouldContinue);
    removed += await this.remove('cancelled', this.days, shouldContinue);
    removed += await this.remove('failed', Math.max(this.days, FAILED_DAYS), shouldContinue);
    return removed;
  }

  private async remove(state: WorkState, days: number, shouldContinue: ShouldContinue): Promise<number> {
    const { manager } = this.table;
    const before = dialectOf(manager.dataSource).sql.fromNow(-days * DAY_MS);
    for (let removed = 0; ;) {
      const old = await manager
        .createQueryBuilder(WorkRow, 'work')
        .select('work.id')
        // A row ends after it was due: the first bound is for the index, the second decides.
        .where(`work.state = :state AND work.nextAt < ${before} AND work.endedAt < ${before}`, { state })
        .limit(BATCH)
        .getMany();
      if (old.length === 0) return removed;
      const found = { id: In(old.map(({ id }) => id)), state };
      const { affected } = await commitOne(manager, undefined, (change) => change.manager.delete(WorkRow, found));
      removed += affected ?? 0;
      if (old.length < BATCH || !(await shouldContinue())) return removed;
    }
  }
}
