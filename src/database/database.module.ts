import { type DynamicModule, Module } from '@nestjs/common';
import { InjectDataSource, TypeOrmModule } from '@nestjs/typeorm';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { Log } from '../core/log/log.module.js';
import { Metrics } from '../core/metrics/metrics.js';
import type { Settings } from '../settings/settings.js';
import { DataCipher } from './cipher/data-cipher.js';
import { dataCipherProvider } from './cipher/data-cipher.provider.js';
import { DataKeyCheck } from './data-key.check.js';
import { dialectOf } from './dialects/dialects.js';
import { type MigrationClass, migrations } from './migrations/index.js';
import { type AddedFields, withAddedFields } from './entities/added-fields.js';
import { databaseOptions, QuietLogger } from './database-options.js';
import { BackgroundReader } from './reader/background-reader.js';
import { retriesOf } from './retries.js';
import { SeedRecord } from './seeds/seeds.js';
import type { DatabaseTimes } from './dialect/database-times.js';

/** The database connection. Entities are registered by their own modules, and only migrations change the schema. */
@Module({})
export class DatabaseModule {
  constructor(@InjectDataSource() dataSource: DataSource, metrics: Metrics) {
    metrics.watch({
      name: 'steward_database_connections',
      help: 'Database connections by state, and who waits for one',
      label: 'state',
      read: () => dialectOf(dataSource).connectionUse(dataSource),
    });
    retriesOf(dataSource).report = (times) => metrics.transactionRetries.observe(times);
  }

  /**
   * @param own migrations in addition to the service's
   * @param added fields that are added to the service's tables
   */
  static forRoot(
    settings: Settings,
    own: MigrationClass[],
    times: DatabaseTimes,
    added: readonly AddedFields[],
  ): DynamicModule {
    return {
      module: DatabaseModule,
      global: true,
      providers: [BackgroundReader, dataCipherProvider, DataKeyCheck],
      exports: [BackgroundReader, DataCipher],
      imports: [
        TypeOrmModule.forFeature([SeedRecord]),
        TypeOrmModule.forRootAsync({
          inject: [Log],
          useFactory: async (log: Log) => ({
            ...(await databaseOptions(settings, times)),
            migrations: [...migrations, ...own],
            logger: new QuietLogger(log),
            autoLoadEntities: true,
            retryAttempts: 0,
          }),
          dataSourceFactory: (options) => {
            const dataSource = withAddedFields(new DataSource(options as DataSourceOptions), added);
            return dialectOf(dataSource).connect(dataSource, settings.database, times);
          },
        }),
      ],
    };
  }
}
