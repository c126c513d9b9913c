import { errors } from '../../core/errors.js';
import type { TableDefinition } from './table.js';
import type { ColumnFacts, TableFacts } from './columns.js';
import type { Family } from './families.js';
import { plainName } from './names.js';
import { ROLE_NAMES } from './roles.js';

/** How a key is served: an auto-increment `id`, any whole number, text, or several columns as one text. */
export type KeyType = 'id' | 'whole' | 'text' | 'composite';

/** Minimum length of a text column for a key that the service makes. */
const MADE_LENGTH = 32;

/** Largest id of an `AuditedEntity`. */
const MAX_INT = 2_147_483_647n;

/** Names of the columns that tell rows apart: the primary key, else the first unique key of NOT NULL columns. */
export function inferredKey({ primaryKey, uniqueKeys, columns }: TableDefinition): string[] {
  if (primaryKey.length > 0) return primaryKey;
  const unfit = new Set(columns.filter(({ nullable, generated }) => nullable || generated).map(({ name }) => name));
  return uniqueKeys.find((unique) => !unique.columns.some((name) => unfit.has(name)))?.columns ?? [];
}

/** The key columns of a table, in the key's order. @throws AppError code 1 that says why it has no usable key */
export function keyColumnsOf({ definition, key, columns }: TableFacts): ColumnFacts[] {
  if (key.length === 0) {
    if (definition.view) return [];
    throw errors.failure('It has no primary key, and no unique key of columns that are NOT NULL');
  }
  return key.map((name) => {
    const column = columns.find((each) => each.name === name);
    if (!column) throw errors.failure(`Its key has no column ${name}`);
    if (column.generated && !definition.view) throw errors.failure(`Its key is computed by the database: ${name}`);
    if (!canBeKey(column, key.length > 1)) throw errors.failure(`Its key ${name} has a type that no path can hold`);
    if (key.length === 1 && column.property === 'id' && plainName(name) === 'tenantid') {
      throw errors.failure(`Its key is the tenant: ${name}`);
    }
    return column;
  });
}

export function keyTypeOf(columns: readonly ColumnFacts[]): KeyType {
  const [first, ...others] = columns;
  if (others.length > 0) return 'composite';
  if (first === undefined || first.shape.key !== 'whole') return 'text';
  return first.counting && first.family.kind === 'whole' && first.family.max === MAX_INT ? 'id' : 'whole';
}

/** Whether the service makes the key of a row that comes without one. */
export function isMade([column, ...others]: readonly ColumnFacts[]): boolean {
  if (column === undefined || others.length > 0 || column.default !== undefined) return false;
  const { kind } = column.family;
  const fits = kind === 'longText' || (kind === 'text' && column.family.length >= MADE_LENGTH);
  return fits && ROLE_NAMES.madeKey.some((name) => name === plainName(column.name));
}

/** The kind by which the families of a reference and of its key are compared; all text counts as one kind. */
export function kindOfKey({ kind }: Family): string {
  return kind === 'longText' ? 'text' : kind;
}

/**
 * Whether the rows of a table can be a tree, or have lines: both compare keys in SQL, where bytes are compared as
 * bytes.
 */
export function isOfBytes({ kind }: Family): boolean {
  return kind === 'binaryText';
}

/** One of several key columns always appears in the path as text; a single one must be a number or text. */
function canBeKey({ shape, family }: ColumnFacts, isPart: boolean): boolean {
  if (shape.key !== undefined) return true;
  return isPart && ['time', 'timeOfDay'].includes(family.kind);
}
