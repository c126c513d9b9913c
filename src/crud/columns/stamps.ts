import type { EntityMetadata, ObjectLiteral } from 'typeorm';
import { v7 as uuid } from 'uuid';
import { cut } from '../../core/log/mask.js';
import type { Caller } from '../../http/request/caller.js';
import { columnTypeOf } from './column-types.js';
import type { CrudShape } from '../shape.js';

/** Length of a UUID with its dashes. */
const DASHED = 36;

/** The values that the service sets on a row that is stored: when, and by whom. */
export function stampsOf<E>(
  { times = {}, by = {} }: Pick<CrudShape<E>, 'times' | 'by'>,
  metadata: EntityMetadata,
  { caller, isNew }: { caller: Caller; isNew: boolean },
): ObjectLiteral {
  const stamps: ObjectLiteral = {};
  const now = new Date();
  for (const property of [times.updated, isNew ? times.created : undefined]) {
    const column = property && metadata.findColumnWithPropertyName(property);
    if (column) stamps[property] = column.type === 'date' ? now.toISOString().slice(0, 10) : now;
  }
  for (const property of [by.updated, isNew ? by.created : undefined]) {
    const column = property && metadata.findColumnWithPropertyName(property);
    if (!column) continue;
    const isNumber = ['int', 'whole'].includes(columnTypeOf(column).filter);
    stamps[property] = isNumber ? caller.userId : cut(caller.username, Number(column.length) || caller.username.length);
  }
  return stamps;
}

/** The key of a new row, if the service generates keys and the body has none. */
export function newKey<E>(
  { keys }: Pick<CrudShape<E>, 'keys'>,
  { primaryColumns }: EntityMetadata,
  draft: object,
): ObjectLiteral {
  const [column] = primaryColumns;
  if (keys !== 'uuid' || column === undefined) return {};
  if ((draft as ObjectLiteral)[column.propertyName] !== undefined) return {};
  const made = uuid();
  const fits = !column.length || Number(column.length) >= DASHED;
  return { [column.propertyName]: fits ? made : made.replaceAll('-', '') };
}

/** The members that a body names: in an instance of a class filled from it, the others are undefined. */
export function named(values: object): object {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
