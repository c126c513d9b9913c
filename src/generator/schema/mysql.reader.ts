import type { DataSource } from 'typeorm';
import { escapeLike, type Page, pageOf, type RawQuery, readPaging, single } from 'steward/crud';
import { columnOf, type MysqlColumnRow } from './mysql-column.js';
import type { TableDefinition } from '../model/table.js';
import { type Among, type TableNamed, TableReader, type TableSummary, amongCondition } from './table.reader.js';
import { groupBy } from '../model/group-by.js';

interface SummaryRow extends Omit<TableSummary, 'rowCount' | 'createdAt'> {
  rowCount: number | string | null;
  createdAt: Date | null;
}

interface KeyRow extends TableNamed {
  name: string;
  place: number;
  /** Null for an expression. */
  column: string | null;
}

interface MysqlReferenceRow extends TableNamed {
  name: string;
  column: string;
  table: string;
  referenced: string;
}

/** Rows about tables and views, by the name of the table or view. */
interface MysqlRows {
  columns: Map<string, (MysqlColumnRow & TableNamed)[]>;
  keys: Map<string, KeyRow[]>;
  references: Map<string, MysqlReferenceRow[]>;
  /** Names of the columns that a check constraint limits to JSON. */
  json: Map<string, string[]>;
  mariadb: boolean;
}

const FROM_TABLES = `FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE()`;

const LISTED = `${FROM_TABLES} AND TABLE_TYPE IN ('BASE TABLE', 'SYSTEM VERSIONED', 'VIEW')`;

const COLUMNS = `SELECT TABLE_NAME AS tableName, COLUMN_NAME AS name, DATA_TYPE AS type, COLUMN_TYPE AS fullType,
  CHARACTER_MAXIMUM_LENGTH AS length, NUMERIC_PRECISION AS numericPrecision, NUMERIC_SCALE AS scale,
  DATETIME_PRECISION AS timePrecision, IS_NULLABLE AS nullable, COLUMN_DEFAULT AS defaultText, EXTRA AS extra,
  COLUMN_COMMENT AS comment FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = DATABASE()`;

/** Without ORDER BY: the schema returns the keys of a table in the order in which they were declared. */
const KEYS = `SELECT TABLE_NAME AS tableName, INDEX_NAME AS name, SEQ_IN_INDEX AS place, COLUMN_NAME AS \`column\`
  FROM information_schema.STATISTICS WHERE TABLE_SCHEMA = DATABASE() AND NON_UNIQUE = 0`;

const REFERENCES = `SELECT TABLE_NAME AS tableName, CONSTRAINT_NAME AS name, COLUMN_NAME AS \`column\`,
  REFERENCED_TABLE_NAME AS \`table\`, REFERENCED_COLUMN_NAME AS referenced FROM information_schema.KEY_COLUMN_USAGE
  WHERE TABLE_SCHEMA = DATABASE() AND REFERENCED_TABLE_SCHEMA = DATABASE() ORDER BY CONSTRAINT_NAME, ORDINAL_POSITION`;

const CHECKS = `SELECT TABLE_NAME AS tableName, CHECK_CLAUSE AS rule FROM information_schema.CHECK_CONSTRAINTS
  WHERE CONSTRAINT_SCHEMA = DATABASE()`;

/** Characters that no name in the database has, and that it cannot compare with names. */
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
    // Names may differ only in the case of their letters.
    const { sql, names } = amongCondition('BINARY TABLE_NAME', among);
    const matching = `${LISTED} AND LOWER(TABLE_NAME) LIKE LOWER(?) ESCAPE '!'${sql}`;
    const values = [like, ...names];
    const [{ total = 0 } = {}] = await this.rows<{ total: number }>(`SELECT COUNT(*) AS total ${matching}`, values);
    const found = await this.rows<SummaryRow>(
      `SELECT TABLE_NAME AS tableName, IF(TABLE_TYPE = 'VIEW', '', TABLE_COMMENT) AS comment, TABLE_ROWS AS rowCount,
       IF(TABLE_TYPE = 'VIEW', 'view', ENGINE) AS engine, CREATE_TIME AS createdAt ${matching}
       ORDER BY TABLE_NAME LIMIT ? OFFSET ?`,
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
    const rows = await this.rows<{ name: string }>(`SELECT TABLE_NAME AS name ${LISTED} ORDER BY TABLE_NAME`);
    return rows.map(({ name }) => name);
  }

  async tables(): Promise<TableDefinition[]> {
    const tables = await this.rows<TableNamed & { comment: string }>(
      `SELECT TABLE_NAME AS tableName, TABLE_COMMENT AS comment ${FROM_TABLES}
       AND TABLE_TYPE IN ('BASE TABLE', 'SYSTEM VERSIONED')`,
    );
    const mariadb = await this.isMariadb();
    const parts: MysqlRows = {
      columns: byTable(
        await this.rows<MysqlColumnRow & TableNamed>(`${COLUMNS} ORDER BY TABLE_NAME, ORDINAL_POSITION`),
      ),
      keys: byTable(await this.rows<KeyRow>(KEYS)),
      references: byTable(await this.rows<MysqlReferenceRow>(REFERENCES)),
      json: mariadb ? jsonColumns(await this.rows<TableNamed & { rule: string }>(CHECKS)) : new Map<string, string[]>(),
      mariadb,
    };
    return tables.map(({ tableName, comment }) => ({ ...definitionOf(tableName, parts), comment }));
  }

  async view(name: string): Promise<TableDefinition | undefined> {
    if (BEYOND.test(name)) return undefined;
    const found = await this.rows<TableNamed>(
      `SELECT TABLE_NAME AS tableName ${FROM_TABLES} AND TABLE_TYPE = 'VIEW' AND TABLE_NAME = ?`,
      [name],
    );
    if (!found.some(({ tableName }) => tableName === name)) return undefined;
    const columns = await this.rows<MysqlColumnRow & TableNamed>(
      `${COLUMNS} AND TABLE_NAME = ? ORDER BY ORDINAL_POSITION`,
      [name],
    );
    const none = { keys: new Map<string, KeyRow[]>(), references: new Map<string, MysqlReferenceRow[]>() };
    const parts = { ...none, columns: byTable(columns), json: new Map<string, string[]>() };
    return { ...definitionOf(name, { ...parts, mariadb: await this.isMariadb() }), view: true };
  }

  private async isMariadb(): Promise<boolean> {
    const [{ version = '' } = {}] = await this.rows<{ version: string }>('SELECT VERSION() AS version');
    return /mariadb/i.test(version);
  }

  protected quoted(name: string): string {
    return `\`${name.replaceAll('`', '``')}\``;
  }

  protected rows<T>(sql: string, parameters: unknown[] = []): Promise<T[]> {
    return this.db.query<T[]>(sql, parameters);
  }
}

/** By the exact names, because the schema's own comparison may ignore case. */
function byTable<T extends TableNamed>(rows: T[]): Map<string, T[]> {
  return groupBy(rows, ({ tableName }) => tableName);
}

function definitionOf(name: string, { columns, keys, references, json, mariadb }: MysqlRows): TableDefinition {
  const checked = json.get(name) ?? [];
  const byKey = [...groupBy(keys.get(name) ?? [], (key) => key.name)].map(([key, parts]) => ({
    name: key,
    columns: parts.toSorted((a, b) => a.place - b.place).flatMap(({ column }) => column ?? []),
    whole: parts.every(({ column }) => column !== null),
  }));
  return {
    dialect: 'mysql',
    name,
    view: false,
    comment: '',
    columns: (columns.get(name) ?? []).map((column) => columnOf(column, mariadb, checked.includes(column.name))),
    primaryKey: byKey.find((key) => key.name === 'PRIMARY')?.columns ?? [],
    uniqueKeys: byKey.filter((key) => key.name !== 'PRIMARY' && key.whole),
    foreignKeys: [...groupBy(references.get(name) ?? [], (reference) => reference.name).values()].map((parts) => ({
      columns: parts.map(({ column }) => column),
      table: parts[0]?.table ?? '',
      referenced: parts.map(({ referenced }) => referenced),
    })),
  };
}

/** MariaDB stores JSON as text with a check constraint. */
function jsonColumns(checks: (TableNamed & { rule: string })[]): Map<string, string[]> {
  const columns = new Map<string, string[]>();
  for (const { tableName, rule } of checks) {
    const [, column] = /^json_valid\(`((?:[^`]|``)+)`\)$/i.exec(rule) ?? [];
    if (column !== undefined) columns.set(tableName, [...(columns.get(tableName) ?? []), column.replaceAll('``', '`')]);
  }
  return columns;
}
