import type { ObjectLiteral, Repository, SelectQueryBuilder } from 'typeorm';
import type { Reader } from '../../database/reader/background-reader.js';
import { ROW } from '../columns/filters.js';
import type { KeyValues, RowKey } from '../columns/row-key.js';
import { type Range, type Selection, ordered, unionOf } from './selection.js';
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

  /** The keys of the rows in a range of what several queries find. */
  findAmong(parts: readonly SelectQueryBuilder<E>[], range: Range, { order, reader }: Wanted<E>): Promise<KeyValues[]> {
    return this.found(this.among(parts, range, order), reader);
  }

  /**
   * The rows in a range of what several queries find.
   * @param counting a query for their `total`, which is then of the same moment; without rows, there is none
   */
  async rowsAmong(
    parts: readonly SelectQueryBuilder<E>[],
    range: Range,
    order: SortOrder<E>,
    counting?: SelectQueryBuilder<ObjectLiteral>,
  ): Promise<{ rows: E[]; total?: number }> {
    const keys = this.among(parts, range, order);
    const isFound = this.key.properties.map((property, at) => `found.key${at} = ${ROW}.${property}`).join(' AND ');
    const query = this.repository.createQueryBuilder(ROW).innerJoin(`(${keys.getQuery()})`, 'found', isFound);
    return this.counted(ordered(this.only(query.setParameters(keys.getParameters())), order), counting);
  }

  /**
   * The rows of a query.
   * @param counting as in {@link rowsAmong}
   */
  async counted(
    query: SelectQueryBuilder<E>,
    counting?: SelectQueryBuilder<ObjectLiteral>,
  ): Promise<{ rows: E[]; total?: number }> {
    if (counting === undefined) return { rows: await query.getMany() };
    query.addSelect(`(${counting.getQuery()})`, 'total').setParameters(counting.getParameters());
    const { entities, raw } = await query.getRawAndEntities<{ total: number | string }>();
    return { rows: entities, total: raw[0] && Number(raw[0].total) };
  }

  /** A query for only the keys in a range of what several queries find. */
  private among(
    parts: readonly SelectQueryBuilder<E>[],
    { offset, size }: Range,
    order: SortOrder<E>,
  ): SelectQueryBuilder<ObjectLiteral> {
    const keys = this.key.properties;
    const others = order.map(([property]) => property).filter((property) => !keys.includes(property));
    const found = parts.map((part) => {
      const query = this.query(part.limit(offset + size), order);
      for (const [at, property] of others.entries()) query.addSelect(`${ROW}.${property}`, `order${at}`);
      return query;
    });
    const query = unionOf(found, false).select([]);
    for (const at of keys.keys()) query.addSelect(`found.key${at}`, `key${at}`);
    for (const [property, direction] of order) {
      const isKey = keys.includes(property);
      const name = isKey ? `key${keys.indexOf(property)}` : `order${others.indexOf(property)}`;
      query.addOrderBy(`found.${name}`, direction);
    }
    return query.offset(offset).limit(size);
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
  protected async found(query: SelectQueryBuilder<ObjectLiteral>, reader: Reader): Promise<KeyValues[]> {
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
