/** A row as JSON. */
export type Body = Record<string, unknown>;

/** The kinds of database that tables are written for. */
export type Database = 'mysql' | 'sqlite';

/** A table for the generator, and what its module has to do. */
export interface TableCase {
  name: string;
  /** Statements that make it, and whatever it needs. */
  ddl: string[];
  /** What the file of its design says. */
  design?: object;
  /** Part of the reason why it is refused; left out where it is generated. */
  refused?: string;
  /** Name in the route; by default the table's with `-` for `_`. */
  kebab?: string;
  /** Body of `add`. */
  row?: Body;
  /** What is shown where that differs from {@link row}; undefined for what `add` ignores. */
  shown?: Body;
  /** What a second row has otherwise: its key, or what is unique. */
  second?: Body;
  /** What an update changes. */
  change?: Body;
  /** Changes of {@link row} that are refused. */
  wrong?: Body[];
  /** Members that no filter finds a row by. */
  unfiltered?: string[];
  /** How many of the eight operations it has, where that is not all: a view has three, or four with a key; a key alone has no update. */
  operations?: 3 | 4 | 7;
  /** References to what is not there, or does not count: each is refused by the name of its member. */
  missing?: Body;
  /** Members that are in no answer. */
  absent?: string[];
  /** Whether a row that is deleted stays in its table. */
  marked?: boolean;
  /** Member that names the parent. */
  tree?: string;
  /** The same row again is refused: its key or something unique is taken. */
  unique?: boolean;
}

const HOSTILE = [
  '*/ process.exit(1) /*',
  '`backtick` and ${process.exit(1)}',
  'separators \u2028 and \u2029 here',
  '{{{{raw}}}} {{name}} {{{x}}} {{#each this}}',
  `quotes ' " \` and a \\ backslash`,
  '// @ts-expect-error',
  '@ts-ignore',
  'eslint-disable',
  '*/',
  '/*',
  'ends with a star *',
  '\u202e turned around',
  'status:1-',
  'a:1-x 1-y',
  'note: ordinary text',
  'Größe 名称 😀',
];

/** Comments that are after more than to be read. */
export const hostileComments = (database: Database): string[] =>
  database === 'mysql' ? HOSTILE.concat('two\nlines') : HOSTILE;

/** Columns c1 to c200. */
export const twoHundred = Array.from({ length: 200 }, (_, index) => `c${index + 1}`);

/** A column name as long as the databases take. */
export const LONG_NAME = `long_${'x'.repeat(59)}`;
