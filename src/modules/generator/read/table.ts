import type { Page, RawQuery } from 'steward/crud';
import type { DialectName } from 'steward/database';

/** A table as the page of tables shows it. */
export interface TableSummary {
  tableName: string;
  /** Empty if the database stores none. */
  comment: string;
  /** Exact on SQLite, the engine's estimate on MySQL. */
  rowCount: number;
  /** `view` for a view. */
  engine: string;
  /** Left out if the database does not know it. */
  createdAt?: Date;
}

/** The only tables that a page shows, or the tables that it leaves out. */
export interface Among {
  names: string[];
  shown: boolean;
}

/** The condition, to be added to others, that limits a column to what {@link Among} says. */
export function amongCondition(column: string, among: Among | undefined): { sql: string; names: string[] } {
  if (among === undefined) return { sql: '', names: [] };
  const { names, shown } = among;
  // MySQL does not accept an empty list.
  if (names.length === 0) return { sql: shown ? ' AND 1 = 0' : '', names };
  return { sql: ` AND ${column} ${shown ? '' : 'NOT '}IN (${names.map(() => '?').join(', ')})`, names };
}

/** A column as the database declares it. */
export interface TableColumn {
  name: string;
  /** Native type in lower case, without its arguments: `varchar`. */
  type: string;
  /** Native type in lower case with everything that belongs to it: `int(10) unsigned`. */
  fullType: string;
  /** In characters, or in bytes for binary types. */
  length?: number;
  /** Digits in all, or digits of a second for times. */
  precision?: number;
  /** Digits after the decimal point. */
  scale?: number;
  unsigned: boolean;
  nullable: boolean;
  /** What a row gets if it is given no value; undefined if there is no default. */
  default?: ColumnDefault;
  /** Computed by the database. */
  generated: boolean;
  autoIncrement: boolean;
  comment: string;
  /** The values of an enum or a set. */
  values?: string[];
}

/** The default of a column: a value, or an SQL expression as the database reports it. */
export type ColumnDefault = { value: string } | { expression: string };

/** Columns whose values no two rows share. */
export interface UniqueKey {
  name: string;
  columns: string[];
}

/** Columns that refer to a row of another table of the same database. */
export interface ForeignKey {
  columns: string[];
  table: string;
  /** The columns that they refer to, in the same order; empty if none are named, for the primary key. */
  referenced: string[];
}

/** A table with all that the generator needs to know about it. */
export interface TableDefinition {
  /** Determines what the types of the columns mean. */
  dialect: DialectName;
  name: string;
  /** Whether it is a view: it has neither keys nor rows of its own. */
  view: boolean;
  comment: string;
  columns: TableColumn[];
  /** Names of the key columns in their order; empty for none. */
  primaryKey: string[];
  /** In the order in which they were declared, as far as the database reports it. */
  uniqueKeys: UniqueKey[];
  foreignKeys: ForeignKey[];
}

/** Reads the tables and views of the service's own database. */
export abstract class TableReader {
  /** One page of the tables and views, by name; filter `tableName` by substring. */
  abstract page(query: RawQuery, among?: Among): Promise<Page<TableSummary>>;

  /** Names of all tables and views, sorted. */
  abstract names(): Promise<string[]>;

  /** All tables, without views, read with a few statements however many there are. */
  abstract tables(): Promise<TableDefinition[]>;

  /** A view; undefined for any other name. A view that the database cannot resolve has no columns. */
  abstract view(name: string): Promise<TableDefinition | undefined>;
}

/** Rows grouped by key; the groups are in the order of their first rows. */
export function groupBy<T, K>(rows: readonly T[], keyOf: (row: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const row of rows) {
    const key = keyOf(row);
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return groups;
}
