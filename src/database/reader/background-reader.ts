import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type ObjectLiteral, type SelectQueryBuilder } from 'typeorm';
import { FairQueue } from '../../core/fair-queue.js';
import type { HeavyReads } from '../dialect/dialect.js';
import { dialectOf } from '../dialects/dialects.js';

/** The party that asks for rows; one that asks for a lot does not make the others wait longer. */
export interface Reader {
  userId: number;
  /** Aborted when nobody waits for the rows any more; undefined if nobody waits from the start. */
  readonly signal: AbortSignal | undefined;
}

/**
 * Runs statements that read a lot of data, such as counting a million rows: a few at a time, with callers taking turns.
 */
@Injectable()
export class BackgroundReader implements OnApplicationShutdown {
  private readonly reads: HeavyReads;
  private readonly queue: FairQueue;

  constructor(@InjectDataSource() dataSource: DataSource) {
    this.reads = dialectOf(dataSource).heavyReads(dataSource);
    this.queue = new FairQueue(this.reads.limits);
  }

  /**
   * The raw rows of a query, which sees only what is committed.
   * @throws Error with the driver's code if the database refuses the query, AppError 503 if the request was cut
   * meanwhile
   */
  rows<T>(builder: SelectQueryBuilder<ObjectLiteral>, reader?: Reader): Promise<T[]> {
    return this.run(reader, () => this.reads.rows(builder) as Promise<T[]>);
  }

  /** The values of a single-column query, without an object for each of a million rows. Fails as {@link rows} does. */
  column(builder: SelectQueryBuilder<ObjectLiteral>, reader?: Reader): Promise<unknown[]> {
    return this.run(reader, () => this.reads.column(builder));
  }

  async onApplicationShutdown(): Promise<void> {
    await this.reads.close();
  }

  private run<T>(reader: Reader | undefined, read: () => Promise<T>): Promise<T> {
    return this.queue.run(reader ? [`user:${reader.userId}`] : [], reader?.signal, read);
  }
}
