/**
 * Whether this run does in full what is long by nature, as `.ci/run` does: with `TEST_WHOLE=1`. Other runs do some of
 * each kind.
 */
export const whole = process.env.TEST_WHOLE === '1';

/** The same for a spec that runs on both kinds of storage, and that is whole on MariaDB and Redis alone. */
export const wholeOnServices = whole && process.env.TEST_SERVICES === '1';

/**
 * All cases in a whole run, and otherwise about as many as are wanted: evenly spread, the same each time, with at least
 * one of each kind.
 */
export function someOf<T>(
  cases: readonly T[],
  wanted: number,
  kindOf: (value: T) => string = () => '',
  all = whole,
): T[] {
  if (all || cases.length <= wanted) return [...cases];
  const spread = new Set(Array.from({ length: wanted }, (_, index) => Math.floor((index * cases.length) / wanted)));
  const kinds = new Set([...spread].map((index) => kindOf(cases[index] as T)));
  return cases.filter((value, index) => {
    if (spread.has(index)) return true;
    const isMissing = !kinds.has(kindOf(value));
    kinds.add(kindOf(value));
    return isMissing;
  });
}
