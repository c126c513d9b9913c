import type { EntityManager, EntityMetadata } from 'typeorm';
import { errors } from '../../core/errors.js';
import { dialectOf } from '../../database/dialects/dialects.js';
import { isIncomparable } from '../../database/dialect/database-errors.js';
import type { Key, Reference, ReferencedTable } from '../shape.js';
import { deletionMarkOf } from './soft-delete.js';

/** Member with the label of the row that a column refers to: `categoryIdLabel`. */
export function labelMember(property: string): string {
  return `${property}Label`;
}

/** A row whose columns refer to others. */
type Referring = Record<string, Key | null | undefined>;

/** A row as it is to be stored, and as it was before; undefined for a new row. */
export interface ReferringDraft {
  draft: object;
  before: object | undefined;
}

/** The key of a row, and the name that people know it by. */
interface Label {
  key: unknown;
  label: string | null;
}

/** Labels by their keys as text. */
type Labels = ReadonlyMap<string, string | null>;

/** Shares the labels of a table's rows with callers that ask for the same keys. */
export type ShareLabels = (
  table: ReferencedTable,
  keys: readonly unknown[],
  load: () => Promise<Labels>,
) => Promise<Labels>;

/** Values that stand for no row: in the parent of a tree, and in references that take them. */
const NO_ROW = new Set<unknown>([0, '0', '']);

/** The columns of an entity that refer to rows of other tables, or of its own. */
export class References {
  private readonly tables: ReadonlyMap<string, ReferencedTable>;

  /**
   * @param references by property
   * @param tree property of the parent, if the rows form a tree
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
   * Adds to rows the labels of the rows that they refer to, with one statement for each reference; null for a row that
   * does not exist, was deleted, or belongs to another tenant.
   * @param tenantId the only tenant whose rows are shown; undefined for all tenants
   * @param share shares the read with callers that ask for the same; by default nothing is shared
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
   * Checks that newly referenced rows exist, with one statement for each reference that does not take any value.
   * @param tenantId tenant of the rows, or if they have none, the one that the caller is limited to; undefined for any
   * @throws AppError code 1 that names the member
   */
  async check(changes: readonly ReferringDraft[], tenantId: number | undefined, manager: EntityManager): Promise<void> {
    for (const [property, table] of this.tables) {
      if (table.takes === 'any') continue;
      const changed = changes.filter(({ draft, before }) => {
        const value = (draft as Referring)[property];
        return this.refers(property, value) && String(value) !== String((before as Referring | undefined)?.[property]);
      });
      const wanted = [...new Set(changed.map(({ draft }) => (draft as Referring)[property]))];
      const found = await find(table, wanted, tenantId, manager).catch(noneIfIncomparable);
      const there = new Set(found.map(({ key }) => String(key)));
      // A database may treat values with different spellings as equal, so each spelling is looked up by itself.
      for (const value of wanted.filter((value) => !there.has(String(value)))) {
        const [same] = await find(table, [value], tenantId, manager).catch(noneIfIncomparable);
        if (same === undefined)
          throw errors.failure(`${property} does not exist`, { reason: 'reference', member: property });
      }
    }
  }

  /** Names of the tables that are referred to. */
  get tableNames(): string[] {
    return Array.from(this.tables.values(), ({ table }) => table);
  }

  private refers(property: string, value: Key | null | undefined): boolean {
    if (value === null || value === undefined) return false;
    const takesNone = property === this.tree || this.tables.get(property)?.takes !== undefined;
    return !takesNone || !NO_ROW.has(value);
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
    // Not known until the service of that entity has been constructed.
    get softDelete() {
      return deletionMarkOf(metadata);
    },
  };
}

async function labelsOf(...asked: Parameters<typeof find>): Promise<Labels> {
  return new Map((await find(...asked)).map(({ key, label }) => [String(key), label]));
}

/** The labels of rows by their keys, without deleted rows and rows of other tenants. */
async function find(
  { table, key, label, tenant, softDelete }: ReferencedTable,
  keys: readonly unknown[],
  tenantId: number | undefined,
  manager: EntityManager,
): Promise<Label[]> {
  if (keys.length === 0) return [];
  const { driver } = manager.dataSource;
  const { sql } = dialectOf(manager.dataSource);
  const values: unknown[] = [];
  const bound = (value: unknown) => driver.createParameter('value', values.push(value) - 1);
  const conditions = [`${driver.escape(key)} IN (${keys.map(bound).join(', ')})`];
  if (tenant !== undefined && tenantId !== undefined) conditions.push(`${driver.escape(tenant)} = ${bound(tenantId)}`);
  if (softDelete) {
    const { column, deleted } = softDelete;
    const mark = driver.escape(column);
    conditions.push(deleted === undefined ? `${mark} IS NULL` : `(${mark} IS NULL OR ${mark} <> ${bound(deleted)})`);
  }
  // Not with TypeORM's query builder, which would read the name of a table as the name of an entity.
  const columns = `${driver.escape(key)} AS ${driver.escape('key')}, ${sql.asText(driver.escape(label))} AS label`;
  return manager.query(`SELECT ${columns} FROM ${driver.escape(table)} WHERE ${conditions.join(' AND ')}`, values);
}
