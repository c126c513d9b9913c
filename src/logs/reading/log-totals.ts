import { type Names, type Selection, type SharedReads, Totals } from 'steward/crud';
import type { LogRow } from 'steward/database';
import type { Chronicle, Timelines } from './timelines.js';

/** Counts the rows of a log without counting those of its earlier days again and again. */
export class LogTotals<E extends LogRow> extends Totals<E> {
  /** Fewer than in other tables, because the last hour alone takes less to count. */
  protected override readonly few = 10_000;

  /** @param timelines called only when reading, because a service gets them after it is constructed */
  constructor(
    private readonly table: string,
    reads: () => SharedReads,
    private readonly timelines: () => Timelines,
  ) {
    super(reads);
  }

  override async now(selection: Selection<E>, names: Names): Promise<number> {
    if (selection.bounded || (await this.size(selection, names)) === 'few') return super.now(selection, names);
    return this.timelines().countNow(this.chronicleOf(selection, names.selection));
  }

  override async ofMany(selection: Selection<E>, name: string): Promise<number> {
    const counted = selection.bounded ? undefined : await this.timelines().count(this.chronicleOf(selection, name));
    return counted ?? super.ofMany(selection, name);
  }

  private chronicleOf({ query, reader }: Selection<E>, name: string): Chronicle {
    return { table: this.table, name, query, reader };
  }
}
