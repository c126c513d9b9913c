/** Lists that a column holds as text, with commas between the entries or in JSON, or as the arrays of JSON columns. */

/** Separates entries; what people type as a comma in Chinese counts too. */
const SEPARATOR = /\s*[,，;；]\s*/;

/** How a list is written where there is none yet. */
export interface ListForm {
  /** As an array, which columns of JSON hold. */
  array?: boolean;
  /** Entries are numbers. */
  numbers?: boolean;
}

/** The entries of a list as texts. */
export function itemsOf(value: unknown): string[] {
  const list = arrayOf(value);
  if (list) return list.map(entryOf);
  if (typeof value !== 'string' && typeof value !== 'number') return [];
  return String(value)
    .split(SEPARATOR)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

/** A list with other entries, in the form that it had: JSON stays JSON, and text keeps its separator. */
export function withItems(before: unknown, items: readonly string[], { array, numbers }: ListForm = {}): unknown {
  const list = arrayOf(before);
  if (list || (array && (before === undefined || before === null || before === ''))) {
    const asNumbers = list?.length ? list.every((entry) => typeof entry === 'number') : numbers;
    const entries = items.map((entry) => kept(list, entry) ?? (asNumbers ? numberOf(entry) : entry));
    return typeof before === 'string' && before !== '' ? JSON.stringify(entries) : entries;
  }
  if (items.length === 0) return '';
  const text = typeof before === 'string' ? before : '';
  const [separator = ','] = SEPARATOR.exec(text.replace(/^[\s,，;；]+/, '')) ?? [];
  // Some programs also write a comma before the first entry and after the last, so that every entry stands between two.
  const edge = /^,.*,$/s.test(text) ? ',' : '';
  return edge + items.join(separator) + edge;
}

function arrayOf(value: unknown): unknown[] | undefined {
  if (Array.isArray(value)) return value;
  if (typeof value !== 'string' || !/^\s*\[/.test(value)) return undefined;
  try {
    const list: unknown = JSON.parse(value);
    return Array.isArray(list) ? list : undefined;
  } catch {
    return undefined;
  }
}

function entryOf(entry: unknown): string {
  return typeof entry === 'string' ? entry : JSON.stringify(entry);
}

/** An entry as the list had it before, such as an object or a number among texts. */
function kept(list: readonly unknown[] | undefined, entry: string): unknown {
  return list?.find((one) => entryOf(one) === entry);
}

function numberOf(entry: string): unknown {
  return /^-?\d{1,15}$/.test(entry) ? Number(entry) : entry;
}
