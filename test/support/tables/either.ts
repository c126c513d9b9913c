import type { Database, TableCase } from './case.js';

/** A line of a table definition: a column or a constraint, optionally with a comment. */
export type Line = string | [definition: string, comment: string];

/** A table for either kind of database. */
export type EitherTable = (database: Database) => TableCase;

interface Rest extends Omit<TableCase, 'name' | 'ddl'> {
  /** Statements after the one that creates the table, such as inserts of rows that others stored. */
  also?: string[];
}

/** Types that are written differently for each database. */
const TYPES: Record<Database, [word: RegExp, type: string][]> = {
  mysql: [
    [/\bBYTES\b/, 'VARBINARY(64)'],
    [/\bBIG COUNTED\b/, 'BIGINT AUTO_INCREMENT PRIMARY KEY'],
    [/\bCOUNTED\b/, 'INT AUTO_INCREMENT PRIMARY KEY'],
  ],
  sqlite: [
    [/\bBYTES\b/, 'BLOB'],
    [/\b(BIG )?COUNTED\b/, 'INTEGER PRIMARY KEY AUTOINCREMENT'],
  ],
};

/**
 * A table with the same columns on either database; `COUNTED` is the type of an auto-increment key, `BYTES` of bytes.
 */
export function either(name: string, lines: Line[], { also = [], ...rest }: Rest = {}): EitherTable {
  return (database) => ({
    name,
    ddl: [
      `CREATE TABLE ${name} (\n${lines.map((line, at) => write(line, at === lines.length - 1, database)).join('\n')}\n)`,
      ...also,
    ],
    ...rest,
  });
}

/** MySQL has column comments; SQLite has none, but keeps SQL comments in the table's definition. */
function write(line: Line, last: boolean, database: Database): string {
  const [definition, comment] = typeof line === 'string' ? [line, undefined] : line;
  const typed = TYPES[database].reduce((text, [word, type]) => text.replace(word, type), definition);
  const comma = last ? '' : ',';
  if (comment === undefined) return `  ${typed}${comma}`;
  return database === 'mysql' ? `  ${typed} COMMENT '${comment}'${comma}` : `  ${typed}${comma} -- ${comment}`;
}
