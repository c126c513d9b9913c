import type { EntityMetadata } from 'typeorm';
import { bitFlag } from '../database/entities/transformers.js';
import { type Schema, orNull, withExample } from '../http/description/schema.js';
import { typeSchema } from './dto.schema.js';

type Column = EntityMetadata['columns'][number];

/** Column types whose values are whole where the member is a number. */
const WHOLE = ['int', 'integer', 'tinyint', 'smallint', 'mediumint', 'bigint'];

/** What columns of these types are in JSON, where the type of the member does not tell. */
const BY_COLUMN_TYPE: Record<string, Schema> = {
  ...each(WHOLE, { type: 'integer' }),
  ...each(['float', 'double', 'real'], { type: 'number' }),
  ...each(['varchar', 'char', 'text', 'mediumtext', 'longtext', 'decimal', 'time'], { type: 'string' }),
  ...each(['datetime', 'timestamp'], { type: 'string', format: 'date-time' }),
  ...each(['blob', 'mediumblob', 'longblob', 'binary', 'varbinary'], { type: 'string', format: 'byte' }),
  bigint: { oneOf: [{ type: 'integer' }, { type: 'string' }] },
  boolean: { type: 'boolean' },
  'simple-json': { type: 'object' },
  date: { type: 'string', format: 'date' },
};

/**
 * The schema of a row as the eight operations show it, read from the entity's columns. Columns that are not selected,
 * such as a password, are not in it.
 * @param added members that the service adds to a row that is shown
 */
export function entitySchema(entity: EntityMetadata, added: Record<string, Schema> = {}): Schema {
  const shown = entity.columns.filter(({ isSelect }) => isSelect);
  const members = shown.map((column) => [column.propertyName, withExample(column.propertyName, columnSchema(column))]);
  const properties = { ...(Object.fromEntries(members) as Record<string, Schema>), ...added };
  return { title: entity.targetName, type: 'object', properties, required: Object.keys(properties) };
}

function columnSchema(column: Column): Schema {
  const { prototype } = column.target as { prototype: object };
  const declared = typeSchema(Reflect.getMetadata('design:type', prototype, column.propertyName));
  const type = column.transformer === bitFlag ? 'boolean' : typeof column.type === 'string' ? column.type : '';
  const schema: Schema = { ...(declared.type === undefined ? BY_COLUMN_TYPE[type] : declared) };
  if (schema.type === 'number' && WHOLE.includes(type)) schema.type = 'integer';
  if (schema.type === 'string' && type === 'date') schema.format = 'date';
  if (schema.type === 'string' && Number(column.length) > 0) schema.maxLength = Number(column.length);
  if (column.enum) schema.enum = column.enum;
  if (column.comment) schema.description = column.comment;
  return column.isNullable ? orNull(schema) : schema;
}

function each(types: string[], schema: Schema): Record<string, Schema> {
  return Object.fromEntries(types.map((type) => [type, schema]));
}
