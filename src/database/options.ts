import type { Database } from 'better-sqlite3';
import type { DataSourceOptions, Logger } from 'typeorm';
import type { Log } from '../core/log/log.module.js';
import type { Settings } from '../settings/settings.js';
import { STATEMENT_TIMEOUT_MS, mysqlInUtc } from './dialects/mysql-session.js';
import { OwnTableNames, migrationTable } from './entities/own-tables.js';
import { migrations } from './migrations/index.js';

const CONNECT_TIMEOUT_MS = 3000;

/**
 * Connection options for the settings; the same for the service, its migrations and the command line.
 * Times are stored in UTC on every database.
 */
export function databaseOptions({ database }: Pick<Settings, 'database'>): DataSourceOptions {
  const shared = {
    logger: new QuietLogger(),
    migrations,
    migrationsTableName: migrationTable(database.tablePrefix),
    namingStrategy: new OwnTableNames(database.tablePrefix),
    synchronize: false,
  };
  if (database.type === 'sqlite') {
    return {
      ...shared,
      type: 'better-sqlite3',
      database: database.database,
      enableWAL: true,
      // The driver waits with the whole process; the query runner waits on without it.
      timeout: 50,
      prepareDatabase: (connection: Database) => {
        // An answered login must outlive a power cut: WAL's default would not sync each commit.
        connection.pragma('synchronous = FULL');
      },
    };
  }
  return {
    ...shared,
    type: 'mysql',
    driver: mysqlInUtc(),
    host: database.host,
    port: database.port,
    username: database.username,
    password: database.password,
    database: database.database,
    poolSize: database.poolSize,
    connectTimeout: CONNECT_TIMEOUT_MS,
    charset: 'utf8mb4_bin',
    timezone: 'Z',
    maxQueryExecutionTime: STATEMENT_TIMEOUT_MS,
    enableQueryTimeout: true,
    // A whole number is a number while that is exact, and else its digits.
    supportBigNumbers: true,
    bigNumberStrings: false,
    // A day has no time zone, and JSON text that holds a string must not be parsed twice.
    dateStrings: ['DATE'],
    extra: { jsonStrings: true },
  };
}

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
