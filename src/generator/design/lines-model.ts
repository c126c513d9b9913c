import { errors } from '../../core/errors.js';
import { isOfBytes, kindOfKey } from '../model/key.js';
import type { LinesModel, TableModel } from '../model/model.js';
import { type PlannedNames, namesOf, withoutPrefix } from '../model/names.js';

/**
 * The rows of a table as lines of a row of its parent.
 * @param by name of the column that refers to the parent's row
 * @throws AppError code 1 that says why they cannot be lines
 */
export function linesOf(parent: TableModel, model: TableModel, by: string, prefixes: readonly string[]): LinesModel {
  const { table } = model;
  const refuse = (reason: string) => errors.failure(`lines: ${table} ${reason}`);
  const names: PlannedNames | undefined = namesOf(withoutPrefix(table, prefixes));
  const [key, ...more] = parent.key.columns;
  const column = model.all.find(({ name }) => name === by);
  if (!names || table === parent.table) throw refuse('cannot be lines of this table');
  if (!column) throw refuse(`has no column ${by}`);
  if (!key || more.length > 0) throw refuse(`needs a table whose key is one column`);
  if (model.view || model.key.columns.length !== 1) throw refuse('has no key of one column, which lines need');
  if (isOfBytes(key.family)) throw refuse('needs a table whose key is not binary');
  if (kindOfKey(column.family) !== kindOfKey(key.family) || column.generated)
    throw refuse(`cannot name a row in its column ${by}, which has another type than the key`);
  if (!model.key.automatic && !model.key.made)
    throw refuse('has a key that neither the database nor the service makes, which new lines need');
  if (model.all.some(({ sealed }) => sealed)) throw refuse('has an encrypted column, which lines cannot have');
  if (model.softDelete) throw refuse('marks its deleted rows, which lines do not; its design can take that away');
  const taken = parent.all.some(({ property }) => property === names.camel);
  if (taken) throw refuse(`would be the member ${names.camel}, which is a column's`);
  return { member: names.camel, pascal: names.pascal, by: column, model };
}
