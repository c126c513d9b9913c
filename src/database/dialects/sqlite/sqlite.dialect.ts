import { isUtf8 } from 'node:buffer';
import type { Database } from 'better-sqlite3';
import { TableColumn } from 'typeorm';
import { connectSqlite, sqliteConnectionUse, sqliteSnapshot } from './serial-query-runner.js';
import { type Dialect, UPDATE_LOCK_WAIT_S } from '../../dialect/dialect.js';
import { ReadingThreads } from './reading-threads.js';
import { sqliteErrors } from './sqlite.errors.js';
import { sqliteKeys } from './sqlite.keys.js';
import { commentOf, createCommented } from './comments.js';
import { updateSqlite } from './sqlite.schema-update.js';

/**
 * How long the driver waits for another process, blocking this one; the query runner then waits on without blocking.
 */
const BUSY_TIMEOUT_MS = 50;

/** Digits of any number that SQLite's floating point is certain to keep. */
const KEPT_DIGITS = 15;

/** Largest whole number that SQLite stores as such. */
const MAX_WHOLE = 2n ** 63n - 1n;

/** SQLite: a file, and one connection to it that all requests use in turn. */
export const sqliteDialect: Dialect = {
  name: 'sqlite',
  driver: 'better-sqlite3',
  remote: false,
  // There is one writer at a time: a transaction needs no locks.
  rowLock: {},

  sql: {
    contains: (column, parameter) => `${column} LIKE :${parameter} ESCAPE '!'`,
    has: (column, parameter) => `instr(',' || ${column} || ',', ',' || :${parameter} || ',') > 0`,
    asText: (column) => `CAST(${column} AS TEXT)`,
    lockRows: '',
    shareRows: '',
    spellingsOf,
    spellingsOfBytes: (bytes) => (isUtf8(bytes) ? [bytes, bytes.toString()] : [bytes]),
    boundOf,
    fromNow: (milliseconds) => `strftime('%Y-%m-%d %H:%M:%f', 'now', '${milliseconds / 1000} seconds')`,
    exactDecimal: (parameter) => `:${parameter}`,
    // A float has all eight bytes.
    storedFloat: (value) => value,
    // Only one thread at a time reads for a caller.
    partsBy: () => ['TRUE'],
    decimalProblem: (digits) =>
      keepsDecimal(digits) ? undefined : `must have at most ${KEPT_DIGITS} digits: SQLite would round it`,
  },

  schema: {
    columns: {
      // Only a column of the type INTEGER is auto-incremented.
      id: { type: 'integer' },
      text: { type: 'varchar' },
      longText: { type: 'text' },
      bytes: { type: 'blob' },
      flag: { type: 'boolean', default: 'false' },
      time: { type: 'datetime' },
    },
    globalIndexNames: true,
    createTable: createCommented,
    async hasIndex(runner, table, name) {
      const statement = `SELECT 1 FROM sqlite_master WHERE type = 'index' AND tbl_name = ? AND name = ?`;
      return (await runner.manager.query<unknown[]>(statement, [table, name])).length > 0;
    },
    // TypeORM would copy the whole table for either, even a large one.
    async addColumn(runner, { name: table }, { name, type, default: value, comment }) {
      const otherwise = value === undefined ? '' : ` DEFAULT ${String(value)}`;
      // SQLite drops a comment that ends the statement.
      await runner.query(`ALTER TABLE "${table}" ADD COLUMN "${name}"${commentOf(comment)} ${type}${otherwise}`);
    },
    async dropColumn(runner, table, column) {
      await runner.query(`ALTER TABLE "${table}" DROP COLUMN "${column}"`);
    },
    // Copies the table, whose key SQLite cannot change.
    addToKey: (runner, table, column) => runner.addColumn(table, new TableColumn({ ...column, isPrimary: true })),
    dropFromKey: (runner, table, column) => runner.dropColumn(table, column),
    updateFrom: ({ table, column, value, rows, on }) =>
      `UPDATE ${table} SET ${column} = ${value} FROM ${rows} WHERE ${on}`,
  },

  keys: sqliteKeys,
  errors: sqliteErrors,

  partitions: undefined,

  async options({ database }, times) {
    return {
      type: 'better-sqlite3',
      database,
      enableWAL: true,
      timeout: times ? BUSY_TIMEOUT_MS : UPDATE_LOCK_WAIT_S * 1000,
      prepareDatabase: (connection: Database) => {
        // A login that has been answered must survive a power cut: WAL's default would not sync each commit.
        connection.pragma('synchronous = FULL');
      },
    };
  },

  connect: connectSqlite,
  // There is one writer at a time.
  takeTurn: async () => undefined,
  snapshot: sqliteSnapshot,
  readUnsynced: (dataSource, statement) => dataSource.query(statement),
  connectionUse: sqliteConnectionUse,
  heavyReads: ({ options }) => new ReadingThreads(String(options.database)),
  update: updateSqlite,
};

/** Decimals are stored as whole numbers or in floating point. */
function keepsDecimal(text: string): boolean {
  const [, whole = '', fraction = ''] = /^-?0*(\d*)(?:\.(\d*?)0*)?$/.exec(text) ?? [];
  if (fraction === '') return BigInt(whole === '' ? 0 : whole) <= MAX_WHOLE;
  return whole.length + (whole === '' ? fraction.replace(/^0+/, '') : fraction).length <= KEPT_DIGITS;
}

/**
 * The spellings of a time: first TypeORM's, then the spellings of SQLite's own functions and of others, which are
 * shorter or in ISO 8601.
 */
function spellingsOf(time: Date): string[] {
  const iso = time.toISOString();
  const exact = iso.slice(0, -1);
  const texts = [exact, ...(exact.endsWith('.000') ? [exact.slice(0, -4)] : [])];
  if (exact.endsWith(':00.000')) texts.push(exact.slice(0, -7));
  if (exact.endsWith('T00:00:00.000')) texts.push(exact.slice(0, 10));
  return texts.flatMap((text) => (text.includes('T') ? [text.replace('T', ' '), text, `${text}Z`] : [text]));
}

/** Text is compared from its beginning: the shortest spelling of a time sorts first, the longest last. */
function boundOf(time: Date, upper: boolean): string {
  const spelled = spellingsOf(time).filter((text) => !text.includes('T'));
  return (upper ? spelled[0] : spelled.at(-1)) ?? '';
}
