import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityMetadata, In, LessThanOrEqual, MoreThan, Repository } from 'typeorm';
import { Clock, Log } from 'steward/core';
import { commitOne, fileReferences, transact } from 'steward/database';
import { type GoOn, Job, Jobs } from 'steward/kv';
import { SettingsService } from 'steward/settings';
import { FileUsageService } from './file-usage.service.js';
import { StoredFile } from './file.entity.js';

type Column = EntityMetadata['columns'][number];

/** How long a file that nothing refers to is kept. */
const KEPT_UNUSED_MS = 7 * 86_400_000;

/** Rows read per query. */
const BATCH = 500;

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
    private readonly clock: Clock,
    private readonly log: Log,
  ) {
    super(jobs, 'FileClean', settings.get('job.logCleanCron'));
  }

  protected async work(goOn: GoOn): Promise<number> {
    const used = new Set<string>();
    for (const column of fileReferences(this.files.manager.dataSource)) {
      if (!(await this.collect(column, used, goOn))) return 0;
    }
    const removed = await this.removeUnused(used, goOn);
    this.log.info({ file: removed }, 'Files that nothing refers to were removed');
    return removed;
  }

  /**
   * Collects the hashes that a column's texts name.
   * @returns false if the work was stopped
   */
  private async collect({ entityMetadata, propertyName }: Column, used: Set<string>, goOn: GoOn): Promise<boolean> {
    const rows = this.files.manager.getRepository<Record<string, unknown>>(entityMetadata.target);
    const key = entityMetadata.primaryColumns[0]?.propertyName ?? 'id';
    for (let after: unknown; ;) {
      const query = rows
        .createQueryBuilder('row')
        .select([`row.${key}`, `row.${propertyName}`])
        .where(`row.${propertyName} LIKE '%/api/file/%'`)
        .orderBy(`row.${key}`)
        .limit(BATCH);
      if (after !== undefined) query.andWhere(`row.${key} > :after`, { after });
      const batch = await query.getMany();
      for (const row of batch) {
        for (const [, hash = ''] of String(row[propertyName]).matchAll(/\/api\/file\/([0-9a-f]{64})/g)) used.add(hash);
      }
      if (batch.length < BATCH) return true;
      after = batch.at(-1)?.[key];
      if (!(await goOn())) return false;
    }
  }

  private async removeUnused(used: ReadonlySet<string>, goOn: GoOn): Promise<number> {
    const now = this.clock.date();
    const limit = new Date(now.getTime() - KEPT_UNUSED_MS);
    let removed = 0;
    for (let after = 0; ;) {
      const batch = await this.files.find({ where: { id: MoreThan(after) }, order: { id: 'ASC' }, take: BATCH });
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
          if (!(await goOn())) return removed;
        }
      }
      const last = batch.at(-1);
      if (last === undefined || batch.length < BATCH || !(await goOn())) return removed;
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
    return transact(this.files.manager, undefined, async ({ manager }) => {
      const bytes = await this.usage.lock(tenantId, manager);
      const where = { id: In(files.map(({ id }) => id)), unusedSince: LessThanOrEqual(limit) };
      const unused = await manager.find(StoredFile, { where });
      if (unused.length === 0) return 0;
      await manager.delete(StoredFile, { id: In(unused.map(({ id }) => id)) });
      const freed = unused.reduce((sum, { size }) => sum + size, 0);
      await this.usage.set(tenantId, bytes - freed, manager);
      return unused.length;
    });
  }
}

function byTenant(files: StoredFile[]): Map<number, StoredFile[]> {
  const groups = new Map<number, StoredFile[]>();
  for (const file of files) groups.set(file.tenantId, [...(groups.get(file.tenantId) ?? []), file]);
  return groups;
}
