import type { ColumnFacts } from './columns.js';
import { kindOfKey } from './key.js';
import { isCalledList } from './reference-names.js';

/** A column as far as it decides whether it holds keys. */
type Holder = Pick<ColumnFacts, 'name' | 'family'>;

/** Kinds of values that refer to rows where no key is declared. */
const REFERRING = ['whole', 'text', 'decimal'];

/** Whether a column is a text with the keys of several rows, as its name says: `tag_ids`. */
export function holdsKeys({ name, family: { kind } }: Holder): boolean {
  return (kind === 'text' || kind === 'longText') && isCalledList(name);
}

/** The kinds of keys that a column may hold if none is declared; a text with several keys holds any kind. */
export function kindsHeldBy(column: Holder): readonly string[] {
  if (isCalledList(column.name)) return holdsKeys(column) ? REFERRING : [];
  return REFERRING.filter((kind) => kind === kindOfKey(column.family));
}
