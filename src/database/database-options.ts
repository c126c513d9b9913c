import type { DataSourceOptions, Logger } from 'typeorm';
import type { Log } from '../core/log/log.module.js';
import type { Settings } from '../settings/settings.js';
import { dialects } from './dialects/dialects.js';
import { OwnTableNames, migrationTable } from './entities/own-tables.js';
import { migrations } from './migrations/index.js';
import type { DatabaseTimes } from './dialect/database-times.js';

/**
 * Connection options for the settings; the same for the service, its migrations and the command line.
 * Times are stored in UTC on every database.
 * @param times the limits of requests; undefined for work that takes long, such as migrations
 */
export async function databaseOptions(
  { database }: Pick<Settings, 'database'>,
  times: DatabaseTimes | undefined,
): Promise<DataSourceOptions> {
  return {
    ...(await dialects[database.type].options(database, times)),
    logger: new QuietLogger(),
    migrations,
    migrationsTableName: migrationTable(database.tablePrefix),
    namingStrategy: new OwnTableNames(database.tablePrefix),
    synchronize: false,
  };
}

/**
 * Logs no statements: TypeORM would print slow and failed ones with their values, including password hashes. Failures
 * are thrown, and logged with their request.
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
