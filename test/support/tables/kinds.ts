import type { DataSource } from 'typeorm';
import type { Body, TableCase } from './case.js';

/** The columns of a table with all that decides how their values are checked, stored and compared. */
const COLUMNS: Record<string, string> = {
  mysql: `SELECT column_name AS name, column_key = 'PRI' AS isKey,
      CONCAT_WS(' ', column_type, is_nullable, column_key, extra, collation_name, column_comment) AS kind
    FROM information_schema.columns WHERE table_schema = DATABASE() AND table_name = ?`,
  'better-sqlite3': `SELECT name, pk > 0 AS isKey, CONCAT_WS(' ', type, "notnull", pk, hidden) AS kind
    FROM pragma_table_xinfo(?)`,
};

/** What is new about a row. */
export interface New {
  members: string[];
  key: boolean;
}

/** The kinds of columns and of keys that a run has met, so that strange values are tried once with each kind. */
export class Kinds {
  private readonly met = new Set<string>();

  constructor(private readonly db: DataSource) {}

  /**
   * The members of a row whose kind of column no table had before, and whether no table had such a key. Everything is
   * new about a table with a design, and about a member that is no column.
   */
  async meet({ name: table, design }: TableCase, row: Body): Promise<New> {
    const columns = await this.db.query<{ name: string; isKey: unknown; kind: string }[]>(
      COLUMNS[this.db.options.type] ?? '',
      [table],
    );
    const kinds = new Map(columns.map(({ name, kind }) => [letters(name), kind]));
    const kindOf = (member: string) => (design ? undefined : kinds.get(letters(member))) ?? `${table}.${member}`;
    const key = columns.filter(({ isKey }) => Number(isKey) === 1).map(({ kind }) => kind);
    return {
      members: Object.keys(row).filter((member) => this.isFirst(`member ${kindOf(member)}`)),
      key: this.isFirst(`key ${design ? table : key.join()}`),
    };
  }

  private isFirst(kind: string): boolean {
    const first = !this.met.has(kind);
    this.met.add(kind);
    return first;
  }
}

/** A name without what distinguishes a column's spelling from a member's. */
function letters(name: string): string {
  return name.replaceAll('_', '').toLowerCase();
}
