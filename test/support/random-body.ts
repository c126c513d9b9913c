/** Random numbers from 0 to below 1 that are the same in every run (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Names that are special in JavaScript, and would change or break an object in code that handles it carelessly. */
export const TELLING_NAMES = [
  'constructor',
  'prototype',
  '__proto__',
  'then',
  'toJSON',
  'toString',
  'length',
  'valueOf',
];

/** Values that are not the id of any row, so that stored rows survive a body that happens to be valid. */
const SCALARS = [
  '',
  'x',
  '\ud800',
  '\udc00x',
  'nul\\0'.replace('\\0', '\0'),
  '\u202e',
  '1',
  'true',
  '9'.repeat(40),
  '%s${x}{{y}}',
  0,
  -1,
  1.5,
  2 ** 31,
  2 ** 53 + 2,
  1e308,
  999_999_999,
  true,
  false,
  null,
];

const DEEPEST = 60;

/** A JSON text with members of these names and of {@link TELLING_NAMES}, at random depths. */
export function randomBody(names: readonly string[], random: () => number): string {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const value = (depth: number): string => {
    const kind = random();
    if (depth >= DEEPEST || kind < 0.5) return JSON.stringify(pick(SCALARS));
    if (kind < 0.55) return nested(Math.floor(random() * (DEEPEST - depth)));
    if (kind < 0.7) return `[${several(() => value(depth + 1))}]`;
    return object(depth + 1);
  };
  const several = (one: () => string) => Array.from({ length: Math.floor(random() * 4) }, one).join();
  const member = (depth: number) => `${JSON.stringify(pick([...names, ...TELLING_NAMES]))}:${value(depth)}`;
  const object = (depth: number): string => `{${several(() => member(depth))}}`;
  const nested = (levels: number) => `${'{"constructor":['.repeat(levels / 2)}1${']}'.repeat(levels / 2)}`;
  if (random() < 0.05) return value(0);
  return `{${Array.from({ length: 1 + Math.floor(random() * 8) }, () => member(1)).join()}}`;
}
