import type { ColumnFacts, TableFacts } from '../model/columns.js';
import type { Input } from '../model/inputs.js';
import { pluralOf } from '../model/inflection.js';
import { holdsKeys } from '../model/key-lists.js';
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

/** The design of a column: as inferred, except for a person's decisions. */
export function columnDesign(column: ColumnFacts, place: ColumnPlace, said: SavedColumn): ColumnDesign {
  const { facts, roles, reference, sample, made, naming } = place;
  const { definition, key } = facts;
  const isKey = key.includes(column.name);
  const isDeleted = roles.softDelete?.column === column.name;
  const isTenant = tenantColumnOf(definition)?.name === column.name;
  const isSet = isTenant || isDeleted || [...present(roles.times), ...present(roles.by)].includes(column.name);
  const hidden = said.hidden ?? (column.secret || isDeleted);
  const readable = !hidden && !isDeleted;
  const { concealed = false, encrypted = false } = said;
  const isOpen = readable && !concealed && !encrypted;
  const isGiven = !definition.view && !column.generated && !column.counting && !isSet && column.name !== made;
  const form = said.form ?? (isGiven ? (isKey ? 'add' : 'edit') : 'none');
  const dict = said.dict === undefined ? dictOf(column, definition.name) : said.dict;
  const isOwnKey = isKey && key.length === 1;
  // Only the table's own dictionary says which of its values means on.
  const switches = column.switching !== undefined && dict === dictOf(column, definition.name);
  const isParent = roles.tree?.parent === column.name;
  const refers = reference !== null || isParent;
  const show = said.show ?? shownKind(column, { reference, dict, switches, sample, isKey });
  const inferred: ColumnDesign = {
    label: refers ? withoutId(column.label, facts) : column.label,
    labels: said.label === undefined ? labelsOf(column, refers, facts) : {},
    // However large the name of a row is, lists begin with it.
    list: readable && (!column.large || column.name === naming) && !isTenant,
    form,
    filter: isOpen && !isTenant && !isOwnKey && column.shape.filtered && !PARAMETERS.has(column.property),
    sort: isOpen && !column.large && column.shape.filtered,
    input: inputOf(column, { hidden, dict, switches, reference, show, isParent }),
    show,
    dict,
    required: form !== 'none' && (isKey || !column.optional),
    help: column.help,
    group: null,
    hidden,
    concealed,
    encrypted,
    reference,
  };
  return { ...inferred, ...said, reference, hidden, dict, form };
}

function labelsOf(column: ColumnFacts, refers: boolean, facts: TableFacts) {
  if (!refers) return column.labels;
  return Object.fromEntries(
    Object.entries(column.labels).map(([language, label]) => [language, withoutId(label, facts, language)]),
  );
}

/** The label of a reference: "Brand" instead of "Brand ID", unless another column is called that. */
function withoutId(label: string, { columns }: TableFacts, language?: string): string {
  const one = label.replace(/(?:[\s_-]+|(?<=[^\s\p{Script=Latin}]))ids?$/iu, '');
  const thing = one !== label && /^[a-z ]+ids$/i.test(label) ? pluralOf(one) : one;
  const labels = columns.map((other) => (language === undefined ? undefined : other.labels[language]) ?? other.label);
  return labels.some((other) => other.toLowerCase() === thing.toLowerCase()) ? label : thing;
}

function dictOf({ name, valued, choices, family }: ColumnFacts, table: string): string | null {
  const told = valued !== undefined || (family.kind === 'flag' && choices !== undefined && !choices.problem);
  return told ? `${table}_${name}` : null;
}

/** Kinds of values that a text with commas may have as a whole. */
const LISTS: readonly ValueKind[] = ['images', 'json', 'html', 'markdown'];

/** Names of tables of people. */
const PEOPLE = /(?:^|_)(?:users?|members?|customers?|employees?|staffs?|admins?|persons?|people)$/i;

function shownKind(
  column: ColumnFacts,
  {
    reference,
    dict,
    switches,
    sample,
    isKey,
  }: Pick<ColumnDesign, 'reference' | 'dict'> & { switches: boolean; sample: ColumnPlace['sample']; isKey: boolean },
): ValueKind {
  if (reference && holdsKeys(column)) return 'tags';
  if (reference) return PEOPLE.test(reference.table) ? 'person' : 'text';
  if (dict !== null) {
    if (switches) return 'switch';
    return column.family.kind === 'choices' || column.separated ? 'tags' : 'text';
  }
  // What tells rows apart counts nothing.
  if (isKey && ['whole', 'decimal', 'real'].includes(column.family.kind)) return 'text';
  const kind = kindOfValue(column, sample);
  if (!column.separated || isKey || LISTS.includes(kind)) return kind;
  return kind === 'image' ? 'images' : 'tags';
}

/** Kinds of values that have an input of their own. */
const ASKED_FOR: readonly Input[] = ['image', 'images', 'color', 'epoch', 'html', 'markdown'];

function inputOf(
  { family, shape, secret, large, separated }: ColumnFacts,
  {
    hidden,
    dict,
    switches,
    reference,
    show,
    isParent,
  }: Pick<ColumnDesign, 'hidden' | 'dict' | 'reference' | 'show'> & { switches: boolean; isParent: boolean },
): Input {
  if (secret && hidden) return 'password';
  if (isParent) return 'tree';
  if (reference) return 'reference';
  if (show === 'tags' && separated) return 'tags';
  if (dict !== null) return switches ? 'switch' : 'select';
  const own = family.kind === 'json' ? undefined : ASKED_FOR.find((input) => input === show);
  if (own !== undefined) return own;
  // Text that is too large for lists has several lines.
  return (family.kind === 'longText' || family.kind === 'binaryText') && large ? 'textarea' : shape.input;
}
