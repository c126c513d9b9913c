/**
 * `npm run logs:partition`, in the image `node dist/logs-partition.js`: partitions the log tables by month while the
 * service runs. May be interrupted at any time, and continues where it stopped. Exit code: 1 if it could not finish.
 */
import 'reflect-metadata';
import { DataSource } from 'typeorm';
import { createLogger } from '../core/log/logger.js';
import { dialects } from '../database/dialects/dialects.js';
import { databaseOptions } from '../database/database-options.js';
import { SettingsError } from '../settings/settings-error.js';
import { loadSettings, readEnvironment } from '../settings/settings.js';

async function main(): Promise<void> {
  const settings = loadSettings(readEnvironment());
  const { partitions } = dialects[settings.database.type];
  if (partitions === undefined) throw new SettingsError('Only the logs of a MySQL database are put into partitions.');
  const dataSource = await new DataSource(await databaseOptions(settings, undefined)).initialize();
  try {
    await partitions.convertAll(dataSource, await createLogger(settings), new Date());
  } finally {
    await dataSource.destroy();
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`logs:partition: ${(error as Error).message}\n`);
  process.exitCode = 1;
});
