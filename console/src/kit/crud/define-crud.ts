import type { DataOf, paths } from '@/api/client';
import { type Permission, permissionOfPath } from '@/api/permissions';
import { can } from '@/api/session';
import type { Component } from 'vue';
import { additionsOf } from './extend-page';

/** The path of a resource: one whose `…/page` can be read. */
export type ResourcePath = { [P in keyof paths]: P extends `${infer Base}/page` ? Base : never }[keyof paths];

/** The path of a resource whose rows can be chosen by name: one whose `…/options` can be read. */
type OptionsPath = { [P in keyof paths]: P extends `${infer Base}/options` ? Base : never }[keyof paths];

/** The path of a resource whose rows are a tree: one whose levels can be read. */
type TreePath = { [P in keyof paths]: P extends `${infer Base}/branches` ? Base : never }[keyof paths];

type PageOf<R extends ResourcePath> = paths[`${R}/page` & keyof paths]['get'];

/** A row of the resource's page. */
export type RowOf<R extends ResourcePath> = DataOf<PageOf<R>> extends { records: (infer Row)[] } ? Row & object : never;

/** A row of the resource as its detail has it, with what the page leaves out. */
type DetailOf<R extends ResourcePath> = `${R}/detail/{id}` extends keyof paths
  ? DataOf<paths[`${R}/detail/{id}`]['get']> & object
  : never;

/** The query parameters of the resource's page. */
type QueryOf<R extends ResourcePath> =
  PageOf<R> extends { parameters: { query?: infer Query } } ? NonNullable<Query> : never;

type BodyOf<Operation> = Operation extends { requestBody: { content: { 'application/json': infer Body } } }
  ? Body
  : Operation extends { requestBody?: { content: { 'application/json': infer Body } } }
    ? Body
    : never;

/** The request bodies for adding or updating a row of the resource. */
type BodiesOf<R extends ResourcePath> =
  | (`${R}/add` extends keyof paths ? BodyOf<paths[`${R}/add`]['post']> : never)
  | (`${R}/update` extends keyof paths ? BodyOf<paths[`${R}/update`]['put']> : never);

type KeysOf<T> = T extends unknown ? keyof T & string : never;

/** The request body of an action. */
type ActionBodyOf<P extends string> = P extends keyof paths ? BodyOf<NonNullable<paths[P]['put']>> : never;

/** A value that can be chosen, and how it is shown. */
export interface Choice {
  value: string | number | boolean;
  label: string;
  kind?: 'ok' | 'warn' | 'danger' | 'accent';
}

/**
 * Rows of another resource, found by the typed text; only as many as fit are read. A `reference` is to a resource that
 * the API may not have, such as a table's module that is generated later: without it, and for users who may not read
 * it, the value is typed as text. The rows of a `tree` are offered as one, by the members with their parents and names.
 */
type Reference =
  { options: OptionsPath } | { tree: TreePath; parent: string; naming: string } | { reference: `/api/${string}` };

/**
 * Values to choose from: listed here, the items of a dictionary, or the rows of another resource by their ids. `values`
 * is the type of value that rows hold, if it is not the text of an item.
 */
export type Choices = (
  { choices: readonly (Choice | string)[] } | { dict: string } | { rows: ResourcePath } | Reference
) & { values?: 'number' | 'flag' };

/** The ways to show a value whose code is loaded with the first table that needs it. */
export type RareShow =
  | 'money'
  | 'percent'
  | 'share'
  | 'bytes'
  | 'seconds'
  | 'image'
  | 'images'
  | 'link'
  | 'email'
  | 'phone'
  | 'colour'
  | 'json'
  | 'html'
  | 'markdown'
  | 'ip'
  | 'person'
  | 'epoch'
  | 'epoch-ms';

/**
 * How a cell shows its value; text by default. `status` is 1 = enabled, 0 = disabled, and a switch for users who may
 * change it; `time` is relative within a day, `exact` to the second, `epoch` and `epoch-ms` the same as `time` of
 * seconds and milliseconds since 1970; `duration` is in milliseconds; `share` is 0.15 for 15 %, `percent` is 15;
 * `images` is a list with commas or in JSON, as is a choice with `as: 'list'`. A reference is shown by the row's `<column>Label`.
 */
export type Show =
  | 'copy'
  | 'time'
  | 'exact'
  | 'day'
  | 'number'
  | 'duration'
  | 'mono'
  | 'yes-no'
  | 'status'
  | 'tags'
  | RareShow
  | (Choices & None & { as?: 'person' | 'list' });

/**
 * The value that stands for nothing, such as 0 for the parent of a root; 0, the empty text and null then count as
 * nothing, too.
 */
interface None {
  none?: string | number | null;
}

/**
 * A choice: one value from a list or radio buttons, several values (a `list` if one text holds them, with commas or in
 * JSON), or a switch between two; `none` is the value that stands for nothing.
 */
type Choosing = Choices & None & ({ as?: 'radio' | 'several' | 'list' } | Switching);

/** A switch between two values of a choice. */
interface Switching {
  as: 'switch';
  on: Choice['value'];
  off: Choice['value'];
}

/** How a field is filled in; text by default. `time` is an instant, `epoch` one in a number, `clock` a time of day, `tags` a list in a text. */
export type Input =
  | 'email'
  | 'phone'
  | 'link'
  | 'epoch'
  | 'epoch-ms'
  | 'textarea'
  | 'number'
  | 'decimal'
  | 'password'
  | 'yes-no'
  | 'status'
  | 'day'
  | 'time'
  | 'clock'
  | 'image'
  | 'colour'
  | 'json'
  | 'tags'
  | 'images'
  | 'html'
  | 'markdown'
  | Choosing;

/** A column of the table. */
export interface Column {
  label: string;
  show?: Show;
  /** Whether rows can be ordered by it. */
  sort?: boolean;
  /** Not shown until it is chosen. */
  hidden?: boolean;
  /** Takes precedence where not all columns fit, as the first column and a status do. */
  important?: boolean;
  /** Needs more room than other texts, such as the names in a tree. */
  wide?: boolean;
  /** Only in a row's details: pages leave it out. */
  detail?: boolean;
  /** Heading of its section in a row's details, for columns that are not fields of the form. */
  group?: string;
  /** Never shown, such as a tenant column for users without access to tenants. */
  absent?: boolean;
  /** For a column that shows links, which the API need not have yet: it is shown only to users who may list them. */
  link?: `/api/${string}`;
}

/**
 * A filter of the table: text that rows contain, a value that they have, or a range. `numbers`, `days`, `times` and
 * `epoch` set the parameters `<name>From` and `<name>To`; `range` is the days between which rows were created.
 */
export interface Filter {
  label: string;
  input?:
    'number' | 'yes-no' | 'status' | 'range' | 'numbers' | 'days' | 'times' | 'epoch' | 'epoch-ms' | (Choices & None);
  /** Whether it is among the filters shown initially; by default its position in the description decides. */
  first?: boolean;
  absent?: boolean;
}

/** A field of the form. */
export interface Field {
  label: string;
  input?: Input;
  /** The fields of rows that belong to the row, which the form edits with it. */
  lines?: Readonly<Record<string, Line>>;
  hint?: string;
  /** Heading of its section, in the form and in a row's details. */
  group?: string;
  /** The form that has the field; both by default. */
  only?: 'add' | 'edit';
  /** Initial value in a new row. */
  initial?: unknown;
  /** Required even though the API lets it be empty. */
  required?: boolean;
  /** Whether its value identifies a row, so that it is not offered for changing several rows at once. */
  single?: boolean;
  /** Whether it is asked for while the form has these values; otherwise it is neither checked nor sent. */
  when?: (values: Row) => boolean;
  absent?: boolean;
  /**
   * For a field that adds and deletes links, which the API need not have yet: it is shown only to users who may do
   * both.
   */
  link?: `/api/${string}`;
}

/** A field of the rows that belong to a row. */
export type Line = Pick<Field, 'label' | 'input' | 'initial'>;

/**
 * An action on a row besides the eight operations, for users with the permission code of its route `PUT …/<name>/{id}`.
 */
export interface Action {
  label: string;
  icon?: string;
  /** The rows that have the action; all by default. */
  when?: (row: Row) => boolean;
  /** The fields that the user fills in first: members of the request's body. */
  fields?: Readonly<Record<string, Field>>;
  /** The question that the user confirms first, if there are no fields. */
  question?: string;
  danger?: boolean;
  /** Whether the action is limited to single rows and not offered for a selection. */
  single?: boolean;
}

/** A kind of files that rows have, such as manuals; their routes begin with `…/file/{id}`. */
export interface FileKind {
  label: string;
  /** The endings or media types that the browser offers: `.pdf,.txt`. */
  accept?: string;
}

/**
 * A tab in the details of a row: the page of another resource, which the API need not have yet, with the rows that refer
 * to this one.
 */
export interface Tab {
  path: `/api/${string}`;
  /** The filter of that page that takes the key of the row. */
  by: string;
  /** The member of the row that `by` takes instead of the key. */
  key?: string;
  /** The name of its rows. */
  label: string;
}

/** How a resource is shown and changed. */
export interface CrudOptions<R extends ResourcePath> {
  /** The name of one row: "User". */
  title: string;
  /** Headings by menu name, such as translations, that replace those names. */
  headings?: Readonly<Record<string, string>>;
  columns: { [K in KeysOf<RowOf<R>> | KeysOf<DetailOf<R>>]?: Column };
  /** By the page's query parameter; `startTime` stands for the range of `startTime` and `endTime`. */
  filters?: { [K in KeysOf<QueryOf<R>>]?: Filter | 'range' };
  fields?: { [K in KeysOf<BodiesOf<R>>]?: Field };
  /** The member that identifies a row; `id` by default. */
  key?: KeysOf<RowOf<R>>;
  /** The name of a row in questions and messages; its name or username by default. */
  nameOf?: (row: RowOf<R>) => string;
  /** The member that names the parent of a row, if the rows are shown as a tree, which needs `…/branches` of the API. */
  tree?: { parent: KeysOf<RowOf<R>> };
  /** Tabs in the details of a row. */
  tabs?: readonly Tab[];
  /** The kinds of files that rows have; shown in the details of a row. */
  files?: Readonly<Record<string, FileKind>>;
  /** Rows that can be neither deleted nor disabled, alone or with others. */
  fixed?: (row: RowOf<R>) => boolean;
}

/** The parts that additions to a page may bring, by the names of its slots; each has the scope of its slot as props. */
type PageParts = Readonly<Record<`${'cell' | 'field'}-${string}`, Component>>;

/** Additions to the pages of a resource, in the form that the kit works with. */
export interface AddedParts {
  columns?: Readonly<Record<string, Column>>;
  filters?: Readonly<Record<string, Filter | 'range'>>;
  fields?: Readonly<Record<string, Field>>;
  actions?: Readonly<Record<string, Action>>;
  tabs?: readonly Tab[];
  parts?: PageParts;
}

/** The additions of a product to a page of a resource. */
export type PageAdditions<R extends ResourcePath> = Partial<
  Pick<CrudOptions<R>, 'columns' | 'filters' | 'fields' | 'tabs'>
> & { parts?: PageParts };

/** The path of the resource that a page shows, by the page's name: `/api/dict/item` for `system/dict-item`. */
export type PathOfPage<P extends string> = P extends `${string}/${infer Name}`
  ? Extract<`/api/${Name | Slashed<Name>}`, ResourcePath>
  : never;

type Slashed<Name extends string> = Name extends `${infer First}-${infer Rest}` ? `${First}/${Rest}` : Name;

/** An action of a resource; there is none if its route is not in the API. */
type ActionIn<R extends ResourcePath, Name extends string> = `${R}/${Name}/{id}` extends keyof paths
  ? Omit<Action, 'when' | 'fields'> & {
      when?: (row: RowOf<R>) => boolean;
      fields?: { [F in KeysOf<ActionBodyOf<`${R}/${Name}/{id}`>>]?: Field };
    }
  : never;

/**
 * Actions of a resource by the names of their routes, which are inferred: a union of all would be too large for the
 * compiler.
 */
export interface ActionsIn<R extends ResourcePath, Names extends string> {
  actions?: { [Name in Names]: ActionIn<R, Name> };
}

/** An untyped row, as the parts of the kit handle it. */
export type Row = Readonly<Record<string, unknown>>;

/** The operations of a resource. */
export type CrudOperation = 'page' | 'list' | 'detail' | 'add' | 'update' | 'delete' | 'batchDelete' | 'export';

/** The description of a resource, in the form that the kit works with. */
export interface Crud<R extends ResourcePath = ResourcePath> {
  /** Only for the types of the slots. */
  readonly resource?: R;
  path: string;
  title: string;
  headings?: Readonly<Record<string, string>>;
  columns: Readonly<Record<string, Column>>;
  filters: Readonly<Record<string, Filter>>;
  fields: Readonly<Record<string, Field>>;
  key: string;
  nameOf: (row: Row) => string;
  tree?: { parent: string };
  tabs?: readonly Tab[];
  /** Undefined for users who may not see them. */
  files?: Readonly<Record<string, FileKind>>;
  actions?: Readonly<Record<string, Action>>;
  /** Parts of the page that additions to it bring, by the names of the page's slots. */
  parts?: PageParts;
  fixed: (row: Row) => boolean;
  /** The permission code that an operation needs; undefined if the API does not have the operation. */
  permission: (operation: CrudOperation) => Permission | undefined;
}

/**
 * Describes how a resource is shown and changed, for `CrudPage`. Columns, filters and fields are those of the path in
 * the API's description: one that does not exist there does not compile.
 */
export function defineCrud<R extends ResourcePath, Names extends string = never>(
  path: R,
  options: CrudOptions<R> & ActionsIn<R, Names>,
): Crud<R> {
  const { title, key = 'id', nameOf = usualName, fixed = () => false } = options;
  const added = additionsOf(path);
  const columns = { ...options.columns, ...added.columns };
  const filters = { ...options.filters, ...added.filters };
  const fields = { ...options.fields, ...added.fields };
  return {
    path,
    title,
    headings: options.headings,
    columns: present(columns as Record<string, Column>, ['list']),
    filters: present(
      Object.fromEntries(
        Object.entries(filters as Record<string, Filter | 'range'>).map(([name, filter]) => [
          name,
          filter === 'range' ? { label: columnLabel(columns as Record<string, Column>), input: 'range' } : filter,
        ]),
      ),
    ),
    fields: present(fields as Record<string, Field>, ['list', 'add', 'delete']),
    key,
    nameOf: nameOf as (row: Row) => string,
    tree: options.tree,
    tabs: [...(options.tabs ?? []), ...(added.tabs ?? [])],
    files: isAllowed(`${path}/file/{id}`) ? options.files : undefined,
    actions: allowedActions(path, { ...options.actions, ...added.actions }),
    parts: added.parts,
    fixed: fixed as (row: Row) => boolean,
    permission: (operation) => codeOf(path, operation),
  };
}

/** The default name of a row. */
export function usualName(row: object): string {
  const { name, username, label, key, id } = row as Record<string, string | number | undefined>;
  return String(name ?? username ?? label ?? key ?? id);
}

function columnLabel(columns: Record<string, Column>): string {
  return columns.createdAt?.label ?? '';
}

function codeOf(path: string, operation: CrudOperation): Permission | undefined {
  return permissionOfPath[`${path}/${operation}`] ?? permissionOfPath[`${path}/${operation}/{id}`];
}

function isAllowed(path: string): boolean {
  const code = permissionOfPath[path];
  return code !== undefined && can(code);
}

function allowedActions(path: string, actions: object): Record<string, Action> {
  return Object.fromEntries(
    Object.entries(actions as Record<string, Action>).filter(([name]) => isAllowed(`${path}/${name}/{id}`)),
  );
}

/** The members that a user sees; those that hold links require the permissions for the links. */
function present<T extends { absent?: boolean; link?: string; input?: Input | Filter['input'] }>(
  members: Record<string, T>,
  operations: readonly CrudOperation[] = [],
): Record<string, T> {
  const isHeld = (path: string, operation: CrudOperation) => {
    const code = codeOf(path, operation);
    return code !== undefined && can(code);
  };
  return Object.fromEntries(
    Object.entries(members).filter(
      ([, { absent, link, input }]) =>
        absent !== true &&
        (link === undefined ||
          (operations.every((operation) => isHeld(link, operation)) &&
            (input === undefined || isHeld(referenceOf(input) ?? '', 'page')))),
    ),
  );
}

/** The path from which a reference reads its rows; undefined for other choices. */
export function referenceOf(of: Show | Input | Filter['input']): string | undefined {
  if (typeof of !== 'object') return undefined;
  if ('tree' in of) return of.tree;
  return 'options' in of ? of.options : 'reference' in of ? of.reference : undefined;
}

/** Filters with two ends. */
const RANGES = ['numbers', 'days', 'times', 'epoch', 'epoch-ms'];

/** The parameters for the two ends of a filter's range; undefined for a filter with a single value. */
export function endsOf(name: string, input: Filter['input']): [from: string, to: string] | undefined {
  if (input === 'range') return ['startTime', 'endTime'];
  return typeof input === 'string' && RANGES.includes(input) ? [`${name}From`, `${name}To`] : undefined;
}

/** The parameters of all filters; a range has two. */
export function filterNames({ filters }: Crud): string[] {
  return Object.entries(filters).flatMap(([name, { input }]) => endsOf(name, input) ?? [name]);
}
