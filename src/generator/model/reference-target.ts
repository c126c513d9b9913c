import type { TableColumn, TableDefinition } from './table.js';
import type { Catalog } from './catalog.js';
import { type ColumnFacts, type TableFacts, readFamily } from './columns.js';
import { inferredKey, kindOfKey } from './key.js';
import { plainName } from './names.js';
import { nativeTypes } from './native-types.js';
import { ROLE_NAMES, columnFor, isSecretColumn } from './roles.js';

/** A table that a column refers to, with the column that names its rows. */
export interface Target {
  table: string;
  /** The column that identifies its rows. */
  key: string;
  label: string;
}

/** Families whose values can tell people which row it is. */
const READABLE = ['text', 'longText', 'choice', 'whole', 'decimal', 'day'];

/** The table that a column refers to: by a declared foreign key of one column, or by its name; undefined if none. */
export function referenceOf(column: ColumnFacts, facts: TableFacts, catalog: Catalog): Target | undefined {
  const { definition } = facts;
  const declared = definition.foreignKeys.find(({ columns }) => columns.length === 1 && columns[0] === column.name);
  if (declared) {
    const table = catalog.referenced(declared.table);
    return table && targetOf(table, column, declared.referenced[0]);
  }
  const [, word] = /^(.+)id$/.exec(plainName(column.name)) ?? [];
  if (word === undefined) return undefined;
  const others = catalog.named(word).filter((table) => table.name !== definition.name);
  const [target, ...more] = others.flatMap((table) => targetOf(table, column) ?? []);
  return more.length === 0 ? target : undefined;
}

/**
 * A table as the target of a column; undefined if its key is not of the column's family.
 * @param referenced the column that a declared foreign key names; by default the table's key
 */
export function targetOf(table: TableDefinition, column: ColumnFacts, referenced?: string): Target | undefined {
  const key = referenced === undefined ? inferredKey(table) : [referenced];
  const found = table.columns.find(({ name }) => name === key[0]);
  const family = found && readFamily(found, nativeTypes[table.dialect]);
  if (key.length !== 1 || !found || !family || kindOfKey(family) !== kindOfKey(column.family)) return undefined;
  return { table: table.name, key: found.name, label: nameColumnOf(table)?.name ?? found.name };
}

/** The column that names the rows of a table to people; undefined if only the key could. */
export function nameColumnOf({ columns, dialect }: TableDefinition): TableColumn | undefined {
  const native = nativeTypes[dialect];
  return columnFor(
    ROLE_NAMES.label,
    columns,
    (column) => !isSecretColumn(column.name) && READABLE.includes(readFamily(column, native)?.kind ?? ''),
  );
}

/** The column with the tenant of a row; undefined if rows belong to none. */
export function tenantColumnOf({ columns, dialect }: TableDefinition): TableColumn | undefined {
  return columns.find(
    (column) => plainName(column.name) === 'tenantid' && readFamily(column, nativeTypes[dialect])?.kind === 'whole',
  );
}
