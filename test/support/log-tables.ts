import type { RawDatabase, Rows } from './raw-database.js';

/** The tables of the two logs. */
export const LOGS = ['login_log', 'operation_log'] as const;

/** A partition of a table, by its name and its bound as MariaDB writes it. */
export interface FoundPartition {
  name: string;
  bound: string;
}

/** The partitions of a table, the oldest first. */
export async function partitionsOf({ run }: RawDatabase, table: string): Promise<FoundPartition[]> {
  const rows = await run(
    `SELECT PARTITION_NAME AS name, REPLACE(PARTITION_DESCRIPTION, "'", '') AS bound FROM information_schema.PARTITIONS
      WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = '${table}' AND PARTITION_NAME IS NOT NULL
      ORDER BY PARTITION_ORDINAL_POSITION`,
  );
  return rows as unknown as FoundPartition[];
}

/** Puts a log into the form that earlier versions had: unpartitioned, with four-byte ids. */
export async function inOnePiece({ run }: RawDatabase, table: string): Promise<void> {
  await run(`ALTER TABLE ${table} REMOVE PARTITIONING`);
  await run(`ALTER TABLE ${table} DROP PRIMARY KEY, MODIFY id INT NOT NULL AUTO_INCREMENT PRIMARY KEY`);
}

/** The first moment, in UTC, of the month that is `later` months after that of the given time. */
export function month(time: number, later = 0): Date {
  const date = new Date(time);
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + later));
}

/** A time as an SQL literal. */
export const sqlTime = (time: Date) => `'${time.toISOString().slice(0, -1).replace('T', ' ')}'`;

/** Adds rows to a log with one statement, spread evenly from one time until just before another. */
export async function fill({ run }: RawDatabase, table: string, count: number, from: Date, to: Date): Promise<void> {
  const step = Math.floor(((to.getTime() - from.getTime()) * 1000) / count);
  const [columns, values] = table === 'operation_log' ? [', user_id, changes', ", 7, '{}'"] : ['', ''];
  await run(
    `INSERT INTO ${table} (tenant_id, username, log_type, param, ip, status, created_at${columns})
      SELECT seq % 3, CONCAT('user', seq % 100), 1, CONCAT('row ', seq), '192.0.2.1', seq % 2,
        ${sqlTime(from)} + INTERVAL ${step} * (seq - 1) MICROSECOND${values} FROM seq_1_to_${count}`,
  );
}

/** Every column of every row of a log, ordered by id, with times as text. */
export function allRows({ run }: RawDatabase, table: string): Promise<Rows> {
  return run(`SELECT *, CAST(created_at AS CHAR) AS created_at FROM ${table} ORDER BY id`);
}
