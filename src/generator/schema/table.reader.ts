import type { Page, RawQuery } from 'steward/crud';
import type { TableDefinition } from '../model/table.js';

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

/** A row about one table or view. */
export interface TableNamed {
  tableName: string;
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
