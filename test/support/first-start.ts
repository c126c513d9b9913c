import { copyFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import mysql, { type Connection, type RowDataPacket } from 'mysql2/promise';
import { FIRST_START } from './global-setup.js';
import { MYSQL, type Storage, onServices } from './services.js';

/**
 * Fills empty storage as a first start does. The first call of a run performs one; later calls copy what it left.
 * @param begin performs a first start and stops the application again
 */
export async function afterFirstStart({ environment }: Storage, begin: () => Promise<void>): Promise<void> {
  const { DB_DATABASE: database = '' } = environment;
  const kept = join(process.env[FIRST_START] ?? '', onServices ? 'mysql.json' : 'steward.db');
  if (!existsSync(kept)) {
    await begin();
    // Another worker may do the same: the last one wins, and nobody sees a half-written file.
    const draft = `${kept}.${process.pid}`;
    if (onServices) writeFileSync(draft, JSON.stringify(await dump(database)));
    else copyFileSync(database, draft);
    renameSync(draft, kept);
  } else if (onServices) await load(database, JSON.parse(readFileSync(kept, 'utf8')) as string[]);
  else copyFileSync(kept, database);
}

/** The statements that recreate a database as it is. */
async function dump(database: string): Promise<string[]> {
  return connected(database, async (connection) => {
    const statements = ['SET FOREIGN_KEY_CHECKS = 0'];
    const [tables] = await connection.query<RowDataPacket[]>('SHOW TABLES');
    for (const table of tables.map((row) => String(Object.values(row)[0]))) {
      const [[made]] = await connection.query<RowDataPacket[]>('SHOW CREATE TABLE ??', [table]);
      statements.push(String(made?.['Create Table']));
      const [rows] = await connection.query<RowDataPacket[]>('SELECT * FROM ??', [table]);
      if (rows.length === 0) continue;
      const values = rows.map((row): unknown[] => Object.values(row));
      statements.push(connection.format('INSERT INTO ?? (??) VALUES ?', [table, Object.keys(rows[0] ?? {}), values]));
    }
    return statements;
  });
}

async function load(database: string, statements: string[]): Promise<void> {
  await connected(undefined, async (connection) => {
    await connection.query('CREATE DATABASE ?? CHARACTER SET utf8mb4 COLLATE utf8mb4_bin', [database]);
    await connection.query('USE ??', [database]);
    await connection.query(statements.join(';\n'));
  });
}

async function connected<T>(database: string | undefined, work: (connection: Connection) => Promise<T>): Promise<T> {
  const connection = await mysql.createConnection({
    ...MYSQL,
    database,
    multipleStatements: true,
    dateStrings: true,
    supportBigNumbers: true,
    bigNumberStrings: true,
  });
  try {
    return await work(connection);
  } finally {
    await connection.end();
  }
}
