import type { Names, ReadingTools, Selection } from './selection.js';

/** From this many rows on that a caller may see, their counts are shared, and may be older than the rows of a page. */
const MANY = 100_000;

/** From this many rows on, the earlier ones of a journal are not counted again for every page. */
const SETTLED_FROM = 10_000;

/** How long it is remembered how many rows there are at least. */
const SIZE_MAX_AGE_MS = 60_000;

/** Counts the rows of selections of one table. */
export class Totals<E extends object> {
  /** @param tools called only when reading, because a service gets them after it is constructed */
  constructor(
    private readonly table: string,
    private readonly tools: () => ReadingTools,
  ) {}

  /** Whether the caller may see so many rows that counting them for every page would take too long. */
  areMany(selection: Selection<E>, { all }: Names): Promise<boolean> {
    return this.reach(MANY, selection, all);
  }

  /** How many rows there are once the call has begun. */
  async now(selection: Selection<E>, { selection: name, all }: Names): Promise<number> {
    const { journal: time, bounded, reader, query } = selection;
    if (time !== undefined && !bounded && (await this.reach(SETTLED_FROM, selection, all))) {
      return this.tools().timelines.countNow({ table: this.table, time, name, query, reader });
    }
    return this.tools().reads.together(`count ${name}`, reader, () => this.count(selection));
  }

  /** How many rows there are or were a short time ago, without counting those of a log's earlier days again. */
  async ofMany(selection: Selection<E>, name: string): Promise<number> {
    const { time, bounded, reader, query } = selection;
    const chronicle = time === undefined || bounded ? undefined : { table: this.table, time, name, query, reader };
    return (chronicle && (await this.tools().timelines.count(chronicle))) ?? this.count(selection);
  }

  private async count({ query, reader }: Selection<E>): Promise<number> {
    const counting = query().select('COUNT(1)', 'total');
    const [row] = await this.tools().reads.rows<{ total: number | string }>(counting, reader);
    return Number(row?.total);
  }

  /** Whether the caller may see at least so many rows. */
  private reach(count: number, { all, reader }: Selection<E>, name: string): Promise<boolean> {
    const read = async (signal: AbortSignal | undefined) => {
      const last = all()
        .select('1', 'found')
        .offset(count - 1)
        .limit(1);
      return (await this.tools().reads.rows(last, { userId: reader.userId, signal })).length > 0;
    };
    return this.tools().reads.share(`${count} of ${name}`, reader, read, SIZE_MAX_AGE_MS);
  }
}
