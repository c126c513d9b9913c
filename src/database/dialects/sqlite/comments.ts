import type { QueryRunner, Table } from 'typeorm';

/** A quoted name, a text, a mark between parts of a statement, or anything else. */
const PART = /(?<name>"(?:[^"]|"")*")|'(?:[^']|'')*'|(?<mark>[(),])|[^"'(),]+/g;

/**
 * Creates a table whose stored statement has the comments of its columns, because SQLite has no other place for them.
 */
export async function createCommented(runner: QueryRunner, table: Table): Promise<void> {
  const comments = new Map(table.columns.map(({ name, comment = '' }) => [name, comment]));
  for (const { query, parameters } of await statementsOf(runner, table)) {
    await runner.query(query.startsWith('CREATE TABLE ') ? withComments(query, comments) : query, parameters);
  }
}

/** The statements with which TypeORM creates a table. */
async function statementsOf(runner: QueryRunner, table: Table) {
  runner.enableSqlMemory();
  try {
    await runner.createTable(table);
    return runner.getMemorySql().upQueries;
  } finally {
    runner.disableSqlMemory();
  }
}

/** A CREATE TABLE with a `--` comment at the end of the definition of each column that has one. */
export function withComments(sql: string, comments: ReadonlyMap<string, string>): string {
  let depth = 0;
  let column: string | undefined;
  let begins = false;
  let text = '';
  for (const { 0: part, groups: { name, mark } = {} } of sql.matchAll(PART)) {
    if (mark === '(') begins = depth++ === 0 || begins;
    const ends = depth === 1 && (mark === ',' || mark === ')');
    if (ends) text += commentOf(comments.get(column ?? ''));
    if (mark === ')') depth--;
    if (ends) [begins, column] = [true, undefined];
    else if (begins && mark === undefined && part.trim() !== '') {
      column = name?.slice(1, -1).replaceAll('""', '"');
      begins = false;
    }
    text += part;
  }
  return text;
}

/** A comment after a definition, with the end of its line; an empty text for none. */
export function commentOf(comment = ''): string {
  const line = comment.replace(/\s+/g, ' ').trim();
  return line === '' ? '' : ` -- ${line}\n`;
}
