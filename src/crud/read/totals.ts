import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { type Names, type Selection, unionOf } from './selection.js';
import type { SharedReads } from './shared-reads.js';

/** If a caller may see at least this many rows, counts are shared, and may be older than the rows of a page. */
const MANY = 100_000;

/** Counting takes no noticeable time up to this many rows. */
const FEW = 10_000;

/** How long it is remembered how many rows there are at least. */
const SIZE_MAX_AGE_MS = 60_000;

/** Counts the rows of selections of one table. */
export class Totals<E extends object> {
  /** @param reads called only when reading, because a service gets it after it is constructed */
  constructor(protected readonly reads: () => SharedReads) {}

  /** Whether the caller may see so many rows that counting them for every page would take too long. */
  areMany(selection: Selection<E>, { all }: Names): Promise<boolean> {
    return this.reach(MANY, selection, all);
  }

  /** Whether the caller may see so few rows that a statement that reads some of them can count them too. */
  async areFew(selection: Selection<E>, { all }: Names): Promise<boolean> {
    return !(await this.reach(FEW, selection, all));
  }

  /** A query for how many rows a selection has. */
  query({ query, parts }: Selection<E>): SelectQueryBuilder<ObjectLiteral> {
    const counted = (counting: SelectQueryBuilder<ObjectLiteral>) => counting.select('COUNT(1)', 'total');
    if (parts === undefined) return counted(query());
    return unionOf(
      parts.counted.map((part) => counted(part.query())),
      true,
    ).select('SUM(found.total)', 'total');
  }

  /** How many rows there are once the call has begun. */
  now(selection: Selection<E>, { selection: name }: Names): Promise<number> {
    return this.reads().together(`count ${name}`, selection.reader, () => this.count(selection));
  }

  /**
   * How many of very many rows there are.
   * @param parameters the selection, and what identifies it among all of this version of the table
   */
  ofMany(...[selection]: [selection: Selection<E>, name: string]): Promise<number> {
    return this.count(selection);
  }

  /** Whether the caller may see at least so many rows. */
  protected reach(count: number, { all, parts, reader }: Selection<E>, name: string): Promise<boolean> {
    const read = async (signal: AbortSignal | undefined) => {
      const some = parts?.counted.map((part) => part.all().select('1', 'one').limit(count));
      const last = (some ? unionOf(some, true) : all())
        .select('1', 'found')
        .offset(count - 1)
        .limit(1);
      return (await this.reads().rows(last, { userId: reader.userId, signal })).length > 0;
    };
    return this.reads().share(`${count} of ${name}`, reader, read, SIZE_MAX_AGE_MS);
  }

  private async count(selection: Selection<E>): Promise<number> {
    const [row] = await this.reads().rows<{ total: number | string }>(this.query(selection), selection.reader);
    return Number(row?.total);
  }
}
