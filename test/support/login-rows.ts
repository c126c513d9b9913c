import type { DataSource, FindOptionsWhere } from 'typeorm';
import { LoginLog } from '../../src/logs/login-log/login-log.entity.js';

/** Rows of the login log, oldest first. */
export function logRows(db: DataSource, where: FindOptionsWhere<LoginLog> = {}): Promise<LoginLog[]> {
  return db.manager.find(LoginLog, { where, order: { id: 'ASC' } });
}

/** The rows of the login log that some work adds. */
export async function rowsOf(db: DataSource, work: () => Promise<unknown>): Promise<LoginLog[]> {
  const before = await db.manager.count(LoginLog);
  await work();
  return (await logRows(db)).slice(before);
}
