import type { TableDefinition } from './table.js';
import { inferredKey } from './key.js';
import { plainName } from './names.js';
import { withNumbers } from './numbers.js';

/** A table by a word that its name ends with, and the part of the name before that. */
export interface NamedTable {
  table: TableDefinition;
  /** The part before the word, without the `_` between them, as {@link plainName} writes it; empty for none. */
  prefix: string;
  /** How many parts the prefix has that a `_` separates. */
  parts: number;
}

/** All tables of the database, found by their names and by words for them. */
export class Catalog {
  private readonly byName: ReadonlyMap<string, TableDefinition>;
  /** By the whole name, and by every ending of it that follows a `_`. */
  private readonly byWords = new Map<string, NamedTable[]>();
  /** By the name of the only column of their key. */
  private readonly byKey = new Map<string, TableDefinition[]>();

  /** @param isOwn whether a table is one of the service's own, which only a declared key or a design refers to */
  constructor(found: readonly TableDefinition[], isOwn: (table: string) => boolean = () => false) {
    const tables = found.map((table) => withNumbers(table, inferredKey(table)));
    this.byName = new Map(tables.map((table) => [table.name, table]));
    for (const table of tables) {
      if (isOwn(table.name)) continue;
      const names = table.name.split('_');
      for (const parts of names.keys()) {
        const prefix = plainName(names.slice(0, parts).join('_'));
        addTo(this.byWords, plainName(names.slice(parts).join('_')), { table, prefix, parts });
      }
      const [key, ...others] = inferredKey(table);
      if (key !== undefined && others.length === 0) addTo(this.byKey, plainName(key), table);
    }
  }

  /** The table with exactly this name. */
  table(name: string): TableDefinition | undefined {
    return this.byName.get(name);
  }

  /** The table that a declared foreign key refers to: SQLite ignores the case of the name. */
  referenced(name: string): TableDefinition | undefined {
    return this.byName.get(name) ?? [...this.byName.values()].find((table) => isSame(table.name, name));
  }

  /** The tables that a word names, in the singular or in the plural, alone or behind a prefix that ends with `_`. */
  named(word: string): NamedTable[] {
    const found = formsOf(word).flatMap((form) => this.byWords.get(form) ?? []);
    return found.filter(({ table }, index) => found.findIndex((other) => other.table === table) === index);
  }

  /** The tables whose key is one column of this name. */
  keyedBy(column: string): TableDefinition[] {
    return this.byKey.get(plainName(column)) ?? [];
  }
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
