import type { Design } from '../design/design.js';
import { oneLine, stringLiteral } from '../model/text.js';
import type { ConsoleColumn, RouteOf } from './console.column.js';
import { isOffered } from './console.inputs.js';

/** The input of `flow.hbs`: pieces of source. */
export interface FlowView {
  heading: string;
  /** Members of the flow's description. */
  members: string[];
}

interface Described {
  columns: ConsoleColumn[];
  fields: ConsoleColumn[];
  /** Names of the filters. */
  filtered: string[];
  kebab: string;
  address: string;
  design: Design;
  routeOf: RouteOf;
  /** The heading of the page in English, if it is not the name in the menu. */
  heading?: string;
}

/** Longest name of a menu entry. */
const MAX_NAME = 64;

/** The flow test of a page: the fields that a row needs, how they are filled in, and what the row is found by. */
export function flowView({
  columns,
  fields,
  filtered,
  kebab,
  address,
  design,
  routeOf,
  heading: shown,
}: Described): FlowView {
  const texts = fields.filter(isNaming);
  const plain = texts.filter(({ role }) => role === 'plain');
  const name = plain.find(isListed) ?? plain[0] ?? texts[0];
  const needed = fields.filter((field) => field === name || (!field.column.optional && !isPreset(field)));
  const dicts = [...columns, ...fields].flatMap(dictOf);
  const heading = stringLiteral(oneLine(design.menu.name).slice(0, MAX_NAME));
  const found = name && filtered.includes(name.property) ? [`found: ${labelOf(name)}`] : [];
  return {
    heading,
    members: [
      `heading: ${heading}`,
      ...(shown === undefined ? [] : [`shown: ${stringLiteral(shown)}`]),
      `label: ${stringLiteral(design.labels.en ?? design.label)}`,
      `component: ${stringLiteral(kebab)}`,
      ...(address === kebab ? [] : [`path: ${stringLiteral(`/${address}`)}`]),
      `fields: [${needed.map((field) => `{ ${fieldOf(field, routeOf).join(', ')} }`).join(', ')}]`,
      ...targetsOf(columns, routeOf),
      ...(dicts.length > 0 ? [`dicts: { ${[...new Set(dicts)].join(', ')} }`] : []),
      ...found,
      ...(name && name.role !== 'key' && name.design.form === 'edit' && isListed(name)
        ? [`changed: { label: ${labelOf(name)}, value: ${name.column.shape.other} }`]
        : []),
    ],
  };
}

/** The member with the tables that rows refer to: one without a module has to be made for the test. */
function targetsOf(columns: ConsoleColumn[], routeOf: RouteOf): string[] {
  const targets = columns.flatMap(({ column: { reference, shape } }): string[] => {
    if (!reference) return [];
    const { table, key, label, tenant, softDelete } = reference;
    const others = [...new Set([label, softDelete?.column])].filter((name) => name !== undefined && name !== key);
    const members = [
      `path: ${stringLiteral(routeOf(table))}`,
      `table: ${stringLiteral(table)}`,
      `key: ${stringLiteral(key)}`,
      `value: ${shape.type.includes('number') ? 1 : shape.sample}`,
      ...(others.length > 0 ? [`others: [${others.map((name) => stringLiteral(String(name))).join(', ')}]`] : []),
      ...(tenant === undefined ? [] : [`tenant: ${stringLiteral(tenant)}`]),
    ];
    return [`{ ${members.join(', ')} }`];
  });
  return targets.length > 0 ? [`targets: [${[...new Set(targets)].join(', ')}]`] : [];
}

/** Whether a field holds text that identifies its row. */
function isNaming({ column, design, large }: ConsoleColumn): boolean {
  return column.family.kind === 'text' && design.input === 'text' && !large && design.dict === null;
}

/** Whether the list shows a column before anybody chooses it. */
function isListed({ design }: ConsoleColumn): boolean {
  return design.list === true;
}

/** Whether a form begins with a value of the field: a switch, or the parent in a tree that takes no NULL. */
function isPreset({ design, column }: ConsoleColumn): boolean {
  return design.input === 'switch' || (design.input === 'tree' && !column.nullable);
}

function fieldOf(field: ConsoleColumn, routeOf: RouteOf): string[] {
  const { design, column } = field;
  const label = `label: ${labelOf(field)}`;
  if (design.reference && isOffered(field))
    return [label, `reference: ${stringLiteral(routeOf(design.reference.table))}`];
  if (column.family.kind === 'choices') {
    const [first = ''] = column.family.values;
    const shown = design.dict === null ? first : (column.choices?.items[0]?.label ?? first);
    return [label, `option: ${stringLiteral(shown)}`];
  }
  const [first] = column.choices?.items ?? [];
  if (design.input === 'tags' && design.dict !== null && first) return [label, `option: ${stringLiteral(first.label)}`];
  const choice = choiceOf(field);
  if (choice !== undefined)
    return [label, `${design.input === 'radio' ? 'radio' : 'choice'}: ${stringLiteral(choice)}`];
  return [label, `value: ${valueOf(design.input, column.shape.sample)}`];
}

/** The input into a column's control for its sample. */
function valueOf(input: string, sample: string): string {
  if (input === 'datetime' || input === 'epoch') return "'2026-01-31T08:30'";
  if (input === 'json') return `'{"a":1}'`;
  return /^['"`]/.test(sample) ? sample : `'${sample}'`;
}

/** Label of the first choice. */
function choiceOf({ column, design }: ConsoleColumn): string | undefined {
  if (design.input !== 'select' && design.input !== 'radio') return undefined;
  if (design.dict !== null) return column.choices?.items[0]?.label;
  return column.family.kind === 'choice' ? column.family.values[0] : undefined;
}

function dictOf({ column, design }: ConsoleColumn): string[] {
  if (design.dict === null || !column.choices || column.choices.problem !== undefined) return [];
  const items = column.choices.items.map(({ value, label }) => `${stringLiteral(value)}: ${stringLiteral(label)}`);
  return [`${stringLiteral(design.dict)}: { ${items.join(', ')} }`];
}

function labelOf({ design }: ConsoleColumn): string {
  return stringLiteral(design.labels.en ?? design.label);
}
