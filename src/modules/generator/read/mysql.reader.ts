import type { DataSource } from 'typeorm';
import { escapeLike, type Page, pageOf, type RawQuery, readPaging, single } from 'steward/crud';
import { columnOf, type ColumnRow } from './mysql-column.js';
import { groupBy, type Among, type TableDefinition, TableReader, type TableSummary, amongCondition } from './table.js';

interface SummaryRow extends Omit<TableSummary, 'rowCount' | 'createdAt'> {
  rowCount: number | string | null;
  createdAt: Date | null;
}

interface KeyRow {
  name: string;
  /** Null for an expression. */
  column: string | null;
}

const TABLES = `FROM information_schema.TABLES
  WHERE TABLE_SCHEMA = DATABASE() AND TABLE_TYPE IN ('BASE TABLE', 'SYSTEM VERSIONED')`;

/** Characters that no name of the database can have, and that it compares with none. */
const BEYOND = /[^\0-\uffff]/u;

/** Tables of a MySQL or MariaDB database, from its information_schema. */
export class MysqlReader extends TableReader {
  constructor(private readonly db: DataSource) {
    super();
  }

  async page(query: RawQuery, among?: Among): Promise<Page<TableSummary>> {
    const paging = readPaging(query);
    const part = single(query, 'tableName') ?? '';
    if (BEYOND.test(part)) return pageOf([], 0, paging);
    const like = `%${escapeLike(part)}%`;
    // Names may differ in the case of their letters alone.
    const { sql, names } = amongCondition('BINARY TABLE_NAME', among);
    const matching = `${TABLES} AND LOWER(TABLE_NAME) LIKE LOWER(?) ESCAPE '!'${sql}`;
    const values = [like, ...names];
    const [{ total = 0 } = {}] = await this.rows<{ total: number }>(`SELECT COUNT(*) AS total ${matching}`, values);
    const found = await this.rows<SummaryRow>(
      `SELECT TABLE_NAME AS tableName, TABLE_COMMENT AS comment, TABLE_ROWS AS rowCount, ENGINE AS engine,
       CREATE_TIME AS createdAt ${matching} ORDER BY TABLE_NAME LIMIT ? OFFSET ?`,
      [...values, paging.size, (paging.current - 1) * paging.size],
    );
    const records = found.map(({ createdAt, rowCount, engine, ...row }) => ({
      ...row,
      rowCount: Number(rowCount ?? 0),
      engine: engine ?? '',
      ...(createdAt ? { createdAt } : {}),
    }));
    return pageOf(records, Number(total), paging);
  }

  async names(): Promise<string[]> {
    const rows = await this.rows<{ name: string }>(`SELECT TABLE_NAME AS name ${TABLES} ORDER BY TABLE_NAME`);
    return rows.map(({ name }) => name);
  }

  async read(name: string): Promise<TableDefinition | undefined> {
    if (BEYOND.test(name)) return undefined;
    const tables = await this.of<{ comment: string }>(
      name,
      `SELECT TABLE_NAME AS tableName, TABLE_COMMENT AS comment ${TABLES} AND TABLE_NAME = ?`,
    );
    const [table] = tables;
    if (table === undefined) return undefined;
    const columns = await this.of<ColumnRow>(
      name,
      `SELECT TABLE_NAME AS tableName, COLUMN_NAME AS name, DATA_TYPE AS type, COLUMN_TYPE AS fullType,
       CHARACTER_MAXIMUM_LENGTH AS length, NUMERIC_PRECISION AS numericPrecision, NUMERIC_SCALE AS scale,
       DATETIME_PRECISION AS timePrecision, IS_NULLABLE AS nullable, COLUMN_DEFAULT AS defaultText, EXTRA AS extra,
       COLUMN_COMMENT AS comment FROM information_schema.COLUMNS
       WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = ? ORDER BY ORDINAL_POSITION`,
    );
    const keys = await this.of<KeyRow>(
      name,
      `SELECT TABLE_NAME AS tableName, INDEX_NAME AS name, COLUMN_NAME AS \`column\` FROM information_schema.STATISTICS
       WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = ? AND NON_UNIQUE = 0 ORDER BY INDEX_NAME, SEQ_IN_INDEX`,
    );
    const references = await this.of<{ name: string; column: string; table: string }>(
      name,
      `SELECT TABLE_NAME AS tableName, CONSTRAINT_NAME AS name, COLUMN_NAME AS \`column\`,
       REFERENCED_TABLE_NAME AS \`table\` FROM information_schema.KEY_COLUMN_USAGE
       WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = ? AND REFERENCED_TABLE_NAME IS NOT NULL
       ORDER BY CONSTRAINT_NAME, ORDINAL_POSITION`,
    );
    const mariadb = await this.isMariadb();
    const json = mariadb ? await this.checkedAsJson(name) : [];
    const byKey = [...groupBy(keys, (key) => key.name)].map(([key, parts]) => ({
      name: key,
      columns: parts.flatMap(({ column }) => column ?? []),
      whole: parts.every(({ column }) => column !== null),
    }));
    return {
      dialect: 'mysql',
      name,
      comment: table.comment,
      columns: columns.map((column) => columnOf(column, mariadb, json.includes(column.name))),
      primaryKey: byKey.find((key) => key.name === 'PRIMARY')?.columns ?? [],
      uniqueKeys: byKey.filter((key) => key.name !== 'PRIMARY' && key.whole),
      foreignKeys: [...groupBy(references, (reference) => reference.name).values()].map((parts) => ({
        columns: parts.map(({ column }) => column),
        table: parts[0]?.table ?? '',
      })),
    };
  }

  /** Rows of exactly this table: the schema's own comparison may not tell cases apart. */
  private async of<T>(table: string, sql: string): Promise<T[]> {
    const rows = await this.rows<T & { tableName: string }>(sql, [table]);
    return rows.filter(({ tableName }) => tableName === table);
  }

  private async isMariadb(): Promise<boolean> {
    const [{ version = '' } = {}] = await this.rows<{ version: string }>('SELECT VERSION() AS version');
    return /mariadb/i.test(version);
  }

  /** MariaDB stores JSON as text with a check. */
  private async checkedAsJson(name: string): Promise<string[]> {
    const checks = await this.of<{ rule: string }>(
      name,
      `SELECT TABLE_NAME AS tableName, CHECK_CLAUSE AS rule FROM information_schema.CHECK_CONSTRAINTS
       WHERE CONSTRAINT_SCHEMA = DATABASE() AND TABLE_NAME = ?`,
    );
    return checks.flatMap(
      ({ rule }) => /^json_valid\(`((?:[^`]|``)+)`\)$/i.exec(rule)?.[1]?.replaceAll('``', '`') ?? [],
    );
  }

  private rows<T>(sql: string, parameters: unknown[] = []): Promise<T[]> {
    return this.db.query<T[]>(sql, parameters);
  }
}
