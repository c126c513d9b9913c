import type {
  DataSource,
  DataSourceOptions,
  EntityManager,
  ObjectLiteral,
  QueryRunner,
  SelectQueryBuilder,
  TableColumnOptions,
} from 'typeorm';
import type { QueueLimits } from '../../core/fair-queue.js';
import type { Log } from '../../core/log/log.module.js';
import type { Settings } from '../../settings/settings.js';
import type { Partitions } from '../partitions/partitions.js';

/** The settings of the database. */
export type DatabaseSettings = Settings['database'];

/** What the setting `database.type` calls a kind of database. */
export type DialectName = DatabaseSettings['type'];

/** What differs between the kinds of database. Whatever else must know the kind, asks here. */
export interface Dialect {
  readonly name: DialectName;

  /** Whether statements travel to a server: each costs a round trip, and other processes write beside this one. */
  readonly remote: boolean;

  /** Find options that lock the rows read until the transaction ends. */
  readonly rowLock: { lock?: { mode: 'pessimistic_write' } };

  readonly sql: SqlDialect;
  readonly schema: SchemaDialect;

  /** Tables in partitions; undefined where there are none. */
  readonly partitions: Partitions | undefined;

  /** TypeORM's options of a connection; loads the driver. */
  options(settings: DatabaseSettings, use: 'requests' | 'migrations'): Promise<DataSourceOptions>;

  /** Opens a connection that simultaneous requests can share. */
  connect(dataSource: DataSource, settings: DatabaseSettings): Promise<DataSource>;

  /** Runs reads that all see one moment of the database. */
  snapshot<T>(dataSource: DataSource, read: (manager: EntityManager) => Promise<T>): Promise<T>;

  /** Rows of a statement as the server has them, without the wait for what other servers have committed. */
  readUnsynced<T>(dataSource: DataSource, statement: string): Promise<T[]>;

  /** How the connections are used at the moment. */
  connectionUse(dataSource: DataSource): ConnectionUse;

  /** A way to run statements that read much without holding up others. */
  heavyReads(dataSource: DataSource): HeavyReads;

  /** Brings the database up to date while no other instance does. */
  update(work: SchemaUpdate): Promise<void>;
}

/** Expressions that the databases write differently. Parameters are names of bound values. */
export interface SqlDialect {
  /** Condition that a text column contains the pattern of a parameter, whatever the case of its letters. */
  contains(column: string, parameter: string): string;

  /** Condition that a column of several values has one of them. */
  has(column: string, parameter: string): string;

  /** A value as text. */
  asText(column: string): string;

  /** What stands in the database for a time: others may have written it than this service. */
  spellingsOf(time: Date): unknown[];

  /** What times are compared with that must not be earlier, or not later. */
  boundOf(time: Date, upper: boolean): unknown;

  /** A parameter of decimal digits that is compared without rounding it. */
  exactDecimal(parameter: string, fractionDigits: number): string;

  /** What a column of the type `float` keeps of a number. */
  storedFloat(value: number): number;

  /**
   * Conditions that split rows by a column into parts to be grouped at the same time, with all rows of a value in the
   * same part.
   */
  partsBy(column: string): string[];

  /** Why a decimal column would not keep all of these digits; undefined where it does. */
  decimalProblem(digits: string): string | undefined;
}

/** Kinds of columns that {@link SchemaDialect.columns} has. */
export type ColumnKind = 'id' | 'text' | 'longText' | 'bytes' | 'flag' | 'time';

/** What migrations need to know. */
export interface SchemaDialect {
  /** Type and related options of a column, by what it holds. */
  readonly columns: Record<ColumnKind, Partial<TableColumnOptions> & { type: string }>;

  /** Whether the names of indexes are unique in a database, and not only in a table. */
  readonly globalIndexNames: boolean;

  /** Adds a column that may be null to a table of any size. */
  addColumn(runner: QueryRunner, table: string, column: TableColumnOptions): Promise<void>;

  /** Removes a column. */
  dropColumn(runner: QueryRunner, table: string, column: string): Promise<void>;

  /** Statement that sets a column from the rows of a query. */
  updateFrom(update: { table: string; column: string; value: string; rows: string; on: string }): string;
}

/** How the connections of a database are used. */
export interface ConnectionUse extends Record<string, number> {
  used: number;
  free: number;
  /** Statements and transactions that wait for a connection. */
  waiting: number;
}

/** Runs statements that read much. */
export interface HeavyReads {
  /** How many may run at once. */
  readonly limits: QueueLimits;

  /** The raw rows of a query. */
  rows(builder: SelectQueryBuilder<ObjectLiteral>): Promise<unknown[]>;

  /** The values of a query of one column, without an object for each row. */
  column(builder: SelectQueryBuilder<ObjectLiteral>): Promise<unknown[]>;

  /** Frees what it holds. */
  close(): Promise<void>;
}

/** A first look at a database, before anything is changed. */
export interface Glance {
  /** Names of its tables and views. */
  tables: string[];
  /** Runs a statement. */
  query: (sql: string) => Promise<{ name?: unknown }[]>;
  /** Whether the database distinguishes `Config` from `config`. */
  caseSensitive: boolean;
}

/** The steps that bring a database up to date; the dialect calls them in its order and under its lock. */
export interface SchemaUpdate {
  settings: DatabaseSettings;
  log: Log;
  /** @throws SettingsError where the database is somebody else's */
  inspect: (glance: Glance) => Promise<void>;
  /** Connects without the time limits of requests. */
  open: () => Promise<DataSource & AsyncDisposable>;
  /** Whether there is nothing to apply, nothing to seed and no log to put into partitions. */
  isCurrent: (dataSource: DataSource) => Promise<boolean>;
  /** Applies the migrations that the database has not had, and puts short logs into partitions. */
  apply: (dataSource: DataSource) => Promise<void>;
  seed: (manager: EntityManager) => Promise<void>;
}

/** How long one instance waits for another to finish its migrations, in seconds. */
export const UPDATE_LOCK_WAIT_S = 300;
