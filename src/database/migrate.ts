import { DataSource, type EntitySchema, type MixedList } from 'typeorm';
import type { Log } from '../core/log/log.module.js';
import type { Settings } from '../settings/settings.js';
import { dialectOf, dialects } from './dialects/dialects.js';
import { isMissing } from './dialect/database-errors.js';
import { migrationTable, tablePrefixOf } from './entities/own-tables.js';
import { refuseForeignTables } from './foreign-tables.js';
import { type MigrationClass, migrations } from './migrations/index.js';
import { databaseOptions } from './database-options.js';
import { SHORT_LOG } from './dialects/mysql/partitions/conversion.js';
import { type AnySeed, SeedRecord, namesOf, recorded, runSeeds } from './seeds/seeds.js';

/** Options of {@link migrate}. */
export interface MigrateOptions {
  /** Migrations to apply after the service's own. */
  own?: MigrationClass[];
  /** The current time, which determines the months that the logs have partitions for. */
  now?: Date;
  /** In place of {@link SHORT_LOG}. */
  shortLog?: number;
}

/**
 * Brings the database to the current schema and runs the new seeds, under a lock: of several instances that start at
 * once, one does the work and the others find it done.
 */
export async function migrate(
  settings: Settings,
  seeds: readonly AnySeed[],
  log: Log,
  { own = [], now = new Date(), shortLog = SHORT_LOG }: MigrateOptions = {},
): Promise<void> {
  const dialect = dialects[settings.database.type];
  await dialect.update({
    settings: settings.database,
    log,
    inspect: (glance) => refuseForeignTables(settings.database.tablePrefix, glance),
    open: () => open(settings, seeds),
    isCurrent: async (dataSource) => {
      const isDue = await dialect.partitions?.isDue(dataSource, log, shortLog);
      return !isDue && isCurrent(dataSource, seeds, [...migrations, ...own]);
    },
    apply: async (dataSource) => {
      await apply(dataSource, own);
      await dialect.partitions?.convertShort(dataSource, log, shortLog, now);
    },
    seed: (manager) => runSeeds(manager, seeds),
  });
}

async function isCurrent(
  dataSource: DataSource,
  seeds: readonly AnySeed[],
  wanted: MigrationClass[],
): Promise<boolean> {
  try {
    const applied = await appliedMigrations(dataSource);
    const seeded = await recorded(dataSource.manager);
    return wanted.every(({ name }) => applied.has(name)) && seeds.flatMap(namesOf).every((name) => seeded.has(name));
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

async function apply(dataSource: DataSource, own: MigrationClass[]): Promise<void> {
  await dataSource.runMigrations({ transaction: 'none' });
  if (own.length === 0) return;
  // One list would be sorted by timestamp, and a release's new migration could come after an extension's that builds on
  // it.
  Object.assign(dataSource, { migrations: own.map((Migration) => new Migration()) });
  await dataSource.runMigrations({ transaction: 'none' });
}

async function open(settings: Settings, seeds: readonly AnySeed[]): Promise<DataSource & AsyncDisposable> {
  const dataSource = await new DataSource({
    ...(await databaseOptions(settings, undefined)),
    entities: [SeedRecord, ...seeds.flatMap(({ entities }) => entities)] as MixedList<EntitySchema>,
  }).initialize();
  return Object.assign(dataSource, { [Symbol.asyncDispose]: () => dataSource.destroy() });
}

/**
 * Names of the migrations that this version knows and the database has not had. Migrations of a newer version do not
 * count: it runs alongside this one while an upgrade rolls out.
 */
export async function pendingMigrations(dataSource: DataSource): Promise<string[]> {
  const applied = await appliedMigrations(dataSource);
  return dataSource.migrations
    .map(({ name, constructor }) => name ?? constructor.name)
    .filter((name) => !applied.has(name));
}

/**
 * Fails if the database cannot be used. It reads a table, because a node outside its cluster's primary component still
 * answers statements that read none.
 */
export async function assertDatabaseAnswers(dataSource: DataSource): Promise<void> {
  await appliedMigrations(dataSource);
}

/** Reads without waiting for other nodes: a database that lags behind them is available all the same. */
async function appliedMigrations(dataSource: DataSource): Promise<Set<string>> {
  const table = dataSource.driver.escape(migrationTable(tablePrefixOf(dataSource)));
  const statement = `SELECT name FROM ${table}`;
  const rows = await dialectOf(dataSource).readUnsynced<{ name: string }>(dataSource, statement);
  return new Set(rows.map(({ name }) => name));
}
