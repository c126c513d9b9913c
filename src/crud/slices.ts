import type { Partition } from '../database/partitions/partitions.js';

/** Rows from a time until just before another; undefined: from the first, or to the last. */
export interface Slice {
  from: Date | undefined;
  to: Date | undefined;
}

const DAY_MS = 86_400_000;

/** Rows come in a little later than their time says, and the clocks of instances differ. */
const LATE_MS = 3_600_000;

/** Rows that one statement counts in well under a second. */
const COUNTED_AT_ONCE = 1_000_000;

/**
 * Splits a table into what may still get rows and what does not: the partitions of earlier months, large ones in equal
 * parts, and the days of the current month.
 */
export function slicesOf(partitions: readonly Partition[], now: Date): { closed: Slice[]; open: Slice } {
  const end = new Date(Math.floor((now.getTime() - LATE_MS) / DAY_MS) * DAY_MS);
  const closed: Slice[] = [];
  let from: Date | undefined;
  for (const { before, rows } of partitions) {
    if (before === undefined || before > end) break;
    closed.push(...partsOf({ from, to: before }, rows));
    from = before;
  }
  from ??= new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth()));
  if (closed.length === 0) closed.push({ from: undefined, to: from });
  while (from < end) {
    const to: Date = new Date(Math.min(from.getTime() + DAY_MS, end.getTime()));
    closed.push({ from, to });
    from = to;
  }
  return { closed, open: { from, to: undefined } };
}

/** A number of parts that is a power of two: it stays the same while the estimate changes a little. */
function partsOf({ from, to }: Slice, rows: number): Slice[] {
  if (from === undefined || to === undefined || rows <= COUNTED_AT_ONCE) return [{ from, to }];
  const parts = 2 ** Math.ceil(Math.log2(rows / COUNTED_AT_ONCE));
  const bound = (part: number) =>
    new Date(from.getTime() + Math.round(((to.getTime() - from.getTime()) * part) / parts));
  return Array.from({ length: parts }, (_, part) => ({ from: bound(part), to: bound(part + 1) }));
}
