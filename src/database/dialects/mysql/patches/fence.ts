import type { DataSource } from 'typeorm';
import type { MysqlDriver } from 'typeorm/driver/mysql/MysqlDriver.js';
import { MysqlQueryRunner } from 'typeorm/driver/mysql/MysqlQueryRunner.js';

/** Statements that change nothing, or that end a transaction, which must confirm for itself. */
const FREE = /^\s*(SELECT|SHOW|COMMIT|ROLLBACK)\b/i;

/**
 * Lets no statement change anything without a confirmation first.
 * @param confirm throws if it may not
 */
export function fenceStatements({ driver }: DataSource, confirm: () => Promise<void>): void {
  const mysql = driver as MysqlDriver;
  mysql.createQueryRunner = (mode) => {
    const runner = new MysqlQueryRunner(mysql, mode);
    const query = runner.query.bind(runner) as (...args: unknown[]) => Promise<never>;
    runner.query = async (sql: string, ...args: unknown[]) => {
      if (!FREE.test(sql)) await confirm();
      return query(sql, ...args);
    };
    return runner;
  };
}
