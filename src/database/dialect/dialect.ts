import type {
  DataSource,
  DataSourceOptions,
  EntityManager,
  ObjectLiteral,
  QueryRunner,
  SelectQueryBuilder,
  Table,
  TableColumnOptions,
} from 'typeorm';
import type { QueueLimits } from '../../core/fair-queue.js';
import type { Log } from '../../core/log/log.module.js';
import type { Settings } from '../../settings/settings.js';
import type { DriverErrors } from './database-errors.js';
import type { Partitions } from './partitions.js';
import type { DatabaseTimes } from './database-times.js';

/** The settings of the database. */
export type DatabaseSettings = Settings['database'];

/** A kind of database, as the setting `database.type` names it. */
export type DialectName = DatabaseSettings['type'];

/** Everything that differs between the kinds of database; other code that depends on the kind asks the dialect. */
export interface Dialect {
  readonly name: DialectName;

  /** TypeORM's name for the driver. */
  readonly driver: DataSourceOptions['type'];

  /** Whether statements go to a server: each costs a round trip, and other processes write to the database too. */
  readonly remote: boolean;

  /** Find options that lock the rows read until the transaction ends. */
  readonly rowLock: { lock?: { mode: 'pessimistic_write' } };

  readonly sql: SqlDialect;
  readonly schema: SchemaDialect;
  readonly keys: KeyDialect;

  /** The driver's codes for failed statements. */
  readonly errors: DriverErrors;

  /** Partitioned tables; undefined if the database does not have them. */
  readonly partitions: Partitions | undefined;

  /**
   * TypeORM's options for a connection; loads the driver.
   * @param times undefined for work that takes long
   */
  options(settings: DatabaseSettings, times: DatabaseTimes | undefined): Promise<DataSourceOptions>;

  /** Opens a connection that simultaneous requests can share. */
  connect(dataSource: DataSource, settings: DatabaseSettings, times: DatabaseTimes): Promise<DataSource>;

  /**
   * Waits until no other transaction that changes the first row of a table by its `name` is under way, and keeps others
   * waiting until this one ends.
   */
  takeTurn(manager: EntityManager, table: string): Promise<void>;

  /** Runs reads that all see the same snapshot of the database. */
  snapshot<T>(dataSource: DataSource, read: (manager: EntityManager) => Promise<T>): Promise<T>;

  /** Rows of a statement as the server has them, without waiting for commits on other servers. */
  readUnsynced<T>(dataSource: DataSource, statement: string): Promise<T[]>;

  /** How the connections are currently used. */
  connectionUse(dataSource: DataSource): ConnectionUse;

  /** A way to run statements that read a lot of data without holding up others. */
  heavyReads(dataSource: DataSource): HeavyReads;

  /** Brings the database up to date while no other instance does the same. */
  update(work: SchemaUpdate): Promise<void>;
}

/** A column of a table that refers to another table, by the names of the database. */
export interface ReferringColumn {
  table: string;
  column: string;
  /** The column that it refers to. */
  refersTo: string;
}

/** Knowledge about the keys of a database's tables, for the failures of changes that break them. */
export interface KeyDialect {
  /** The foreign keys of one column that refer to a table. */
  referringTo(manager: EntityManager, table: string): Promise<ReferringColumn[]>;
  /** The columns of a unique key of a table, from what the driver calls the key. */
  columnsOf(manager: EntityManager, table: string, key: string): Promise<string[]>;
}

/** Expressions whose SQL differs between the databases. Parameters are names of bound values. */
export interface SqlDialect {
  /** Condition that a text column matches the LIKE pattern of a parameter, ignoring case. */
  contains(column: string, parameter: string): string;

  /** Condition that a column of comma-separated values contains the value of a parameter. */
  has(column: string, parameter: string): string;

  /** A value as text. */
  asText(column: string): string;

  /** The end of a SELECT that locks its rows as {@link Dialect.rowLock} does. */
  readonly lockRows: string;
  /** The same for rows that others may read meanwhile, but not change. */
  readonly shareRows: string;

  /** The values that may represent a time in the database: this service may not be the only one that writes them. */
  spellingsOf(time: Date): unknown[];

  /** The values that may represent bytes in a binary column: SQLite keeps text there as text. */
  spellingsOfBytes(bytes: Buffer): unknown[];

  /** The value that times are compared with as an inclusive bound, either the upper or the lower one. */
  boundOf(time: Date, upper: boolean): unknown;

  /** The present time of the database, or a time so many milliseconds later, as columns hold it. */
  fromNow(milliseconds: number): string;

  /** A parameter of decimal digits that is compared without being rounded. */
  exactDecimal(parameter: string, fractionDigits: number): string;

  /** The value that a column of the type `float` stores for a number. */
  storedFloat(value: number): number;

  /**
   * Conditions that split rows by a column into parts that can be grouped at the same time; all rows with the same
   * value are in the same part.
   */
  partsBy(column: string): string[];

  /** Why a decimal column would not keep all of these digits; undefined if it would. */
  decimalProblem(digits: string): string | undefined;
}

/** Kinds of columns in {@link SchemaDialect.columns}. */
type ColumnKind = 'id' | 'text' | 'longText' | 'bytes' | 'flag' | 'time';

/** Facts about a kind of database that migrations need. */
export interface SchemaDialect {
  /** Type and related options of each kind of column. */
  readonly columns: Record<ColumnKind, Partial<TableColumnOptions> & { type: string }>;

  /** Whether the names of indexes are unique within a database, and not only within a table. */
  readonly globalIndexNames: boolean;

  /** Creates a table with its indexes and references, and with the comments of its columns. */
  createTable(runner: QueryRunner, table: Table): Promise<void>;

  /** Whether a table has an index of this name. */
  hasIndex(runner: QueryRunner, table: string, name: string): Promise<boolean>;

  /** Adds a nullable column to a table of any size; rows that are there get its default. */
  addColumn(runner: QueryRunner, table: Table, column: TableColumnOptions): Promise<void>;

  /** Removes a column. */
  dropColumn(runner: QueryRunner, table: string, column: string): Promise<void>;

  /** Adds a column to a small table and to its primary key; rows that are there get its default. */
  addToKey(runner: QueryRunner, table: string, column: TableColumnOptions): Promise<void>;

  /** Removes a column from a small table and from its primary key. */
  dropFromKey(runner: QueryRunner, table: string, column: string): Promise<void>;

  /** Statement that sets a column from the rows of a query. */
  updateFrom(update: { table: string; column: string; value: string; rows: string; on: string }): string;
}

/** How the connections of a database are used. */
interface ConnectionUse extends Record<string, number> {
  used: number;
  free: number;
  /** Statements and transactions that wait for a connection. */
  waiting: number;
}

/** Runs statements that read a lot of data. */
export interface HeavyReads {
  /** How many statements may run at once. */
  readonly limits: QueueLimits;

  /** The raw rows of a query. */
  rows(builder: SelectQueryBuilder<ObjectLiteral>): Promise<unknown[]>;

  /** The values of a single-column query, without an object for each row. */
  column(builder: SelectQueryBuilder<ObjectLiteral>): Promise<unknown[]>;

  /** Releases the resources that it holds. */
  close(): Promise<void>;
}

/** A first look at a database, before anything is changed. */
export interface Glance {
  /** Names of its tables and views. */
  tables: string[];
  /** All rows of a table; undefined if it does not have these columns. */
  rows: (table: string, columns: string[]) => Promise<{ name?: unknown }[] | undefined>;
  /** Whether the database distinguishes `Config` from `config`. */
  caseSensitive: boolean;
}

/** The steps that bring a database up to date; the dialect calls them in its own order and under its own lock. */
export interface SchemaUpdate {
  settings: DatabaseSettings;
  log: Log;
  /** @throws SettingsError if the database belongs to another application */
  inspect: (glance: Glance) => Promise<void>;
  /** Connects without the time limits of requests. */
  open: () => Promise<DataSource & AsyncDisposable>;
  /** Whether there is nothing to apply, nothing to seed and no log to partition. */
  isCurrent: (dataSource: DataSource) => Promise<boolean>;
  /** Applies the migrations that the database has not had yet, and partitions short logs. */
  apply: (dataSource: DataSource) => Promise<void>;
  seed: (manager: EntityManager) => Promise<void>;
}

/** How long one instance waits for another to finish its migrations, in seconds. */
export const UPDATE_LOCK_WAIT_S = 300;
