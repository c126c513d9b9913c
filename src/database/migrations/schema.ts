import { type QueryRunner, Table, type TableColumnOptions, TableIndex, type TableIndexOptions } from 'typeorm';
import { SettingsError } from '../../settings/settings-error.js';
import type { SchemaDialect } from '../dialect/dialect.js';
import { dialectOf } from '../dialects/dialects.js';
import { HASH_LENGTH, sealedLength } from '../../core/value-sizes.js';
import { tablePrefixOf } from '../entities/own-tables.js';

/**
 * Column definitions, written once for every database, with their comments (`comment`). On MySQL, text compares byte by byte (utf8mb4_bin), as on
 * SQLite; times have millisecond precision.
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

  /** The two columns of a property with `@Sealed`. @param length longest value in characters, as in the entity */
  sealed(name: string, length?: number): TableColumnOptions[] {
    const options = { isNullable: true, default: undefined };
    return [this.text(name, sealedLength(length), options), this.text(`${name}_hash`, HASH_LENGTH, options)];
  }

  /** Text without a practical limit on its length; MySQL allows no default for such a column. */
  longText(name: string, options: Partial<TableColumnOptions> = {}): TableColumnOptions {
    return { name, ...this.kinds.longText, ...options };
  }

  /** At most 16 MiB. */
  bytes(name: string, options: Partial<TableColumnOptions> = {}): TableColumnOptions {
    return { name, ...this.kinds.bytes, ...options };
  }

  flag(name: string, options: Partial<TableColumnOptions> = {}): TableColumnOptions {
    return { name, ...this.kinds.flag, ...options };
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
 * Takes a step unless it is already done: MySQL commits each statement, so an interrupted migration starts again. A
 * statement of the interrupted one may still be running; a step that fails because of it is done as well.
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
 * Creates a table, with its indexes and references, unless it exists. On MySQL, one statement creates all of it. Every
 * name that another installation in the same database would also use gets the table prefix.
 * @throws SettingsError if there is another table of this name, with other columns
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
  const { schema } = dialectOf(runner.dataSource);
  const named = indices.map((index) => ({ ...index, name: indexName(runner, index.name) }));
  const isThere = async () => {
    const found = await runner.getTable(name);
    if (found === undefined) return false;
    const has = new Set(found.columns.map((column) => column.name));
    if (columns.every((column) => has.has(column.name))) return true;
    throw new SettingsError(
      `The database has a table ${name} that is not Steward's, which needs one of this name now: rename the other one.`,
    );
  };
  await ensure(isThere, () => schema.createTable(runner, new Table({ name, columns, indices: named, foreignKeys })));
}

/** Removes a table if it exists. */
export async function dropTable(runner: QueryRunner, table: string): Promise<void> {
  const name = tablePrefixOf(runner.dataSource) + table;
  await ensure(
    async () => !(await runner.hasTable(name)),
    () => runner.dropTable(name),
  );
}

/** Adds an index to an existing table, unless the index exists. */
export async function addIndex(runner: QueryRunner, table: string, name: string, columnNames: string[]): Promise<void> {
  const path = tablePrefixOf(runner.dataSource) + table;
  const own = indexName(runner, name);
  await ensure(
    () => dialectOf(runner.dataSource).schema.hasIndex(runner, path, own),
    async () => runner.createIndex(await tableNamed(runner, path), new TableIndex({ name: own, columnNames })),
  );
}

/** Removes an index if it exists. */
export async function dropIndex(runner: QueryRunner, table: string, name: string): Promise<void> {
  const path = tablePrefixOf(runner.dataSource) + table;
  const own = indexName(runner, name);
  await ensure(
    async () => !(await dialectOf(runner.dataSource).schema.hasIndex(runner, path, own)),
    async () => runner.dropIndex(await tableNamed(runner, path), new TableIndex({ name: own, columnNames: [] })),
  );
}

/**
 * Adds a column to an existing table, unless the column exists. It may be null: the previous version, which keeps
 * running during an upgrade, leaves it out of the rows that it inserts.
 */
export async function addColumn(runner: QueryRunner, table: string, column: TableColumnOptions): Promise<void> {
  const path = tablePrefixOf(runner.dataSource) + table;
  await ensure(
    () => runner.hasColumn(path, column.name),
    async () => dialectOf(runner.dataSource).schema.addColumn(runner, await tableNamed(runner, path), column),
  );
}

/** Adds a column to the primary key of an existing table, unless it is there; rows that are there get its default. */
export async function addToKey(runner: QueryRunner, table: string, column: TableColumnOptions): Promise<void> {
  const path = tablePrefixOf(runner.dataSource) + table;
  await ensure(
    () => runner.hasColumn(path, column.name),
    () => dialectOf(runner.dataSource).schema.addToKey(runner, path, column),
  );
}

/**
 * Removes a column from a table and its primary key, if it is there.
 * @param kept condition of the rows that stay: without the column, their keys must differ
 */
export async function dropFromKey(runner: QueryRunner, table: string, name: string, kept: string): Promise<void> {
  const path = tablePrefixOf(runner.dataSource) + table;
  if (!(await runner.hasColumn(path, name))) return;
  await runner.query(`DELETE FROM ${path} WHERE NOT (${kept})`);
  await ensure(
    async () => !(await runner.hasColumn(path, name)),
    () => dialectOf(runner.dataSource).schema.dropFromKey(runner, path, name),
  );
}

/** Removes a column if it exists. */
export async function dropColumn(runner: QueryRunner, table: string, name: string): Promise<void> {
  const path = tablePrefixOf(runner.dataSource) + table;
  await ensure(
    async () => !(await runner.hasColumn(path, name)),
    () => dialectOf(runner.dataSource).schema.dropColumn(runner, path, name),
  );
}

/**
 * Replaces an index with another.
 * @param old name of the index to remove
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

/**
 * A table that is about to change, by its name alone: TypeORM would first read its definition from the server, and
 * MariaDB opens every table of the database for that.
 */
async function tableNamed(runner: QueryRunner, name: string): Promise<Table> {
  // Reads nothing, and makes TypeORM forget the definitions that it has read: one of them may soon be out of date.
  await runner.getTables([]);
  return new Table({ name });
}

/** Index names get the table prefix only if they must be unique within the database: MySQL takes 64 characters. */
function indexName({ dataSource }: QueryRunner, name: string): string {
  return `${dialectOf(dataSource).schema.globalIndexNames ? tablePrefixOf(dataSource) : ''}${name}`;
}

/** A non-unique index, named after its table and columns, because SQLite's index names are global. */
export function index(table: string, ...columnNames: string[]): NamedIndex {
  return { name: `ix_${table}_${columnNames.join('_')}`, columnNames };
}

/** A named unique key. */
export function unique(name: string, ...columnNames: string[]): NamedIndex {
  return { name, columnNames, isUnique: true };
}
