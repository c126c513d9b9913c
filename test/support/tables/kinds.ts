import type { DataSource } from 'typeorm';
import { readEnumComment } from '../../../src/generator/model/enum-comment.js';
import type { Body, TableCase } from './case.js';
import { STRANGE_IDS, STRANGE_VALUES } from './strange.js';

/** The columns of a table with all that decides how their values are checked, stored and compared. */
const COLUMNS: Record<string, string> = {
  mysql: `SELECT column_name AS name, column_key = 'PRI' AS isKey, column_comment AS comment,
      CONCAT_WS(' ', column_type, is_nullable, column_key, extra, collation_name) AS type
    FROM information_schema.columns WHERE table_schema = DATABASE() AND table_name = ?`,
  'better-sqlite3': `SELECT name, pk > 0 AS isKey, '' AS comment, CONCAT_WS(' ', type, "notnull", pk, hidden) AS type
    FROM pragma_table_xinfo(?)`,
};

/** How long the texts are that are tried. */
const LENGTHS = [...new Set([...STRANGE_IDS, ...STRANGE_VALUES].map((value) => String(value).length))];

interface Column {
  name: string;
  isKey: unknown;
  comment: string;
  type: string;
}

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
   * The members of a row whose kind of column no table had before, and whether no table had such a key. Each member of
   * a table with a design is of a kind of its own, and so is one that is no column or refers to other rows.
   */
  async meet({ name: table, design, missing = {} }: TableCase, row: Body): Promise<New> {
    const columns = await this.db.query<Column[]>(COLUMNS[this.db.options.type] ?? '', [table]);
    const kinds = new Map(columns.map((column) => [letters(column.name), kindOfColumn(column)]));
    const kindOf = (member: string) => {
      const kind = kinds.get(letters(member));
      if (kind === undefined && member.endsWith('Label')) return 'label of a reference';
      return (design || member in missing ? undefined : kind) ?? `${table}.${member}`;
    };
    const key = columns.filter(({ isKey }) => Number(isKey) === 1).map(kindOfColumn);
    return {
      members: Object.keys(row).filter((member) => this.isFirst(`member ${kindOf(member)}`)),
      key: this.isFirst(`key ${design && 'key' in design ? table : key.join()}`),
    };
  }

  private isFirst(kind: string): boolean {
    const first = !this.met.has(kind);
    this.met.add(kind);
    return first;
  }
}

/** Texts of two lengths are of one kind if the same values fit. A comment makes a difference if it lists values. */
function kindOfColumn({ type, comment }: Column): string {
  const kind = type.replace(/(?<=char\()\d+/i, (most) => `fits ${LENGTHS.filter((length) => length <= +most).length}`);
  const list = readEnumComment(comment)?.items.map(({ value }) => value);
  return list ? `${kind} of ${list.join('|')}` : kind;
}

/** A name without what distinguishes a column's spelling from a member's. */
function letters(name: string): string {
  return name.replaceAll('_', '').toLowerCase();
}
