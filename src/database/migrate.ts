import { DataSource, type EntitySchema, type MixedList } from 'typeorm';
import type { Log } from '../core/log/log.module.js';
import type { Settings } from '../settings/settings.js';
import { dialectOf, dialects } from './dialects/dialects.js';
import { isMissingTable } from './drivers/errors.js';
import { migrationTable, tablePrefixOf } from './entities/own-tables.js';
import { refuseForeignTables } from './foreign-tables.js';
import { type MigrationClass, migrations } from './migrations/index.js';
import { databaseOptions } from './options.js';
import { type Seed, SownSeed, recorded, sow } from './seeds/sow.js';

/**
 * Brings the database to the current schema and seeds what is new, under a lock: of several instances that start at
 * once, one works and the others find it done.
 * @param own migrations beside those of the service, which come first
 * @param now the current time, which says what months the logs have partitions for
 */
export async function migrate(
  settings: Settings,
  seeds: Seed[],
  log: Log,
  own: MigrationClass[] = [],
  now = new Date(),
): Promise<void> {
  const dialect = dialects[settings.database.type];
  await dialect.update({
    settings: settings.database,
    log,
    inspect: (glance) => refuseForeignTables(settings.database.tablePrefix, glance),
    open: () => open(settings, seeds),
    isCurrent: async (dataSource) => {
      const isDue = await dialect.partitions?.isDue(dataSource, log);
      return !isDue && isCurrent(dataSource, seeds, [...migrations, ...own]);
    },
    apply: async (dataSource) => {
      await apply(dataSource, own);
      await dialect.partitions?.convertShort(dataSource, log, now);
    },
    seed: (manager) => sow(manager, seeds),
  });
}

async function isCurrent(dataSource: DataSource, seeds: Seed[], wanted: MigrationClass[]): Promise<boolean> {
  try {
    const applied = await appliedMigrations(dataSource);
    const sown = await recorded(dataSource.manager);
    return wanted.every(({ name }) => applied.has(name)) && seeds.every(({ name }) => sown.has(name));
  } catch (error) {
    if (isMissingTable(error)) return false;
    throw error;
  }
}

async function apply(dataSource: DataSource, own: MigrationClass[]): Promise<void> {
  await dataSource.runMigrations({ transaction: 'none' });
  if (own.length === 0) return;
  // One list would be sorted by timestamps: a release's new migration could come after one that builds on it.
  Object.assign(dataSource, { migrations: own.map((Migration) => new Migration()) });
  await dataSource.runMigrations({ transaction: 'none' });
}

async function open(settings: Settings, seeds: Seed[]): Promise<DataSource & AsyncDisposable> {
  const dataSource = await new DataSource({
    ...(await databaseOptions(settings, 'migrations')),
    entities: [SownSeed, ...seeds.flatMap(({ entities }) => entities)] as MixedList<EntitySchema>,
  }).initialize();
  return Object.assign(dataSource, { [Symbol.asyncDispose]: () => dataSource.destroy() });
}

/**
 * Names of the migrations that this version knows and the database has not had. What a newer version has applied does
 * not count: it serves beside this one while an upgrade rolls out.
 */
export async function pendingMigrations(dataSource: DataSource): Promise<string[]> {
  const applied = await appliedMigrations(dataSource);
  return dataSource.migrations
    .map(({ name, constructor }) => name ?? constructor.name)
    .filter((name) => !applied.has(name));
}

/**
 * Fails where the database is not to be used: a node outside its cluster's primary component goes on answering what reads
 * no table.
 */
export async function assertDatabaseAnswers(dataSource: DataSource): Promise<void> {
  await appliedMigrations(dataSource);
}

/** Read without a wait for other nodes: a database that is behind them is there all the same. */
async function appliedMigrations(dataSource: DataSource): Promise<Set<string>> {
  const table = dataSource.driver.escape(migrationTable(tablePrefixOf(dataSource)));
  const statement = `SELECT name FROM ${table}`;
  const rows = await dialectOf(dataSource).readUnsynced<{ name: string }>(dataSource, statement);
  return new Set(rows.map(({ name }) => name));
}
