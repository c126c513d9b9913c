import { errors } from 'steward/core';
import type { TableColumn, TableDefinition } from '../read/table.js';
import { defaultOf } from './defaults.js';
import { type EnumComment, readEnumComment } from './enum-comment.js';
import { type Family, familyOf, rangeOf, type NativeTypes } from './families.js';
import { propertiesOf } from './names.js';
import { nativeTypes } from './native-types.js';
import { type Shape, shapeOf } from './shapes.js';
import { oneLine, stringLiteral } from './text.js';

/** A column with all that the templates need to know of it. */
export interface ModelColumn {
  name: string;
  property: string;
  comment: string;
  family: Family;
  shape: Shape;
  nullable: boolean;
  generated: boolean;
  /** Whether `add` takes a row without it. */
  optional: boolean;
  /** Source text of the default, where the entity has to name it. */
  defaultText?: string;
  choices?: EnumComment;
}

/** A table as a resource of the API. */
export interface TableModel {
  table: string;
  comment: string;
  /** The key column, served as `id`; not among {@link columns}. */
  key: ModelColumn & { type: 'id' | 'whole' | 'text'; automatic: boolean };
  /** Whether id and times are those of `AuditedEntity`. */
  audited: boolean;
  /** Columns of the times of creation and last change that the service sets, where AuditedEntity does not. */
  stamped: ModelColumn[];
  /** All columns but the key, the times and the tenant: what bodies hold. */
  columns: ModelColumn[];
  /** The column that says which tenant a row belongs to. */
  tenant?: ModelColumn;
  /** Properties of each unique key. */
  uniqueKeys: string[][];
}

/** Query parameters of page and list, and the token's: a column of such a name is no filter. */
const PARAMETERS = new Set(['pageNo', 'pageSize', 'orderBy', 'order', 'startTime', 'endTime', 'token']);

/** Properties that the service sets. */
const TIMES = ['createdAt', 'updatedAt'];

/**
 * The resource that a table becomes.
 * @throws AppError code 1 that says why the table cannot become one
 */
export function modelOf(definition: TableDefinition): TableModel {
  const { name: table, comment, primaryKey } = definition;
  const native = nativeTypes[definition.dialect];
  const keyColumn = keyOf(definition);
  const others = definition.columns.filter(({ name }) => name !== keyColumn.name);
  const properties = propertiesOf(
    others.map(({ name }) => name),
    ['id'],
  );
  const columns = others.map((column, index) => columnOf(column, properties[index] ?? '', native));
  const ownKey = keyModelOf(keyColumn, native);
  const tenant = columns.find(({ property }) => property === 'tenantId');
  if (tenant && tenant.family.kind !== 'whole')
    throw errors.failure(`Its tenant_id is no whole number: ${tenant.name}`);
  if (tenant?.generated) throw errors.failure(`Its tenant_id is computed by the database: ${tenant.name}`);
  if (propertiesOf(primaryKey, [])[0] === 'tenantId') throw errors.failure(`Its key is the tenant: ${primaryKey[0]}`);
  const times = columns.filter(
    ({ property, family, generated }) => TIMES.includes(property) && family.kind === 'time' && !generated,
  );
  const audited = isAudited(ownKey, times, native);
  const key = audited ? { ...ownKey, type: 'id' as const, shape: { ...ownKey.shape, type: 'number' } } : ownKey;
  const property = (name: string) => columns.find((column) => column.name === name)?.property ?? 'id';
  return {
    table,
    comment,
    key,
    audited,
    tenant,
    stamped: audited ? [] : times,
    columns: columns.filter((column) => column !== tenant && !times.includes(column)),
    uniqueKeys: definition.uniqueKeys.map((unique) => unique.columns.map(property)),
  };
}

/** Whether page and list may be filtered by a column. */
export function isFilter({ property, shape }: ModelColumn): boolean {
  return shape.filtered && !PARAMETERS.has(property);
}

function keyOf({ primaryKey, columns }: TableDefinition): TableColumn {
  if (primaryKey.length === 0) throw errors.failure('It has no primary key');
  if (primaryKey.length > 1) throw errors.failure(`Its key has several columns: ${primaryKey.join(', ')}`);
  const key = columns.find(({ name }) => name === primaryKey[0]);
  if (!key) throw errors.failure('It has no primary key');
  if (key.generated) throw errors.failure(`Its key is computed by the database: ${key.name}`);
  return key;
}

function columnOf(column: TableColumn, property: string, native: NativeTypes): ModelColumn {
  const { name, comment, nullable, generated } = column;
  if (/[\p{Cc}"'`\\?:]/u.test(name))
    throw errors.failure(`The name of its column ${JSON.stringify(name)} has characters that no query can hold`);
  const choices = readEnumComment(comment);
  const family = familyWith(choices, familyOf(column, native), native);
  if (!family)
    throw errors.failure(
      `Its column ${name} has the type ${column.fullType || '(none)'}, which no value of JSON stands for`,
    );
  const shape = chosen(choices, family, shapeOf(family, column.unsigned));
  return {
    name,
    property,
    comment,
    family,
    shape,
    nullable,
    generated,
    choices,
    optional: nullable || column.default !== undefined,
    defaultText: column.default && defaultOf(column.default, family, native),
  };
}

function keyModelOf(column: TableColumn, native: NativeTypes): TableModel['key'] {
  const model = { ...columnOf({ ...column, nullable: false }, 'id', native), optional: false, defaultText: undefined };
  const { key } = model.shape;
  if (!key)
    throw errors.failure(`Its key ${column.name} has the type ${column.fullType}, which cannot stand in a path`);
  const automatic = column.autoIncrement;
  const counts = automatic && model.family.kind === 'whole' && model.family.max === 2_147_483_647n;
  return { ...model, automatic, type: key === 'text' ? 'text' : counts ? 'id' : 'whole' };
}

/** A tinyint(1) is a flag, unless its comment lists other values than 0 and 1. */
function familyWith(
  choices: EnumComment | undefined,
  family: Family | undefined,
  { flagBits }: NativeTypes,
): Family | undefined {
  if (family?.kind !== 'flag' || !choices || choices.problem) return family;
  if (choices.items.every(({ value }) => value === '0' || value === '1')) return family;
  return { kind: 'whole', type: 'tinyint', ...rangeOf(flagBits, true) };
}

/** A column whose comment lists its values takes no others. */
function chosen(choices: EnumComment | undefined, family: Family, shape: Shape): Shape {
  if (!choices || choices.problem) return shape;
  const values = choices.items.map(({ value }) => value);
  const told = stringLiteral(oneLine(choices.items.map(({ value, label }) => `${value} = ${label}`).join(', ')));
  const [first = '', second = first] = values;
  if (family.kind === 'whole') {
    const fits = (value: string) =>
      /^-?(0|[1-9]\d{0,14})$/.test(value) && BigInt(value) >= family.min && BigInt(value) <= family.max;
    if (!values.every(fits)) return shape;
    return { ...shape, check: `OneOf([${values.join(', ')}], ${told})`, sample: first, other: second };
  }
  if (family.kind !== 'text' || values.some((value) => [...value].length > family.length)) return shape;
  const check = `OneOf([${values.map(stringLiteral).join(', ')}], ${told})`;
  return { ...shape, check, sample: stringLiteral(first), other: stringLiteral(second) };
}

/** Whether the table has the id and the times of `AuditedEntity`. */
function isAudited(key: TableModel['key'], times: ModelColumn[], { anyCountingKey }: NativeTypes): boolean {
  const counted = anyCountingKey ? key.automatic : key.type === 'id';
  const named =
    key.name === 'id' && ['created_at', 'updated_at'].every((name) => times.some((time) => time.name === name));
  return counted && named;
}
