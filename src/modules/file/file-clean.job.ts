import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, LessThanOrEqual, MoreThan, Repository } from 'typeorm';
import { Clock, Log } from 'steward/core';
import { SharedReads } from 'steward/crud';
import { commitOne, transact } from 'steward/database';
import { Job, Jobs, type ShouldContinue } from 'steward/kv';
import { SettingsService } from 'steward/settings';
import { FileUsageService } from './file-usage.service.js';
import { FileUsesService } from './file-uses.service.js';
import { StoredFile } from './file.entity.js';

/** How long a file that nothing refers to is kept. */
const KEPT_UNUSED_MS = 7 * 86_400_000;

/** Rows read per query. */
const BATCH = 500;

/** The columns that are read: on SQLite, any column after the content costs reading the content. */
const KNOWN = { id: true, tenantId: true, hash: true, unusedSince: true } as const;

/** Files removed per transaction: each may be up to 1 MiB. */
const REMOVED_AT_ONCE = 20;

/** Removes files that no column with `@FileReference` has named for a week. Its result is how many were removed. */
@Injectable()
export class FileClean extends Job<number> {
  constructor(
    jobs: Jobs,
    settings: SettingsService,
    @InjectRepository(StoredFile) private readonly files: Repository<StoredFile>,
    private readonly usage: FileUsageService,
    private readonly uses: FileUsesService,
    private readonly reads: SharedReads,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {
    super(jobs, 'FileClean', settings.get('job.logCleanCron'));
  }

  protected async work(shouldContinue: ShouldContinue): Promise<number> {
    const used = await this.uses.all(shouldContinue);
    if (used === undefined) return 0;
    const removed = await this.removeUnused(used, shouldContinue);
    this.log.info({ file: removed }, 'Files that nothing refers to were removed');
    return removed;
  }

  private async removeUnused(used: ReadonlySet<string>, shouldContinue: ShouldContinue): Promise<number> {
    const now = this.clock.date();
    const limit = new Date(now.getTime() - KEPT_UNUSED_MS);
    let removed = 0;
    for (let after = 0; ;) {
      const batch = await this.files.find({
        select: KNOWN,
        where: { id: MoreThan(after) },
        order: { id: 'ASC' },
        take: BATCH,
      });
      const [found, lost]: [StoredFile[], StoredFile[]] = [[], []];
      for (const file of batch) (used.has(file.hash) ? found : lost).push(file);
      await this.mark(
        found.filter(({ unusedSince }) => unusedSince !== null),
        null,
      );
      await this.mark(
        lost.filter(({ unusedSince }) => unusedSince === null),
        now,
      );
      const old = lost.filter(({ unusedSince }) => unusedSince !== null && unusedSince <= limit);
      for (const [tenantId, files] of byTenant(old)) {
        for (let i = 0; i < files.length; i += REMOVED_AT_ONCE) {
          removed += await this.remove(tenantId, files.slice(i, i + REMOVED_AT_ONCE), limit);
          if (!(await shouldContinue())) return removed;
        }
      }
      const last = batch.at(-1);
      if (last === undefined || batch.length < BATCH || !(await shouldContinue())) return removed;
      after = last.id;
    }
  }

  private async mark(files: StoredFile[], unusedSince: Date | null): Promise<void> {
    if (files.length === 0) return;
    const id = In(files.map((file) => file.id));
    await commitOne(this.files.manager, undefined, ({ manager }) =>
      manager.update(StoredFile, { id }, { unusedSince }),
    );
  }

  /** Removes files of a tenant, except those that were uploaded again in the meantime. */
  private remove(tenantId: number, files: StoredFile[], limit: Date): Promise<number> {
    return transact(this.files.manager, undefined, async ({ manager, afterCommit }) => {
      const bytes = await this.usage.lock(tenantId, manager);
      const where = { id: In(files.map(({ id }) => id)), unusedSince: LessThanOrEqual(limit) };
      const unused = await manager.find(StoredFile, { where });
      if (unused.length === 0) return 0;
      await manager.delete(StoredFile, { id: In(unused.map(({ id }) => id)) });
      const freed = unused.reduce((sum, { size }) => sum + size, 0);
      await this.usage.set(tenantId, bytes - freed, manager);
      afterCommit(() => this.reads.changed(this.files.metadata.tableName));
      return unused.length;
    });
  }
}

function byTenant(files: StoredFile[]): Map<number, StoredFile[]> {
  const groups = new Map<number, StoredFile[]>();
  for (const file of files) groups.set(file.tenantId, [...(groups.get(file.tenantId) ?? []), file]);
  return groups;
}
