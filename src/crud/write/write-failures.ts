import type { AppError } from '../../core/app.error.js';
import { errors } from '../../core/errors.js';
import {
  isBrokenReference,
  isDuplicate,
  isIncomparable,
  isRefusedValue,
  refusedColumn,
} from '../../database/dialect/database-errors.js';
import type { Resource } from '../read/resource.js';

/** The parts of a resource that its failures name. */
type FailureSubject = Pick<Resource<never>, 'key' | 'entity'> & { shape: { label: string; duplicate?: string } };

/** The failure for a row whose unique key is taken. */
export function duplicateOf({ shape }: FailureSubject): AppError {
  return errors.failure(shape.duplicate ?? `${shape.label} exists already`);
}

/** The failure for a change that breaks a key or another rule of the table; any other error as it is. */
export function failureOf(error: unknown, resource: FailureSubject): unknown {
  const { shape, key } = resource;
  if (isDuplicate(error)) return duplicateOf(resource);
  if (isIncomparable(error)) return errors.failure(`${key.members} has characters that its column cannot hold`);
  if (isRefusedValue(error)) return refused(error, resource);
  if (isBrokenReference(error)) return errors.failure(`${shape.label} is in use, or refers to what does not exist`);
  return error;
}

/** The failure for a value that the table refuses, with the name of its member if the database tells. */
function refused(error: unknown, { shape, key, entity: { columns } }: FailureSubject): AppError {
  const column = refusedColumn(error);
  const found = columns.find(({ databaseName }) => databaseName.toLowerCase() === column?.toLowerCase());
  if (found === undefined) return errors.failure(`${shape.label} breaks a rule of its table`);
  const name = key.isComposite || !found.isPrimary ? found.propertyName : 'id';
  return errors.failure(`${name} has a value that its column does not take`);
}
