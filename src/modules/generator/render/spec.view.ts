import type { ModelColumn, TableModel } from '../model/model.js';

/** What `spec.hbs` is given, as source text. */
export interface SpecView {
  least: string;
  most: string;
  change: string;
  required: string[];
}

/** The bodies that a table's spec sends. */
export function specView({ columns, key, tenant, tree }: TableModel): SpecView {
  const members = columns.filter(({ generated, form }) => !generated && form !== 'none');
  const required = members.filter((column) => column.required);
  const given = key.automatic ? [] : key.columns.filter((column) => column !== tenant);
  const keys = given.map(({ property, shape }) => `${property}: ${shape.distinct ?? shape.sample}`);
  // What refers to a row cannot be made up.
  const free = members.filter((column) => column.required || (!column.reference && column !== tree));
  const body = (listed: ModelColumn[]) => {
    const pairs = [...keys, ...listed.map(({ property, shape }) => `${property}: ${shape.sample}`)];
    return `${keys.some((text) => /\bn\b/.test(text)) ? '(n)' : '()'} => (${objectText(pairs)})`;
  };
  const changed = free.filter(({ form, reference }) => form === 'edit' && !reference);
  return {
    least: body(required),
    most: body(free),
    change: objectText(changed.map(({ property, shape }) => `${property}: ${shape.other}`)),
    required: required.map(({ property }) => `'${property}'`),
  };
}

function objectText(pairs: string[]): string {
  return pairs.length === 0 ? '{}' : `{ ${pairs.join(', ')} }`;
}
