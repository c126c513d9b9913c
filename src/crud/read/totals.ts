import type { Names, Selection } from './selection.js';
import type { SharedReads } from './shared-reads.js';

/** From this many rows on that a caller may see, their counts are shared, and may be older than the rows of a page. */
const MANY = 100_000;

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
  protected reach(count: number, { all, reader }: Selection<E>, name: string): Promise<boolean> {
    const read = async (signal: AbortSignal | undefined) => {
      const last = all()
        .select('1', 'found')
        .offset(count - 1)
        .limit(1);
      return (await this.reads().rows(last, { userId: reader.userId, signal })).length > 0;
    };
    return this.reads().share(`${count} of ${name}`, reader, read, SIZE_MAX_AGE_MS);
  }

  private async count({ query, reader }: Selection<E>): Promise<number> {
    const counting = query().select('COUNT(1)', 'total');
    const [row] = await this.reads().rows<{ total: number | string }>(counting, reader);
    return Number(row?.total);
  }
}
