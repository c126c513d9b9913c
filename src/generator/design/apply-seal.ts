import { errors } from '../../core/errors.js';
import { sealedLength } from '../../core/value-sizes.js';
import type { ColumnFacts, TableFacts } from '../model/columns.js';
import type { SealModel } from '../model/model.js';
import type { ColumnDesign, Design } from './design.js';

/** The columns that hold the hashes of encrypted ones; no page shows them. */
export function hashesOf({ columns }: Design): string[] {
  return Object.entries(columns).flatMap(([name, { encrypted }]) => (encrypted ? [`${name}_hash`] : []));
}

/**
 * How a column is encrypted; undefined if it is not.
 * @throws AppError code 1 for a column that cannot be encrypted or concealed as its design says
 */
export function sealOf(
  { name, property, family, nullable }: ColumnFacts,
  { concealed, encrypted, filter, sort, dict, reference }: ColumnDesign,
  facts: TableFacts,
): SealModel | undefined {
  const path = `columns.${name}`;
  if ((concealed || encrypted) && sort)
    throw errors.failure(`${path}.sort: rows cannot be sorted by a concealed column`);
  if (concealed && !encrypted && filter !== false)
    throw errors.failure(`${path}.filter: rows cannot be filtered by a concealed column`);
  if (!encrypted) return undefined;
  const length = family.kind === 'text' ? longest(family.length) : 0;
  const hash = facts.definition.columns.find((column) => column.name === `${name}_hash`);
  if (length < 1 || !nullable || facts.key.includes(name) || dict !== null || reference !== null) {
    throw errors.failure(
      `${path}.encrypted: it must be a text of at least ${sealedLength(1)} characters that may be NULL and refers to nothing`,
    );
  }
  if (!hash?.nullable)
    throw errors.failure(
      `${path}.encrypted: the table needs a column ${name}_hash, a text of 43 characters that may be NULL`,
    );
  return { operation: `read${property.charAt(0).toUpperCase()}${property.slice(1)}`, length };
}

/** The longest value whose encrypted form a column can hold. */
function longest(columnLength: number): number {
  let length = Math.floor(((columnLength - sealedLength(0)) * 3) / 16);
  while (sealedLength(length + 1) <= columnLength) length++;
  return length;
}
