import { type JoinModel, type LinesModel, type ModelColumn, type TableModel, present } from '../model/model.js';
import { isDated } from './entity.view.js';
import { type Import, calledName, importsOf } from './view.imports.js';

/** A member of a body. */
interface MemberView {
  decorators: string[];
  property: string;
  mark: string;
  type: string;
}

interface BodyView {
  name: string;
  members: MemberView[];
}

/** The input of `dto.hbs`. */
export interface DtoView {
  imports: Import[];
  /** The entries of lines. */
  entries: BodyView[];
  columns: MemberView[];
  /** The body of an update, if there is one. */
  updates: { updatable: string; key: { decorator: string; type: string } }[];
}

/** Decorator that checks a key of several columns, with the length limit of text keys that declare none. */
const COMPOSITE_KEY = 'Text(1000, 1)';

/** The bodies of a table's `add` and `update`. */
export function dtoView(model: TableModel, addClass: string, entity: string): DtoView {
  const { columns, key, lines, joins, tenant } = model;
  const [own] = key.columns;
  const keys = key.automatic ? [] : key.columns.filter((column) => column !== tenant).map((each) => keyView(each, key));
  const body = columns.filter(inForm);
  const entries = lines.map((each) => entryView(each, entryClass(entity, each)));
  const members = [
    ...keys,
    ...body.map(memberView),
    ...lines.map((each) => linesView(each, entity)),
    ...joins.map(joinView),
  ];
  const decorator = key.type === 'composite' ? COMPOSITE_KEY : (own?.shape.checkId ?? keyCheck(own, key));
  const fixed = [...keys, ...body.filter(({ form }) => form === 'add')].map(({ property }) => property);
  const updates = model.operations.includes('update')
    ? [{ updatable: updatable(addClass, fixed), key: { decorator, type: keyType(model) } }]
    : [];
  const all = [...members, ...entries.flatMap((entry) => entry.members)].flatMap(({ decorators }) => decorators);
  return {
    imports: importsOf({
      '@nestjs/mapped-types': updates.length === 0 ? [] : ['PartialType', ...(fixed.length > 0 ? ['OmitType'] : [])],
      'steward/validation': [...all, ...(updates.length === 0 ? [] : [decorator])].map(calledName),
    }),
    entries,
    columns: members,
    updates,
  };
}

/** Name of the class of an entry of lines. */
function entryClass(entity: string, { pascal }: LinesModel): string {
  return `${entity}${pascal}Entry`;
}

/** TypeScript type of a key as the API has it. */
export function keyType({ key, audited }: TableModel): string {
  if (key.type === 'composite') return 'string';
  return audited ? 'number' : (key.columns[0]?.shape.type ?? 'string');
}

function updatable(addClass: string, fixed: string[]): string {
  const names = fixed.map((property) => `'${property}'`).join(', ');
  return fixed.length === 0 ? addClass : `OmitType(${addClass}, [${names}])`;
}

function inForm({ form, generated }: ModelColumn): boolean {
  return form !== 'none' && !generated;
}

function keyCheck(column: ModelColumn | undefined, { type }: TableModel['key']): string {
  return type === 'id' ? 'Id()' : (column?.shape.checkKey ?? column?.shape.check ?? COMPOSITE_KEY);
}

function keyView(column: ModelColumn, key: TableModel['key']): MemberView {
  const { property, shape } = column;
  // A part of a key may be empty: the commas around it still delimit it.
  const check = key.type === 'composite' ? shape.check : keyCheck(column, key);
  const decorators = key.made ? ['Optional()', check] : [check];
  return { decorators, property, mark: key.made ? '?' : '', type: shape.type };
}

function memberView(column: ModelColumn): MemberView {
  const { property, shape, nullable, required } = column;
  const takesNull = nullable ? !required : isDated(column);
  return {
    decorators: decoratorsOf(column, takesNull),
    property,
    mark: required ? '' : '?',
    type: takesNull && shape.type !== 'unknown' ? `${shape.type} | null` : shape.type,
  };
}

function decoratorsOf({ shape, required }: ModelColumn, takesNull: boolean): string[] {
  if (required) return takesNull ? ['OrNull()', shape.check] : [shape.check];
  if (!takesNull) return ['Optional()', shape.check];
  return shape.checkOrNull === undefined ? ['Nullable()', shape.check] : [shape.checkOrNull];
}

function linesView(lines: LinesModel, entity: string): MemberView {
  const name = entryClass(entity, lines);
  return { decorators: [`EachOf(${name})`], property: lines.member, mark: '?', type: `${name}[]` };
}

/** The keys of rows that are joined to a row. */
function joinView({ member, other: { shape } }: JoinModel): MemberView {
  const check = shape.type === 'number' ? 'Ids()' : 'Keys()';
  const type = shape.type.includes(' ') ? `(${shape.type})[]` : `${shape.type}[]`;
  return { decorators: ['Optional()', check], property: member, mark: '?', type };
}

function entryView({ model, by }: LinesModel, name: string): BodyView {
  const { key, columns } = model;
  const [own] = key.columns;
  const id = { decorators: ['Optional()', keyCheck(own, key)], property: 'id', mark: '?', type: keyType(model) };
  const members = [...columns.filter(inForm), ...present(model.by)].filter((column) => column !== by);
  return { name, members: [id, ...members.map(memberView)] };
}
