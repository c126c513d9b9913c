import { setTimeout as wait } from 'node:timers/promises';
import { type Storage, runSql } from './storage.js';

/** Rows in each block of 30 days; set a lower number to try out the measurement itself. */
export const BLOCK = Number(process.env.BENCH_LOG_ROWS ?? 1_000_000);

const BLOCK_DAYS = 30;
/** How long the database may take to purge deleted rows. */
const PURGE_S = 120;

const DAY_MS = 86_400_000;

/** The ids of the newest block end here, so that older blocks can be added with lower ids. */
const LAST_ID = 100_000_000;

/** When a block begins; block 0 ends now. */
export function beginOf(block: number, now: number): Date {
  return new Date(now - (block + 1) * BLOCK_DAYS * DAY_MS);
}

/** Adds a block of rows to a log, in the order of their ids, spread over five tenants and ten thousand names. */
export async function fillBlock(storage: Storage, table: string, block: number, now: number): Promise<void> {
  const step = (BLOCK_DAYS * DAY_MS * 1000) / BLOCK;
  const columns =
    'id, tenant_id, username, log_type, method, request_method, url, param, result, ip, location, os, browser, ' +
    'consume_time, status, created_at';
  const name = "CONCAT('user', seq * 7919 % 10007)";
  await runSql(
    storage,
    `INSERT INTO ${table} (${columns}) SELECT ${LAST_ID - (block + 1) * BLOCK} + seq, seq % 5, ${name}, 1, 'login', 'POST',
      '/api/login', CONCAT('{"username":"', ${name}, '","password":"***"}'), 'Login succeeded',
      CONCAT('203.0.', seq % 250, '.', seq % 199), 'Berlin', 'Linux', 'Firefox 128.0', 45, seq % 20 = 0,
      '${sqlTime(beginOf(block, now))}' + INTERVAL ${step} * (seq - 1) MICROSECOND FROM seq_1_to_${BLOCK}`,
  );
}

/** Puts a log into the form that it had before partitions were introduced. */
export async function inOnePiece(storage: Storage, table: string): Promise<void> {
  await runSql(
    storage,
    `ALTER TABLE ${table} REMOVE PARTITIONING`,
    `ALTER TABLE ${table} DROP PRIMARY KEY, MODIFY id INT NOT NULL AUTO_INCREMENT PRIMARY KEY`,
  );
}

/** Gives each month from the given time on its own partition; so far the first partition must hold their rows. */
export async function partMonths(storage: Storage, table: string, from: Date): Promise<void> {
  const [first] = (await runSql(
    storage,
    `SELECT PARTITION_NAME AS name, REPLACE(PARTITION_DESCRIPTION, "'", '') AS bound FROM information_schema.PARTITIONS
      WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = '${table}' ORDER BY PARTITION_ORDINAL_POSITION LIMIT 1`,
  )) as [{ name: string; bound: string }];
  const bounds: string[] = [];
  for (let month = monthOf(from, 1); month < new Date(first.bound); month = monthOf(month, 1)) {
    bounds.push(month.toISOString().slice(0, 10));
  }
  const parts = [...bounds, first.bound].map(
    (bound) => `PARTITION ${partitionOf(monthOf(new Date(bound), -1))} VALUES LESS THAN ('${bound}')`,
  );
  if (bounds.length > 0)
    await runSql(storage, `ALTER TABLE ${table} REORGANIZE PARTITION ${first.name} INTO (${parts.join()})`);
}

/** Removes the months before the given time by dropping their partitions. */
export async function dropMonths(storage: Storage, table: string, before: Date): Promise<void> {
  const names = (await runSql(
    storage,
    `SELECT PARTITION_NAME AS name FROM information_schema.PARTITIONS WHERE TABLE_SCHEMA = DATABASE()
      AND TABLE_NAME = '${table}' AND PARTITION_NAME < '${partitionOf(before)}'`,
  )) as { name: string }[];
  if (names.length > 0)
    await runSql(storage, `ALTER TABLE ${table} DROP PARTITION ${names.map(({ name }) => name).join()}`);
}

/**
 * Waits until the database has purged the rows deleted so far, which it does in the background.
 * @throws Error if it takes too long: what is measured next would not be alone
 */
export async function untilPurged(storage: Storage): Promise<void> {
  for (let waited = 0; waited < PURGE_S; waited++) {
    const [row] = (await runSql(storage, "SHOW GLOBAL STATUS LIKE 'Innodb_history_list_length'")) as {
      Value: string;
    }[];
    if (Number(row?.Value) < 100) return;
    await wait(1000);
  }
  throw new Error(`The database has not purged what was deleted within ${PURGE_S} s`);
}

/** The name of a month's partition. */
const partitionOf = (month: Date) => `p${month.toISOString().slice(0, 7).replace('-', '')}`;

/** The first moment of the month that is `later` months after the given time's month. */
export function monthOf(time: Date, later = 0): Date {
  return new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + later));
}

/** A time as an SQL literal, without quotes. */
export const sqlTime = (time: Date) => time.toISOString().slice(0, -1).replace('T', ' ');
