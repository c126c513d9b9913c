import type { Repository, SelectQueryBuilder } from 'typeorm';
import {
  type KeyedRows,
  PageReader,
  type Range,
  ROW,
  type Selection,
  type SharedReads,
  type Totals,
} from 'steward/crud';
import type { LogRow } from 'steward/database';
import type { Timelines } from './timelines.js';

/** Reads pages of a log, of which few but the newest rows are ever looked at. */
export class LogPageReader<E extends LogRow> extends PageReader<E> {
  /** @param timelines called only when reading, because a service gets them after it is constructed */
  constructor(
    private readonly log: Repository<E>,
    shared: () => SharedReads,
    keyed: KeyedRows<E>,
    totals: Totals<E>,
    private readonly timelines: () => Timelines,
  ) {
    super(log, shared, keyed, totals);
  }

  /** Looks for the newest rows where they are likely to be, and further back until there are enough. */
  protected override async rowsIn<T>(
    selection: Selection<E>,
    range: Range,
    read: (wanted: SelectQueryBuilder<E>) => Promise<T[]>,
  ): Promise<T[]> {
    if (selection.bounded || selection.sorted) return super.rowsIn(selection, range, read);
    let found: T[] = [];
    for (const from of await this.timelines().beginnings(this.log.metadata.tableName)) {
      found = await super.rowsIn(selection, range, (wanted) =>
        read(from ? wanted.andWhere(`${ROW}.createdAt >= :beginning`, { beginning: from }) : wanted),
      );
      if (found.length === range.size) break;
    }
    return found;
  }
}
