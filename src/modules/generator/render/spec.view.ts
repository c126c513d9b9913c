import type { ModelColumn, TableModel } from '../model/model.js';
import { stringLiteral } from '../model/text.js';

/** What `spec.hbs` is given: what the tests need to know of the table, as members of an object. */
export function specView({ columns, key, tenant }: TableModel, codes: string): string[] {
  const members = columns.filter(({ generated }) => !generated);
  const required = members.filter(({ optional }) => !optional);
  const id = key.automatic ? [] : [`id: ${key.shape.distinct ?? key.shape.sample}`];
  const body = (listed: ModelColumn[]) => {
    const pairs = [...id, ...listed.map(({ property, shape }) => `${property}: ${shape.sample}`)];
    return `(${id.length > 0 ? 'n' : ''}) => (${objectOf(pairs)})`;
  };
  return [
    `codes: ${stringLiteral(codes)}`,
    `least: ${body(required)}`,
    `most: ${body(members)}`,
    `change: ${objectOf(members.map(({ property, shape }) => `${property}: ${shape.other}`))}`,
    ...listOf('required', required),
    ...(tenant ? ['tenants: true'] : []),
  ];
}

function objectOf(pairs: string[]): string {
  return pairs.length === 0 ? '{}' : `{ ${pairs.join(', ')} }`;
}

/** A member that lists columns, where there are any. */
function listOf(member: string, columns: ModelColumn[]): string[] {
  const names = columns.map(({ property }) => stringLiteral(property));
  return names.length === 0 ? [] : [`${member}: [${names.join(', ')}]`];
}
