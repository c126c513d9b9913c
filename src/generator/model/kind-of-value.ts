import type { ColumnFacts } from './columns.js';
import { KIND_RULES, type KindRule, last, oneOf } from './kind-rules.js';
import { wordsOf } from './names.js';
import { epochUnit } from './value-forms.js';
import { type TimeUnit, type ValueKind, canShow } from './value-kinds.js';

/** Some stored values of the columns of a table, without NULL and empty ones, by column. */
export type SampledValues = ReadonlyMap<string, readonly unknown[]>;

/** The share of the stored values that has to have the form of a kind. */
const FITTING = 0.9;

/** Smallest value of the year type, which counts nothing. */
const FIRST_YEAR = 1901n;

/** Whole numbers whose names end with these words identify something instead of counting. */
const NAMING = oneOf('id code no nr number key year zip postcode phone mobile fax port sn sku uid qq barcode isbn');

/** How a column's values are shown, according to its name, its type and some stored values. */
export function kindOfValue(column: ColumnFacts, values: readonly unknown[] = []): ValueKind {
  const words = wordsOf(column.name);
  const texts = values.map((value) => (typeof value === 'string' ? value.trim() : JSON.stringify(value)));
  const found = KIND_RULES.find(
    (rule) => canShow(rule.kind, column) && rule.named(words, column) && isConfirmed(rule, words, column, texts),
  );
  return found?.kind ?? kindOfFamily(column, words);
}

function isConfirmed(
  { fits = () => true, bare = () => true }: KindRule,
  words: readonly string[],
  column: ColumnFacts,
  values: readonly string[],
): boolean {
  if (values.length === 0) return bare(words, column);
  return values.filter((value) => fits(value, column)).length >= values.length * FITTING;
}

/** Labels of numbers that count, whatever the name of the column says. */
const COUNTING = /(?:数量|数目|个数|件数|人数|次数)$|\b(?:quantity|count)$/iu;

function kindOfFamily({ family, label }: ColumnFacts, words: readonly string[]): ValueKind {
  switch (family.kind) {
    case 'day':
    case 'time':
    case 'json':
      return family.kind;
    case 'choices':
      return 'tags';
    case 'flag':
      return 'switch';
    case 'bits':
      return family.flag ? 'switch' : 'text';
    case 'whole':
      return family.min === FIRST_YEAR || (isNaming(words) && !COUNTING.test(label)) ? 'text' : 'number';
    case 'decimal':
    case 'real':
      return isNaming(words) ? 'text' : 'number';
    default:
      return 'text';
  }
}

/** Whether a number names something, such as `user_id` or `goodsid`, so that it has no thousands separators. */
function isNaming(words: readonly string[]): boolean {
  return (
    NAMING.has(last(words)) || (/^[a-z]{3,}id$/.test(last(words)) && !/(?:paid|void|valid|grid)$/.test(last(words)))
  );
}

/** The unit in which a column counts the time since 1970: as most of its values say, else by its size. */
export function epochUnitOf({ family }: ColumnFacts, values: readonly unknown[] = []): TimeUnit {
  const units = values.map((value) => epochUnit(Number(value)));
  const inSeconds = units.filter((unit) => unit === 'seconds').length;
  const inMilliseconds = units.filter((unit) => unit === 'milliseconds').length;
  if (inSeconds !== inMilliseconds) return inSeconds > inMilliseconds ? 'seconds' : 'milliseconds';
  return family.kind === 'whole' && family.type === 'bigint' ? 'milliseconds' : 'seconds';
}
