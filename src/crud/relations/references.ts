import type { EntityManager, EntityMetadata } from 'typeorm';
import { batchesOf } from '../../core/batches-of.js';
import { errors } from '../../core/errors.js';
import { dialectOf } from '../../database/dialects/dialects.js';
import { storedBytes, textOfBytes } from '../../database/entities/binary-text.js';
import { isIncomparable } from '../../database/dialect/database-errors.js';
import type { Caller } from '../../http/request/caller.js';
import { columnTypeOf } from '../columns/column-types.js';
import type { DeletionMark, Key, Reference, ReferencedTable } from '../shape.js';
import { keysIn } from './key-list.js';
import { deletionMarkOf } from './soft-delete.js';

/** Member with the label of the row that a column refers to: `categoryIdLabel`. */
export function labelMember(property: string): string {
  return `${property}Label`;
}

/** A row whose columns refer to others. */
type Referring = Record<string, Key | string[] | null | undefined>;

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

/** Keys of one list that are looked up; the others are shown as they are. */
const MOST_LISTED = 100;

/** Values that stand for no row: in the parent of a tree, and in references that take them. */
const NO_ROW = new Set<unknown>([0, '0', '']);

/** The columns of an entity that refer to rows of other tables, or of its own. */
export class References {
  private readonly tables: ReadonlyMap<string, ReferencedTable>;
  /** The properties of columns that hold bytes. */
  private readonly ofBytes: ReadonlySet<string>;

  /**
   * @param references by property
   * @param tree property of the parent, if the rows form a tree
   */
  constructor(
    metadata: EntityMetadata,
    references: Readonly<Record<string, Reference | undefined>>,
    private readonly tree?: string,
  ) {
    this.tables = new Map(
      Object.entries(references).flatMap(([property, reference]): [string, ReferencedTable][] =>
        reference === undefined ? [] : [[property, tableOf(reference, metadata.dataSource)]],
      ),
    );
    const bytes = metadata.columns.filter((column) => columnTypeOf(column).filter === 'bytes');
    this.ofBytes = new Set(bytes.map(({ propertyName }) => propertyName));
  }

  /**
   * Adds to rows the labels of the rows that they refer to, with one statement for each reference; null for a row that
   * does not exist, was deleted, or belongs to another tenant. A list of keys has a list of labels, with the key of such a
   * row in its place.
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
      const keysOf = (value: Referring[string]) => {
        if (table.list) return keysIn(value).slice(0, MOST_LISTED);
        return this.refers(property, value) ? [value] : [];
      };
      const values = [...new Set(records.flatMap((row) => keysOf(row[property])))];
      const labels = await share(table, values, () =>
        labelsOf(table, values, tenantId, manager, this.ofBytes.has(property)),
      );
      const member = labelMember(property);
      for (const row of records)
        row[member] = table.list ? listed(row[property], labels) : labelIn(row[property], labels);
    });
    await Promise.all(read);
  }

  /**
   * Checks that newly referenced rows exist, with one statement for each reference that does not take any value.
   * @param tenantId tenant of the rows, or if they have none, the one that the caller is limited to; undefined for any
   * @throws AppError code 1 that names the member
   */
  async check(
    changes: readonly ReferringDraft[],
    tenantId: number | undefined,
    { caller, manager }: { caller: Caller; manager: EntityManager },
  ): Promise<void> {
    for (const [property, table] of this.tables) {
      if (table.takes === 'any' || table.list) continue;
      const changed = changes.filter(({ draft, before }) => {
        const value = (draft as Referring)[property];
        return this.refers(property, value) && String(value) !== String((before as Referring | undefined)?.[property]);
      });
      const wanted = [...new Set(changed.map(({ draft }) => (draft as Referring)[property]))];
      const named = wanted as Key[];
      const there = await areThere(table, named, tenantId, manager, this.ofBytes.has(property));
      if (!there || !(await areReached(table, named, caller, manager)))
        throw errors.failure(`${property} does not exist`, { reason: 'reference', member: property });
    }
  }

  /** The table that a property refers to. */
  tableOf(property: string): ReferencedTable | undefined {
    return this.tables.get(property);
  }

  /** Names of the tables that are referred to. */
  get tableNames(): string[] {
    return Array.from(this.tables.values(), ({ table }) => table);
  }

  private refers(property: string, value: Referring[string]): boolean {
    if (value === null || value === undefined) return false;
    const takesNone = property === this.tree || this.tables.get(property)?.takes !== undefined;
    return !takesNone || !NO_ROW.has(value);
  }
}

/**
 * Whether all rows with these keys exist, with one statement unless one is spelt differently there.
 * @param tenantId the only tenant whose rows count; undefined for all tenants
 * @param bytes whether the keys are binary
 */
export async function areThere(
  table: ReferencedTable,
  keys: readonly unknown[],
  tenantId: number | undefined,
  manager: EntityManager,
  bytes = false,
): Promise<boolean> {
  const found = await find(table, keys, tenantId, manager, bytes).catch(noneIfIncomparable);
  const there = new Set(found.map(({ key }) => String(key)));
  // A database may treat values with different spellings as equal, so each spelling is looked up by itself.
  for (const key of keys.filter((key) => !there.has(String(key)))) {
    const [same] = await find(table, [key], tenantId, manager, bytes).catch(noneIfIncomparable);
    if (same === undefined) return false;
  }
  return true;
}

/** Whether a caller reaches all rows of a table that have these keys. */
type Reached = (keys: Key[], caller: Caller, manager: EntityManager) => Promise<boolean>;

/** The entities whose rows may be referred to only by those who reach them. */
const hidden = new WeakMap<EntityMetadata, Reached>();

/** Lets rows be referred to only by callers who reach them. */
export function hideFromReferences(entity: EntityMetadata, reached: Reached): void {
  hidden.set(entity, reached);
}

/** Whether the caller may refer to all rows with these keys. */
export async function areReached(
  { table }: ReferencedTable,
  keys: Key[],
  caller: Caller,
  manager: EntityManager,
): Promise<boolean> {
  const entity = manager.dataSource.entityMetadatas.find(({ tableName }) => tableName === table);
  const reached = entity && hidden.get(entity);
  return reached === undefined || keys.length === 0 || reached(keys, caller, manager);
}

/** The condition that a row is not marked as deleted. @param bound makes a value a parameter, and returns its place */
export function isAlive(
  { column, deleted }: DeletionMark,
  escaped: (name: string) => string,
  bound: (value: unknown) => string,
): string {
  const mark = escaped(column);
  return deleted === undefined ? `${mark} IS NULL` : `(${mark} IS NULL OR ${mark} <> ${bound(deleted)})`;
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
    takes: reference.takes,
    // Not known until the service of that entity has been constructed.
    get softDelete() {
      return deletionMarkOf(metadata);
    },
  };
}

function labelIn(value: Referring[string], labels: Labels): string | null {
  return labels.get(String(value)) ?? null;
}

function listed(value: Referring[string], labels: Labels): string[] | null {
  return typeof value === 'string' ? keysIn(value).map((key) => labels.get(key) ?? key) : null;
}

async function labelsOf(
  table: ReferencedTable,
  keys: readonly unknown[],
  ...context: [number | undefined, EntityManager, boolean]
): Promise<Labels> {
  const labels = new Map<string, string | null>();
  for (const some of batchesOf(keys)) {
    const found = table.list
      ? await find(table, some, ...context).catch(noneIfIncomparable)
      : await find(table, some, ...context);
    for (const { key, label } of found) labels.set(String(key), label);
  }
  return labels;
}

/**
 * The labels of rows by their keys, without deleted rows and rows of other tenants.
 * @param bytes whether the keys are bytes, given as text
 */
async function find(
  { table, key, label, tenant, softDelete }: ReferencedTable,
  keys: readonly unknown[],
  tenantId: number | undefined,
  manager: EntityManager,
  bytes: boolean,
): Promise<Label[]> {
  if (keys.length === 0) return [];
  const { driver } = manager.dataSource;
  const { sql } = dialectOf(manager.dataSource);
  const values: unknown[] = [];
  const bound = (value: unknown) => driver.createParameter('value', values.push(value) - 1);
  const wanted = bytes ? keys.flatMap((value) => sql.spellingsOfBytes(storedBytes(value))) : keys;
  const conditions = [`${driver.escape(key)} IN (${wanted.map(bound).join(', ')})`];
  if (tenant !== undefined && tenantId !== undefined) conditions.push(`${driver.escape(tenant)} = ${bound(tenantId)}`);
  if (softDelete) conditions.push(isAlive(softDelete, (name) => driver.escape(name), bound));
  // Not with TypeORM's query builder, which would read the name of a table as the name of an entity.
  const columns = `${driver.escape(key)} AS ${driver.escape('key')}, ${sql.asText(driver.escape(label))} AS label`;
  const statement = `SELECT ${columns} FROM ${driver.escape(table)} WHERE ${conditions.join(' AND ')}`;
  const rows = await manager.query<Label[]>(statement, values);
  return bytes ? rows.map((row) => ({ ...row, key: textOfBytes(storedBytes(row.key)) })) : rows;
}
