/** Rows, or values of a condition, in one statement. */
export const BATCH = 1000;

/** Splits a list into parts of at most {@link BATCH} elements, in order; an empty list has none. */
export function batchesOf<T>(all: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / BATCH) }, (_none, at) => all.slice(at * BATCH, (at + 1) * BATCH));
}
