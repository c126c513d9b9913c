import {
  type QueryRunner,
  Table,
  TableColumn,
  type TableColumnOptions,
  TableIndex,
  type TableIndexOptions,
} from 'typeorm';
import { tablePrefixOf } from '../entities/own-tables.js';

/**
 * Columns, written once for every database. On MySQL text compares byte by byte (utf8mb4_bin), as SQLite does; times
 * have millisecond precision.
 */
export class Columns {
  private readonly mysql: boolean;

  constructor(runner: QueryRunner) {
    this.mysql = isMysql(runner);
  }

  id(): TableColumnOptions {
    // SQLite counts up a column of the type INTEGER alone.
    const type = this.mysql ? 'int' : 'integer';
    return { name: 'id', type, isPrimary: true, isGenerated: true, generationStrategy: 'increment' };
  }

  int(name: string, options: Partial<TableColumnOptions> = {}): TableColumnOptions {
    return { name, type: 'int', ...options };
  }

  /** @param length in characters */
  text(name: string, length: number, options: Partial<TableColumnOptions> = {}): TableColumnOptions {
    return { name, type: 'varchar', length: String(length), default: "''", ...this.collation(), ...options };
  }

  /** Text without a practical bound; MySQL gives such a column no default. */
  longText(name: string): TableColumnOptions {
    return { name, type: this.mysql ? 'mediumtext' : 'text', ...this.collation() };
  }

  /** At most 16 MiB. */
  bytes(name: string): TableColumnOptions {
    return { name, type: this.mysql ? 'mediumblob' : 'blob' };
  }

  flag(name: string): TableColumnOptions {
    return { name, type: 'boolean', default: this.mysql ? '0' : 'false' };
  }

  time(name: string, options: Partial<TableColumnOptions> = {}): TableColumnOptions {
    return { name, type: 'datetime', ...(this.mysql ? { precision: 3 } : {}), ...options };
  }

  /** created_at and updated_at, set by the service. */
  audit(): TableColumnOptions[] {
    return [this.time('created_at'), this.time('updated_at')];
  }

  private collation(): Partial<TableColumnOptions> {
    return this.mysql ? { charset: 'utf8mb4', collation: 'utf8mb4_bin' } : {};
  }
}

type NamedIndex = TableIndexOptions & { name: string };

/**
 * Creates a table, with its indexes and references, unless it is there: MySQL commits each statement, so an interrupted
 * migration begins again. One statement makes all of a table there; the prefix of tables goes before every name that
 * another installation in the same database would have too.
 */
export async function createTable(
  runner: QueryRunner,
  table: string,
  columns: TableColumnOptions[],
  indices: NamedIndex[] = [],
  references: Record<string, { table: string; onDelete: 'CASCADE' | 'RESTRICT' }> = {},
): Promise<void> {
  const prefix = tablePrefixOf(runner.dataSource);
  const name = prefix + table;
  const foreignKeys = Object.entries(references).map(([column, { table: referenced, onDelete }]) => ({
    name: `${prefix}fk_${table}_${column}`,
    columnNames: [column],
    referencedTableName: prefix + referenced,
    referencedColumnNames: ['id'],
    onDelete,
  }));
  const named = indices.map((index) => ({ ...index, name: indexName(runner, index.name) }));
  await runner.createTable(new Table({ name, columns, indices: named, foreignKeys }), true);
}

/** Removes a table where it is there. */
export async function dropTable(runner: QueryRunner, table: string): Promise<void> {
  await runner.dropTable(tablePrefixOf(runner.dataSource) + table, true);
}

/** Adds an index to a table that exists, unless it is there. */
export async function addIndex(runner: QueryRunner, table: string, name: string, columnNames: string[]): Promise<void> {
  const path = tablePrefixOf(runner.dataSource) + table;
  const own = indexName(runner, name);
  if (await hasIndex(runner, path, own)) return;
  await runner.createIndex(path, new TableIndex({ name: own, columnNames }));
}

/** Removes an index where it is there. */
export async function dropIndex(runner: QueryRunner, table: string, name: string): Promise<void> {
  const path = tablePrefixOf(runner.dataSource) + table;
  const own = indexName(runner, name);
  if (await hasIndex(runner, path, own)) await runner.dropIndex(path, own);
}

/**
 * Adds a column to a table that exists, unless it is there. It may be null: the version before, which goes on working
 * during an upgrade, leaves it out of the rows that it inserts.
 */
export async function addColumn(runner: QueryRunner, table: string, column: TableColumnOptions): Promise<void> {
  const path = tablePrefixOf(runner.dataSource) + table;
  if (await runner.hasColumn(path, column.name)) return;
  if (isMysql(runner)) await runner.addColumn(path, new TableColumn({ ...column, isNullable: true }));
  // TypeORM would copy the whole table, whatever its size.
  else await runner.query(`ALTER TABLE "${path}" ADD COLUMN "${column.name}" ${column.type}`);
}

/** Removes a column where it is there. */
export async function dropColumn(runner: QueryRunner, table: string, name: string): Promise<void> {
  const path = tablePrefixOf(runner.dataSource) + table;
  if (!(await runner.hasColumn(path, name))) return;
  if (isMysql(runner)) await runner.dropColumn(path, name);
  else await runner.query(`ALTER TABLE "${path}" DROP COLUMN "${name}"`);
}

/**
 * Puts another index in the place of one. May run twice: MySQL commits each statement.
 * @param old name of the index that goes
 */
export async function replaceIndex(
  runner: QueryRunner,
  table: string,
  old: string,
  name: string,
  columnNames: string[],
): Promise<void> {
  await addIndex(runner, table, name, columnNames);
  await dropIndex(runner, table, old);
}

async function hasIndex(runner: QueryRunner, path: string, name: string): Promise<boolean> {
  return (await runner.getTable(path))?.indices.some((index) => index.name === name) ?? false;
}

/** Names of indexes are one database's on SQLite, and one table's, at most 64 characters long, on MySQL. */
function indexName(runner: QueryRunner, name: string): string {
  return `${isMysql(runner) ? '' : tablePrefixOf(runner.dataSource)}${name}`;
}

function isMysql({ dataSource }: QueryRunner): boolean {
  return dataSource.options.type === 'mysql';
}

/** An index that is not unique, named after its table and columns: SQLite's index names are global. */
export function index(table: string, ...columnNames: string[]): NamedIndex {
  return { name: `ix_${table}_${columnNames.join('_')}`, columnNames };
}

/** A named unique key. */
export function unique(name: string, ...columnNames: string[]): NamedIndex {
  return { name, columnNames, isUnique: true };
}
