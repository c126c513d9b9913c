import type { ObjectLiteral, Repository, SelectQueryBuilder } from 'typeorm';
import type { KeyedRows } from './keyed-rows.js';
import { readPlainRows } from '../columns/plain-rows.js';
import type { KeyValues } from '../columns/row-key.js';
import type { SortOrder } from '../shape.js';
import { type Names, type Range, type Selection, ordered } from './selection.js';
import type { SharedReads } from './shared-reads.js';
import type { Totals } from './totals.js';

/** A search that finds no more keys than this needs no separate count. */
const FEW = 1000;

/**
 * From this offset on, the keys of a page are looked up once and shared, instead of skipping to them for every caller.
 */
const DEEP_OFFSET = 1000;

/** The rows of a page. */
interface Found<E> {
  rows: E[];
  /** How many there were when they were looked up; one that was deleted since is missing among the rows. */
  count: number;
  /** How many the selection has in all; undefined if they were not counted with the rows. */
  total?: number;
}

/**
 * Reads rows of one entity so that the size of the table matters no more than it must: counts of many rows are shared,
 * a search first finds the keys, which an index holds, and pages far into the table are looked up once for all callers.
 */
export class PageReader<E extends object> {
  /**
   * @param shared called only when reading, because a service gets it after it is constructed
   * @param keyed the rows by their keys; without a key, as in a view, whole rows are read instead
   */
  constructor(
    private readonly rows: Repository<E>,
    private readonly shared: () => SharedReads,
    private readonly keyed: KeyedRows<E>,
    private readonly totals: Totals<E>,
  ) {}

  /**
   * One page, and how many rows there are: no fewer than it shows, and unless the caller may see very many, no less
   * recent than its rows.
   * @param names identify the selection, and all rows that its caller may see, among all of this version of the table:
   * calls with the same name share reads
   */
  async page(selection: Selection<E>, range: Range, names: Names): Promise<{ rows: E[]; total: number }> {
    const size = await this.totals.size(selection, names);
    if (size === 'many') return this.pageOfMany(selection, range, names.selection);
    const counting = size === 'few' && !selection.bounded && !selection.sorted;
    const found = await this.rowsAt(selection, range, names.selection, counting);
    // Otherwise counted once the rows are read, so that none of them is missing.
    const total = endOf(range, found) ?? found.total ?? (await this.totals.now(selection, names));
    return { rows: found.rows, total: Math.max(total, reachOf(range, found.count)) };
  }

  /** The first rows of a selection. */
  async first(selection: Selection<E>, size: number): Promise<E[]> {
    const { rows } = await this.read(selection, { offset: 0, size });
    return rows;
  }

  /** The keys of all rows of a selection; for a view without a key, the rows themselves. */
  async keys(selection: Selection<E>): Promise<unknown[]> {
    const { query, order, reader } = selection;
    if (!this.hasKey) return this.plain(query(), order);
    if (this.keyed.key.isComposite) return this.keyed.find(query(), selection);
    return this.reads.column(this.keyed.query(query(), order), reader);
  }

  /** The rows that {@link keys} found, except those that no longer exist. */
  async byKeys(keys: readonly unknown[], selection: Selection<E>): Promise<E[]> {
    const valuesOf = (key: unknown) => (Array.isArray(key) ? (key as KeyValues) : [key]);
    const rows = this.hasKey ? await this.keyed.rows(keys.map(valuesOf), selection.order) : (keys as E[]);
    await selection.complete(rows);
    return rows;
  }

  /** Leaves out of a query the columns that pages leave out. */
  only(builder: SelectQueryBuilder<E>): SelectQueryBuilder<E> {
    return this.keyed.only(builder);
  }

  private get reads(): SharedReads {
    return this.shared();
  }

  private get hasKey(): boolean {
    return this.keyed.key.properties.length > 0;
  }

  /** A page whose total is counted once for all callers, before its rows are read. */
  private async pageOfMany(selection: Selection<E>, range: Range, name: string): Promise<{ rows: E[]; total: number }> {
    const { offset, size } = range;
    const { reader } = selection;
    let keys: KeyValues[] | undefined;
    const counted = await this.reads.share(`count ${name}`, reader, async (signal) => {
      const counting = { ...selection, reader: { userId: reader.userId, signal } };
      if (selection.searched && this.hasKey) {
        keys = await this.keysIn(counting, { offset: 0, size: FEW + 1 });
        if (keys.length <= FEW) return keys.length;
      }
      return this.totals.ofMany(counting, name);
    });
    if (keys && (keys.length <= FEW || offset + size <= FEW)) {
      const wanted = keys.slice(offset, offset + size);
      const rows = await this.byKeys(wanted, selection);
      return { rows, total: Math.max(counted, reachOf(range, wanted.length)) };
    }
    if (offset > counted + DEEP_OFFSET) return { rows: [], total: counted };
    const found = await this.rowsAt(selection, range, name);
    return { rows: found.rows, total: endOf(range, found) ?? Math.max(counted, reachOf(range, found.count)) };
  }

  /** @param counting whether rows that are read directly come with their total */
  private rowsAt(selection: Selection<E>, range: Range, name: string, counting = false): Promise<Found<E>> {
    const { audience, order, reader } = selection;
    const page = `${order.join()} ${range.offset} ${range.size} ${name}`;
    return this.reads.together(`page ${audience} ${page}`, reader, () =>
      this.read(selection, range, { counting, shared: range.offset < DEEP_OFFSET ? undefined : `keys ${page}` }),
    );
  }

  /**
   * Reads rows directly if an index has them in order; those that must be searched for are read by their keys.
   * @param options `shared` identifies their keys, which are then looked up once for all callers
   */
  private async read(
    selection: Selection<E>,
    range: Range,
    { counting, shared }: { counting?: boolean; shared?: string } = {},
  ): Promise<Found<E>> {
    const { reader, searched, sorted } = selection;
    if (!this.hasKey || !(searched || sorted || shared !== undefined)) {
      const { rows, total } = await this.direct(selection, range, counting ? this.totals.query(selection) : undefined);
      await selection.complete(rows);
      return { rows, count: rows.length, total };
    }
    const find = (signal: AbortSignal | undefined) =>
      this.keysIn({ ...selection, reader: { userId: reader.userId, signal } }, range);
    const keys = await (shared === undefined ? find(reader.signal) : this.reads.share(shared, reader, find));
    return { rows: await this.byKeys(keys, selection), count: keys.length };
  }

  private keysIn(selection: Selection<E>, range: Range): Promise<KeyValues[]> {
    const { parts } = selection;
    if (parts) return this.keyed.findAmong(found(parts), range, selection);
    return this.rowsIn(selection, range, (wanted) => this.keyed.find(wanted, selection));
  }

  /** @param counting a query for the `total`; without rows, there is none */
  private async direct(
    selection: Selection<E>,
    range: Range,
    counting?: SelectQueryBuilder<ObjectLiteral>,
  ): Promise<{ rows: E[]; total?: number }> {
    const { order, parts } = selection;
    if (!this.hasKey) return { rows: await this.rowsIn(selection, range, (wanted) => this.plain(wanted, order)) };
    if (parts) return this.keyed.rowsAmong(found(parts), range, order, counting);
    let total: number | undefined;
    const rows = await this.rowsIn(selection, range, async (wanted) => {
      const read = await this.keyed.counted(ordered(this.keyed.only(wanted), order), counting);
      total = read.total;
      return read.rows;
    });
    return { rows, total };
  }

  /** The rows of a view without a key. */
  private plain(wanted: SelectQueryBuilder<E>, order: SortOrder<E>): Promise<E[]> {
    return readPlainRows(ordered(this.keyed.only(wanted), order), this.rows.metadata);
  }

  /** Reads what a range of a selection holds: rows, or their keys. */
  protected rowsIn<T>(
    { query }: Selection<E>,
    { offset, size }: Range,
    read: (wanted: SelectQueryBuilder<E>) => Promise<T[]>,
  ): Promise<T[]> {
    return read(query().offset(offset).limit(size));
  }
}

function found<E extends object>(parts: NonNullable<Selection<E>['parts']>): SelectQueryBuilder<E>[] {
  return parts.found.map(({ query }) => query());
}

/** How many rows a selection has up to the end of what was found; 0 if nothing was. */
function reachOf({ offset }: Range, count: number): number {
  return count > 0 ? offset + count : 0;
}

/**
 * How many rows a selection has, as its last page shows; undefined for another page, and for one far into the table,
 * whose keys may be older than its total.
 */
function endOf(range: Range, found: Found<unknown>): number | undefined {
  const { offset, size } = range;
  const isLast = found.count < size && (found.count > 0 || offset === 0);
  return isLast && offset < DEEP_OFFSET ? reachOf(range, found.count) : undefined;
}
