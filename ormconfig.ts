import { DataSource } from 'typeorm';
import { migrations } from './src/database/migrations/index.js';
import { migrationsOf } from './src/app/extension.js';
import { databaseOptions } from './src/database/database-options.js';
import { extensions } from './src/extensions.js';
import { loadSettings, readEnvironment } from './src/settings/settings.js';

/** The data source of TypeORM's command line: `npm run typeorm -- migration:show`. */
export default new DataSource({
  ...(await databaseOptions(loadSettings(readEnvironment()), undefined)),
  migrations: [...migrations, ...migrationsOf(extensions)],
  // The service's own logger is silent, and would hide what a command prints.
  logger: 'simple-console',
  entities: ['src/modules/**/*.entity.ts'],
});
