import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type ObjectLiteral, type SelectQueryBuilder } from 'typeorm';
import { Clock } from '../core/clock.js';
import { dialectOf } from '../database/dialects/dialects.js';
import type { Partition } from '../database/partitions/partitions.js';
import type { Reader } from '../database/reader/background-reader.js';
import { ROW } from './filters.js';
import { SharedReads } from './shared-reads.js';
import { type Slice, slicesOf } from './slices.js';

/** All rows of a table that a caller sees, in the order of their times. */
export interface Chronicle {
  table: string;
  /** Property with the time of a row. */
  time: string;
  /** Tells these rows from all others of this version of the table. */
  name: string;
  query: () => SelectQueryBuilder<ObjectLiteral>;
  reader: Reader;
}

/** From so many rows on, as the database estimates, a table is counted in slices. */
const SLICED_FROM = 100_000;

/** How old the count of a slice may get that no row comes to any more; shorter than a version of a table is kept. */
const MAX_AGE_MS = 3_600_000;

/** How old what is known of a table's partitions may get. */
const PARTITIONS_MAX_AGE_MS = 60_000;

/** How many counts are kept. */
const MAX_KEPT = 20_000;

/**
 * What tables in partitions by time allow: to read the newest rows in the newest partitions alone, and to count again
 * only the rows of today, since none come to those of the days before.
 */
@Injectable()
export class Timelines {
  private readonly kept = new Map<string, { countedAt: number; count: number }>();

  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly reads: SharedReads,
    private readonly clock: Clock,
  ) {}

  /**
   * Times from which on the newest rows are to be looked for, until enough are found: the beginnings of the current
   * partition, of the one before, and of twice as many each time; the last is undefined, for all rows.
   */
  async beginnings(table: string): Promise<(Date | undefined)[]> {
    const partitions = await this.partitionsOf(table);
    const now = this.clock.date();
    const current = partitions.findIndex(({ before }) => before === undefined || before > now);
    const beginnings: (Date | undefined)[] = [];
    for (let back = 0; current - back > 0; back = 2 * back + 1) beginnings.push(partitions[current - back - 1]?.before);
    return [...beginnings, undefined];
  }

  /** How many rows there are; undefined where the table is to be counted as a whole. */
  async count(chronicle: Chronicle): Promise<number | undefined> {
    const partitions = await this.partitionsOf(chronicle.table);
    if (partitions.reduce((sum, { rows }) => sum + rows, 0) < SLICED_FROM) return undefined;
    const { closed, open } = slicesOf(partitions, this.clock.date());
    const counts = await Promise.all([
      ...closed.map((slice) => this.countClosed(chronicle, slice)),
      this.countSlice(chronicle, open),
    ]);
    return counts.reduce((sum, count) => sum + count, 0);
  }

  private async countClosed(chronicle: Chronicle, slice: Slice): Promise<number> {
    const key = [chronicle.name, slice.from?.getTime(), slice.to?.getTime()].join(' ');
    const known = this.kept.get(key);
    const now = this.clock.steady();
    if (known !== undefined && now - known.countedAt < MAX_AGE_MS) return known.count;
    const count = await this.countSlice(chronicle, slice);
    if (this.kept.size >= MAX_KEPT) this.kept.clear();
    this.kept.set(key, { countedAt: now, count });
    return count;
  }

  private async countSlice({ time, query, reader }: Chronicle, { from, to }: Slice): Promise<number> {
    const builder = query().select('COUNT(1)', 'total');
    if (from !== undefined) builder.andWhere(`${ROW}.${time} >= :sliceFrom`, { sliceFrom: from });
    if (to !== undefined) builder.andWhere(`${ROW}.${time} < :sliceTo`, { sliceTo: to });
    const [row] = await this.reads.rows<{ total: number | string }>(builder, reader);
    return Number(row?.total);
  }

  private async partitionsOf(table: string): Promise<Partition[]> {
    const { partitions } = dialectOf(this.db);
    if (partitions === undefined) return [];
    const read = () => partitions.of(this.db, table);
    return this.reads.share(`partitions ${table}`, undefined, read, PARTITIONS_MAX_AGE_MS);
  }
}
