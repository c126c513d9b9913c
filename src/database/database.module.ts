import { type DynamicModule, Module } from '@nestjs/common';
import { InjectDataSource, TypeOrmModule } from '@nestjs/typeorm';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { Log } from '../common/log/log.module.js';
import { Metrics } from '../common/metrics/metrics.js';
import type { Settings } from '../settings/settings.js';
import { BackgroundReader } from './background-reader.js';
import { databaseOptions } from './options.js';
import { connectMysql } from './mysql-query-runner.js';
import { QuietLogger } from './quiet.logger.js';
import { poolUse } from './pool-use.js';
import { connectSqlite } from './serial-query-runner.js';

/** The connection; entities come with their modules. The schema is the migrations' alone. */
@Module({})
export class DatabaseModule {
  constructor(@InjectDataSource() dataSource: DataSource, metrics: Metrics) {
    metrics.watch({
      name: 'steward_database_connections',
      help: 'Database connections by state, and who waits for one',
      label: 'state',
      read: () => poolUse(dataSource),
    });
  }

  static forRoot(settings: Settings): DynamicModule {
    return {
      module: DatabaseModule,
      global: true,
      providers: [BackgroundReader],
      exports: [BackgroundReader],
      imports: [
        TypeOrmModule.forRootAsync({
          inject: [Log],
          useFactory: async (log: Log) => ({
            ...(await databaseOptions(settings)),
            logger: new QuietLogger(log),
            autoLoadEntities: true,
            retryAttempts: 0,
          }),
          dataSourceFactory: (options) => {
            const dataSource = new DataSource(options as DataSourceOptions);
            return settings.database.type === 'sqlite' ? connectSqlite(dataSource) : connectMysql(dataSource);
          },
        }),
      ],
    };
  }
}
