import { type LinesModel, type ModelColumn, type TableModel, present } from '../model/model.js';
import { oneLine, stringLiteral } from '../model/text.js';
import { type Import, calledName, importsOf, transformerOf } from './view.imports.js';

/** The input of `entity.hbs`. */
export interface EntityView {
  imports: Import[];
  /** The entity of the table, and one for each kind of its lines. */
  classes: EntityClass[];
}

/** Decorators of columns that are Steward's. */
const OURS = ['Concealed', 'FileReference', 'Sealed'];

interface EntityClass {
  doc: string;
  /** `Entity('demo_item')`. */
  decorator: string;
  name: string;
  /** ` extends …`, or nothing. */
  heritage: string;
  /** Members that are not columns. */
  members: { doc: string; property: string; type: string }[];
  columns: { decorators: string[]; property: string; type: string }[];
}

/** The entities of a table and of its lines. */
export function entityView(model: TableModel, name: string, codes: { variable: string; from: string }): EntityView {
  const classes = [
    classView(model, name, codes.variable),
    ...model.lines.map((lines) => classView(lines.model, lineClass(name, lines), codes.variable)),
  ];
  const decorators = classes.flatMap(({ decorator, columns }) => [
    calledName(decorator),
    ...columns.flatMap(({ decorators: own }) => own.map(calledName)),
  ]);
  const isOurs = (decorator: string) => OURS.includes(decorator);
  const shown = [model, ...model.lines.map((lines) => lines.model)].flatMap((each) => columnsOf(each));
  return {
    imports: importsOf({
      typeorm: decorators.filter((decorator) => !isOurs(decorator)),
      'steward/database': [
        ...(classes.some(({ heritage }) => heritage !== '') ? ['AuditedEntity'] : []),
        ...decorators.filter(isOurs),
        ...shown.flatMap(({ shape, sealed }) => (sealed ? [] : (shape.transformer ?? []))),
      ],
      [codes.from]: decorators.includes('Sealed') ? [codes.variable] : [],
    }),
    classes,
  };
}

/** Name of the entity of a table's lines. */
export function lineClass(entity: string, { pascal }: LinesModel): string {
  return `${entity}${pascal}`;
}

function classView(model: TableModel, name: string, codes: string): EntityClass {
  const { audited, key, table, comment } = model;
  const table_ = stringLiteral(table);
  const keyless = key.columns.length === 0;
  const composite = key.columns.length > 1;
  const told = key.columns.map((column) => column.name).join(' and ');
  return {
    doc: comment.trim() === '' ? `A row of the ${model.view ? 'view' : 'table'} ${table}.` : sentence(comment),
    decorator: keyless ? `ViewEntity({ name: ${table_}, synchronize: false })` : `Entity(${table_})`,
    name,
    heritage: audited ? ' extends AuditedEntity' : '',
    members: composite ? [{ doc: `The key as one text: ${told}.`, property: 'id', type: 'string' }] : [],
    columns: columnsOf(model).map((column) => (column.sealed ? sealedView(column, codes) : columnView(column, model))),
  };
}

/** The columns that an entity declares itself: the key first, the others in the table's order. */
function columnsOf({ audited, key, all, times }: TableModel): ModelColumn[] {
  if (audited) return all.filter((column) => ![...key.columns, ...present(times)].includes(column));
  return [...key.columns, ...all.filter((column) => !key.columns.includes(column))];
}

function columnView(column: ModelColumn, model: TableModel): EntityClass['columns'][number] {
  const { name, property, shape, comment, generated, defaultText, hidden, filed, concealed } = column;
  const isKey = model.key.columns.includes(column);
  const isSet = present(model.times).includes(column);
  const transformer = transformerOf(column);
  const isNullable = !isKey && (column.nullable || generated);
  const told = oneLine(comment);
  const options = [
    ...(name === property ? [] : [`name: ${stringLiteral(name)}`]),
    ...shape.options,
    ...(isNullable ? ['nullable: true'] : []),
    ...(defaultText === undefined || generated || isKey || model.view ? [] : [`default: ${defaultText}`]),
    ...(transformer === undefined ? [] : [`transformer: ${transformer}`]),
    ...(generated && !model.view ? ['insert: false', 'update: false'] : []),
    ...(hidden && column !== model.softDelete?.column ? ['select: false'] : []),
    ...(told === '' ? [] : [`comment: ${stringLiteral(told)}`]),
  ];
  const isNull = isNullable || (!isKey && !isSet && isDated(column));
  return {
    decorators: [
      ...(filed ? ['FileReference()'] : []),
      ...(concealed ? ['Concealed()'] : []),
      `${decoratorOf(isKey, model)}({ ${options.join(', ')} })`,
    ],
    property,
    type: isNull && shape.type !== 'unknown' ? `${shape.type} | null` : shape.type,
  };
}

/** A column with `@Sealed`, which takes the place of `@Column`. @param codes the constant with the permission codes */
function sealedView({ name, property, sealed }: ModelColumn, codes: string): EntityClass['columns'][number] {
  const members = [
    `name: ${stringLiteral(name)}`,
    `code: ${codes}.${sealed?.operation ?? ''}`,
    `length: ${sealed?.length ?? 0}`,
  ];
  return { decorators: [`Sealed({ ${members.join(', ')} })`], property, type: 'string | null' };
}

/** Whether null stands for the zero date in a column that is NOT NULL. */
export function isDated({ family }: ModelColumn): boolean {
  return family.kind === 'day' || family.kind === 'time';
}

function decoratorOf(isKey: boolean, { key }: TableModel): string {
  if (!isKey) return 'Column';
  return key.automatic ? 'PrimaryGeneratedColumn' : 'PrimaryColumn';
}

function sentence(text: string): string {
  const trimmed = text.trim();
  return /[\p{P}\p{S}]$/u.test(trimmed) ? trimmed : `${trimmed}.`;
}
