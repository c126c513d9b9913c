import { type QueryRunner, Table, type TableColumnOptions, TableIndex, type TableIndexOptions } from 'typeorm';
import type { SchemaDialect } from '../dialects/dialect.js';
import { dialectOf } from '../dialects/dialects.js';
import { tablePrefixOf } from '../entities/own-tables.js';

/**
 * Columns, written once for every database. On MySQL text compares byte by byte (utf8mb4_bin), as SQLite does; times
 * have millisecond precision.
 */
export class Columns {
  private readonly kinds: SchemaDialect['columns'];

  constructor({ dataSource }: QueryRunner) {
    this.kinds = dialectOf(dataSource).schema.columns;
  }

  id(): TableColumnOptions {
    return { name: 'id', ...this.kinds.id, isPrimary: true, isGenerated: true, generationStrategy: 'increment' };
  }

  int(name: string, options: Partial<TableColumnOptions> = {}): TableColumnOptions {
    return { name, type: 'int', ...options };
  }

  /** @param length in characters */
  text(name: string, length: number, options: Partial<TableColumnOptions> = {}): TableColumnOptions {
    return { name, ...this.kinds.text, length: String(length), default: "''", ...options };
  }

  /** Text without a practical bound; MySQL gives such a column no default. */
  longText(name: string): TableColumnOptions {
    return { name, ...this.kinds.longText };
  }

  /** At most 16 MiB. */
  bytes(name: string): TableColumnOptions {
    return { name, ...this.kinds.bytes };
  }

  flag(name: string): TableColumnOptions {
    return { name, ...this.kinds.flag };
  }

  time(name: string, options: Partial<TableColumnOptions> = {}): TableColumnOptions {
    return { name, ...this.kinds.time, ...options };
  }

  /** created_at and updated_at, set by the service. */
  audit(): TableColumnOptions[] {
    return [this.time('created_at'), this.time('updated_at')];
  }
}

type NamedIndex = TableIndexOptions & { name: string };

/**
 * Takes a step unless its outcome is there: MySQL commits each statement, so an interrupted migration begins again. There
 * may still run what the interrupted one had begun; a step that fails for that has its outcome too.
 */
async function ensure(isDone: () => Promise<boolean>, step: () => Promise<void>): Promise<void> {
  if (await isDone()) return;
  try {
    await step();
  } catch (error) {
    if (!(await isDone().catch(() => false))) throw error;
  }
}

/**
 * Creates a table, with its indexes and references, unless it is there. One statement makes all of a table on MySQL; the
 * prefix of tables goes before every name that another installation in the same database would have too.
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
  await ensure(
    () => runner.hasTable(name),
    () => runner.createTable(new Table({ name, columns, indices: named, foreignKeys })),
  );
}

/** Removes a table where it is there. */
export async function dropTable(runner: QueryRunner, table: string): Promise<void> {
  const name = tablePrefixOf(runner.dataSource) + table;
  await ensure(
    async () => !(await runner.hasTable(name)),
    () => runner.dropTable(name),
  );
}

/** Adds an index to a table that exists, unless it is there. */
export async function addIndex(runner: QueryRunner, table: string, name: string, columnNames: string[]): Promise<void> {
  const path = tablePrefixOf(runner.dataSource) + table;
  const own = indexName(runner, name);
  await ensure(
    () => hasIndex(runner, path, own),
    () => runner.createIndex(path, new TableIndex({ name: own, columnNames })),
  );
}

/** Removes an index where it is there. */
export async function dropIndex(runner: QueryRunner, table: string, name: string): Promise<void> {
  const path = tablePrefixOf(runner.dataSource) + table;
  const own = indexName(runner, name);
  await ensure(
    async () => !(await hasIndex(runner, path, own)),
    () => runner.dropIndex(path, own),
  );
}

/**
 * Adds a column to a table that exists, unless it is there. It may be null: the version before, which goes on working
 * during an upgrade, leaves it out of the rows that it inserts.
 */
export async function addColumn(runner: QueryRunner, table: string, column: TableColumnOptions): Promise<void> {
  const path = tablePrefixOf(runner.dataSource) + table;
  await ensure(
    () => runner.hasColumn(path, column.name),
    () => dialectOf(runner.dataSource).schema.addColumn(runner, path, column),
  );
}

/** Removes a column where it is there. */
export async function dropColumn(runner: QueryRunner, table: string, name: string): Promise<void> {
  const path = tablePrefixOf(runner.dataSource) + table;
  await ensure(
    async () => !(await runner.hasColumn(path, name)),
    () => dialectOf(runner.dataSource).schema.dropColumn(runner, path, name),
  );
}

/**
 * Puts another index in the place of one.
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

/** The prefix of tables goes before the names of indexes where they are a database's: MySQL takes 64 characters. */
function indexName({ dataSource }: QueryRunner, name: string): string {
  return `${dialectOf(dataSource).schema.globalIndexNames ? tablePrefixOf(dataSource) : ''}${name}`;
}

/** An index that is not unique, named after its table and columns: SQLite's index names are global. */
export function index(table: string, ...columnNames: string[]): NamedIndex {
  return { name: `ix_${table}_${columnNames.join('_')}`, columnNames };
}

/** A named unique key. */
export function unique(name: string, ...columnNames: string[]): NamedIndex {
  return { name, columnNames, isUnique: true };
}
