import { Inject } from '@nestjs/common';
import type { Repository } from 'typeorm';
import { CrudService, type CrudShape, KeyedRows, type PageReader } from 'steward/crud';
import { dialectOf, type LogRow } from 'steward/database';
import { DatedRows } from './dated-rows.js';
import { LogPageReader } from './log-page-reader.js';
import { LogTotals } from './log-totals.js';
import { Timelines } from './timelines.js';

/**
 * Queries and deletes the rows of a log. They are only ever added, at the present time, and shown with the newest
 * first; on some databases their table is partitioned by month.
 */
export abstract class LogService<E extends LogRow> extends CrudService<E> {
  /** Injected as a property, so that the constructors of services take only their own dependencies. */
  @Inject(Timelines)
  private readonly timelines: Timelines;

  protected constructor(rows: Repository<E>, shape: Pick<CrudShape<E>, 'label' | 'filters' | 'added' | 'owner'>) {
    // The order of an index that a time range can use as well.
    super(rows, {
      ...shape,
      order: [
        ['createdAt', 'DESC'],
        ['id', 'DESC'],
      ],
    });
  }

  protected override pageReader(): PageReader<E> {
    const reads = () => this.reads;
    const timelines = () => this.timelines;
    const isPartitioned = dialectOf(this.rows.manager.dataSource).partitions !== undefined;
    const Keyed = isPartitioned ? DatedRows<E> : KeyedRows<E>;
    const keyed = new Keyed(this.rows, reads, this.resource.key, undefined);
    const totals = new LogTotals<E>(this.rows.metadata.tableName, reads, timelines);
    return new LogPageReader(this.rows, reads, keyed, totals, timelines);
  }
}
