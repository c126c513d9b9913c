import { type Catalog, type NamedTable, formsOf, partsOfName } from './catalog.js';
import { type ColumnFacts, type TableFacts, readFamily } from './columns.js';
import { inferredKey, kindOfKey } from './key.js';
import { plainName } from './names.js';
import { nativeTypes } from './native-types.js';
import { kindsHeldBy } from './key-lists.js';
import { type NameReading, readingsOf } from './reference-names.js';
import type { TableDefinition } from './table.js';

/** A table that a column may refer to. */
export interface ReferenceCandidate {
  table: TableDefinition;
  /** Columns of the table that tell its rows apart and that the column may hold. */
  keys: string[];
  /** The one of them that is chosen if no rows decide; undefined if only rows can. */
  likely?: string;
}

/** Candidates that are equally likely by their names. */
export interface Rank {
  candidates: ReferenceCandidate[];
  /** Whether the name alone is not enough, so that many stored values must exist there. */
  needsRows: boolean;
}

/**
 * The tables that an undeclared column may refer to, the most likely ones first: the table that its comment names;
 * tables named like it; tables named like it after the prefix of its own table, or after the name of its own table;
 * tables whose auto-increment key is named like it; tables named like it after other prefixes, the shortest first, and
 * parts of other things; tables whose other key is named like it. None for a second id of its own rows.
 */
export function candidatesOf(column: ColumnFacts, { definition }: TableFacts, catalog: Catalog): Rank[] {
  const kinds = kindsHeldBy(column);
  if (kinds.length === 0 || isOwnId(column, definition, catalog)) return [];
  const readings = readingsOf(column.name);
  const [whole] = readings;
  const said = (whole?.ending === undefined ? [] : tablesIn(column.comment, catalog)).flatMap(
    (table) => (whole && candidateOf(table, kinds, whole)) ?? [],
  );
  const byNames = readings.flatMap((reading) => {
    const byName = namedBy(reading.noun, definition, catalog);
    const byKey = keyedBy(reading, definition, catalog);
    const isParent = reading.noun === 'parent' && reading.ending !== 'id';
    const ranks: { tables: TableDefinition[]; weak: boolean }[] = [
      { tables: isParent ? [definition] : [], weak: reading.weak },
      ...byName.near.map((tables) => ({ tables, weak: reading.weak })),
      { tables: byKey.counted, weak: reading.weak && !reading.isId },
      ...byName.far.map((tables) => ({ tables, weak: reading.weak })),
      { tables: byName.parts, weak: true },
      { tables: byKey.others, weak: reading.weak && !reading.isId },
    ];
    return ranks.flatMap(({ tables, weak }) => {
      const possible = tables.filter(({ name }) => isParent || reading.role || name !== definition.name);
      const candidates = possible.flatMap((table) => candidateOf(table, kinds, reading) ?? []);
      return candidates.length === 0 ? [] : [{ candidates, needsRows: weak }];
    });
  });
  return [...(said.length === 0 ? [] : [{ candidates: said, needsRows: false }]), ...byNames];
}

/** Words of a comment that name a table, by its comment or by its name: `用户表的用户ID`, `references users`. */
const NAMING: readonly RegExp[] = [
  /^([^\s，。；：,;:]{1,20}?表)(?:中?的|主键|id|编号)/iu,
  /关联\s*`?(\w+)`?\s*表/u,
  /\b(?:references|refers? to|foreign key (?:of|to))\s+(?:the\s+)?(?:table\s+)?`?(\w+)/iu,
];

/** The table that the comment of a column names, in a list; empty if it names none, or several. */
function tablesIn(comment: string, catalog: Catalog): TableDefinition[] {
  const named = NAMING.flatMap((pattern) => pattern.exec(comment)?.[1] ?? []);
  const found = new Set(named.flatMap((text) => catalog.meant(text)));
  return found.size === 1 ? [...found] : [];
}

/** Whether a column is a second id of its own table's rows: `subscription_id` in `subscriptions`. */
function isOwnId({ name }: ColumnFacts, { name: own, uniqueKeys }: TableDefinition, catalog: Catalog): boolean {
  if (!uniqueKeys.some(({ columns }) => columns.length === 1 && columns[0] === name)) return false;
  const [whole] = readingsOf(name);
  return (
    whole?.ending !== undefined && !whole.role && catalog.named(whole.noun).some(({ table }) => table.name === own)
  );
}

/**
 * The tables that a noun names: first those close to the own table by name, then others, and parts of other things, to
 * which the own table does not refer.
 */
function namedBy(
  noun: string,
  { name, columns }: TableDefinition,
  catalog: Catalog,
): Record<'near' | 'far', TableDefinition[][]> & { parts: TableDefinition[] } {
  // A letter names no table: `pid`.
  const named = noun.length < 2 ? [] : catalog.named(noun);
  const parts = partsOfName(name);
  const prefixes = parts.slice(1).map((_part, index) => parts.slice(0, parts.length - 1 - index).join(''));
  const near = [[''], ...prefixes.map((prefix) => [prefix]), formsOf(parts.join(''))].map((wanted) =>
    named.filter(({ prefix }) => wanted.includes(prefix)),
  );
  const others = named.filter((each) => !near.some((rank) => rank.includes(each)));
  // Near mails, "batches" means batches of mails: `email_batches` beside `emails`.
  const isPart = ({ prefix }: NamedTable) => {
    const owner = catalog.called(prefix);
    return owner !== undefined && !columns.some((column) => mentions(column.name, owner, catalog));
  };
  const rest = others.filter((each) => !isPart(each));
  const lengths = [...new Set(rest.map((each) => each.parts))].toSorted((a, b) => a - b);
  const far = lengths.map((length) => rest.filter((each) => each.parts === length));
  return { near: near.map(tablesOf), far: far.map(tablesOf), parts: tablesOf(others.filter(isPart)) };
}

/** Whether the name of a column names a table. */
function mentions(column: string, { name }: TableDefinition, catalog: Catalog): boolean {
  return readingsOf(column).some(({ noun }) => catalog.named(noun).some(({ table }) => table.name === name));
}

function tablesOf(rank: NamedTable[]): TableDefinition[] {
  return rank.map(({ table }) => table);
}

/**
 * The other tables whose only key column has the column's name: first those with an auto-increment key, then the rest.
 */
function keyedBy({ keyName }: NameReading, { name }: TableDefinition, catalog: Catalog) {
  const tables = keyName === undefined ? [] : catalog.keyedBy(keyName).filter((table) => table.name !== name);
  const isCounted = (table: TableDefinition) =>
    table.columns.some((column) => column.autoIncrement && table.primaryKey.includes(column.name));
  return { counted: tables.filter(isCounted), others: tables.filter((table) => !isCounted(table)) };
}

/** A table as a candidate for values of some kinds; undefined if it has no column that fits. */
function candidateOf(
  table: TableDefinition,
  kinds: readonly string[],
  reading: NameReading,
): ReferenceCandidate | undefined {
  const key = inferredKey(table);
  const single = [key, ...table.uniqueKeys.map(({ columns }) => columns)].flatMap(([column = '', ...more]) =>
    more.length === 0 ? [column] : [],
  );
  const keys = [...new Set(single)].filter((name) => kinds.includes(kindOfColumn(table, name) ?? ''));
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
