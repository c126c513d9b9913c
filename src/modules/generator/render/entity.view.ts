import type { ModelColumn, TableModel } from '../model/model.js';
import { oneLine, stringLiteral } from '../model/text.js';
import { type Import, importsOf, transformerOf } from './view.imports.js';

/** What `entity.hbs` is given. */
export interface EntityView {
  imports: Import[];
  doc: string;
  /** ` extends …`, or nothing. */
  heritage: string;
  columns: { decorator: string; options: string[]; property: string; type: string }[];
  stamps: { hook: string; method: string; properties: string[] }[];
}

/** The entity of a table. */
export function entityView(model: TableModel): EntityView {
  const { audited, tenant, stamped, key } = model;
  const listed = [...(tenant ? [tenant] : []), ...model.columns, ...stamped];
  const columns = listed.map((column) => columnView(column, 'Column'));
  if (!audited) columns.unshift(columnView(key, key.automatic ? 'PrimaryGeneratedColumn' : 'PrimaryColumn'));
  const stamps = stampsOf(stamped);
  const typeorm = ['Entity', ...columns.map(({ decorator }) => decorator), ...stamps.map(({ hook }) => hook)];
  const transformers = [...listed, ...(audited ? [] : [key])].flatMap(({ shape }) => shape.transformer ?? []);
  return {
    imports: importsOf({
      typeorm,
      'steward/database': [...(audited ? ['AuditedEntity'] : []), ...transformers],
    }),
    doc: model.comment.trim() === '' ? `A row of the table ${model.table}.` : sentence(model.comment),
    heritage: audited ? ' extends AuditedEntity' : '',
    columns,
    stamps,
  };
}

function columnView(column: ModelColumn, decorator: string): EntityView['columns'][number] {
  const { name, property, shape, comment, nullable, generated, defaultText } = column;
  const transformer = transformerOf(column);
  const isNullable = nullable || generated;
  const told = oneLine(comment);
  return {
    decorator,
    options: [
      ...(name === property ? [] : [`name: ${stringLiteral(name)}`]),
      ...shape.options,
      ...(isNullable ? ['nullable: true'] : []),
      ...(defaultText === undefined || generated ? [] : [`default: ${defaultText}`]),
      ...(transformer === undefined ? [] : [`transformer: ${transformer}`]),
      ...(generated ? ['insert: false', 'update: false'] : []),
      ...(told === '' ? [] : [`comment: ${stringLiteral(told)}`]),
    ],
    property,
    type: isNullable && shape.type !== 'unknown' ? `${shape.type} | null` : shape.type,
  };
}

function stampsOf(stamped: ModelColumn[]): EntityView['stamps'] {
  const properties = stamped.map(({ property }) => property);
  const changed = properties.filter((property) => property === 'updatedAt');
  return [
    { hook: 'BeforeInsert', method: 'stampCreation', properties },
    { hook: 'BeforeUpdate', method: 'stampChange', properties: changed },
  ].filter((stamp) => stamp.properties.length > 0);
}

function sentence(text: string): string {
  const trimmed = text.trim();
  return /[\p{P}\p{S}]$/u.test(trimmed) ? trimmed : `${trimmed}.`;
}
