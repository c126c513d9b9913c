import { setTimeout as pause } from 'node:timers/promises';
import type { RowDataPacket } from 'mysql2/promise';
import type { DataSource, EntityManager } from 'typeorm';
import { isDatabaseUnavailable } from '../../dialect/database-errors.js';
import { openMysql } from './driver/connection.js';
import { fenceStatements } from './patches/fence.js';
import type { DatabaseSettings, Glance, SchemaUpdate } from '../../dialect/dialect.js';
import { LeaseLost, SchemaLease } from './lease.js';

/** How long a start waits for a database that is still coming up. */
const PATIENCE_MS = 30_000;
const RETRY_MS = 1000;

/**
 * Waits for a server that is still coming up, and brings its database up to date. MySQL commits every statement that
 * changes the schema: an update that fails for a temporary reason starts again and finds what was already done.
 */
export async function updateMysql(work: SchemaUpdate): Promise<void> {
  const lease = new SchemaLease(work.settings, work.log);
  for (;;) {
    try {
      await createDatabase(work.settings);
      await update(work, lease);
      return;
    } catch (error) {
      if (error instanceof LeaseLost) work.log.warn({}, error.message);
      else {
        if (!isDatabaseUnavailable(error) || Date.now() - lease.answeredAt > PATIENCE_MS) throw error;
        work.log.warn({ reason: (error as Error).message }, 'The database does not answer yet: trying again');
      }
      await pause(RETRY_MS);
    }
  }
}

/** A database that is already up to date, as at most starts, is only inspected. */
async function update({ inspect, open, isCurrent, apply, seed }: SchemaUpdate, lease: SchemaLease): Promise<void> {
  await using dataSource = await open();
  // If another instance is creating the tables, a first look may see some of them and miss one that was created before.
  await inspect(await glanceAt(dataSource)).catch(async () => inspect(await glanceAt(dataSource)));
  if (await isCurrent(dataSource)) return;
  try {
    await lease.take();
    fenceStatements(dataSource, () => lease.confirm());
    await apply(dataSource);
    await dataSource.transaction(async (manager: EntityManager) => {
      await seed(manager);
      await lease.confirmIn(manager);
    });
  } finally {
    await lease.release();
  }
}

/** Creates the database if the account may do so; if it may not, connecting reports what is wrong. */
async function createDatabase(settings: DatabaseSettings): Promise<void> {
  const connection = await openMysql(settings);
  try {
    const named = 'SELECT 1 FROM information_schema.SCHEMATA WHERE SCHEMA_NAME = ?';
    const [found] = await connection.query<RowDataPacket[]>(named, [settings.database]);
    if (found.length > 0) return;
    const { escapeId } = await import('mysql2/promise');
    const name = escapeId(settings.database, true);
    await connection.query(`CREATE DATABASE IF NOT EXISTS ${name} CHARACTER SET utf8mb4 COLLATE utf8mb4_bin`);
  } catch (error) {
    if (!(error as { code?: string }).code?.includes('ACCESS_DENIED')) throw error;
  } finally {
    await connection.end();
  }
}

async function glanceAt(dataSource: DataSource): Promise<Glance> {
  const query = <T>(sql: string) => dataSource.query<T[]>(sql);
  const [{ folding } = { folding: 0 }] = await query<{ folding: number }>('SELECT @@lower_case_table_names AS folding');
  const tables = await query<{ name: string }>(
    'SELECT TABLE_NAME AS name FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE()',
  );
  const rows: Glance['rows'] = (table, columns) =>
    query<{ name?: unknown }>(`SELECT ${columns.join(', ')} FROM \`${table}\``).catch((error: { code?: unknown }) => {
      if (error.code === 'ER_BAD_FIELD_ERROR') return undefined;
      throw error;
    });
  return { tables: tables.map(({ name }) => name), rows, caseSensitive: Number(folding) === 0 };
}
