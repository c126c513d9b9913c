import type { TableDefinition } from './table.js';
import { inferredKey } from './key.js';
import { plainName } from './names.js';
import { withNumbers } from './numbers.js';

/** All tables of the database, found by their names and by words for them. */
export class Catalog {
  private readonly byName: ReadonlyMap<string, TableDefinition>;
  /** By the whole name, and by every ending of it that follows a `_`. */
  private readonly byWords = new Map<string, TableDefinition[]>();

  constructor(found: readonly TableDefinition[]) {
    const tables = found.map((table) => withNumbers(table, inferredKey(table)));
    this.byName = new Map(tables.map((table) => [table.name, table]));
    for (const table of tables) {
      const parts = table.name.split('_');
      const names = parts.map((_part, index) => plainName(parts.slice(index).join('_')));
      for (const name of new Set(names)) {
        const called = this.byWords.get(name);
        if (called) called.push(table);
        else this.byWords.set(name, [table]);
      }
    }
  }

  /** The table with exactly this name. */
  table(name: string): TableDefinition | undefined {
    return this.byName.get(name);
  }

  /** The table that a declared foreign key refers to: SQLite ignores the case of the name. */
  referenced(name: string): TableDefinition | undefined {
    return this.byName.get(name) ?? this.called(plainName(name)).find((table) => isSame(table.name, name));
  }

  /** The tables that a word names, as it is or in the plural, alone or after a prefix that ends with `_`. */
  named(word: string): TableDefinition[] {
    const names = [word, `${word}s`, `${word}es`, ...(word.endsWith('y') ? [`${word.slice(0, -1)}ies`] : [])];
    return [...new Set(names.flatMap((name) => this.called(name)))];
  }

  private called(name: string): TableDefinition[] {
    return this.byWords.get(name) ?? [];
  }
}

function isSame(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
