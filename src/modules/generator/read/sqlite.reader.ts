import type { DataSource } from 'typeorm';
import { escapeLike, type Page, pageOf, type RawQuery, readPaging, single } from 'steward/crud';
import { columnComments } from './sqlite-ddl.js';
import {
  groupBy,
  type Among,
  type ColumnDefault,
  type TableColumn,
  type TableDefinition,
  TableReader,
  type TableSummary,
  type UniqueKey,
  amongCondition,
} from './table.js';

interface ColumnRow {
  name: string;
  type: string;
  notnull: number;
  dflt_value: string | null;
  /** Place in the primary key from 1 on; 0 = not part of it. */
  pk: number;
  /** 2 and 3 = computed. */
  hidden: number;
}

interface IndexRow {
  name: string;
  origin: string;
  partial: number;
  /** Null for an expression. */
  column: string | null;
}

const TABLES = `FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite!_%' ESCAPE '!'`;

/** Tables of a SQLite file, from its pragmas and its stored DDL. */
export class SqliteReader extends TableReader {
  constructor(private readonly db: DataSource) {
    super();
  }

  async page(query: RawQuery, among?: Among): Promise<Page<TableSummary>> {
    const paging = readPaging(query);
    const like = `%${escapeLike(single(query, 'tableName') ?? '')}%`;
    const { sql, names } = amongCondition('name', among);
    const matching = `${TABLES} AND name LIKE ? ESCAPE '!'${sql}`;
    const values = [like, ...names];
    const [{ total = 0 } = {}] = await this.rows<{ total: number }>(`SELECT COUNT(*) AS total ${matching}`, values);
    const found = await this.rows<{ name: string }>(`SELECT name ${matching} ORDER BY name LIMIT ? OFFSET ?`, [
      ...values,
      paging.size,
      (paging.current - 1) * paging.size,
    ]);
    const records: TableSummary[] = [];
    for (const { name } of found) {
      const [{ rowCount = 0 } = {}] = await this.rows<{ rowCount: number }>(
        `SELECT COUNT(*) AS rowCount FROM "${name.replaceAll('"', '""')}"`,
      );
      records.push({ tableName: name, comment: '', rowCount, engine: 'sqlite' });
    }
    return pageOf(records, total, paging);
  }

  async names(): Promise<string[]> {
    return (await this.rows<{ name: string }>(`SELECT name ${TABLES} ORDER BY name`)).map(({ name }) => name);
  }

  async read(name: string): Promise<TableDefinition | undefined> {
    const [table] = await this.rows<{ wr: number; sql: string }>(
      `SELECT wr, (SELECT sql FROM sqlite_master m WHERE m.type = 'table' AND m.name = t.name) AS sql
       FROM (SELECT name, wr ${TABLES}) t WHERE name = ?`,
      [name],
    );
    if (table === undefined) return undefined;
    const columns = await this.rows<ColumnRow>('SELECT * FROM pragma_table_xinfo(?)', [name]);
    const indices = await this.rows<IndexRow>(
      `SELECT l.name, l.origin, l.partial, i.name AS "column" FROM pragma_index_list(?) l, pragma_index_info(l.name) i
       WHERE l."unique" = 1 ORDER BY l.seq, i.seqno`,
      [name],
    );
    const references = await this.rows<{ id: number; table: string; from: string }>(
      'SELECT id, "table", "from" FROM pragma_foreign_key_list(?) ORDER BY id, seq',
      [name],
    );
    const key = columns.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk);
    // Only the column that is another name of the row's own number counts up; it needs no index.
    const counting = table.wr === 0 && key.length === 1 && !indices.some(({ origin }) => origin === 'pk');
    const comments = columnComments(table.sql);
    return {
      dialect: 'sqlite',
      name,
      comment: '',
      columns: columns.map((column) => columnOf(column, comments, counting)),
      primaryKey: key.map((column) => column.name),
      uniqueKeys: uniqueKeysOf(indices.filter(({ origin, partial }) => origin !== 'pk' && partial === 0)),
      foreignKeys: [...groupBy(references, ({ id }) => id).values()].map((rows) => ({
        columns: rows.map(({ from }) => from),
        table: rows[0]?.table ?? '',
      })),
    };
  }

  private async rows<T>(sql: string, parameters: unknown[] = []): Promise<T[]> {
    return this.db.query<T[]>(sql, parameters);
  }
}

function columnOf(row: ColumnRow, comments: Map<string, string>, counting: boolean): TableColumn {
  const fullType = row.type.trim().toLowerCase().replace(/\s+/g, ' ');
  const [, base = '', first, second] = /^([^(]*)(?:\(\s*(\d+)\s*(?:,\s*(\d+)\s*)?\))?/.exec(fullType) ?? [];
  const unsigned = /\bunsigned\b/.test(fullType);
  const type = base === 'unsigned big int' ? base : base.replace(/\bunsigned\b/, '').trim();
  const number = (text: string | undefined) => (text === undefined ? undefined : Number(text));
  return {
    name: row.name,
    type,
    fullType,
    unsigned,
    length: number(first),
    precision: number(first),
    scale: number(second),
    nullable: row.notnull === 0 && row.pk === 0,
    default: defaultOf(row.dflt_value),
    generated: row.hidden === 2 || row.hidden === 3,
    autoIncrement: counting && row.pk === 1 && fullType === 'integer',
    comment: commentOf(row.name, comments),
  };
}

/** SQLite compares names without regard to the case of ASCII letters; a comment is found under the name as it stands. */
function commentOf(name: string, comments: Map<string, string>): string {
  return comments.get(name) ?? '';
}

function defaultOf(sql: string | null): ColumnDefault | undefined {
  if (sql === null || /^null$/i.test(sql)) return undefined;
  const [, quote = '', text] = /^(['"])((?:(?!\1).|\1\1)*)\1$/s.exec(sql) ?? [];
  if (text !== undefined) return { value: text.replaceAll(quote + quote, quote) };
  if (/^[-+]?(\d+(\.\d*)?|\.\d+)(e[-+]?\d+)?$/i.test(sql)) return { value: sql.replace(/^\+/, '') };
  if (/^(true|false)$/i.test(sql)) return { value: /^true$/i.test(sql) ? '1' : '0' };
  if (/^current_(time|date|timestamp)$/i.test(sql)) return { expression: sql.toUpperCase() };
  // What stands there without quotes, and is no expression, is text.
  return /^[a-z_]\w*$/i.test(sql) ? { value: sql } : { expression: `(${sql})` };
}

function uniqueKeysOf(rows: IndexRow[]): UniqueKey[] {
  return [...groupBy(rows, ({ name }) => name)]
    .map(([name, parts]) => ({ name, columns: parts.map(({ column }) => column) }))
    .filter((key): key is UniqueKey => key.columns.every((column) => column !== null));
}
