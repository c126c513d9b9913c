import type { DataSource } from 'typeorm';
import { escapeLike, type Page, pageOf, type RawQuery, readPaging, single } from 'steward/crud';
import { type SqliteColumnRow, columnOf } from './sqlite-column.js';
import { columnComments } from './sqlite-ddl.js';
import type { TableDefinition, UniqueKey } from '../model/table.js';
import { type Among, type TableNamed, TableReader, type TableSummary, amongCondition } from './table.reader.js';
import { groupBy } from '../model/group-by.js';

interface IndexRow extends TableNamed {
  name: string;
  origin: string;
  partial: number;
  /** Null for an expression. */
  column: string | null;
}

interface SqliteReferenceRow extends TableNamed {
  id: number;
  table: string;
  from: string;
  /** Null for the primary key. */
  to: string | null;
}

interface TableRow {
  name: string;
  wr: number;
  sql: string;
}

/** Rows about tables and views, by the name of the table or view. */
interface SqliteRows {
  columns: Map<string, (SqliteColumnRow & TableNamed)[]>;
  indices: Map<string, IndexRow[]>;
  references: Map<string, SqliteReferenceRow[]>;
}

const FROM_MAIN = `FROM pragma_table_list WHERE schema = 'main' AND name NOT LIKE 'sqlite!_%' ESCAPE '!'`;

const LISTED = `${FROM_MAIN} AND type IN ('table', 'view')`;

const TABLES = `(SELECT name, wr ${FROM_MAIN} AND type = 'table') t`;

/** Tables of a SQLite file, from its pragmas and its stored DDL. */
export class SqliteReader extends TableReader {
  constructor(private readonly db: DataSource) {
    super();
  }

  async page(query: RawQuery, among?: Among): Promise<Page<TableSummary>> {
    const paging = readPaging(query);
    const like = `%${escapeLike(single(query, 'tableName') ?? '')}%`;
    const { sql, names } = amongCondition('name', among);
    const matching = `${LISTED} AND name LIKE ? ESCAPE '!'${sql}`;
    const values = [like, ...names];
    const [{ total = 0 } = {}] = await this.rows<{ total: number }>(`SELECT COUNT(*) AS total ${matching}`, values);
    const found = await this.rows<{ name: string; type: string }>(
      `SELECT name, type ${matching} ORDER BY name LIMIT ? OFFSET ?`,
      [...values, paging.size, (paging.current - 1) * paging.size],
    );
    const records: TableSummary[] = [];
    for (const { name, type } of found) {
      const engine = type === 'view' ? 'view' : 'sqlite';
      // A view that cannot be resolved has no rows.
      const rowCount = await (type === 'view' ? this.count(name).catch(() => 0) : this.count(name));
      records.push({ tableName: name, comment: '', rowCount, engine });
    }
    return pageOf(records, total, paging);
  }

  async names(): Promise<string[]> {
    return (await this.rows<{ name: string }>(`SELECT name ${LISTED} ORDER BY name`)).map(({ name }) => name);
  }

  async tables(): Promise<TableDefinition[]> {
    const tables = await this.rows<TableRow>(
      `SELECT t.name, t.wr, m.sql FROM ${TABLES} JOIN sqlite_master m ON m.type = 'table' AND m.name = t.name`,
    );
    const indices = await this.rows<IndexRow>(
      `SELECT t.name AS tableName, l.name, l.origin, l.partial, i.name AS "column"
       FROM ${TABLES}, pragma_index_list(t.name) l, pragma_index_info(l.name) i
       WHERE l."unique" = 1 ORDER BY t.name, l.seq DESC, i.seqno`,
    );
    const references = await this.rows<SqliteReferenceRow>(
      `SELECT t.name AS tableName, f.id, f."table", f."from", f."to"
       FROM ${TABLES}, pragma_foreign_key_list(t.name) f ORDER BY t.name, f.id, f.seq`,
    );
    const columns = await this.rows<SqliteColumnRow & TableNamed>(
      `SELECT t.name AS tableName, c.* FROM ${TABLES}, pragma_table_xinfo(t.name) c ORDER BY t.name, c.cid`,
    );
    const parts = { columns: byTable(columns), indices: byTable(indices), references: byTable(references) };
    return tables.map((table) => definitionOf(table, parts));
  }

  async view(name: string): Promise<TableDefinition | undefined> {
    const [view] = await this.rows<{ name: string }>(`SELECT name ${FROM_MAIN} AND type = 'view' AND name = ?`, [name]);
    if (view === undefined) return undefined;
    const columns = await this.rows<SqliteColumnRow & TableNamed>('SELECT * FROM pragma_table_xinfo(?)', [name]).catch(
      () => [],
    );
    const none = new Map<string, never[]>();
    const parts = { columns: new Map([[name, columns]]), indices: none, references: none };
    return { ...definitionOf({ name, wr: 1, sql: '' }, parts), view: true };
  }

  private async count(name: string): Promise<number> {
    const [{ rowCount = 0 } = {}] = await this.rows<{ rowCount: number }>(
      `SELECT COUNT(*) AS rowCount FROM ${this.quoted(name)}`,
    );
    return rowCount;
  }

  protected quoted(name: string): string {
    return `"${name.replaceAll('"', '""')}"`;
  }

  protected async rows<T>(sql: string, parameters: unknown[] = []): Promise<T[]> {
    return this.db.query<T[]>(sql, parameters);
  }
}

function byTable<T extends TableNamed>(rows: T[]): Map<string, T[]> {
  return groupBy(rows, ({ tableName }) => tableName);
}

function definitionOf({ name, wr, sql }: TableRow, parts: SqliteRows): TableDefinition {
  const columns = parts.columns.get(name) ?? [];
  const indices = parts.indices.get(name) ?? [];
  const references = groupBy(parts.references.get(name) ?? [], ({ id }) => id);
  const key = columns.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk);
  // Only a column that is an alias of the rowid is auto-incremented; it needs no index.
  const counting = wr === 0 && key.length === 1 && !indices.some(({ origin }) => origin === 'pk');
  const comments = columnComments(sql);
  return {
    dialect: 'sqlite',
    name,
    view: false,
    comment: '',
    columns: columns.map((column) => columnOf(column, comments, counting)),
    primaryKey: key.map((column) => column.name),
    uniqueKeys: uniqueKeysOf(indices.filter(({ origin, partial }) => origin !== 'pk' && partial === 0)),
    foreignKeys: [...references.values()].map((rows) => ({
      columns: rows.map(({ from }) => from),
      table: rows[0]?.table ?? '',
      referenced: rows.flatMap(({ to }) => to ?? []),
    })),
  };
}

function uniqueKeysOf(rows: IndexRow[]): UniqueKey[] {
  return [...groupBy(rows, ({ name }) => name)]
    .map(([name, parts]) => ({ name, columns: parts.map(({ column }) => column) }))
    .filter((key): key is UniqueKey => key.columns.every((column) => column !== null));
}
