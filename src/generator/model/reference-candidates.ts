import { type Catalog, type NamedTable, formsOf } from './catalog.js';
import { type ColumnFacts, type TableFacts, readFamily } from './columns.js';
import { inferredKey, kindOfKey } from './key.js';
import { plainName } from './names.js';
import { nativeTypes } from './native-types.js';
import { type NameReading, readingsOf } from './reference-names.js';
import type { TableDefinition } from './table.js';

/** A table that a column may refer to. */
export interface ReferenceCandidate {
  table: TableDefinition;
  /** Columns of the table that tell its rows apart and that the column may hold. */
  keys: string[];
  /** The one of them that is taken where no rows say which; undefined if only rows can say it. */
  likely?: string;
}

/** Candidates that are equally likely by their names. */
export interface Rank {
  candidates: ReferenceCandidate[];
  /** Whether the name alone says too little, so that many stored values must exist there. */
  needsRows: boolean;
}

/** Kinds of values that refer to rows where no key is declared. */
const REFERRING = ['whole', 'text', 'decimal'];

/**
 * The tables that an undeclared column may refer to by its name, the most likely ones first: those called as it is;
 * those behind a prefix that its own table has; those behind the name of its own table; those whose counted key has its
 * name; those behind other prefixes, the shortest first; those whose key has its name.
 */
export function candidatesOf(column: ColumnFacts, { definition }: TableFacts, catalog: Catalog): Rank[] {
  const kind = kindOfKey(column.family);
  if (!REFERRING.includes(kind)) return [];
  return readingsOf(column.name).flatMap((reading) => {
    const byName = namedBy(reading.noun, definition, catalog);
    const byKey = keyedBy(reading, definition, catalog);
    const isParent = reading.noun === 'parent' && reading.ending !== 'id';
    const ranks: { tables: TableDefinition[]; weak: boolean }[] = [
      { tables: isParent ? [definition] : [], weak: reading.weak },
      ...byName.near.map((tables) => ({ tables, weak: reading.weak })),
      { tables: byKey.counted, weak: reading.weak && !reading.isId },
      ...byName.far.map((tables) => ({ tables, weak: reading.weak })),
      { tables: byKey.others, weak: reading.weak && !reading.isId },
    ];
    return ranks.flatMap(({ tables, weak }) => {
      const possible = tables.filter(({ name }) => isParent || reading.role || name !== definition.name);
      const candidates = possible.flatMap((table) => candidateOf(table, kind, reading) ?? []);
      return candidates.length === 0 ? [] : [{ candidates, needsRows: weak }];
    });
  });
}

/** The tables that a noun names: near the own table by their names, and far from it. */
function namedBy(
  noun: string,
  { name }: TableDefinition,
  catalog: Catalog,
): Record<'near' | 'far', TableDefinition[][]> {
  // A letter names no table: `pid`.
  const named = noun.length < 2 ? [] : catalog.named(noun);
  const parts = name.split('_').map(plainName);
  const prefixes = parts.slice(1).map((_part, index) => parts.slice(0, parts.length - 1 - index).join(''));
  const near = [[''], ...prefixes.map((prefix) => [prefix]), formsOf(parts.join(''))].map((wanted) =>
    named.filter(({ prefix }) => wanted.includes(prefix)),
  );
  const rest = named.filter((each) => !near.some((rank) => rank.includes(each)));
  const lengths = [...new Set(rest.map((each) => each.parts))].toSorted((a, b) => a - b);
  const far = lengths.map((length) => rest.filter((each) => each.parts === length));
  return { near: near.map(tablesOf), far: far.map(tablesOf) };
}

function tablesOf(rank: NamedTable[]): TableDefinition[] {
  return rank.map(({ table }) => table);
}

/** The other tables whose only key column has the column's name: those that count it, and those that are given it. */
function keyedBy({ keyName }: NameReading, { name }: TableDefinition, catalog: Catalog) {
  const tables = keyName === undefined ? [] : catalog.keyedBy(keyName).filter((table) => table.name !== name);
  const isCounted = (table: TableDefinition) =>
    table.columns.some((column) => column.autoIncrement && table.primaryKey.includes(column.name));
  return { counted: tables.filter(isCounted), others: tables.filter((table) => !isCounted(table)) };
}

/** A table as a candidate for values of a kind; undefined if it has no column that fits. */
function candidateOf(table: TableDefinition, kind: string, reading: NameReading): ReferenceCandidate | undefined {
  const key = inferredKey(table);
  const single = [key, ...table.uniqueKeys.map(({ columns }) => columns)].flatMap(([column = '', ...more]) =>
    more.length === 0 ? [column] : [],
  );
  const keys = [...new Set(single)].filter((name) => kindOfColumn(table, name) === kind);
  const called = keys.filter((name) => reading.keyNames.includes(plainName(name)));
  if (reading.ending !== undefined && reading.ending !== 'id') {
    return called.length === 0 ? undefined : { table, keys: called, likely: called[0] };
  }
  const likely = called[0] ?? keys.find((name) => key.length === 1 && name === key[0]);
  return keys.length === 0 ? undefined : { table, keys, likely };
}

function kindOfColumn({ columns, dialect }: TableDefinition, name: string): string | undefined {
  const column = columns.find((each) => each.name === name);
  const family = column && readFamily(column, nativeTypes[dialect]);
  return family && kindOfKey(family);
}
