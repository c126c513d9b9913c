import type { EntityManager } from 'typeorm';
import type { AppError } from '../../core/app.error.js';
import { errors } from '../../core/errors.js';
import {
  isBrokenReference,
  isDuplicate,
  isIncomparable,
  isRefusedValue,
  refusedColumn,
  takenKey,
} from '../../database/dialect/database-errors.js';
import { dialectOf } from '../../database/dialects/dialects.js';
import type { Resource } from '../read/resource.js';
import { deletionMarkOf } from '../relations/soft-delete.js';
import type { Key } from '../shape.js';
import { usesOf } from '../relations/uses.js';

/** The parts of a resource that its failures name. */
type FailureSubject = Pick<Resource<never>, 'key' | 'entity' | 'scoped'> & {
  shape: { label: string; duplicate?: string };
};

/** A change that failed: who made it, and which rows it was to delete. */
interface FailedChange {
  manager: EntityManager;
  /** The only tenant whose rows the caller sees; undefined for all. */
  tenantId: number | undefined;
  deleted: readonly Key[];
}

/** The failure for a row whose unique key is taken. @param members of the key, if they are known */
export function duplicateOf({ shape }: FailureSubject, members: string[] = []): AppError {
  const member = members.at(-1);
  return errors.failure(shape.duplicate ?? `${shape.label} exists already`, {
    reason: 'duplicate',
    ...(member === undefined ? {} : { member }),
    ...(members.length > 1 ? { members } : {}),
  });
}

/** The failure for a change that breaks a key or another rule of the table; any other error as it is. */
export async function failureOf(error: unknown, resource: FailureSubject, failed: FailedChange): Promise<unknown> {
  const { shape, key } = resource;
  if (isDuplicate(error)) return duplicateOf(resource, await membersOf(error, resource, failed.manager));
  if (isIncomparable(error)) {
    return errors.failure(`${key.members} has characters that its column cannot hold`, { reason: 'format' });
  }
  if (isRefusedValue(error)) return refused(error, resource);
  if (!isBrokenReference(error)) return error;
  if (failed.deleted.length > 0) {
    const what = failed.deleted.length === 1 ? `${shape.label} ${failed.deleted[0]}` : shape.label;
    return errors.inUse(what, await usesOf(resource, failed));
  }
  return errors.failure(`${shape.label} is in use, or refers to what does not exist`, { reason: 'reference' });
}

/** The members of the key that is taken, without those that the caller does not give: the tenant and a deletion mark. */
async function membersOf(error: unknown, { entity }: FailureSubject, manager: EntityManager): Promise<string[]> {
  const key = takenKey(error);
  if (key === undefined) return [];
  const columns = await dialectOf(manager.dataSource).keys.columnsOf(manager, entity.tableName, key);
  const mark = deletionMarkOf(entity)?.column;
  return columns
    .filter((column) => column !== mark)
    .flatMap((column) => entity.findColumnWithDatabaseName(column)?.propertyName ?? [])
    .filter((member) => member !== 'tenantId');
}

/** The failure for a value that the table refuses, with the name of its member if the database tells. */
function refused(error: unknown, { shape, key, entity: { columns } }: FailureSubject): AppError {
  const column = refusedColumn(error);
  const found = columns.find(({ databaseName }) => databaseName.toLowerCase() === column?.toLowerCase());
  if (found === undefined) return errors.failure(`${shape.label} breaks a rule of its table`, { reason: 'format' });
  const member = key.isComposite || !found.isPrimary ? found.propertyName : 'id';
  return errors.failure(`${member} has a value that its column does not take`, { reason: 'format', member });
}
