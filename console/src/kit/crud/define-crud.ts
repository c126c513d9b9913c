import type { DataOf, paths } from '@/api/client';
import { type Permission, permissionOfPath } from '@/api/permissions';

/** The path of a resource: one whose `…/page` can be read. */
export type ResourcePath = { [P in keyof paths]: P extends `${infer Base}/page` ? Base : never }[keyof paths];

type PageOf<R extends ResourcePath> = paths[`${R}/page` & keyof paths]['get'];

/** A row of the resource's page. */
export type RowOf<R extends ResourcePath> = DataOf<PageOf<R>> extends { records: (infer Row)[] } ? Row & object : never;

/** What the resource's page can be asked for. */
export type QueryOf<R extends ResourcePath> =
  PageOf<R> extends { parameters: { query?: infer Query } } ? NonNullable<Query> : never;

type BodyOf<Operation> = Operation extends { requestBody: { content: { 'application/json': infer Body } } }
  ? Body
  : Operation extends { requestBody?: { content: { 'application/json': infer Body } } }
    ? Body
    : never;

/** What adding or updating a row of the resource takes. */
export type BodiesOf<R extends ResourcePath> =
  | (`${R}/add` extends keyof paths ? BodyOf<paths[`${R}/add`]['post']> : never)
  | (`${R}/update` extends keyof paths ? BodyOf<paths[`${R}/update`]['put']> : never);

type KeysOf<T> = T extends unknown ? keyof T & string : never;

/** A value that can be chosen, and how it is shown. */
export interface Choice {
  value: string | number;
  label: string;
  kind?: 'ok' | 'warn' | 'danger' | 'accent';
}

/** Values to choose from: listed here, the items of a dictionary, or the rows of another resource by their ids. */
export type Choices = { choices: readonly Choice[] } | { dict: string } | { rows: ResourcePath };

/**
 * How a cell shows its value; text by default. `status` is 1 = enabled, 0 = disabled, and a switch for who may change it;
 * `duration` is in milliseconds.
 */
export type Show = 'copy' | 'time' | 'day' | 'number' | 'duration' | 'mono' | 'yes-no' | 'status' | Choices;

/** How a field or filter is filled in; text by default. */
export type Input =
  'textarea' | 'number' | 'decimal' | 'password' | 'yes-no' | 'status' | 'day' | 'time' | 'image' | Choices;

/** A column of the table. */
export interface Column {
  label: string;
  show?: Show;
  /** Whether rows can be ordered by it. */
  sort?: boolean;
  /** Not shown until it is chosen. */
  hidden?: boolean;
  /** Never shown: such as a tenant's column for who has no tenants. */
  absent?: boolean;
}

/** A filter of the table: text that rows contain, a value that they have, or the days between which they were made. */
export interface Filter {
  label: string;
  input?: 'number' | 'yes-no' | 'status' | 'range' | Choices;
  absent?: boolean;
}

/** A field of the form. */
export interface Field {
  label: string;
  input?: Input;
  hint?: string;
  /** The form that has it; both by default. */
  only?: 'add' | 'edit';
  /** What a new row begins with. */
  initial?: unknown;
  /** Required although the API lets it be empty. */
  required?: boolean;
  /** Whether it is asked for while the form has these values; otherwise it is neither checked nor sent. */
  when?: (values: Row) => boolean;
  absent?: boolean;
}

/** How a resource is shown and changed. */
export interface CrudOptions<R extends ResourcePath> {
  /** What one row is called: "User". */
  title: string;
  columns: { [K in KeysOf<RowOf<R>>]?: Column };
  /** By the parameter of the page; `startTime` stands for the range of `startTime` and `endTime`. */
  filters?: { [K in KeysOf<QueryOf<R>>]?: Filter | 'range' };
  fields?: { [K in KeysOf<BodiesOf<R>>]?: Field };
  /** The member that identifies a row; `id` by default. */
  key?: KeysOf<RowOf<R>>;
  /** What a row is called in questions and messages; its name or username by default. */
  nameOf?: (row: RowOf<R>) => string;
  /** Rows that can be neither deleted nor disabled, alone or with others. */
  fixed?: (row: RowOf<R>) => boolean;
}

/** A row without its type, as the parts of the kit handle it. */
export type Row = Readonly<Record<string, unknown>>;

/** The operations of a resource. */
export type CrudOperation = 'page' | 'list' | 'add' | 'update' | 'delete' | 'batchDelete' | 'export';

/** A description as the parts of the kit read it. */
export interface Crud<R extends ResourcePath = ResourcePath> {
  /** Only for the types of slots. */
  readonly resource?: R;
  path: string;
  title: string;
  columns: Readonly<Record<string, Column>>;
  filters: Readonly<Record<string, Filter>>;
  fields: Readonly<Record<string, Field>>;
  key: string;
  nameOf: (row: Row) => string;
  fixed: (row: Row) => boolean;
  /** The code that an operation needs; undefined where the API does not have it. */
  permission: (operation: CrudOperation) => Permission | undefined;
}

/**
 * Describes how a resource is shown and changed, for `CrudPage`. Rows, filters and fields are those of the path in the
 * API's description: one that does not exist there does not compile.
 */
export function defineCrud<R extends ResourcePath>(path: R, options: CrudOptions<R>): Crud<R> {
  const { title, columns, filters = {}, fields = {}, key = 'id', nameOf = usualName, fixed = () => false } = options;
  return {
    path,
    title,
    columns: present(columns as Record<string, Column>),
    filters: present(
      Object.fromEntries(
        Object.entries(filters as Record<string, Filter | 'range'>).map(([name, filter]) => [
          name,
          filter === 'range' ? { label: columnLabel(columns as Record<string, Column>), input: 'range' } : filter,
        ]),
      ),
    ),
    fields: present(fields as Record<string, Field>),
    key,
    nameOf: nameOf as (row: Row) => string,
    fixed: fixed as (row: Row) => boolean,
    permission: (operation) =>
      permissionOfPath[`${path}/${operation}`] ?? permissionOfPath[`${path}/${operation}/{id}`],
  };
}

/** What a row is called where nothing else is said. */
export function usualName(row: object): string {
  const { name, username, label, key, id } = row as Record<string, string | number | undefined>;
  return String(name ?? username ?? label ?? key ?? id);
}

function columnLabel(columns: Record<string, Column>): string {
  return columns.createdAt?.label ?? '';
}

function present<T extends { absent?: boolean }>(members: Record<string, T>): Record<string, T> {
  return Object.fromEntries(Object.entries(members).filter(([, { absent }]) => absent !== true));
}
