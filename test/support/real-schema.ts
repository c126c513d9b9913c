import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { DataSource } from 'typeorm';
import { onServices } from './services.js';

const FOLDER = new URL('../fixtures/schemas/', import.meta.url);

/** The judgement of a person who has read the names, comments and rows of a schema's tables. */
interface Expected {
  /** The table that a column refers to, by `table.column`. */
  references: Record<string, string>;
  /** Columns that may refer to a table or have a list of values, or not: why nobody can say. */
  unclear: Record<string, string>;
  /** Columns whose comments list their values. */
  lists: string[];
  /** The column with the parent of a row, by table. */
  trees: Record<string, string>;
  /** Columns with addresses of pictures. */
  pictures: string[];
  /** Some of the tables of a menu folder, by its prefix. */
  folders: Record<string, string[]>;
  /** Tables that only link two others. */
  links: string[];
}

type Rows = Record<string, Record<string, unknown>[]>;

/** A public schema: its tables, a few rows, and what a person expects of its design. */
export class RealSchema {
  readonly expected: Expected;
  /** In an order in which they can be created. */
  readonly tables: string[];
  private readonly ddl: string[];
  private readonly rows: Rows;

  constructor(readonly name: string) {
    const folder = new URL(`${name}/`, FOLDER);
    const read = (file: string) => readFileSync(fileURLToPath(new URL(file, folder)), 'utf8');
    this.expected = JSON.parse(read('expected.json')) as Expected;
    this.rows = existsSync(new URL('rows.json', folder)) ? (JSON.parse(read('rows.json')) as Rows) : {};
    this.ddl = read('schema.sql')
      .trim()
      .split(/;\n+/)
      .filter((statement) => statement !== '');
    this.tables = this.ddl.map((statement) => /^CREATE TABLE `(\w+)`/.exec(statement)?.[1] ?? statement);
  }

  /** Creates the tables with their rows. */
  async create(db: DataSource): Promise<void> {
    for (const statement of this.ddl) await db.query(onServices ? statement : onSqlite(statement));
    for (const [table, rows] of Object.entries(this.rows)) {
      for (const row of rows) {
        const columns = Object.keys(row).map((column) => `\`${column}\``);
        const marks = columns.map(() => '?');
        await db.query(
          `INSERT INTO \`${table}\` (${columns.join(', ')}) VALUES (${marks.join(', ')})`,
          Object.values(row),
        );
      }
    }
  }
}

/** What only MySQL understands in the definition of a column. */
const ONLY_MYSQL =
  / AUTO_INCREMENT| CHARACTER SET \w+| COLLATE \w+| ON UPDATE current_timestamp\(\d*\)| CHECK \(json_valid\(`\w+`\)\)/g;

/** The statement that creates the same table on SQLite, with the comments where SQLite keeps them. */
function onSqlite(statement: string): string {
  const lines = statement.split('\n').slice(1, -1);
  const counts = lines.some((line) => line.includes(' AUTO_INCREMENT'));
  const wanted = lines.filter(
    (line) => !/^ {2}(?:FULLTEXT |SPATIAL )?KEY /.test(line) && !(counts && /^ {2}PRIMARY KEY/.test(line)),
  );
  const definitions = wanted.map((line) => {
    const [, comment] = / COMMENT '((?:[^']|'')*)'/.exec(line) ?? [];
    const definition = line
      .replace(/,$/, '')
      .replace(/ COMMENT '(?:[^']|'')*'/, '')
      .replace(/ (?:big)?int\(\d+\)(?: unsigned)? NOT NULL AUTO_INCREMENT/, ' integer PRIMARY KEY AUTOINCREMENT')
      .replace(/ (\w+\(\d+\)) unsigned/, ' unsigned $1')
      .replace(ONLY_MYSQL, '')
      .replace(/current_timestamp\(\d*\)/g, 'CURRENT_TIMESTAMP')
      .replace(/^ {2}UNIQUE KEY `\w+`/, '  UNIQUE');
    return { definition, comment };
  });
  const body = definitions.map(({ definition, comment }, index) => {
    const mark = index < definitions.length - 1 ? ',' : '';
    return `${definition}${mark}${comment === undefined ? '' : ` -- ${comment.replaceAll("''", "'")}`}`;
  });
  return [statement.split('\n')[0], ...body, ')'].join('\n');
}
