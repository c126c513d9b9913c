import type { ModelColumn, TableModel } from '../model/model.js';

/** What `spec.hbs` is given, as source text. */
export interface SpecView {
  least: string;
  most: string;
  change: string;
  required: string[];
}

/** The bodies that a table's spec sends. */
export function specView({ columns, key }: TableModel): SpecView {
  const members = columns.filter(({ generated }) => !generated);
  const required = members.filter(({ optional }) => !optional);
  const id = key.automatic ? [] : [`id: ${key.shape.distinct ?? key.shape.sample}`];
  const body = (listed: ModelColumn[]) => {
    const pairs = [...id, ...listed.map(({ property, shape }) => `${property}: ${shape.sample}`)];
    return `${id.length > 0 ? '(n)' : '()'} => ({ ${pairs.join(', ')} })`.replace('({  })', '({})');
  };
  return {
    least: body(required),
    most: body(members),
    change: `{ ${members.map(({ property, shape }) => `${property}: ${shape.other}`).join(', ')} }`.replace(
      '{  }',
      '{}',
    ),
    required: required.map(({ property }) => `'${property}'`),
  };
}
