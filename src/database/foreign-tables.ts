import { SettingsError } from '../settings/settings-error.js';
import type { Glance } from './dialect/dialect.js';
import { leaseTable, migrationTable, ownTableNames } from './entities/own-tables.js';
import { migrations } from './migrations/index.js';

/**
 * Refuses a database in which another application has tables with the names of the service's: they would pass for its
 * own. A start that was killed half-way may have left only the lease table, or also the migration table, which is
 * created before all others.
 * @throws SettingsError with one line that names these tables
 */
export async function refuseForeignTables(prefix: string, glance: Glance): Promise<void> {
  const comparable = (name: string) => (glance.caseSensitive ? name : name.toLowerCase());
  const own = new Set(ownTableNames(prefix));
  const found = glance.tables.filter((name) => own.has(comparable(name))).sort();
  const lease = leaseTable(prefix);
  const isLease = found.includes(lease) && (await glance.rows(lease, ['holder', 'renewed_at'])) !== undefined;
  const taken = isLease ? found.filter((name) => name !== lease) : found;
  if (taken.length === 0 || (await isOurs(taken, migrationTable(prefix), glance))) return;
  throw new SettingsError(
    `Setting database.database (environment DB_DATABASE) must not name a database with tables of others that are ` +
      `called as Steward's: ${taken.join(', ')}. Nothing was changed; DB_TABLE_PREFIX gives Steward's other names.`,
  );
}

/**
 * Whether the migration table exists and is the service's: still empty, or with a migration that this version knows.
 */
async function isOurs(taken: string[], table: string, { rows }: Glance): Promise<boolean> {
  if (!taken.includes(table)) return false;
  const applied = await rows(table, ['timestamp', 'name']);
  return applied?.length === 0 || Boolean(applied?.some(({ name }) => migrations.some((known) => known.name === name)));
}
