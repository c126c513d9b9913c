import type { TableColumn, TableDefinition } from './table.js';
import { type ColumnFacts, readFamily } from './columns.js';
import { inferredKey, kindOfKey } from './key.js';
import { holdsKeys, kindsHeldBy } from './key-lists.js';
import { plainName, wordsOf } from './names.js';
import { formsOf } from './catalog.js';
import { nativeTypes } from './native-types.js';
import { ROLE_NAMES, columnFor } from './roles.js';
import { isSecretColumn } from './secrets.js';

/** A table that a column refers to, with the column that names its rows. */
export interface Target {
  table: string;
  /** The column that identifies its rows. */
  key: string;
  label: string;
}

/** Families whose values can tell people which row it is. */
const READABLE = ['text', 'longText', 'binaryText', 'choice', 'whole', 'decimal', 'day'];

/** Last words of columns that name rows, if no column is simply called a name. */
const LABEL_ENDINGS = ['name', 'title', 'sn', 'no', 'code'];

/** The declared foreign key of one column that this column is. */
export function declaredKeyOf(
  column: string,
  { foreignKeys }: TableDefinition,
): TableDefinition['foreignKeys'][number] | undefined {
  return foreignKeys.find(({ columns }) => columns.length === 1 && columns[0] === column);
}

/**
 * A table as the target of a column; undefined if its key is not of the column's family.
 * @param referenced the column of the table that it holds; by default the table's key
 */
export function targetOf(table: TableDefinition, column: ColumnFacts, referenced?: string): Target | undefined {
  const key = referenced === undefined ? inferredKey(table) : [referenced];
  const found = table.columns.find(({ name }) => name === key[0]);
  const family = found && readFamily(found, nativeTypes[table.dialect]);
  if (key.length !== 1 || !found || !family || !canHold(column, kindOfKey(family))) return undefined;
  return { table: table.name, key: found.name, label: nameColumnOf(table)?.name ?? found.name };
}

function canHold(column: ColumnFacts, kind: string): boolean {
  return kind === kindOfKey(column.family) || (holdsKeys(column) && kindsHeldBy(column).includes(kind));
}

/**
 * The column that names the rows of a table to people: one that is called a name, or is named after the table's own
 * noun, or else any name, title, number or code; undefined if only the key could.
 */
export function nameColumnOf({ name, columns, dialect }: TableDefinition): TableColumn | undefined {
  const native = nativeTypes[dialect];
  const readable = columns.filter((column) => {
    const kind = readFamily(column, native)?.kind;
    return kind !== undefined && READABLE.includes(kind) && !isSecretColumn(column.name, kind);
  });
  const called = columnFor(ROLE_NAMES.label, readable) ?? columnFor(nounNames(name), readable);
  const texts = readable.filter((column) => readFamily(column, native)?.kind !== 'whole');
  const ending = LABEL_ENDINGS.find((each) => texts.some((column) => wordsOf(column.name).at(-1) === each));
  return called ?? texts.find((column) => ending !== undefined && wordsOf(column.name).at(-1) === ending);
}

/** Names of what a table holds: `brand_name` in `ecs_brands`. */
function nounNames(table: string): string[] {
  return nounsOf(table).map((noun) => `${noun}name`);
}

/** Names of columns with the parent of a row: `parent_id`, and in `sys_menu` also `parent_menu_id`. */
export function parentNames(table: string): string[] {
  const own = nounsOf(table).flatMap((noun) => [`parent${noun}id`, `${noun}parentid`, `${noun}idparent`, `${noun}pid`]);
  return [...ROLE_NAMES.parent, ...own];
}

/** Words for what a table holds, as {@link plainName} writes them. */
function nounsOf(table: string): string[] {
  const words = wordsOf(table);
  return words.map((_word, from) => words.slice(from).join('')).flatMap(formsOf);
}

/** The column with the tenant of a row; undefined if rows belong to none. */
export function tenantColumnOf({ columns, dialect }: TableDefinition): TableColumn | undefined {
  return columns.find(
    (column) => plainName(column.name) === 'tenantid' && readFamily(column, nativeTypes[dialect])?.kind === 'whole',
  );
}
