import { DataSource } from 'typeorm';
import { databaseOptions } from './src/database/options.js';
import { loadSettings, readEnvironment } from './src/settings/settings.js';

/** The data source of TypeORM's command line: `npm run typeorm -- migration:show`. */
export default new DataSource({
  ...(await databaseOptions(loadSettings(readEnvironment()))),
  entities: ['src/modules/**/*.entity.ts'],
});
