import type { EntityManager, EntityMetadata } from 'typeorm';
import type { Use } from '../../core/fault.js';
import type { ReferringColumn } from '../../database/dialect/dialect.js';
import { dialectOf } from '../../database/dialects/dialects.js';
import type { Key } from '../shape.js';

/** Rows of one table are counted up to this number. */
const MOST_COUNTED = 1000;

/** Tables that are named; a row that more of them use is rare. */
const MOST_TABLES = 5;

const labels = new WeakMap<EntityMetadata, string>();

/** Remembers what the rows of an entity are called, for failures of others that these rows use. */
export function labelRows(entity: EntityMetadata, label: string): void {
  labels.set(entity, label);
}

/** Rows that were to be deleted, and by whom. */
interface Deleted {
  manager: EntityManager;
  /** The only tenant whose rows the caller sees; undefined for all. */
  tenantId: number | undefined;
  deleted: readonly Key[];
}

/**
 * The rows that refer to rows by a foreign key, counted by their table. A caller is told of rows that it may see: those
 * of its tenant, and those that belong to no tenant if the deleted rows are its tenant's.
 */
export async function usesOf(
  { entity, scoped }: { entity: EntityMetadata; scoped: boolean },
  { manager, tenantId, deleted }: Deleted,
): Promise<Use[]> {
  const [key, ...others] = entity.primaryColumns;
  if (key === undefined || others.length > 0) return [];
  const { driver, entityMetadatas } = manager.dataSource;
  const counts = new Map<string, number>();
  const count = async ({ table, column, refersTo }: ReferringColumn): Promise<void> => {
    const referring = entityMetadatas.find(({ tableName }) => tableName === table);
    const tenant = referring?.findColumnWithPropertyName('tenantId')?.databaseName;
    if (tenantId !== undefined && tenant === undefined && !scoped) return;
    const values: unknown[] = [];
    const bound = (value: unknown) => driver.createParameter('value', values.push(value) - 1);
    const [from, by, own, target, id] = [table, column, entity.tableName, refersTo, key.databaseName].map((name) =>
      driver.escape(name),
    );
    const keys = `SELECT ${target} FROM ${own} WHERE ${id} IN (${deleted.map(bound).join(', ')})`;
    const ofTenant =
      tenantId === undefined || tenant === undefined ? '' : ` AND ${driver.escape(tenant)} = ${bound(tenantId)}`;
    const rows = `SELECT 1 FROM ${from} WHERE ${by} IN (${keys})${ofTenant} LIMIT ${MOST_COUNTED + 1}`;
    const [found] = await manager.query<{ count: number | string }[]>(
      `SELECT COUNT(*) AS count FROM (${rows}) AS used`,
      values,
    );
    const what = (referring && labels.get(referring)) ?? table.replaceAll('_', ' ');
    counts.set(what, (counts.get(what) ?? 0) + Number(found?.count ?? 0));
  };
  for (const reference of await dialectOf(manager.dataSource).keys.referringTo(manager, entity.tableName)) {
    await count(reference);
  }
  return [...counts]
    .filter(([, rows]) => rows > 0)
    .slice(0, MOST_TABLES)
    .map(([what, rows]) => (rows > MOST_COUNTED ? { what, count: MOST_COUNTED, more: true } : { what, count: rows }));
}
