import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type ObjectLiteral, type SelectQueryBuilder } from 'typeorm';
import { ROW, SharedReads } from 'steward/crud';
import { Clock, FairQueue } from 'steward/core';
import { dialectOf, type Partition, type Reader } from 'steward/database';
import { LATE_MS, type Slice, slicesOf } from './slices.js';

/** The rows of a log that a caller asks for. */
export interface Chronicle {
  table: string;
  /** Identifies them among all selections of this version of the table. */
  name: string;
  query: () => SelectQueryBuilder<ObjectLiteral>;
  /** Who asks; undefined for reads in the background. */
  reader: Reader | undefined;
}

type Bounds = Pick<Slice, 'from' | 'to'>;

interface CountRow {
  total: number | string;
}

/** A slice that is being counted, or was. */
interface Counting {
  startedAt: number;
  count: Promise<number>;
  /** The result, once there is one. */
  found?: number;
}

/** From this many rows on, as estimated by the database, a table is counted in slices. */
const SLICED_FROM = 100_000;

/** How many slices are counted at a time. */
const COUNTED_TOGETHER = 2;

/** How long a page waits for counts before it is shown with estimates; shorter than a request may take. */
const PATIENCE_MS = 3000;

/** How old the count of a slice that gets no more rows may become; shorter than the version of a table is kept. */
const MAX_AGE_MS = 3_600_000;

/** How old the information about a table's partitions may become. */
const PARTITIONS_MAX_AGE_MS = 60_000;

/** How many counts are kept. */
const MAX_KEPT = 20_000;

/**
 * The shortcuts that a log allows: reading the newest rows from the newest partitions only, and recounting only the
 * rows of today, because earlier days get no more rows.
 */
@Injectable()
export class Timelines {
  private readonly kept = new Map<string, Counting>();
  private readonly turns = new FairQueue({ slots: COUNTED_TOGETHER });

  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly reads: SharedReads,
    private readonly clock: Clock,
  ) {}

  /**
   * Times from which to look for the newest rows, in turn until enough are found: the beginnings of the current
   * partition, of the last two, of the last four and so on; the last is undefined, for all rows.
   */
  async beginnings(table: string): Promise<(Date | undefined)[]> {
    const partitions = await this.partitionsOf(table);
    const now = this.clock.date();
    const current = partitions.findIndex(({ before }) => before === undefined || before > now);
    const beginnings: (Date | undefined)[] = [];
    for (let back = 0; current - back > 0; back = 2 * back + 1) beginnings.push(partitions[current - back - 1]?.before);
    return [...beginnings, undefined];
  }

  /**
   * How many rows there are; undefined if the table is to be counted as a whole. A slice that is not counted within a
   * few seconds, as just after a start, is estimated, and its counting continues for the next caller.
   */
  async count(chronicle: Chronicle): Promise<number | undefined> {
    const partitions = await this.partitionsOf(chronicle.table);
    if (partitions.reduce((sum, { rows }) => sum + rows, 0) < SLICED_FROM) return undefined;
    const { closed, open } = slicesOf(partitions, this.clock.date());
    const today = this.countSlice(chronicle, open);
    const counting = closed.map((slice) => this.countClosed(chronicle, slice));
    const patience = new AbortController();
    const [counted] = await Promise.all([
      today,
      Promise.race([
        Promise.allSettled(counting.map(({ count }) => count)),
        pause(PATIENCE_MS, undefined, { signal: patience.signal, ref: false }).catch(() => undefined),
      ]).finally(() => patience.abort()),
    ]);
    return counted + sumOf(closed, counting);
  }

  /**
   * How many rows there are once the call has begun. The earlier ones are counted for all callers, and again every few
   * seconds, because some of them may be deleted.
   */
  async countNow(chronicle: Chronicle): Promise<number> {
    const { name, reader } = chronicle;
    const settled = await this.reads.share(`settled ${name}`, reader, async (signal) => {
      const to = new Date(this.clock.now() - LATE_MS);
      const counting = { ...chronicle, reader: reader && { userId: reader.userId, signal } };
      return { to, count: await this.countSlice(counting, { from: undefined, to }) };
    });
    // Too few to hold anybody up.
    const count = () => this.slice(chronicle, { from: settled.to, to: undefined }).getRawOne<CountRow>();
    const recent = await this.reads.together(`since ${Number(settled.to)} ${name}`, reader, count);
    return settled.count + Number(recent?.total);
  }

  /**
   * No request's time limit ends it: otherwise several requests would begin it one after another. Nor does it hold up
   * other reads of the caller.
   */
  private countClosed(chronicle: Chronicle, slice: Slice): Counting {
    const key = [chronicle.name, slice.from?.getTime(), slice.to?.getTime()].join(' ');
    const known = this.kept.get(key);
    const now = this.clock.steady();
    if (known !== undefined && now - known.startedAt < MAX_AGE_MS) return known;
    const behind = { ...chronicle, reader: undefined };
    const counting: Counting = {
      startedAt: now,
      count: this.turns.run([], undefined, () => this.countSlice(behind, slice)),
    };
    if (this.kept.size >= MAX_KEPT) this.kept.clear();
    this.kept.set(key, counting);
    counting.count.then(
      (count) => (counting.found = count),
      () => this.kept.delete(key),
    );
    return counting;
  }

  private async countSlice(chronicle: Chronicle, slice: Bounds): Promise<number> {
    const [row] = await this.reads.rows<CountRow>(this.slice(chronicle, slice), chronicle.reader);
    return Number(row?.total);
  }

  private slice({ query }: Chronicle, { from, to }: Bounds): SelectQueryBuilder<ObjectLiteral> {
    const { sql } = dialectOf(this.db);
    const builder = query().select('COUNT(1)', 'total');
    if (from !== undefined) builder.andWhere(`${ROW}.createdAt >= :sliceFrom`, { sliceFrom: sql.boundOf(from, false) });
    if (to !== undefined) builder.andWhere(`${ROW}.createdAt < :sliceTo`, { sliceTo: sql.boundOf(to, false) });
    return builder;
  }

  private async partitionsOf(table: string): Promise<Partition[]> {
    const { partitions } = dialectOf(this.db);
    if (partitions === undefined) return [];
    const read = () => partitions.of(this.db, table);
    return this.reads.share(`partitions ${table}`, undefined, read, PARTITIONS_MAX_AGE_MS);
  }
}

/** The known counts and estimates of the others, corrected by the error of the estimates whose counts are known. */
function sumOf(slices: readonly Slice[], counting: readonly Counting[]): number {
  const counted = counting.reduce((sum, { found }) => sum + (found ?? 0), 0);
  const estimateOf = (isKnown: boolean) =>
    slices.reduce((sum, { estimate }, i) => ((counting[i]?.found !== undefined) === isKnown ? sum + estimate : sum), 0);
  const [known, unknown] = [estimateOf(true), estimateOf(false)];
  return counted + Math.round(known > 0 ? (unknown * counted) / known : unknown);
}
