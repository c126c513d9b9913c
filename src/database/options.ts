import type { Database } from 'better-sqlite3';
import type { DataSourceOptions } from 'typeorm';
import type { Settings } from '../settings/settings.js';
import { mysqlInUtc } from './mysql-session.js';
import { QuietLogger } from './quiet.logger.js';
import { OwnTableNames, migrationTable } from './own-tables.js';
import { migrations } from './migrations/index.js';

/** How long one statement may take before the database counts as hung (requests are answered within 5 s). */
export const STATEMENT_TIMEOUT_MS = 4000;

const CONNECT_TIMEOUT_MS = 3000;

/**
 * Connection options for the settings; the same for the service, its migrations and the command line.
 * Times are stored in UTC on every database.
 */
export async function databaseOptions({ database }: Pick<Settings, 'database'>): Promise<DataSourceOptions> {
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
    driver: await mysqlInUtc(),
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
