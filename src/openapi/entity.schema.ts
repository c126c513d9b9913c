import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata.js';
import { columnTypeOf } from '../crud/columns/column-types.js';
import type { Resource } from '../crud/read/resource.js';
import { sealedColumns } from '../database/entities/hidden-columns.js';
import { type Schema, orNull, withExample } from '../http/description/json-schema.js';
import { typeSchema } from './dto.schema.js';

/**
 * The schema of a row as the eight operations show it, read from the entity's columns. Columns that are not selected,
 * such as a password, are not in it; those that only a detail shows are not required.
 */
export function entitySchema(resource: Resource<object>): Schema {
  const { entity, detailed, shape } = resource;
  const mark = shape.softDelete?.property as string | undefined;
  const shown = entity.columns.filter(({ isSelect, propertyName }) => isSelect && propertyName !== mark);
  const members = shown.map((column) => [column.propertyName, withExample(column.propertyName, columnSchema(column))]);
  const properties = { ...(Object.fromEntries(members) as Record<string, Schema>), ...resource.addedSchemas() };
  const required = Object.keys(properties).filter((name) => !detailed.includes(name));
  return { title: entity.targetName, type: 'object', properties, required };
}

function columnSchema(column: ColumnMetadata): Schema {
  const { prototype } = column.target as { prototype: object };
  const declared = typeSchema(Reflect.getMetadata('design:type', prototype, column.propertyName));
  const { schema: stored, whole } = columnTypeOf(column);
  const schema: Schema = { ...(declared.type === undefined ? stored : declared) };
  if (schema.type === 'number' && whole) schema.type = 'integer';
  if (schema.type === 'string' && stored.format === 'date') schema.format = 'date';
  if (schema.type === 'string' && Number(column.length) > 0) schema.maxLength = Number(column.length);
  if (column.enum) schema.enum = column.enum;
  if (column.comment) schema.description = column.comment;
  const seal = sealedColumns(column.entityMetadata).find(({ property }) => property === column.propertyName);
  if (seal) {
    schema.maxLength = seal.length;
    schema.description = [column.comment, `\`***\` for callers without the permission \`${seal.code}\``]
      .filter(Boolean)
      .join('. ');
  }
  return column.isNullable ? orNull(schema) : schema;
}
