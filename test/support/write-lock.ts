import Database from 'better-sqlite3';
import mysql from 'mysql2/promise';
import type { Storage } from './services.js';

/** Keeps others from changing users, as a concurrent transaction does, until the returned function is called. */
export async function lockUsers({ environment }: Storage): Promise<() => Promise<void>> {
  const { DB_TYPE, DB_DATABASE: database = '' } = environment;
  if (DB_TYPE === 'sqlite') {
    const connection = new Database(database);
    connection.exec('BEGIN IMMEDIATE');
    return async () => {
      connection.exec('ROLLBACK');
      connection.close();
    };
  }
  const connection = await mysql.createConnection({ host: '127.0.0.1', user: 'root', database });
  await connection.query('START TRANSACTION');
  await connection.query('SELECT id FROM user FOR UPDATE');
  return async () => {
    await connection.query('ROLLBACK');
    await connection.end();
  };
}
