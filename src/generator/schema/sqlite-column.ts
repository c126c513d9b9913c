import type { ColumnDefault, TableColumn } from '../model/table.js';

/** A row of pragma_table_xinfo. */
export interface SqliteColumnRow {
  name: string;
  type: string;
  notnull: number;
  dflt_value: string | null;
  /** Position in the primary key, counted from 1; 0 = not part of it. */
  pk: number;
  /** 2 and 3 = computed. */
  hidden: number;
}

/**
 * A column as a pragma describes it.
 * @param comments the comments in the table's CREATE statement, by column name
 * @param counting whether a key of one column is auto-incremented if it is an integer
 */
export function columnOf(row: SqliteColumnRow, comments: Map<string, string>, counting: boolean): TableColumn {
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

/** SQLite ignores the case of ASCII letters in names; a comment is found only under the exact name. */
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
  // An unquoted word that is not an expression is text.
  return /^[a-z_]\w*$/i.test(sql) ? { value: sql } : { expression: `(${sql})` };
}
