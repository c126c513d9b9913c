import type { ColumnFacts, TableFacts } from '../model/columns.js';
import type { Input } from '../model/inputs.js';
import { kindOfValue } from '../model/kind-of-value.js';
import { present } from '../model/model.js';
import { tenantColumnOf } from '../model/reference-target.js';
import type { ValueKind } from '../model/value-kinds.js';
import type { ColumnDesign, RoleDesign, SavedColumn } from './design.js';

/** The context of a column that its design depends on. */
export interface ColumnPlace {
  facts: TableFacts;
  roles: RoleDesign;
  reference: ColumnDesign['reference'];
  /** Some of its stored values. */
  sample: readonly unknown[] | undefined;
  /** The key column that the service makes. */
  made: string | undefined;
  /** The column that names rows. */
  naming: string | undefined;
}

/** Query parameters of page, list and branches, and the token's: a column with such a name cannot be a filter. */
const PARAMETERS = new Set(['below', 'q', 'pageNo', 'pageSize', 'orderBy', 'order', 'startTime', 'endTime', 'token']);

/** The design of a column: as inferred, except where a person has said otherwise. */
export function columnDesign(column: ColumnFacts, place: ColumnPlace, said: SavedColumn): ColumnDesign {
  const { facts, roles, reference, sample, made, naming } = place;
  const { definition, key } = facts;
  const isKey = key.includes(column.name);
  const isDeleted = roles.softDelete?.column === column.name;
  const isTenant = tenantColumnOf(definition)?.name === column.name;
  const isSet = isTenant || isDeleted || [...present(roles.times), ...present(roles.by)].includes(column.name);
  const hidden = said.hidden ?? (column.secret || isDeleted);
  const readable = !hidden && !isDeleted;
  const isGiven = !definition.view && !column.generated && !column.counting && !isSet && column.name !== made;
  const form = said.form ?? (isGiven ? (isKey ? 'add' : 'edit') : 'none');
  const dict = said.dict === undefined ? dictOf(column, definition.name) : said.dict;
  const isOwnKey = isKey && key.length === 1;
  const show = said.show ?? shownKind(column, { reference, dict, sample, isKey });
  const inferred: ColumnDesign = {
    label: reference ? withoutId(column.label, facts) : column.label,
    labels: {},
    // However large the name of a row is, lists begin with it.
    list: readable && (!column.large || column.name === naming) && !isTenant,
    form,
    filter: readable && !isTenant && !isOwnKey && column.shape.filtered && !PARAMETERS.has(column.property),
    sort: readable && !column.large && column.shape.filtered,
    input: inputOf(column, { hidden, dict, reference, show, isParent: roles.tree?.parent === column.name }),
    show,
    dict,
    required: form !== 'none' && (isKey || !column.optional),
    hidden,
    reference,
  };
  return { ...inferred, ...said, reference, hidden, dict, form };
}

/** The label of a reference: "Brand" instead of "Brand id", unless another column is called that. */
function withoutId(label: string, { columns }: TableFacts): string {
  const thing = label.replace(/(?:[\s_-]+|(?<=[^\s\p{Script=Latin}]))id$/iu, '');
  return columns.some((other) => other.label.toLowerCase() === thing.toLowerCase()) ? label : thing;
}

function dictOf({ name, valued, choices, family }: ColumnFacts, table: string): string | null {
  const told = valued !== undefined || (family.kind === 'flag' && choices !== undefined && !choices.problem);
  return told ? `${table}_${name}` : null;
}

/** Names of tables of people. */
const PEOPLE = /(?:^|_)(?:users?|members?|customers?|employees?|staffs?|admins?|persons?|people)$/i;

function shownKind(
  column: ColumnFacts,
  {
    reference,
    dict,
    sample,
    isKey,
  }: Pick<ColumnDesign, 'reference' | 'dict'> & { sample: ColumnPlace['sample']; isKey: boolean },
): ValueKind {
  if (reference) return PEOPLE.test(reference.table) ? 'person' : 'text';
  if (dict !== null) return column.family.kind === 'choices' ? 'tags' : 'text';
  // What tells rows apart counts nothing.
  return isKey && ['whole', 'decimal', 'real'].includes(column.family.kind) ? 'text' : kindOfValue(column, sample);
}

function inputOf(
  { family, shape, secret, large }: ColumnFacts,
  {
    hidden,
    dict,
    reference,
    show,
    isParent,
  }: Pick<ColumnDesign, 'hidden' | 'dict' | 'reference' | 'show'> & { isParent: boolean },
): Input {
  if (secret && hidden) return 'password';
  if (isParent) return 'tree';
  if (reference) return 'reference';
  if (dict !== null && family.kind !== 'flag') return 'select';
  if (show === 'image' || show === 'color' || show === 'epoch') return show;
  // Text that is too large for lists has several lines.
  return family.kind === 'longText' && large ? 'textarea' : shape.input;
}
