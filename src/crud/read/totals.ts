import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { type Names, type Selection, unionOf } from './selection.js';
import type { SharedReads } from './shared-reads.js';

/** Counting at least this many rows for every page would take too long. */
const MANY = 100_000;

const SIZE_MAX_AGE_MS = 60_000;

/**
 * How rows are counted: few with the rows of a page, by the same statement; many once for all callers, and perhaps
 * before the rows are read; others by a statement of its own, after that.
 */
type Size = 'few' | 'some' | 'many';

/** Counts the rows of selections of one table. */
export class Totals<E extends object> {
  /** Fewer rows than this are counted with a page's; on SQLite, other requests wait under half a millisecond for it. */
  protected readonly few: number = 25_000;

  /** @param reads called only when reading, because a service gets it after it is constructed */
  constructor(protected readonly reads: () => SharedReads) {}

  /** How many rows the caller may see, which decides how they are counted; known for a minute. */
  size(selection: Selection<E>, { all }: Names): Promise<Size> {
    const { reader } = selection;
    const read = async (signal: AbortSignal | undefined): Promise<Size> => {
      const many = this.lastOf(MANY, selection);
      const query = this.lastOf(this.few, selection)
        .addSelect(`(${many.getQuery()})`, 'many')
        .setParameters(many.getParameters());
      const [row] = await this.reads().rows<{ many: unknown }>(query, { userId: reader.userId, signal });
      if (row === undefined) return 'few';
      return row.many === null ? 'some' : 'many';
    };
    return this.reads().share(`size of ${all}`, reader, read, SIZE_MAX_AGE_MS);
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

  /** A query for the last of so many rows that the caller may see, which finds nothing if there are fewer. */
  private lastOf(count: number, { all, parts }: Selection<E>): SelectQueryBuilder<ObjectLiteral> {
    const some = parts?.counted.map((part) => part.all().select('1', 'one').limit(count));
    const rows = some ? unionOf(some, true) : all();
    return rows
      .select('1', 'found')
      .offset(count - 1)
      .limit(1);
  }

  private async count(selection: Selection<E>): Promise<number> {
    const [row] = await this.reads().rows<{ total: number | string }>(this.query(selection), selection.reader);
    return Number(row?.total);
  }
}
