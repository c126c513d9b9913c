import type { ObjectLiteral, Repository, SelectQueryBuilder } from 'typeorm';
import type { Reader } from '../database/reader/background-reader.js';
import { ROW } from './filters.js';
import type { KeyValues, RowKey } from './row-key.js';
import type { Order } from './shape.js';
import type { SharedReads } from './shared-reads.js';
import { readPlainRows } from './plain-rows.js';

/** The rows that somebody asks for, of which a page or all are read. */
export interface Selection<E> {
  /** A new query for them; called once for each statement. */
  query: () => SelectQueryBuilder<E & ObjectLiteral>;
  order: Order<E>;
  /** Whether they are spread over the table, instead of being the next ones of an order. */
  searched: boolean;
  /** Whether somebody chose the order, which then may have no index. */
  sorted: boolean;
  reader: Reader;
  /** Adds to rows what is not in their table. */
  complete: (rows: E[]) => Promise<void>;
}

/** Which rows of a selection are wanted. */
export interface Range {
  offset: number;
  size: number;
}

/** A search that finds no more keys than these needs no count beside it. */
const FEW = 1000;

/** From this offset on the rows of a page are looked up once and shared, instead of counted off for every caller. */
const DEEP_OFFSET = 1000;

/**
 * Reads rows of one entity without letting the size of the table count for more than it must: counts are shared, a
 * search finds the keys first, which an index has, and pages far behind are looked up once for all who want them.
 */
export class PageReader<E extends object> {
  /**
   * @param reads asked for at the first read: a service has them once it is constructed
   * @param key of the rows; a view may have none, and is read row by row
   * @param columns properties that are read; undefined for all
   */
  constructor(
    private readonly rows: Repository<E>,
    private readonly reads: () => SharedReads,
    private readonly key: RowKey,
    private readonly columns: string[] | undefined,
  ) {}

  /**
   * One page, and how many rows there are.
   * @param name tells this selection from every other of this version of the table: those who give the same share reads
   */
  async page(selection: Selection<E>, { offset, size }: Range, name: string): Promise<{ rows: E[]; total: number }> {
    const { reader } = selection;
    let found: KeyValues[] | undefined;
    const total = await this.reads().share(`count ${name}`, reader.lifetime, async (lifetime) => {
      const counting = { ...selection, reader: { userId: reader.userId, lifetime } };
      if (selection.searched && this.hasKey) {
        found = await this.keysOf(selection.query().limit(FEW + 1), counting);
        if (found.length <= FEW) return found.length;
      }
      return this.count(counting);
    });
    if (found && (found.length <= FEW || offset + size <= FEW)) {
      return { rows: await this.byKeys(found.slice(offset, offset + size), selection), total };
    }
    const rows = offset > total + DEEP_OFFSET ? [] : await this.rowsAt(selection, { offset, size }, name);
    return { rows, total: Math.max(total, rows.length > 0 ? offset + rows.length : 0) };
  }

  /** The first rows of a selection. */
  async first(selection: Selection<E>, size: number): Promise<E[]> {
    const rows = await this.find(selection.query().limit(size), selection);
    await selection.complete(rows);
    return rows;
  }

  /** The keys of all rows of a selection; of a view that has none, the rows themselves. */
  async keys(selection: Selection<E>): Promise<unknown[]> {
    const { query, order, reader } = selection;
    if (!this.hasKey) return this.find(query(), selection);
    if (this.key.isComposite) return this.keysOf(query(), selection);
    const values = await this.reads().column(this.keysIn(query(), order), reader);
    return values;
  }

  /** The rows of what {@link keys} found that are still there. */
  async byKeys(keys: readonly unknown[], { order, complete }: Selection<E>): Promise<E[]> {
    const rows = this.hasKey ? await this.rowsOf(keys, order) : (keys as E[]);
    await complete(rows);
    return rows;
  }

  private get hasKey(): boolean {
    return this.key.properties.length > 0;
  }

  private rowsAt(selection: Selection<E>, { offset, size }: Range, name: string): Promise<E[]> {
    const { order, reader } = selection;
    const page = `${order.join()} ${offset} ${size} ${name}`;
    const wanted = () => selection.query().offset(offset).limit(size);
    return this.reads().together(`page ${page}`, reader.lifetime, async () => {
      if (offset < DEEP_OFFSET || !this.hasKey) {
        const rows = await this.find(wanted(), selection);
        await selection.complete(rows);
        return rows;
      }
      const keys = await this.reads().share(`keys ${page}`, reader.lifetime, (lifetime) =>
        this.keysOf(wanted(), { order, reader: { userId: reader.userId, lifetime } }),
      );
      return this.byKeys(keys, selection);
    });
  }

  /** Reads rows straight where they follow each other in an index; those that must be searched for, by their keys. */
  private async find(wanted: SelectQueryBuilder<E>, selection: Selection<E>): Promise<E[]> {
    const { order, searched, sorted } = selection;
    if (!this.hasKey) return readPlainRows(ordered(this.only(wanted), order), this.rows.metadata);
    if (searched || sorted) return this.rowsOf(await this.keysOf(wanted, selection), order);
    return ordered(this.only(wanted), order).getMany();
  }

  private only(builder: SelectQueryBuilder<E>): SelectQueryBuilder<E> {
    return this.columns ? builder.select(this.columns.map((property) => `${ROW}.${property}`)) : builder;
  }

  private async count({ query, reader }: Selection<E>): Promise<number> {
    const [row] = await this.reads().rows<{ total: number | string }>(query().select('COUNT(1)', 'total'), reader);
    return Number(row?.total);
  }

  /** The keys alone of the rows that are wanted: a search reads them in an index, and no whole row only to skip it. */
  private async keysOf(
    wanted: SelectQueryBuilder<E>,
    { order, reader }: Pick<Selection<E>, 'order' | 'reader'>,
  ): Promise<KeyValues[]> {
    const rows = await this.reads().rows<Record<string, unknown>>(this.keysIn(wanted, order), reader);
    return rows.map((row) => this.key.properties.map((_property, index) => row[`key${index}`]));
  }

  private keysIn(wanted: SelectQueryBuilder<E>, order: Order<E>): SelectQueryBuilder<E> {
    const [first = '', ...others] = this.key.properties.map((property) => `${ROW}.${property}`);
    wanted.select(first, 'key0');
    for (const [index, column] of others.entries()) wanted.addSelect(column, `key${index + 1}`);
    return ordered(wanted, order);
  }

  private async rowsOf(keys: readonly unknown[], order: Order<E>): Promise<E[]> {
    if (keys.length === 0) return [];
    const values = keys.map((key) => (Array.isArray(key) ? (key as KeyValues) : [key]));
    const { sql, parameters } = this.key.condition(ROW, values);
    return ordered(this.only(this.rows.createQueryBuilder(ROW)).where(sql, parameters), order).getMany();
  }
}

function ordered<E extends object>(builder: SelectQueryBuilder<E>, order: Order<E>): SelectQueryBuilder<E> {
  for (const [property, direction] of order) builder.addOrderBy(`${ROW}.${property}`, direction);
  return builder;
}
