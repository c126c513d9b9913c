import type { Page, RawQuery } from 'steward/crud';
import { isDatabaseUnavailable, isIncomparable } from 'steward/database';
import type { Limited } from '../model/limited.js';
import type { TableDefinition } from '../model/table.js';
import { LOOKED_AT } from '../model/value-forms.js';

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

/** The only tables that a page shows, or those that it leaves out. */
export interface Among {
  names: string[];
  shown: boolean;
}

/** A condition, to be added to others, that limits a column to the tables of {@link Among}. */
export function amongCondition(column: string, among: Among | undefined): { sql: string; names: string[] } {
  if (among === undefined) return { sql: '', names: [] };
  const { names, shown } = among;
  // MySQL does not accept an empty list.
  if (names.length === 0) return { sql: shown ? ' AND 1 = 0' : '', names };
  return { sql: ` AND ${column} ${shown ? '' : 'NOT '}IN (${names.map(() => '?').join(', ')})`, names };
}

/** How many rows of a table are searched for values that are not flags. */
const MAX_LOOKED_AT = 1_000_000;

/** How many distinct values of a column are looked up elsewhere. */
export const MAX_VALUES = 1000;

/** How many rows of a table are examined for the kinds of its values. */
const MAX_SAMPLE = 200;

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

  /**
   * The names of the given columns that hold other values, judging by a table's first million rows; all names if the
   * database needs too long, or cannot compare the values.
   */
  async othersAmong(table: string, columns: readonly Limited[]): Promise<string[]> {
    if (columns.length === 0) return [];
    const names = columns.map(({ name }) => this.quoted(name));
    const asked = columns.map(
      ({ values }, index) => `MAX(${names[index]} NOT IN (${values.map(() => '?').join(', ')})) AS c${index}`,
    );
    const rows = `SELECT ${names.join(', ')} FROM ${this.quoted(table)} LIMIT ${MAX_LOOKED_AT}`;
    try {
      const [found = {}] = await this.rows<Record<string, unknown>>(
        `SELECT ${asked.join(', ')} FROM (${rows}) AS looked_at`,
        columns.flatMap(({ values }) => [...values]),
      );
      return columns.filter((_column, index) => Number(found[`c${index}`]) === 1).map(({ name }) => name);
    } catch (error) {
      if (isDatabaseUnavailable(error) || isIncomparable(error)) return columns.map(({ name }) => name);
      throw error;
    }
  }

  /**
   * At most 1,000 distinct values of a column, other than 0 and the empty text, from a table's first million rows; none
   * if the database needs too long.
   * @param numeric whether it holds numbers
   */
  async distinctValues(table: string, column: string, numeric: boolean): Promise<unknown[]> {
    const name = this.quoted(column);
    const given = numeric ? `${name} <> 0` : `${name} NOT IN ('', '0')`;
    const rows = `SELECT ${name} AS held FROM ${this.quoted(table)} WHERE ${given} LIMIT ${MAX_LOOKED_AT}`;
    try {
      const found = await this.rows<{ held: unknown }>(
        `SELECT DISTINCT held FROM (${rows}) AS looked_at LIMIT ${MAX_VALUES}`,
      );
      return found.map(({ held }) => held);
    } catch (error) {
      if (isDatabaseUnavailable(error)) return [];
      throw error;
    }
  }

  /**
   * The values of these columns in some rows of a table, long texts cut; none if the database needs too long. Columns
   * are requested by number, because a driver gives no value a name such as `__proto__`.
   * @param columns whether each holds text, by name
   */
  async sample(table: string, columns: ReadonlyMap<string, boolean>): Promise<Map<string, unknown[]>> {
    if (columns.size === 0) return new Map();
    const asked = [...columns].map(([name, isText], index) => {
      const quoted = this.quoted(name);
      return `${isText ? `SUBSTR(${quoted}, 1, ${LOOKED_AT})` : quoted} AS value${index}`;
    });
    try {
      const rows = await this.rows<Record<string, unknown>>(
        `SELECT ${asked.join(', ')} FROM ${this.quoted(table)} LIMIT ${MAX_SAMPLE}`,
      );
      return new Map([...columns.keys()].map((name, index) => [name, rows.map((row) => row[`value${index}`])]));
    } catch (error) {
      if (isDatabaseUnavailable(error)) return new Map();
      throw error;
    }
  }

  /** How many of these values a column holds that tells rows apart. */
  async countAmong(table: string, column: string, values: readonly unknown[]): Promise<number> {
    const places = values.map(() => '?').join(', ');
    const statement = `SELECT COUNT(*) AS found FROM ${this.quoted(table)} WHERE ${this.quoted(column)} IN (${places})`;
    try {
      const [{ found = 0 } = {}] = await this.rows<{ found: number | string }>(statement, [...values]);
      return Number(found);
    } catch (error) {
      // The character set of the column holds none of them.
      if (isIncomparable(error)) return 0;
      throw error;
    }
  }

  /** A name as statements write it. */
  protected abstract quoted(name: string): string;

  protected abstract rows<T>(sql: string, parameters?: unknown[]): Promise<T[]>;
}
