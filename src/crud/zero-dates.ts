import type { EntityMetadata, ObjectLiteral } from 'typeorm';
import { isDay } from '../http/validation/times.js';

/** What MySQL has in place of null in a column of dates that takes none. */
const ZERO_DAY = '0000-00-00';

/** As SQL: the driver would read it as a time, which it is not. */
const zeroTime = () => `'${ZERO_DAY} 00:00:00'`;

const dated = new WeakMap<EntityMetadata, EntityMetadata['columns']>();

/** The days and times of an entity, looked for once: every row that is read asks. */
function datedColumns(metadata: EntityMetadata): EntityMetadata['columns'] {
  let columns = dated.get(metadata);
  if (columns === undefined) {
    columns = metadata.columns.filter(({ type }) => type === 'date' || type === 'datetime');
    dated.set(metadata, columns);
  }
  return columns;
}

/** Makes null of days and times of a row that are none, such as the zero date. */
export function withoutZeroDates(row: object, metadata: EntityMetadata): void {
  const values = row as ObjectLiteral;
  for (const { propertyName } of datedColumns(metadata)) {
    const value: unknown = values[propertyName];
    const none = value instanceof Date ? Number.isNaN(value.getTime()) : typeof value === 'string' && !isDay(value);
    if (none) values[propertyName] = null;
  }
}

/**
 * Makes zero dates of the nulls of a row that their columns do not take; one that was null before is left as it is
 * stored, which may be a zero date as well where the column takes null.
 */
export function withZeroDates(draft: object, before: object | undefined, metadata: EntityMetadata): void {
  const values = draft as ObjectLiteral;
  for (const { type, propertyName, isNullable } of datedColumns(metadata)) {
    if (values[propertyName] !== null) continue;
    if ((before as ObjectLiteral | undefined)?.[propertyName] === null) delete values[propertyName];
    else if (!isNullable) values[propertyName] = type === 'date' ? ZERO_DAY : zeroTime;
  }
}
