import type { Logger } from 'typeorm';
import type { Log } from '../common/log/log.module.js';

/**
 * Says nothing of statements: TypeORM would print slow and failed ones with their values, password hashes among them.
 * What fails is thrown, and logged with its request.
 */
export class QuietLogger implements Logger {
  constructor(private readonly out?: Log) {}

  logQuery(): void {}
  logQueryError(): void {}
  logQuerySlow(): void {}
  logSchemaBuild(): void {}
  logMigration(): void {}

  log(level: 'log' | 'info' | 'warn', message: string): void {
    if (level === 'warn') this.out?.warn({}, message);
  }
}
