import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type ObjectLiteral, type SelectQueryBuilder } from 'typeorm';
import { FairQueue, type Waiter } from '../../core/fair-queue.js';
import type { HeavyReads } from '../dialects/dialect.js';
import { dialectOf } from '../dialects/dialects.js';

/** Who asks for rows; nobody else waits longer because one asks for much. */
export interface Reader {
  userId: number;
  /** The request that waits for them. */
  lifetime?: Waiter;
}

/** Runs statements that read much, such as the count of a million rows, a few at a time and in turns for those who ask. */
@Injectable()
export class BackgroundReader implements OnApplicationShutdown {
  private readonly reads: HeavyReads;
  private readonly queue: FairQueue;

  constructor(@InjectDataSource() dataSource: DataSource) {
    this.reads = dialectOf(dataSource).heavyReads(dataSource);
    this.queue = new FairQueue(this.reads.limits);
  }

  /**
   * The raw rows of a query; they are of what is committed.
   * @throws Error with the driver's code where the database refuses, AppError 503 where the request was cut meanwhile
   */
  rows<T>(builder: SelectQueryBuilder<ObjectLiteral>, reader?: Reader): Promise<T[]> {
    return this.run(reader, () => this.reads.rows(builder) as Promise<T[]>);
  }

  /**
   * The values of a query of one column: of a million rows, without an object for each. Fails as {@link rows} does.
   */
  column(builder: SelectQueryBuilder<ObjectLiteral>, reader?: Reader): Promise<unknown[]> {
    return this.run(reader, () => this.reads.column(builder));
  }

  async onApplicationShutdown(): Promise<void> {
    await this.reads.close();
  }

  private run<T>(reader: Reader | undefined, read: () => Promise<T>): Promise<T> {
    return this.queue.run(reader ? [`user:${reader.userId}`] : [], reader?.lifetime, read);
  }
}
