import type { Repository, SelectQueryBuilder } from 'typeorm';
import { ROW } from '../columns/filters.js';
import type { KeyValues, RowKey } from '../columns/row-key.js';
import { type Selection, ordered } from './selection.js';
import type { SortOrder } from '../shape.js';
import type { SharedReads } from './shared-reads.js';

/** From this many rows on, it pays to look up the times of the first and the last one before reading them all. */
const MANY = 100;

/** Reads rows in two steps: first their keys, which an index holds, then the rows themselves. */
export class KeyedRows<E extends object> {
  /**
   * @param reads called only when reading, because a service gets it after it is constructed
   * @param columns properties that are read; undefined for all
   */
  constructor(
    private readonly repository: Repository<E>,
    private readonly reads: () => SharedReads,
    private readonly key: RowKey,
    private readonly columns: string[] | undefined,
  ) {}

  /**
   * Only the keys of the rows that are wanted, with their times if they have some: a search finds these in an index,
   * and does not read whole rows only to skip them.
   */
  async find(
    wanted: SelectQueryBuilder<E>,
    { order, reader, time }: Pick<Selection<E>, 'order' | 'reader' | 'time'>,
  ): Promise<KeyValues[]> {
    const query = this.query(wanted, order);
    if (time !== undefined) query.addSelect(`${ROW}.${time}`, 'time');
    const rows = await this.reads().rows<Record<string, unknown>>(query, reader);
    return rows.map((row) => {
      const key = this.key.properties.map((_property, index) => row[`key${index}`]);
      return time === undefined ? key : [...key, row.time];
    });
  }

  /** A query for only the keys. */
  query(wanted: SelectQueryBuilder<E>, order: SortOrder<E>): SelectQueryBuilder<E> {
    const [first = '', ...others] = this.key.properties.map((property) => `${ROW}.${property}`);
    wanted.select(first, 'key0');
    for (const [index, column] of others.entries()) wanted.addSelect(column, `key${index + 1}`);
    return ordered(wanted, order);
  }

  /**
   * The rows with these keys. Each key may be followed by the time of its row, so that few partitions of a table are
   * read.
   */
  async rows(keys: readonly unknown[], { order, time }: Pick<Selection<E>, 'order' | 'time'>): Promise<E[]> {
    if (keys.length === 0) return [];
    const values = keys.map((key) => (Array.isArray(key) ? (key as KeyValues) : [key]));
    const builder = this.only(this.having(values));
    const [earliest, latest] = time === undefined ? [] : await this.timesOf(values, time, order);
    if (latest !== undefined) builder.andWhere(`${ROW}.${time} BETWEEN :earliest AND :latest`, { earliest, latest });
    return ordered(builder, order).getMany();
  }

  /** Leaves out the columns that are not to be read. */
  only(builder: SelectQueryBuilder<E>): SelectQueryBuilder<E> {
    return this.columns ? builder.select(this.columns.map((property) => `${ROW}.${property}`)) : builder;
  }

  private having(values: readonly KeyValues[]): SelectQueryBuilder<E> {
    const { sql, parameters } = this.key.condition(ROW, values);
    return this.repository.createQueryBuilder(ROW).where(sql, parameters);
  }

  /** The earliest and the latest time of rows; empty if they are not known and would cost more than they save. */
  private async timesOf(values: readonly KeyValues[], time: string, order: SortOrder<E>): Promise<Date[]> {
    let times = values.map((key) => key[this.key.properties.length]).filter((value) => value instanceof Date);
    if (times.length < values.length) {
      const ends = [values[0] ?? [], values.at(-1) ?? []];
      if (values.length < MANY || order[0]?.[0] !== time) return [];
      const found = await this.having(ends).select(`${ROW}.${time}`, 'time').getRawMany<{ time: Date }>();
      if (found.length < ends.length) return [];
      times = found.map((row) => row.time);
    }
    const milliseconds = times.map(Number);
    return [new Date(Math.min(...milliseconds)), new Date(Math.max(...milliseconds))];
  }
}
