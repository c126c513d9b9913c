import type { Logger } from 'typeorm';

/**
 * Says nothing: TypeORM would print slow and failed statements with their values, password hashes among them. What fails
 * is thrown, and logged with its request.
 */
export class QuietLogger implements Logger {
  logQuery(): void {}
  logQueryError(): void {}
  logQuerySlow(): void {}
  logSchemaBuild(): void {}
  logMigration(): void {}
  log(): void {}
}
