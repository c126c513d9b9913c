import type { EntityManager, EntityMetadata } from 'typeorm';
import { errors } from '../core/errors.js';
import { dialectOf } from '../database/dialects/dialects.js';
import { isIncomparable } from '../database/drivers/errors.js';
import type { Key, Reference, ReferencedTable } from './shape.js';

/** Member that shows what a column refers to: `categoryIdLabel`. */
export function labelMember(property: string): string {
  return `${property}Label`;
}

/** A row whose columns refer to others. */
type Referring = Record<string, Key | null | undefined>;

/** A row as it is to be stored, and as it was; without the latter it is new. */
export interface Change {
  draft: object;
  before: object | undefined;
}

/** What people know a row by, beside its key. */
interface Label {
  key: unknown;
  label: string | null;
}

/** Labels by the text of their keys. */
type Labels = ReadonlyMap<string, string | null>;

/** Shares the labels of rows of a table, by their keys. */
export type ShareLabels = (
  table: ReferencedTable,
  keys: readonly unknown[],
  load: () => Promise<Labels>,
) => Promise<Labels>;

/** Values that mean that a row of a tree has no parent. */
const NO_PARENT = new Set<unknown>([0, '0', '']);

/** The columns of an entity that refer to rows of other tables, or of its own. */
export class References {
  private readonly tables: ReadonlyMap<string, ReferencedTable>;

  /**
   * @param references by property
   * @param tree property of the parent, where the rows are a tree
   */
  constructor(
    { dataSource }: EntityMetadata,
    references: Readonly<Record<string, Reference | undefined>>,
    private readonly tree?: string,
  ) {
    this.tables = new Map(
      Object.entries(references).flatMap(([property, reference]): [string, ReferencedTable][] =>
        reference === undefined ? [] : [[property, tableOf(reference, dataSource)]],
      ),
    );
  }

  /**
   * Gives rows the labels of what they refer to, with one statement for each reference; null for what is not there, was
   * deleted, or belongs to another tenant.
   * @param tenantId the tenant whose rows alone are shown; undefined for all
   * @param share how a read is shared with others that ask the same; undefined for a read of its own
   */
  async label(
    rows: readonly object[],
    tenantId: number | undefined,
    manager: EntityManager,
    share: ShareLabels = (_table, _keys, load) => load(),
  ): Promise<void> {
    if (rows.length === 0) return;
    const records = rows as readonly Referring[];
    const read = [...this.tables].map(async ([property, table]) => {
      const values = [...new Set(records.map((row) => row[property]))].filter((value) => this.refers(property, value));
      const labels = await share(table, values, () => labelsOf(table, values, tenantId, manager));
      const member = labelMember(property);
      for (const row of records) row[member] = labels.get(String(row[property])) ?? null;
    });
    await Promise.all(read);
  }

  /**
   * Checks what rows refer to and did not refer to before, with one statement for each reference.
   * @param tenantId tenant of the rows, or where they have none the one that the caller is kept to; undefined for any
   * @throws AppError code 1 that names the member
   */
  async check(changes: readonly Change[], tenantId: number | undefined, manager: EntityManager): Promise<void> {
    for (const [property, table] of this.tables) {
      const changed = changes.filter(({ draft, before }) => {
        const value = (draft as Referring)[property];
        return this.refers(property, value) && String(value) !== String((before as Referring | undefined)?.[property]);
      });
      const wanted = [...new Set(changed.map(({ draft }) => (draft as Referring)[property]))];
      const found = await find(table, wanted, tenantId, manager).catch(noneIfIncomparable);
      const there = new Set(found.map(({ key }) => String(key)));
      // A database may take for equal what is written in other ways: of these each is asked for by itself.
      for (const value of wanted.filter((value) => !there.has(String(value)))) {
        const [same] = await find(table, [value], tenantId, manager).catch(noneIfIncomparable);
        if (same === undefined) throw errors.failure(`${property} does not exist`);
      }
    }
  }

  /** Names of the tables that are referred to. */
  get tableNames(): string[] {
    return Array.from(this.tables.values(), ({ table }) => table);
  }

  private refers(property: string, value: Key | null | undefined): boolean {
    if (value === null || value === undefined) return false;
    return property !== this.tree || !NO_PARENT.has(value);
  }
}

function noneIfIncomparable(error: unknown): [] {
  if (isIncomparable(error)) return [];
  throw error;
}

function tableOf(reference: Reference, dataSource: EntityMetadata['dataSource']): ReferencedTable {
  if ('table' in reference) return reference;
  const metadata = dataSource.getMetadata(reference.entity);
  const column = (property: string) => metadata.findColumnWithPropertyName(property)?.databaseName;
  return {
    table: metadata.tableName,
    key: metadata.primaryColumns[0]?.databaseName ?? 'id',
    label: column(reference.label) ?? reference.label,
    tenant: column('tenantId'),
  };
}

async function labelsOf(...asked: Parameters<typeof find>): Promise<Labels> {
  return new Map((await find(...asked)).map(({ key, label }) => [String(key), label]));
}

/** Rows of a table by their keys, as far as they count. */
async function find(
  { table, key, label, tenant, softDelete }: ReferencedTable,
  keys: readonly unknown[],
  tenantId: number | undefined,
  manager: EntityManager,
): Promise<Label[]> {
  if (keys.length === 0) return [];
  const { driver } = manager.dataSource;
  const { sql } = dialectOf(manager.dataSource);
  const conditions = [`${driver.escape(key)} IN (${keys.map(() => '?').join(', ')})`];
  const values = [...keys];
  if (tenant !== undefined && tenantId !== undefined) {
    conditions.push(`${driver.escape(tenant)} = ?`);
    values.push(tenantId);
  }
  if (softDelete) {
    const mark = driver.escape(softDelete.column);
    conditions.push(softDelete.deleted === undefined ? `${mark} IS NULL` : `(${mark} IS NULL OR ${mark} <> ?)`);
    if (softDelete.deleted !== undefined) values.push(softDelete.deleted);
  }
  // Not by TypeORM's builder, which would take the name of a table for that of an entity.
  const columns = `${driver.escape(key)} AS ${driver.escape('key')}, ${sql.asText(driver.escape(label))} AS label`;
  return manager.query(`SELECT ${columns} FROM ${driver.escape(table)} WHERE ${conditions.join(' AND ')}`, values);
}
