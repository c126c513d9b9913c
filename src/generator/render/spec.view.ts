import { type ModelColumn, type TableModel, isComplete } from '../model/model.js';
import { stringLiteral } from '../model/text.js';
import { onlyInDetail } from './service.view.js';

/** The input of `spec.hbs`: facts about the table for the tests, as members of an object. */
export function specView(model: TableModel, codes: string): string[] {
  const { all, operations, tenant, tree, audited, times } = model;
  return [
    `codes: ${stringLiteral(codes)}`,
    ...(isComplete(model) ? [] : [`operations: ${literals(operations)}`]),
    ...(model.view ? [] : bodiesOf(model)),
    ...listOf(
      'secrets',
      all.filter(({ hidden, form }) => hidden && form !== 'none'),
    ),
    ...listOf('large', onlyInDetail(model)),
    ...listOf(
      'references',
      model.view ? [] : all.filter((column) => refers(column) && !column.generated && column !== model.dept),
    ),
    ...listOf('labelled', model.view ? [] : all.filter((column) => column.reference && !refers(column))),
    ...(audited || !times.updated ? [] : [`updated: ${stringLiteral(times.updated.property)}`]),
    ...(tree ? ['tree: true'] : []),
    ...(tenant ? ['tenants: true'] : []),
    ...(model.dataScope ? [`scope: ${model.dept ? "'department'" : "'owner'"}`] : []),
  ];
}

/** The bodies that the tests send. A reference to a row cannot be made up: the tests look for one. */
function bodiesOf({ columns, key, tenant, tree, dept }: TableModel): string[] {
  const members = columns.filter(
    ({ generated, form, concealed, required }) => !generated && form !== 'none' && (!concealed || required),
  );
  const given = key.automatic || key.made ? [] : key.columns.filter((column) => column !== tenant);
  const free = (column: ModelColumn) => !refers(column) && column !== tree && column !== dept;
  const keys = given.filter(free).map(({ property, shape }) => `${property}: ${shape.distinct ?? shape.sample}`);
  const required = members.filter((column) => column.required);
  const body = (listed: ModelColumn[]) => {
    const pairs = [...keys, ...listed.filter(free).map(({ property, shape }) => `${property}: ${shape.sample}`)];
    return `${keys.some((text) => /\bn\b/.test(text)) ? '(n)' : '()'} => (${objectText(pairs)})`;
  };
  const changed = members.filter((column) => free(column) && column.form === 'edit');
  return [
    `least: ${body(required)}`,
    `most: ${body(members)}`,
    `change: ${objectText(changed.map(({ property, shape }) => `${property}: ${shape.other}`))}`,
    ...listOf('required', [...given, ...required]),
  ];
}

/** Whether a column takes only the keys of rows that exist. */
function refers({ reference }: ModelColumn): boolean {
  return reference !== undefined && reference.takes !== 'any';
}

function objectText(pairs: string[]): string {
  return pairs.length === 0 ? '{}' : `{ ${pairs.join(', ')} }`;
}

/** A member that lists columns, if there are any. */
function listOf(member: string, columns: ModelColumn[]): string[] {
  return columns.length === 0 ? [] : [`${member}: ${literals(columns.map(({ property }) => property))}`];
}

function literals(names: readonly string[]): string {
  return `[${names.map(stringLiteral).join(', ')}]`;
}
