import { setTimeout as pause } from 'node:timers/promises';
import type { QueryRunner } from 'typeorm';
import { isDeadlock } from '../../../dialect/database-errors.js';

/** Rows that one transaction copies or compares: few enough not to hold up the other nodes of a cluster. */
const BATCH = 5000;

/** How many ids below the newest copied one are copied again: a row may be committed after rows with greater ids. */
const LATE_IDS = 20_000;

/** The pause after each batch that leaves the database to others, as a share of the time that the batch took. */
const PAUSE_SHARE = 0.25;

/**
 * Copies rows in the order of their ids.
 * @param begin the id after which to begin; by default the last one copied earlier, less {@link LATE_IDS}
 * @returns how many were copied
 */
export async function copyRows(
  runner: QueryRunner,
  from: string,
  to: string,
  begin?: number,
  progress: (copied: number) => void = () => undefined,
): Promise<number> {
  const columns = await columnsOf(runner, from);
  let after = begin ?? (await newestId(runner, to)) - LATE_IDS;
  let copied = 0;
  for (;;) {
    const end = await endOfBatch(runner, from, after);
    if (end === undefined) return copied;
    copied += await change(
      runner,
      `INSERT IGNORE INTO \`${to}\` (${columns}) SELECT ${columns} FROM \`${from}\` WHERE id > ? AND id <= ?`,
      [after, end],
    );
    after = end;
    progress(copied);
  }
}

/** Removes the copies of rows that have since been deleted. */
export async function removeDeleted(runner: QueryRunner, from: string, to: string): Promise<void> {
  const last = await newestId(runner, from);
  for (let after = 0; ;) {
    const end = await endOfBatch(runner, to, after);
    if (end === undefined || after >= last) return;
    await change(
      runner,
      `DELETE \`${to}\` FROM \`${to}\` LEFT JOIN \`${from}\` ON \`${from}\`.id = \`${to}\`.id
        WHERE \`${to}\`.id > ? AND \`${to}\`.id <= ? AND \`${from}\`.id IS NULL`,
      [after, Math.min(end, last)],
    );
    after = end;
  }
}

/** The greatest id of a table; 0 if it is empty. */
export async function newestId(runner: QueryRunner, table: string): Promise<number> {
  const [row] = (await runner.query(`SELECT MAX(id) AS id FROM \`${table}\``)) as [{ id: number | null }];
  return row.id ?? 0;
}

/** The last id of the next batch; undefined if there is none. */
async function endOfBatch(runner: QueryRunner, table: string, after: number): Promise<number | undefined> {
  const [row] = (await runner.query(
    `SELECT MAX(id) AS id FROM (SELECT id FROM \`${table}\` WHERE id > ? ORDER BY id LIMIT ${BATCH}) AS batch`,
    [after],
  )) as [{ id: number | null }];
  return row.id ?? undefined;
}

/**
 * Runs a statement in a transaction that does not lock rows that it only reads, and again if it gave way to another.
 * @returns how many rows it changed
 */
async function change(runner: QueryRunner, sql: string, parameters: number[]): Promise<number> {
  for (;;) {
    const started = performance.now();
    try {
      await runner.startTransaction('READ COMMITTED');
      const { affectedRows } = (await runner.query(sql, parameters)) as { affectedRows: number };
      await runner.commitTransaction();
      return affectedRows;
    } catch (error) {
      if (runner.isTransactionActive) await runner.rollbackTransaction();
      if (!isDeadlock(error)) throw error;
    } finally {
      await pause((performance.now() - started) * PAUSE_SHARE);
    }
  }
}

async function columnsOf(runner: QueryRunner, table: string): Promise<string> {
  const columns = (await runner.query(
    `SELECT COLUMN_NAME AS name FROM information_schema.COLUMNS
      WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = ? AND EXTRA NOT LIKE '%GENERATED%'`,
    [table],
  )) as { name: string }[];
  return columns.map(({ name }) => `\`${name}\``).join();
}
