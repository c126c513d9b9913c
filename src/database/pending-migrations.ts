import type { DataSource } from 'typeorm';
import { migrations } from './migrations/index.js';
import { migrationTable, tablePrefixOf } from './own-tables.js';

/**
 * Names of the migrations that this version knows and the database has not had. What a newer version has applied does
 * not count: it serves beside this one while an upgrade rolls out.
 */
export async function pendingMigrations(dataSource: DataSource): Promise<string[]> {
  const rows: { name: string }[] = await dataSource
    .createQueryBuilder()
    .select('name')
    .from(migrationTable(tablePrefixOf(dataSource)), 'migration')
    .getRawMany();
  const applied = new Set(rows.map(({ name }) => name));
  return migrations.map(({ name }) => name).filter((name) => !applied.has(name));
}
