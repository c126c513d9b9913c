import type { Partition } from 'steward/database';

/** Rows from a time until just before another; undefined: from the first, or to the last. */
export interface Slice {
  from: Date | undefined;
  to: Date | undefined;
  /** The database's estimate of how many there are. */
  estimate: number;
}

const DAY_MS = 86_400_000;

/** Rows are stored a little later than their time says, and the clocks of instances differ. */
export const LATE_MS = 3_600_000;

/** Rows that one statement counts in well under a second. */
const COUNTED_AT_ONCE = 1_000_000;

/**
 * Splits a table into slices that get no more rows (the partitions of earlier months, large ones in equal parts, and
 * the past days of the current month) and one that still may.
 */
export function slicesOf(partitions: readonly Partition[], now: Date): { closed: Slice[]; open: Slice } {
  const end = new Date(Math.floor((now.getTime() - LATE_MS) / DAY_MS) * DAY_MS);
  const closed: Slice[] = [];
  const current = partitions.findIndex(({ before }) => before === undefined || before > end);
  let from: Date | undefined;
  for (const { before: to, rows } of partitions.slice(0, current)) {
    closed.push(...partsOf({ from, to, estimate: rows }));
    from = to;
  }
  from ??= new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth()));
  if (closed.length === 0) closed.push({ from: undefined, to: from, estimate: 0 });
  const days = Math.round((end.getTime() - from.getTime()) / DAY_MS);
  const estimate = (partitions[current]?.rows ?? 0) / (days + 1);
  for (let day = 0; day < days; day++) {
    const to: Date = new Date(from.getTime() + DAY_MS);
    closed.push({ from, to, estimate });
    from = to;
  }
  return { closed, open: { from, to: undefined, estimate } };
}

/** The number of parts is a power of two, so that it stays the same when the estimate changes a little. */
function partsOf(slice: Slice): Slice[] {
  const { from, to, estimate } = slice;
  if (from === undefined || to === undefined || estimate <= COUNTED_AT_ONCE) return [slice];
  const parts = 2 ** Math.ceil(Math.log2(estimate / COUNTED_AT_ONCE));
  const length = to.getTime() - from.getTime();
  const bound = (part: number) => new Date(from.getTime() + Math.round((length * part) / parts));
  return Array.from({ length: parts }, (_, part) => ({
    from: bound(part),
    to: bound(part + 1),
    estimate: estimate / parts,
  }));
}
