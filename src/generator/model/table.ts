import type { DialectName } from 'steward/database';

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
  /** The value of a row that is inserted without one; undefined if there is no default. */
  default?: ColumnDefault;
  /** Computed by the database. */
  generated: boolean;
  autoIncrement: boolean;
  /** Whether it is a number despite its boolean type, because it is a key or holds values other than 0 and 1. */
  numbers?: boolean;
  /** Whether its bytes are served as text, because most of them are text, or because it is a key. */
  texts?: boolean;
  /** Whether its rows hold values that its comment does not list. */
  open?: boolean;
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
interface ForeignKey {
  columns: string[];
  table: string;
  /** The columns that they refer to, in the same order; empty if none are named, for the primary key. */
  referenced: string[];
}

/** A table with everything that the generator needs. */
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
