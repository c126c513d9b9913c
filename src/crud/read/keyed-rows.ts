import type { Repository, SelectQueryBuilder } from 'typeorm';
import type { Reader } from '../../database/reader/background-reader.js';
import { ROW } from '../columns/filters.js';
import type { KeyValues, RowKey } from '../columns/row-key.js';
import { type Selection, ordered } from './selection.js';
import type { SortOrder } from '../shape.js';
import type { SharedReads } from './shared-reads.js';

/** The order of the keys to find, and who asks for them. */
export type Wanted<E> = Pick<Selection<E>, 'order' | 'reader'>;

/** Reads rows in two steps: first their keys, which an index holds, then the rows themselves. */
export class KeyedRows<E extends object> {
  /**
   * @param reads called only when reading, because a service gets it after it is constructed
   * @param columns properties that are read; undefined for all
   */
  constructor(
    private readonly repository: Repository<E>,
    private readonly reads: () => SharedReads,
    readonly key: RowKey,
    private readonly columns: string[] | undefined,
  ) {}

  /**
   * Only the keys of the rows that are wanted: a search finds these in an index, and does not read whole rows only to
   * skip them.
   */
  find(wanted: SelectQueryBuilder<E>, { order, reader }: Wanted<E>): Promise<KeyValues[]> {
    return this.found(this.query(wanted, order), reader);
  }

  /** A query for only the keys. */
  query(wanted: SelectQueryBuilder<E>, order: SortOrder<E>): SelectQueryBuilder<E> {
    const [first = '', ...others] = this.key.properties.map((property) => `${ROW}.${property}`);
    wanted.select(first, 'key0');
    for (const [index, column] of others.entries()) wanted.addSelect(column, `key${index + 1}`);
    return ordered(wanted, order);
  }

  /** The rows with these keys, except those that no longer exist. */
  async rows(keys: readonly KeyValues[], order: SortOrder<E>): Promise<E[]> {
    return keys.length === 0 ? [] : ordered(this.having(keys), order).getMany();
  }

  /** Leaves out the columns that are not to be read. */
  only(builder: SelectQueryBuilder<E>): SelectQueryBuilder<E> {
    return this.columns ? builder.select(this.columns.map((property) => `${ROW}.${property}`)) : builder;
  }

  /** Runs a {@link query}. */
  protected async found(query: SelectQueryBuilder<E>, reader: Reader): Promise<KeyValues[]> {
    const rows = await this.reads().rows<Record<string, unknown>>(query, reader);
    return rows.map((row) => this.valuesOf(row));
  }

  /** The key in a row of a {@link query}. */
  protected valuesOf(row: Record<string, unknown>): KeyValues {
    return this.key.properties.map((_property, index) => row[`key${index}`]);
  }

  /** A query for the rows with these keys. */
  protected having(keys: readonly KeyValues[]): SelectQueryBuilder<E> {
    const { sql, parameters } = this.key.condition(ROW, keys);
    return this.only(this.repository.createQueryBuilder(ROW).where(sql, parameters));
  }
}
