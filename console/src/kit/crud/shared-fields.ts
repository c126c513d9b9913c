import type { Crud, Field } from './define-crud';

/** Names of fields that tell rows apart. */
const UNIQUE = ['username', 'code', 'key', 'slug', 'sku', 'uuid'];

/** Inputs whose value is meant for one row. */
const OF_ONE_ROW = ['password', 'image', 'images'];

/** The fields of the form that several rows can sensibly be given the same value for. */
export function sharedFields(of: Crud): [name: string, field: Field][] {
  const fields = Object.entries(of.fields);
  const naming = of.nameOf(Object.fromEntries(fields.map(([name]) => [name, name])));
  return fields.filter(
    ([name, { only, lines, when, input, single }]) =>
      only !== 'add' &&
      lines === undefined &&
      when === undefined &&
      single !== true &&
      !(typeof input === 'string' && OF_ONE_ROW.includes(input)) &&
      !UNIQUE.includes(name) &&
      !naming.split(/\W+/).includes(name),
  );
}
