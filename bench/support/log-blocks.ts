import { type Storage, runSql } from './storage.js';

/** Rows of each block of 30 days; fewer to try the measurement itself. */
export const BLOCK = Number(process.env.BENCH_LOG_ROWS ?? 1_000_000);

const BLOCK_DAYS = 30;
const DAY_MS = 86_400_000;

/** Ids of the newest block end here, so that older blocks can be added below them. */
const LAST_ID = 100_000_000;

/** When a block begins; block 0 ends now. */
export function beginOf(block: number, now: number): Date {
  return new Date(now - (block + 1) * BLOCK_DAYS * DAY_MS);
}

/** Adds a block of rows to a log, in the order of their ids: of five tenants and ten thousand names. */
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

/** Makes a log as it was before partitions. */
export async function inOnePiece(storage: Storage, table: string): Promise<void> {
  await runSql(
    storage,
    `ALTER TABLE ${table} REMOVE PARTITIONING`,
    `ALTER TABLE ${table} DROP PRIMARY KEY, MODIFY id INT NOT NULL AUTO_INCREMENT PRIMARY KEY`,
  );
}

/** Gives each month from a time on a partition of its own; the first partition must have taken them so far. */
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
    (bound) =>
      `PARTITION p${monthOf(new Date(bound), -1).toISOString().slice(0, 7).replace('-', '')} VALUES LESS THAN ('${bound}')`,
  );
  if (bounds.length > 0)
    await runSql(storage, `ALTER TABLE ${table} REORGANIZE PARTITION ${first.name} INTO (${parts.join()})`);
}

/** The first moment of a month, so many after the one of a time. */
export function monthOf(time: Date, later = 0): Date {
  return new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + later));
}

/** A time as SQL writes it. */
export const sqlTime = (time: Date) => time.toISOString().slice(0, -1).replace('T', ' ');
