import { type QueryRunner, TableColumn } from 'typeorm';
import { readAgain } from './driver/lost-reads.js';
import { CONNECT_TIMEOUT_MS, MysqlSessions } from './driver/session.js';
import { mysqlPartitions } from './partitions/monthly-partitions.js';
import { mysqlPoolUse } from './patches/pool-use.js';
import { connectMysql, readColumn, readUnsynced } from './patches/query-runner.js';
import type { Dialect } from '../../dialect/dialect.js';
import { mysqlErrors } from './mysql.errors.js';
import { mysqlKeys } from './mysql.keys.js';
import { updateMysql } from './mysql.schema-update.js';

/** The shares of the connections for statements that read a lot of data: for all callers, and for one caller. */
const POOL_SHARE = 0.8;
const POOL_SHARE_OF_ONE = 0.4;

/** Text compares byte by byte, as in SQLite. */
const EXACT = { charset: 'utf8mb4', collation: 'utf8mb4_bin' };

/** MySQL and MariaDB: a server, and a pool of connections to it. */
export const mysqlDialect: Dialect = {
  name: 'mysql',
  driver: 'mysql',
  remote: true,
  // FOR UPDATE is the only row lock that MySQL, MariaDB and TiDB all accept.
  rowLock: { lock: { mode: 'pessimistic_write' } },

  sql: {
    // The columns compare exactly, but a search ignores case, as in SQLite.
    contains: (column, parameter) => `LOWER(${column}) LIKE LOWER(:${parameter}) ESCAPE '!'`,
    has: (column, parameter) => `FIND_IN_SET(:${parameter}, ${column}) > 0`,
    asText: (column) => `CAST(${column} AS CHAR)`,
    lockRows: ' FOR UPDATE',
    shareRows: ' LOCK IN SHARE MODE',
    spellingsOf: (time) => [time],
    spellingsOfBytes: (bytes) => [bytes],
    boundOf: (time) => time,
    fromNow: (milliseconds) => `(UTC_TIMESTAMP(3) + INTERVAL ${milliseconds * 1000} MICROSECOND)`,
    // Text and a number would be compared as floating point.
    exactDecimal: (parameter, fractionDigits) => `CAST(:${parameter} AS DECIMAL(65, ${fractionDigits}))`,
    // A float has four bytes.
    // A number beyond its range is kept as it is: it is still greater or less than every stored value.
    storedFloat: (value) => (Number.isFinite(Math.fround(value)) ? Math.fround(value) : value),
    // Grouping a million rows takes more than a second, each half of them less than one.
    partsBy: (column) => [0, 1].map((part) => `CRC32(${column}) % 2 = ${part}`),
    decimalProblem: () => undefined,
  },

  schema: {
    columns: {
      id: { type: 'int' },
      text: { type: 'varchar', ...EXACT },
      longText: { type: 'mediumtext', ...EXACT },
      bytes: { type: 'mediumblob' },
      flag: { type: 'boolean', default: '0' },
      time: { type: 'datetime', precision: 3 },
    },
    globalIndexNames: false,
    createTable: (runner, table) => runner.createTable(table),
    hasIndex: async ({ manager }, table, name) => (await mysqlKeys.columnsOf(manager, table, name)).length > 0,
    addColumn: (runner, table, column) => runner.addColumn(table, new TableColumn({ ...column, isNullable: true })),
    dropColumn: (runner, table, column) => runner.dropColumn(table, column),
    addToKey(runner, table, { name, type, length, charset, collation, default: value }) {
      const text = `${type}(${length}) CHARACTER SET ${charset} COLLATE ${collation} NOT NULL DEFAULT ${String(value)}`;
      return changeKey(runner, table, `ADD COLUMN \`${name}\` ${text}`, (key) => [...key, name]);
    },
    dropFromKey: (runner, table, column) =>
      changeKey(runner, table, `DROP COLUMN \`${column}\``, (key) => key.filter((name) => name !== column)),
    updateFrom: ({ table, column, value, rows, on }) =>
      `UPDATE ${table} JOIN ${rows} ON ${on} SET ${table}.${column} = ${value}`,
  },

  keys: mysqlKeys,
  errors: mysqlErrors,

  partitions: mysqlPartitions,

  async options({ host, port, username, password, database, poolSize, syncReads }, times) {
    return {
      type: 'mysql',
      driver: await new MysqlSessions({ syncReads }).driver(),
      host,
      port,
      username,
      password,
      database,
      poolSize,
      connectTimeout: CONNECT_TIMEOUT_MS,
      charset: 'utf8mb4_bin',
      timezone: 'Z',
      maxQueryExecutionTime: times?.statement,
      enableQueryTimeout: true,
      // A whole number is given as a number if that is exact, and otherwise as its digits.
      supportBigNumbers: true,
      bigNumberStrings: false,
      // A date has no time zone, and JSON text that holds a string must not be parsed twice.
      dateStrings: ['DATE'],
      // TypeORM's errors have a stack of their own: recording another before each statement took a sixth of its time.
      extra: { jsonStrings: true, trace: false },
    };
  },

  connect: connectMysql,
  // A change, not just a lock: other nodes of a cluster see changed rows but no locks, and lose to this transaction.
  async takeTurn(manager, table) {
    await manager.query(
      `UPDATE \`${table}\` SET created_at = created_at + INTERVAL 1000 MICROSECOND ORDER BY name LIMIT 1`,
    );
  },
  // REPEATABLE READ, which is the servers' default: the first read fixes the snapshot.
  snapshot: (dataSource, read) => readAgain(() => dataSource.transaction(read)),
  readUnsynced,
  connectionUse: mysqlPoolUse,

  heavyReads(dataSource) {
    const { poolSize = 1 } = dataSource.options;
    const connections = (share: number) => Math.max(1, Math.floor(poolSize * share));
    return {
      limits: { slots: connections(POOL_SHARE), slotsPerParty: connections(POOL_SHARE_OF_ONE) },
      rows: (builder) => builder.getRawMany(),
      column: (builder) => readColumn(dataSource, builder),
      close: async () => undefined,
    };
  },

  update: updateMysql,
};

/** Changes a column and the primary key in one statement, because servers may refuse a table without a key. */
async function changeKey(
  runner: QueryRunner,
  table: string,
  change: string,
  keyAfter: (key: string[]) => string[],
): Promise<void> {
  const key = await mysqlKeys.columnsOf(runner.manager, table, 'PRIMARY');
  const columns = keyAfter(key).map((name) => `\`${name}\``);
  await runner.query(`ALTER TABLE \`${table}\` ${change}, DROP PRIMARY KEY, ADD PRIMARY KEY (${columns.join(', ')})`);
}
