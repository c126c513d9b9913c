import { type QueryRunner, Table, type TableColumnOptions, type TableIndexOptions } from 'typeorm';

/**
 * Columns, written once for every database. On MySQL text compares byte by byte (utf8mb4_bin), as SQLite does; times
 * have millisecond precision.
 */
export class Columns {
  private readonly mysql: boolean;

  constructor(runner: QueryRunner) {
    this.mysql = runner.dataSource.options.type === 'mysql';
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

/** Creates a table unless it is there: MySQL commits each statement, so an interrupted migration begins again. */
export async function createTable(
  runner: QueryRunner,
  name: string,
  columns: TableColumnOptions[],
  indices: TableIndexOptions[] = [],
  references: Record<string, { table: string; onDelete: 'CASCADE' | 'RESTRICT' }> = {},
): Promise<void> {
  const foreignKeys = Object.entries(references).map(([column, { table, onDelete }]) => ({
    name: `fk_${name}_${column}`,
    columnNames: [column],
    referencedTableName: table,
    referencedColumnNames: ['id'],
    onDelete,
  }));
  await runner.createTable(new Table({ name, columns, indices, foreignKeys }), true);
}

/** An index that is not unique, named after its table and columns: SQLite's index names are global. */
export function index(table: string, ...columnNames: string[]): TableIndexOptions {
  return { name: `ix_${table}_${columnNames.join('_')}`, columnNames };
}

/** A named unique key. */
export function unique(name: string, ...columnNames: string[]): TableIndexOptions {
  return { name, columnNames, isUnique: true };
}
