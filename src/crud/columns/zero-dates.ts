import type { EntityMetadata, ObjectLiteral } from 'typeorm';
import { ExactTime } from '../../database/entities/exact-time.js';
import { isDay } from '../../http/validation/times.js';

/** The value that MySQL stores instead of null in a date column that does not allow null. */
const ZERO_DAY = '0000-00-00';

/** As SQL, because the driver would parse a value as a time, which this is not. */
const zeroTime = () => `'${ZERO_DAY} 00:00:00'`;

const dated = new WeakMap<EntityMetadata, EntityMetadata['columns']>();

/** The date and time columns of an entity, looked up only once because every row that is read needs them. */
function datedColumns(metadata: EntityMetadata): EntityMetadata['columns'] {
  let columns = dated.get(metadata);
  if (columns === undefined) {
    columns = metadata.columns.filter(({ type }) => type === 'date' || type === 'datetime');
    dated.set(metadata, columns);
  }
  return columns;
}

/** Sets invalid days and times of a row, such as the zero date, to null, except in its key, which finds the row. */
export function withoutZeroDates(row: object, metadata: EntityMetadata): void {
  for (const { propertyName, isPrimary } of datedColumns(metadata)) {
    if (!isPrimary) show(row, propertyName);
  }
}

/** Sets them in the columns of a composite key, too: for a row that is shown, and has the key as its id. */
export function withoutZeroKeys(row: object, metadata: EntityMetadata): void {
  for (const { propertyName, isPrimary } of datedColumns(metadata)) {
    if (isPrimary) show(row, propertyName);
  }
}

function show(row: object, property: string): void {
  const values = row as ObjectLiteral;
  const value: unknown = values[property];
  const none = value instanceof Date ? Number.isNaN(value.getTime()) : typeof value === 'string' && !isDay(value);
  if (none) values[property] = null;
  else if (value instanceof ExactTime) values[property] = new Date(value.getTime());
}

/**
 * Replaces the nulls of a row that their columns do not allow with zero dates. A value that was null before is left as
 * it is stored, which may be a zero date even if the column allows null.
 */
export function withZeroDates(draft: object, before: object | undefined, metadata: EntityMetadata): void {
  const values = draft as ObjectLiteral;
  for (const { type, propertyName, isNullable } of datedColumns(metadata)) {
    if (values[propertyName] !== null) continue;
    if ((before as ObjectLiteral | undefined)?.[propertyName] === null) delete values[propertyName];
    else if (!isNullable) values[propertyName] = type === 'date' ? ZERO_DAY : zeroTime;
  }
}
