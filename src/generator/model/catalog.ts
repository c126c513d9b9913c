import type { TableDefinition } from './table.js';
import { inferredKey } from './key.js';
import { plainName } from './names.js';
import { withNumbers } from './numbers.js';

/** A table found by a word that its name ends with, and the part of the name before that word. */
export interface NamedTable {
  table: TableDefinition;
  /** The part before the word, as {@link plainName} writes it; empty for none. */
  prefix: string;
  /** How many words the prefix has. */
  parts: number;
}

/** With at least this many tables, a common prefix names a folder, and says nothing about one of them. */
const MIN_SHARED = 3;

/** All tables of the database, found by their names and by words for them. */
export class Catalog {
  private readonly byName: ReadonlyMap<string, TableDefinition>;
  /** By the whole name, and by every ending of it that begins with a word. */
  private readonly byWords = new Map<string, NamedTable[]>();
  /** How many tables begin with a word and a `_`, by the word. */
  private readonly beginnings = new Map<string, number>();
  /** By their names and by their comments. */
  private readonly byText = new Map<string, TableDefinition[]>();
  /** By the name of the only column of their key. */
  private readonly byKey = new Map<string, TableDefinition[]>();

  /** How many tables have a prefix that ends with `_`. */
  private readonly prefixes = new Map<string, number>();

  /**
   * @param isOwn whether a table is one of the service's own, which only a declared key or a design refers to
   * @param departments the service's own table with the departments
   */
  constructor(
    found: readonly TableDefinition[],
    readonly isOwn: (table: string) => boolean = () => false,
    readonly departments = 'dept',
  ) {
    const tables = found.map((table) => withNumbers(table, inferredKey(table)));
    this.byName = new Map(tables.map((table) => [table.name, table]));
    for (const table of tables) {
      if (isOwn(table.name)) continue;
      const words = partsOfName(table.name);
      for (const parts of words.keys()) {
        const prefix = words.slice(0, parts).join('');
        addTo(this.byWords, words.slice(parts).join(''), { table, prefix, parts });
      }
      for (const text of new Set([table.name, table.comment.trim()])) addTo(this.byText, text, table);
      const names = table.name.split('_');
      const first = (names[0] ?? '').toLowerCase();
      if (names.length > 1) this.beginnings.set(first, (this.beginnings.get(first) ?? 0) + 1);
      const prefix = prefixOf(table.name);
      if (prefix !== undefined) this.prefixes.set(prefix, (this.prefixes.get(prefix) ?? 0) + 1);
      const [key, ...others] = inferredKey(table);
      if (key !== undefined && others.length === 0) addTo(this.byKey, plainName(key), table);
    }
  }

  /** All tables. */
  get tables(): Iterable<TableDefinition> {
    return this.byName.values();
  }

  /** The table with exactly this name. */
  table(name: string): TableDefinition | undefined {
    return this.byName.get(name);
  }

  /** The table that a declared foreign key refers to: SQLite ignores the case of the name. */
  referenced(name: string): TableDefinition | undefined {
    return this.byName.get(name) ?? [...this.byName.values()].find((table) => isSame(table.name, name));
  }

  /** The tables that a word names, in the singular or in the plural, alone or after other words. */
  named(word: string): NamedTable[] {
    const found = formsOf(word).flatMap((form) => this.byWords.get(form) ?? []);
    return found.filter(({ table }, index) => found.findIndex((other) => other.table === table) === index);
  }

  /**
   * A table's name without the word that it shares with others, for people: "location" for `glpi_locations`. A word
   * that names a table itself belongs to the name (`order_item` beside `order`), and so does one that tells two tables
   * apart.
   */
  withoutShared(name: string): string {
    const [first = '', ...rest] = name.split('_');
    const word = plainName(first);
    const own = rest.join('_');
    if (own === '' || word === '' || (this.beginnings.get(first.toLowerCase()) ?? 0) < MIN_SHARED) return name;
    if (this.named(word).some(({ parts }) => parts === 0)) return name;
    const alike = this.byWords.get(plainName(own)) ?? [];
    return alike.some(({ table, parts }) => table.name !== name && parts <= 1) ? name : own;
  }

  /**
   * The prefix that a table has in common with at least two others; a table named like the prefix, in the singular or
   * in the plural, has it too.
   */
  sharedPrefix(table: string): string | undefined {
    const prefix = prefixOf(table);
    const possible = prefix === undefined ? formsOf(table.toLowerCase()) : [prefix];
    return possible.find((each) => this.sharing(each) >= MIN_SHARED);
  }

  /** How many tables have a prefix, or are called like it. */
  private sharing(prefix: string): number {
    const having = this.prefixes.get(prefix) ?? 0;
    return having === 0 ? 0 : having + (this.called(plainName(prefix)) ? 1 : 0);
  }

  /** The table whose whole name is a word, in the singular or in the plural. */
  called(word: string): TableDefinition | undefined {
    return word === '' ? undefined : this.named(word).find(({ parts }) => parts === 0)?.table;
  }

  /** The tables with exactly this name or comment. */
  meant(text: string): TableDefinition[] {
    return text === '' ? [] : (this.byText.get(text) ?? []);
  }

  /** The tables whose key is one column of this name. */
  keyedBy(column: string): TableDefinition[] {
    return this.byKey.get(plainName(column)) ?? [];
  }
}

/**
 * The words of a table's name, as {@link plainName} writes them: the same for `order_item`, `orderItem` and
 * `OrderItem`.
 */
export function partsOfName(table: string): string[] {
  return table
    .split('_')
    .flatMap((part) => part.split(/(?<=[a-z\d])(?=[A-Z])/))
    .map(plainName);
}

/** Prefixes that only say that a table is one. */
const NO_PREFIXES = ['t', 'tb', 'tbl', 'table'];

/** The first part of a table's name that says which part of the system it belongs to, in lower case. */
function prefixOf(table: string): string | undefined {
  const parts = table.toLowerCase().split('_');
  const first = parts.findIndex((part) => part.length > 1 && !NO_PREFIXES.includes(part));
  return first >= 0 && first < parts.length - 1 ? parts[first] : undefined;
}

/** A word in lower case as it is, and in the singular and the plural. */
export function formsOf(word: string): string[] {
  const singulars = [
    ...(word.endsWith('ies') ? [`${word.slice(0, -3)}y`] : []),
    ...(word.endsWith('es') ? [word.slice(0, -2)] : []),
    ...(word.endsWith('s') ? [word.slice(0, -1)] : []),
  ];
  const plurals = [`${word}s`, `${word}es`, ...(word.endsWith('y') ? [`${word.slice(0, -1)}ies`] : [])];
  return [word, ...plurals, ...singulars.filter((form) => form !== '')];
}

function addTo<T>(map: Map<string, T[]>, key: string, value: T): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

function isSame(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
