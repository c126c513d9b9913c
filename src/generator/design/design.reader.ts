import { errors } from '../../core/errors.js';
import { MAX_FILE } from '../../core/value-sizes.js';
import { EIGHT_OPERATIONS } from '../model/model.js';
import { namesOf } from '../model/names.js';
import { MAX_FOLDER, folderSlug } from '../model/menu-folder.js';
import { INPUTS } from '../model/inputs.js';
import { VALUE_KINDS } from '../model/value-kinds.js';
import { FORMS, PLACES, type Appearance, type SavedDesign } from './design.js';

/** The names that a design may use. */
export interface KnownNames {
  /** Columns of a table; undefined for a table that does not exist. */
  columnsOf(table: string): readonly string[] | undefined;
  /** The table of the design. */
  table: string;
}

/** Checks that a value is valid at its place in a design. */
type MemberRule = (value: unknown, path: string, known: KnownNames) => void;

/** Longest text of a design. */
const MAX_TEXT = 500;

/** Largest id of a menu. */
const MAX_ID = 2_147_483_647;

const anything: MemberRule = () => undefined;

const text: MemberRule = (value, path) => {
  if (typeof value !== 'string' || value === '' || value.length > MAX_TEXT)
    throw errors.failure(`${path} must be a text of 1 to ${MAX_TEXT} characters`);
};

const matching =
  (pattern: RegExp, accepts: string): MemberRule =>
  (value, path) => {
    if (typeof value !== 'string' || !pattern.test(value)) throw errors.failure(`${path} must be ${accepts}`);
  };

const flag: MemberRule = (value, path) => {
  if (typeof value !== 'boolean') throw errors.failure(`${path} must be true or false`);
};

const place: MemberRule = (value, path) => {
  if (!PLACES.includes(value as Appearance)) throw errors.failure(`${path} must be true, "more" or false`);
};

const id: MemberRule = (value, path) => {
  if (!Number.isInteger(value) || Number(value) < 0 || Number(value) > MAX_ID)
    throw errors.failure(`${path} must be the id of a menu, or 0`);
};

const sort: MemberRule = (value, path) => {
  if (!Number.isInteger(value) || Math.abs(Number(value)) > MAX_ID)
    throw errors.failure(`${path} must be a whole number`);
};

const folder: MemberRule = (value, path) => {
  if (typeof value !== 'string' || [...value].length > MAX_FOLDER || folderSlug(value) === undefined)
    throw errors.failure(`${path} must be null, or a name of 1 to ${MAX_FOLDER} characters with a letter or a digit`);
};

/** A name in code: of a module, a route or a kind of file. */
const codeName: MemberRule = (value, path) => {
  if (typeof value !== 'string' || !/^[a-z][a-zA-Z0-9]{0,39}$/.test(value))
    throw errors.failure(
      `${path}: ${shown(value)} must be letters and digits, beginning with a small letter, at most 40`,
    );
};

const nameOfModule: MemberRule = (value, path, known) => {
  text(value, path, known);
  if (namesOf(String(value)) === undefined) throw errors.failure(`${path}: ${shown(value)} makes no name for a module`);
};

const oneOf =
  (values: readonly string[]): MemberRule =>
  (value, path) => {
    if (!values.includes(value as string))
      throw errors.failure(`${path} must be one of ${values.join(', ')}, not ${shown(value)}`);
  };

const column: MemberRule = (value, path, known) => {
  if (!known.columnsOf(known.table)?.includes(value as string))
    throw errors.failure(`${path}: ${known.table} has no column ${shown(value)}`);
};

const table: MemberRule = (value, path, known) => {
  if (typeof value !== 'string' || known.columnsOf(value) === undefined)
    throw errors.failure(`${path}: there is no table ${shown(value)}`);
};

/** Null and false remove what is inferred. */
const orNone =
  (rule: MemberRule): MemberRule =>
  (value, path, known) => {
    if (value !== null && value !== false) rule(value, path, known);
  };

const listOf =
  (rule: MemberRule): MemberRule =>
  (value, path, known) => {
    if (!Array.isArray(value)) throw errors.failure(`${path} must be a list`);
    for (const [index, each] of value.entries()) rule(each, `${path}[${index}]`, known);
  };

const mapOf =
  (keys: MemberRule, values: MemberRule): MemberRule =>
  (value, path, known) => {
    for (const [name, each] of Object.entries(objectAt(value, path))) {
      keys(name, path, known);
      values(each, `${path}.${name}`, known);
    }
  };

const objectOf =
  (members: Record<string, MemberRule>, required: readonly string[] = []): MemberRule =>
  (value, path, known) => {
    const given = objectAt(value, path);
    for (const [name, each] of Object.entries(given)) {
      const rule = Object.hasOwn(members, name) ? members[name] : undefined;
      if (!rule) throw errors.failure(`${path === '' ? 'a design' : path} has no member ${shown(name)}`);
      rule(each, path === '' ? name : `${path}.${name}`, known);
    }
    for (const name of required) {
      if (!Object.hasOwn(given, name)) throw errors.failure(`${path} needs the member ${name}`);
    }
  };

/** Columns of another table, which the same object names. */
const columnsOfTable =
  (names: readonly string[], required: readonly string[], others: Record<string, MemberRule> = {}): MemberRule =>
  (value, path, known) => {
    const members = Object.fromEntries(names.map((name) => [name, anything]));
    objectOf({ table, ...members, ...others }, required)(value, path, known);
    const given = value as Record<string, unknown>;
    for (const name of names) {
      if (given[name] !== undefined) column(given[name], `${path}.${name}`, { ...known, table: String(given.table) });
    }
  };

const share: MemberRule = (value, path) => {
  if (value !== null && !(typeof value === 'number' && value >= 0 && value <= 1))
    throw errors.failure(`${path} must be a number from 0 to 1, or null`);
};

const labels = mapOf(matching(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'by the code of a language'), text);

const stamps = objectOf({ created: orNone(column), updated: orNone(column) });

const ofColumn = objectOf({
  label: text,
  labels,
  list: place,
  form: oneOf(FORMS),
  filter: place,
  sort: flag,
  input: oneOf(INPUTS),
  show: oneOf(VALUE_KINDS),
  dict: orNone(text),
  required: flag,
  help: orNone(text),
  group: orNone(text),
  hidden: flag,
  concealed: flag,
  encrypted: flag,
  reference: orNone(columnsOfTable(['label', 'key'], ['table'], { confirmed: share })),
});

/** Names of routes that every resource has, or may have. */
const TAKEN_ROUTES = [...EIGHT_OPERATIONS, 'options', 'branches', 'tree', 'file'];

const routeName: MemberRule = (value, path, known) => {
  codeName(value, path, known);
  if (TAKEN_ROUTES.includes(String(value)))
    throw errors.failure(`${path}: ${shown(value)} is the name of another route`);
};

const state: MemberRule = (value, path) => {
  const isText = typeof value === 'string' && value !== '' && value.length <= MAX_TEXT;
  if (!isText && !Number.isSafeInteger(value)) throw errors.failure(`${path} must be a text or a whole number`);
};

const states: MemberRule = (value, path, known) => {
  if (!Array.isArray(value)) return state(value, path, known);
  if (value.length === 0) throw errors.failure(`${path} must have a state`);
  listOf(state)(value, path, known);
};

const upTo =
  (most: number): MemberRule =>
  (value, path) => {
    if (!Number.isInteger(value) || Number(value) < 1 || Number(value) > most)
      throw errors.failure(`${path} must be a whole number from 1 to ${most}`);
  };

/** The most files of one kind that a row can have. */
const MOST_FILES = 1000;

const files = objectOf(
  {
    label: text,
    labels,
    types: listOf(matching(/^[a-z]+\/[a-z0-9.+-]+$/, 'a media type')),
    max: upTo(MAX_FILE),
    most: orNone(upTo(MOST_FILES)),
  },
  ['types', 'max'],
);

const rowsOfTables = listOf(columnsOfTable(['by'], ['table', 'by']));

const design = objectOf({
  $schema: text,
  label: text,
  labels,
  name: nameOfModule,
  moduleName: codeName,
  menu: objectOf({
    parentId: id,
    icon: matching(/^[a-z0-9-]{0,64}$/, 'the name of an icon'),
    name: text,
    folder: orNone(folder),
    sort,
  }),
  key: listOf(column),
  columns: mapOf(column, ofColumn),
  times: orNone(stamps),
  by: orNone(stamps),
  softDelete: orNone(objectOf({ column, deleted: orNone(text) }, ['column'])),
  tree: orNone(objectOf({ parent: column }, ['parent'])),
  lines: orNone(rowsOfTables),
  tabs: orNone(rowsOfTables),
  dept: orNone(column),
  dataScope: flag,
  scoped: flag,
  link: flag,
  flow: orNone(
    objectOf(
      { column, moves: mapOf(routeName, objectOf({ label: text, labels, from: states, to: state }, ['from', 'to'])) },
      ['column', 'moves'],
    ),
  ),
  actions: orNone(mapOf(routeName, objectOf({ label: text, labels }))),
  files: orNone(mapOf(routeName, files)),
});

/**
 * Reads a hand-written design; each false that removes something becomes null.
 * @throws AppError code 1 that names the invalid member, or the name that does not exist
 */
export function readDesign(value: unknown, known: KnownNames): SavedDesign {
  design(value, '', known);
  return withoutFalse(value as SavedDesign);
}

/** Members of a design that null removes. */
const TAKEN_AWAY = [
  'times',
  'by',
  'softDelete',
  'tree',
  'lines',
  'tabs',
  'created',
  'updated',
  'deleted',
  'dict',
  'reference',
  'help',
  'folder',
  'dept',
  'flow',
  'actions',
  'files',
  'most',
];

function withoutFalse<T>(value: T): T {
  if (Array.isArray(value) || !isObject(value)) return value;
  const members = Object.entries(value).map(([name, each]) => [
    name,
    each === false && TAKEN_AWAY.includes(name) ? null : withoutFalse(each),
  ]);
  return Object.fromEntries(members) as T;
}

function objectAt(value: unknown, path: string): Record<string, unknown> {
  if (isObject(value)) return value;
  throw errors.failure(`${path === '' ? 'A design' : path} must be an object`);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
