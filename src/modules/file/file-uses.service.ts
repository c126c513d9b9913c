import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type ObjectLiteral, Repository } from 'typeorm';
import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata.js';
import { SharedReads } from 'steward/crud';
import { fileReferences } from 'steward/database';
import { type Caller, readerOf } from 'steward/http';
import type { ShouldContinue } from 'steward/kv';
import { StoredFile } from './file.entity.js';

/** Rows read per query. */
const BATCH = 500;

/** How many of the places that use a file are named. */
const MAX_NAMED = 3;

const URLS = /\/api\/file\/([0-9a-f]{64})/g;

/** Which files the columns with `@FileReference` name. */
@Injectable()
export class FileUsesService {
  constructor(
    @InjectRepository(StoredFile) private readonly files: Repository<StoredFile>,
    private readonly reads: SharedReads,
  ) {}

  /**
   * The hashes of all files that are in use.
   * @returns undefined if the work was stopped
   */
  async all(shouldContinue: ShouldContinue): Promise<Set<string> | undefined> {
    const used = new Set<string>();
    for (const column of this.columns) if (!(await this.collect(column, used, shouldContinue))) return undefined;
    return used;
  }

  /** Some of the rows that use a file, of its own tenant or of none: `User 5 (avatar)`. */
  async of({ hash, tenantId }: StoredFile, caller: Caller): Promise<string[]> {
    const found: string[] = [];
    for (const column of this.columns) {
      const { entityMetadata, propertyName } = column;
      const query = this.naming(column, hash).limit(MAX_NAMED - found.length);
      if (entityMetadata.findColumnWithPropertyName('tenantId'))
        query.andWhere('row.tenantId = :tenantId', { tenantId });
      for (const { key } of await this.reads.rows<{ key: unknown }>(
        query.select(`row.${keyOf(column)}`, 'key'),
        readerOf(caller),
      ))
        found.push(`${entityMetadata.name} ${String(key)} (${propertyName})`);
      if (found.length >= MAX_NAMED) break;
    }
    return found;
  }

  private get columns(): ColumnMetadata[] {
    return fileReferences(this.files.manager.dataSource);
  }

  private async collect(column: ColumnMetadata, used: Set<string>, shouldContinue: ShouldContinue): Promise<boolean> {
    const { propertyName } = column;
    const key = keyOf(column);
    for (let after: unknown; ;) {
      const query = this.naming(column)
        .select([`row.${key}`, `row.${propertyName}`])
        .orderBy(`row.${key}`)
        .limit(BATCH);
      if (after !== undefined) query.andWhere(`row.${key} > :after`, { after });
      const batch = await query.getMany();
      for (const row of batch) {
        for (const [, hash = ''] of String(row[propertyName]).matchAll(URLS)) used.add(hash);
      }
      if (batch.length < BATCH) return true;
      after = batch.at(-1)?.[key];
      if (!(await shouldContinue())) return false;
    }
  }

  /** The rows in which a column names a file, or any. */
  private naming({ entityMetadata, propertyName }: ColumnMetadata, hash = '') {
    return this.files.manager
      .createQueryBuilder<ObjectLiteral>(entityMetadata.target, 'row')
      .where(`row.${propertyName} LIKE :url`, { url: `%/api/file/${hash}%` });
  }
}

/** The property that identifies the rows of a column's table for people. */
function keyOf({ entityMetadata }: ColumnMetadata): string {
  return entityMetadata.primaryColumns[0]?.propertyName ?? 'id';
}
