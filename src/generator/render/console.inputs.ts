import type { ModelColumn } from '../model/model.js';
import { wordsOf } from '../model/names.js';
import { stringLiteral } from '../model/text.js';
import { type ValueKind, holdsShares, unitOf } from '../model/value-kinds.js';
import { columnLiteral } from './console.text.js';
import type { ConsoleColumn, ConsoleContext, TreeNames } from './console.column.js';

/** The console's names for kinds of values that look the same in every column. */
const SHOWN: Partial<Record<ValueKind, string>> = {
  number: 'number',
  money: 'money',
  bytes: 'bytes',
  image: 'image',
  images: 'images',
  link: 'link',
  email: 'email',
  phone: 'phone',
  color: 'colour',
  json: 'json',
  html: 'html',
  markdown: 'markdown',
  code: 'copy',
  ip: 'ip',
  person: 'person',
  time: 'time',
  day: 'day',
  switch: 'yes-no',
  tags: 'tags',
};

/** Source of how a cell of the table shows a column; undefined for text. */
export function shownAs(of: ConsoleColumn, context: ConsoleContext): string | undefined {
  const { column, design, role } = of;
  if (design.reference || design.input === 'tree') {
    const isPerson = design.reference !== null && design.show === 'person';
    const as = column.reference?.list ? ["as: 'list'"] : isPerson ? ["as: 'person'"] : [];
    return choosing(of, context, [...noRowOf(column), ...as]);
  }
  if (design.dict !== null) return `{ ${[...dictOf(of), ...(holdsList(of) ? ["as: 'list'"] : [])].join(', ')} }`;
  if (role === 'key' && design.show === 'text') return column.shape.type === 'string' ? "'copy'" : undefined;
  const shown = kindShown(design.show, column);
  return shown === undefined ? undefined : stringLiteral(shown);
}

/** How the console calls a kind of values; undefined for text. */
function kindShown(kind: ValueKind, column: ModelColumn): string | undefined {
  switch (kind) {
    case 'percent':
      return holdsShares(column) ? 'share' : 'percent';
    case 'duration':
      return unitOf(wordsOf(column.name), column.comment) === 'seconds' ? 'seconds' : 'duration';
    case 'epoch':
      return epochOf(column);
    default:
      return SHOWN[kind];
  }
}

/** The console's names for numbers that count the time since 1970. */
function epochOf({ epoch }: ModelColumn): string {
  return epoch === 'milliseconds' ? 'epoch-ms' : 'epoch';
}

/** Source of how a filter is filled in; undefined for text. */
export function filterInput(of: ConsoleColumn, context: ConsoleContext): string | undefined {
  const { column, design } = of;
  // One of several entries is found by what the text contains.
  if (holdsList(of)) return undefined;
  if (isDepartment(of, context)) return departments(of, context);
  if (isOffered(of)) return choosing(of, context);
  if (design.dict !== null) return `{ ${dictOf(of).join(', ')} }`;
  if (column.shape.type === 'boolean') return "'yes-no'";
  if (design.show === 'epoch') return `'${epochOf(column)}'`;
  switch (column.family.kind) {
    case 'whole':
    case 'bits':
    case 'decimal':
    case 'real':
      return "'numbers'";
    case 'day':
      return "'days'";
    case 'time':
      return "'times'";
    case 'choice':
    case 'choices':
      return `{ ${valuesOf(column.family.values)} }`;
    default:
      return undefined;
  }
}

/** Source of how a field is filled in; undefined for text. */
export function fieldInput(of: ConsoleColumn, context: ConsoleContext): string | undefined {
  const { column, design } = of;
  if (isDepartment(of, context)) return departments(of, context, unsetOf(column));
  if (design.input === 'reference' && !isOffered(of)) return plainInput(column);
  switch (design.input) {
    case 'text':
      return isContact(design.show) ? `'${design.show}'` : undefined;
    case 'switch':
      return switching(of) ?? (column.shape.type === 'boolean' ? "'yes-no'" : "'status'");
    case 'time':
      return "'clock'";
    case 'datetime':
      return "'time'";
    case 'color':
      return "'colour'";
    case 'tree':
      return context.tree?.parent === column.property ? treeOf(column, context, context.tree) : choosing(of, context);
    case 'epoch':
      return `'${epochOf(column)}'`;
    case 'tags':
      return design.dict === null ? "'tags'" : choosing(of, context);
    case 'select':
    case 'radio':
      return choosing(of, context);
    case 'reference':
      return choosing(of, context, holdsList(of) ? formOf(of) : unsetOf(column));
    default:
      return `'${design.input}'`;
  }
}

/** Whether phones have a special keyboard for a kind of text. */
function isContact(kind: ValueKind): boolean {
  return kind === 'email' || kind === 'phone' || kind === 'link';
}

/** Whether the rows that a column refers to are offered; they are if it holds their keys. */
export function isOffered({ column: { reference }, design }: ConsoleColumn): boolean {
  return design.input === 'tree' || (design.reference !== null && reference?.byKey !== false);
}

/** The member that says which value of a reference stands for no row, if one does. */
function noRowOf({ reference, shape }: ModelColumn): string[] {
  if (reference?.takes === undefined || reference.list) return [];
  return [shape.type === 'string' ? "none: ''" : 'none: 0'];
}

/**
 * The member with the value that is stored for no row: null if the column may be left empty, else the value that means
 * no row.
 */
function unsetOf(column: ModelColumn): string[] {
  const isNull = column.reference?.takes !== undefined && column.nullable && !column.required;
  return isNull ? ['none: null'] : noRowOf(column);
}

/** Source of how the key of a row is typed; undefined for text. */
function plainInput({ shape: { input } }: ModelColumn): string | undefined {
  return input === 'text' ? undefined : `'${input}'`;
}

/**
 * Source of the choices for a column's values; undefined if nothing defines them.
 * @param none the member that says which value stands for no row
 */
function choosing(of: ConsoleColumn, { path, routeOf }: ConsoleContext, none: string[] = []): string | undefined {
  const { column, design } = of;
  const { family } = column;
  const values = valueKindOf(column);
  if (design.input === 'tree')
    return `{ ${[`options: ${stringLiteral(path)}`, ...values, ...rootOf(column)].join(', ')} }`;
  if (design.reference) {
    const reference = `reference: ${stringLiteral(routeOf(design.reference.table))}`;
    return `{ ${[reference, ...values, ...none].join(', ')} }`;
  }
  if (design.dict !== null) return `{ ${[...dictOf(of), ...formOf(of)].join(', ')} }`;
  if (family.kind !== 'choice' && family.kind !== 'choices') return undefined;
  return `{ ${[valuesOf(family.values), ...formOf(of)].join(', ')} }`;
}

/** Whether a text holds several entries of a list, or the keys of several rows. */
function holdsList({ column, design }: ConsoleColumn): boolean {
  return (design.input === 'tags' && column.family.kind !== 'choices') || column.reference?.list === true;
}

/** The member that says how values are chosen, if it is not from a list that takes one. */
function formOf(of: ConsoleColumn): string[] {
  if (of.column.family.kind === 'choices') return ["as: 'several'"];
  if (holdsList(of)) return ["as: 'list'"];
  return of.design.input === 'radio' ? ["as: 'radio'"] : [];
}

/** Whether a column holds the department of a row, as one of the service's own departments. */
function isDepartment({ property, design }: ConsoleColumn, { dept }: ConsoleContext): boolean {
  return property === dept && design.reference !== null;
}

/** Source of the choice of a department. */
function departments({ column, design }: ConsoleColumn, { routeOf }: ConsoleContext, none: string[] = []): string {
  const members = [
    `tree: ${stringLiteral(routeOf(design.reference?.table ?? ''))}`,
    "parent: 'parentId'",
    "naming: 'name'",
    ...valueKindOf(column),
    ...none,
  ];
  return `{ ${members.join(', ')} }`;
}

/** Source of the choice of a parent among the rows of the tree. */
function treeOf(column: ModelColumn, { path }: ConsoleContext, { parent, naming }: TreeNames): string {
  const members = [
    `tree: ${stringLiteral(path)}`,
    `parent: ${stringLiteral(parent)}`,
    `naming: ${stringLiteral(naming)}`,
    ...valueKindOf(column),
    ...rootOf(column),
  ];
  return `{ ${members.join(', ')} }`;
}

/** The member that says which value the parent of a root has, if it is not null. */
function rootOf({ nullable, shape }: ModelColumn): string[] {
  return nullable ? [] : [`none: ${shape.type === 'string' ? "'0'" : '0'}`];
}

/** The member that says that rows hold numbers. */
function valueKindOf({ shape }: ModelColumn): string[] {
  return shape.type.includes('number') ? ["values: 'number'"] : [];
}

function dictOf({ column, design }: ConsoleColumn): string[] {
  const { type } = column.shape;
  const values = type === 'boolean' ? 'flag' : type.includes('number') ? 'number' : undefined;
  const dict = `dict: ${columnLiteral(stringLiteral(design.dict ?? ''))}`;
  return [dict, ...(values === undefined ? [] : [`values: '${values}'`])];
}

/** Source of the switch between the two values of a column whose dictionary names them; undefined without one. */
function switching(of: ConsoleColumn): string | undefined {
  const { shape, switching: values } = of.column;
  if (!values || of.design.dict === null) return undefined;
  const literal = (value: string) => {
    if (shape.type === 'boolean') return String(value === '1' || value === 'true');
    return shape.type.includes('number') ? value : stringLiteral(value);
  };
  return `{ ${[...dictOf(of), "as: 'switch'", `on: ${literal(values.on)}`, `off: ${literal(values.off)}`].join(', ')} }`;
}

function valuesOf(values: string[]): string {
  return columnLiteral(`choices: [${values.map(stringLiteral).join(', ')}]`);
}
