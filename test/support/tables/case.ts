/** A row as JSON. */
export type Body = Record<string, unknown>;

/** The kinds of database that tables are written for. */
export type Database = 'mysql' | 'sqlite';

/** A table for the generator, and what its module must do. */
export interface TableCase {
  name: string;
  /** Statements that create it, and whatever it needs. */
  ddl: string[];
  /** The content of its design file. */
  design?: object;
  /** Part of the reason why it is refused; absent if it is generated. */
  refused?: string;
  /** Name in the route; by default the table's with `-` for `_`. */
  kebab?: string;
  /** Body of `add`. */
  row?: Body;
  /** The row as it is shown, if that differs from {@link row}; undefined for members that `add` ignores. */
  shown?: Body;
  /** Members in which a second row differs: its key, or what is unique. */
  second?: Body;
  /** The members that an update changes. */
  change?: Body;
  /** Changes of {@link row} that are refused. */
  wrong?: Body[];
  /** Members by which no filter finds a row. */
  unfiltered?: string[];
  /** How many operations it has, if not all eight: a view three, or four with a key; a key alone seven (no update). */
  operations?: 3 | 4 | 7;
  /** References to rows that do not exist or do not count; each is refused with a message that names its member. */
  missing?: Body;
  /** Members that are in no answer. */
  absent?: string[];
  /** Whether a deleted row stays in its table. */
  marked?: boolean;
  /** Member that names the parent. */
  tree?: string;
  /** Whether the rows that others stored are deleted in the end, each by its own id. */
  emptied?: boolean;
  /** Whether it joins the rows of two others, whose pages edit its rows. */
  link?: boolean;
  /** Whether the same row is refused a second time, because its key or a unique value is taken. */
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

/** Comments that could break or alter the generated code. */
export const hostileComments = (database: Database): string[] =>
  database === 'mysql' ? HOSTILE.concat('two\nlines') : HOSTILE;

/** Columns c1 to c200. */
export const twoHundred = Array.from({ length: 200 }, (_, index) => `c${index + 1}`);

/** A column name of the maximum length that the databases allow. */
export const LONG_NAME = `long_${'x'.repeat(59)}`;
