import type { Repository, SelectQueryBuilder } from 'typeorm';
import { ROW } from '../columns/filters.js';
import { KeyedRows } from './keyed-rows.js';
import { readPlainRows } from '../columns/plain-rows.js';
import type { KeyValues, RowKey } from '../columns/row-key.js';
import { type Range, type ReadingTools, type Selection, ordered } from './selection.js';
import type { SharedReads } from './shared-reads.js';

/** A search that finds no more keys than this needs no separate count. */
const FEW = 1000;

/**
 * From this offset on, the keys of a page are looked up once and shared, instead of skipping to them for every caller.
 */
const DEEP_OFFSET = 1000;

/**
 * Reads rows of one entity so that the size of the table matters no more than it must: counts are shared, a search
 * first finds the keys, which an index holds, and pages far into the table are looked up once for all callers.
 */
export class PageReader<E extends object> {
  private readonly keyed: KeyedRows<E>;

  /**
   * @param tools called only when reading, because a service gets them after it is constructed
   * @param key of the rows; without one, as in a view, whole rows are read instead of keys
   * @param columns properties that are read; undefined for all
   */
  constructor(
    private readonly rows: Repository<E>,
    private readonly tools: () => ReadingTools,
    private readonly key: RowKey,
    columns: string[] | undefined,
  ) {
    this.keyed = new KeyedRows(rows, () => tools().reads, key, columns);
  }

  /**
   * One page, and how many rows there are.
   * @param name identifies this selection among all of this version of the table: calls with the same name share reads
   */
  async page(selection: Selection<E>, { offset, size }: Range, name: string): Promise<{ rows: E[]; total: number }> {
    const { reader } = selection;
    let found: KeyValues[] | undefined;
    const total = await this.reads.share(`count ${name}`, reader, async (signal) => {
      const counting = { ...selection, reader: { userId: reader.userId, signal } };
      if (selection.searched && this.hasKey) {
        found = await this.keyed.find(selection.query().limit(FEW + 1), counting);
        if (found.length <= FEW) return found.length;
      }
      return this.count(counting, name);
    });
    if (found && (found.length <= FEW || offset + size <= FEW)) {
      return { rows: await this.byKeys(found.slice(offset, offset + size), selection), total };
    }
    const rows = offset > total + DEEP_OFFSET ? [] : await this.rowsAt(selection, { offset, size }, name);
    return { rows, total: Math.max(total, rows.length > 0 ? offset + rows.length : 0) };
  }

  /** The first rows of a selection. */
  async first(selection: Selection<E>, size: number): Promise<E[]> {
    const rows = await this.newest(selection, { offset: 0, size }, (wanted) => this.find(wanted, selection));
    await selection.complete(rows);
    return rows;
  }

  /** The keys of all rows of a selection; for a view without a key, the rows themselves. */
  async keys(selection: Selection<E>): Promise<unknown[]> {
    const { query, order, reader } = selection;
    if (!this.hasKey) return this.find(query(), selection);
    if (this.key.isComposite) return this.keyed.find(query(), selection);
    return this.reads.column(this.keyed.query(query(), order), reader);
  }

  /** The rows that {@link keys} found, except those that no longer exist. */
  async byKeys(keys: readonly unknown[], selection: Selection<E>): Promise<E[]> {
    const rows = this.hasKey ? await this.keyed.rows(keys, selection) : (keys as E[]);
    await selection.complete(rows);
    return rows;
  }

  private get reads(): SharedReads {
    return this.tools().reads;
  }

  private get hasKey(): boolean {
    return this.key.properties.length > 0;
  }

  private rowsAt(selection: Selection<E>, { offset, size }: Range, name: string): Promise<E[]> {
    const { order, reader } = selection;
    const page = `${order.join()} ${offset} ${size} ${name}`;
    const range = { offset, size };
    return this.reads.together(`page ${selection.audience} ${page}`, reader, async () => {
      if (offset < DEEP_OFFSET || !this.hasKey) {
        const rows = await this.newest(selection, range, (wanted) => this.find(wanted, selection));
        await selection.complete(rows);
        return rows;
      }
      const keys = await this.reads.share(`keys ${page}`, reader, (signal) =>
        this.newest(selection, range, (wanted) =>
          this.keyed.find(wanted, { ...selection, reader: { userId: reader.userId, signal } }),
        ),
      );
      return this.byKeys(keys, selection);
    });
  }

  /** Looks for the newest rows where they are likely to be, and further back until there are enough. */
  private async newest<T>(
    { query, bounded, sorted, time }: Selection<E>,
    { offset, size }: Range,
    read: (wanted: SelectQueryBuilder<E>) => Promise<T[]>,
  ): Promise<T[]> {
    const wanted = () => query().offset(offset).limit(size);
    if (time === undefined || bounded || sorted) return read(wanted());
    let found: T[] = [];
    for (const from of await this.tools().timelines.beginnings(this.rows.metadata.tableName)) {
      found = await read(from ? wanted().andWhere(`${ROW}.${time} >= :beginning`, { beginning: from }) : wanted());
      if (found.length === size) break;
    }
    return found;
  }

  /** Reads rows directly if an index has them in order; those that must be searched for are read by their keys. */
  private async find(wanted: SelectQueryBuilder<E>, selection: Selection<E>): Promise<E[]> {
    const { order, searched, sorted } = selection;
    if (!this.hasKey) return readPlainRows(ordered(this.keyed.only(wanted), order), this.rows.metadata);
    if (searched || sorted) return this.keyed.rows(await this.keyed.find(wanted, selection), selection);
    return ordered(this.keyed.only(wanted), order).getMany();
  }

  private async count({ query, reader, bounded, time }: Selection<E>, name: string): Promise<number> {
    const { tableName: table } = this.rows.metadata;
    const chronicle = time === undefined || bounded ? undefined : { table, time, name, query, reader };
    const counted = chronicle && (await this.tools().timelines.count(chronicle));
    if (counted !== undefined) return counted;
    const [row] = await this.reads.rows<{ total: number | string }>(query().select('COUNT(1)', 'total'), reader);
    return Number(row?.total);
  }
}
