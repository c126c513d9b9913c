import { SettingsError } from '../settings/settings.js';
import type { Glance } from './dialects/dialect.js';
import { migrationTable, ownTableNames } from './entities/own-tables.js';
import { migrations } from './migrations/index.js';

/**
 * Refuses a database that another application has tables in that are called as ours: they would be taken for ours.
 * A start that was killed half-way has left the table of the migrations, which is made before all others.
 * @throws SettingsError with one line that names these tables
 */
export async function refuseForeignTables(prefix: string, glance: Glance): Promise<void> {
  const comparable = (name: string) => (glance.caseSensitive ? name : name.toLowerCase());
  const own = new Set(ownTableNames(prefix));
  const taken = glance.tables.filter((name) => own.has(comparable(name))).sort();
  if (taken.length === 0 || (await isOurs(taken, migrationTable(prefix), glance))) return;
  throw new SettingsError(
    `Setting database.database (environment DB_DATABASE) must not name a database with tables of others that are ` +
      `called as Steward's: ${taken.join(', ')}. Nothing was changed; DB_TABLE_PREFIX gives Steward's other names.`,
  );
}

/** Whether the table of the migrations is there and is ours: empty yet, or with a migration that this version knows. */
async function isOurs(taken: string[], table: string, { query }: Glance): Promise<boolean> {
  if (!taken.includes(table)) return false;
  try {
    const rows = await query(`SELECT timestamp, name FROM \`${table}\``);
    return rows.length === 0 || rows.some(({ name }) => migrations.some((migration) => migration.name === name));
  } catch (error) {
    // It has no such columns.
    if (/^(ER_BAD_FIELD_ERROR|SQLITE_ERROR)$/.test(String((error as { code?: unknown }).code))) return false;
    throw error;
  }
}
