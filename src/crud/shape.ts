import type { EntityTarget, ObjectLiteral } from 'typeorm';
import type { Schema } from '../http/description/json-schema.js';

/**
 * Value of a key column; a whole number that JavaScript would round is a string. A key of several columns is one text.
 */
export type Key = number | string;

/** A row with an id, as every resource has. */
export interface Row {
  id: Key;
}

/** Columns that rows are ordered by. */
export type SortOrder<E> = [property: Property<E>, direction: 'ASC' | 'DESC'][];

/** The name of a member of a row. */
export type Property<E> = string & keyof E;

/** A table that links rows to others: `{ entity: UserRole, row: 'userId', other: 'roleId' }`. */
export interface Link {
  entity: EntityTarget<ObjectLiteral>;
  /** Property with the key of the row. */
  row: string;
  /** Property with the number to filter by. */
  other: string;
}

/**
 * How a table marks a row as deleted, with the name of its column. Without `deleted`, anything but NULL is the mark.
 */
export interface DeletionMark {
  column: string;
  deleted?: string | number;
}

/** A table that a column refers to by its key, with the names that the database uses. */
export interface ReferencedTable {
  table: string;
  /** The only column of its key. */
  key: string;
  /** The column with the names that people know its rows by. */
  label: string;
  /** The column with the tenant of a row, if there is one. */
  tenant?: string;
  softDelete?: DeletionMark;
  /**
   * Values that the column takes besides the keys of rows; none by default. `none`: 0 and the empty text, which stand
   * for no row. `any`: every value, so that the reference only labels rows and offers them.
   */
  takes?: 'none' | 'any';
  /**
   * Whether the column is a text with the keys of several rows, separated by commas or as an array in JSON. It takes any
   * text, and its label is the list of theirs.
   */
  list?: boolean;
}

/**
 * The same for a table that has an entity: its key and tenant come from the entity, its deletion mark from its service.
 */
interface ReferencedEntity extends Pick<ReferencedTable, 'takes'> {
  entity: EntityTarget<ObjectLiteral>;
  /** Property with the names that people know its rows by. */
  label: string;
}

/** The target of a column's reference. */
export type Reference = ReferencedTable | ReferencedEntity;

/**
 * How rows that stay in their table are deleted. Without `deleted`, the time of deletion is the mark, and NULL means
 * not deleted.
 */
export interface SoftDelete<E> {
  property: Property<E>;
  alive?: string | number | boolean;
  deleted?: string | number | boolean;
}

/** A value of the column that says in which state a row is. */
export type State = string | number;

/** The states of rows: which moves there are from one to another, each an operation with a permission of its own. */
export interface Flow<E> {
  /** Property with the state. */
  property: Property<E>;
  /** By their names. A new row is where the first of them begins. */
  moves: Readonly<Record<string, { from: State | readonly State[]; to: State }>>;
}

/** The particulars of a resource; everything else is the same for all. */
export interface CrudShape<E> {
  /** Name of one row, for messages: "Configuration group". */
  label: string;
  /**
   * Properties that page and list may be filtered by: numbers, days and times by `<name>From` and `<name>To` as well.
   */
  filters: Property<E>[];
  /** Message for a row whose unique key is taken. */
  duplicate?: string;
  /** Property that `startTime` and `endTime` bound; by default the time of creation. */
  timeColumn?: Property<E>;
  /** Order without `orderBy`; by default `sort` and the key if there is a `sort`, otherwise newest first. */
  order?: SortOrder<E>;
  /** Filters by whole numbers that another table holds for a row. */
  links?: Record<string, Link>;
  /** Members that `complete` adds to rows, for the API description. */
  added?: Record<string, Schema>;
  /** Property that names a row in a list to choose from; by default its key. */
  name?: Property<E>;
  /** The targets of columns that refer to rows; a row shows the label of each as `<property>Label`. */
  references?: { [P in Property<E>]?: Reference };
  /** The states of rows; the column then changes with {@link CrudService.move} alone. */
  flow?: Flow<E>;
  /** Property of the parent, 0 or null for none. */
  tree?: Property<E>;
  /** Times or days that the service sets, if the entity does not. */
  times?: { created?: Property<E>; updated?: Property<E> };
  /**
   * Columns that the service sets to the user who makes a change: the username in a text column, the id in a number.
   */
  by?: { created?: Property<E>; updated?: Property<E> };
  softDelete?: SoftDelete<E>;
  /**
   * `false`: a caller's data scope does not limit the rows. By default it does wherever rows belong to a department or a
   * user (docs/security.md, Data scope).
   */
  dataScope?: false;
  /**
   * The department of a row, to which it refers; by default `deptId`, unless that refers to another table. Only a property
   * that is named here is labelled without being among the references.
   */
  dept?: Property<E>;
  /** The user whose row it is; by default who created it: `by.created`, or `createdBy`. */
  owner?: Property<E>;
  /**
   * The permission with which a caller must reach a row to refer to it from another one; by default every row of the
   * tenant may be referred to.
   */
  visibleBy?: string;
  /** Rows of other tables, by the member that holds them; the key must then be one column. */
  lines?: Record<string, Lines>;
  /** Rows of other tables that a link table joins to rows, by the member with their keys; the key must be one column. */
  joins?: Record<string, Join>;
  /** For a link table: the codes with which the resources that it joins show and change its rows. */
  link?: LinkCodes;
  /** Properties that change without anybody changing the row, such as the time of a login: no part of its version. */
  incidental?: Property<E>[];
  /** Properties that page, list and export leave out. */
  large?: Property<E>[];
  /** Whether the service generates the key if a new row has none: a UUID, without dashes if the column is too short. */
  keys?: 'uuid';
}

/**
 * A link table as one of the tables that it joins uses it, with the names that the database uses. Its own service says the
 * rest: what its columns refer to, and the codes that a caller needs.
 */
export interface Join {
  table: string;
  /** Column with the key of a row. */
  row: string;
  /** Column with the key of a row that is joined to it. */
  other: string;
}

/** The permission codes for the rows of a link table. */
export interface LinkCodes {
  list: string;
  add: string;
  delete: string;
}

/** Rows of another table that are added, changed and deleted together with a row, and what is special about them. */
export interface Lines extends Pick<CrudShape<ObjectLiteral>, 'references' | 'times' | 'by' | 'keys'> {
  entity: EntityTarget<ObjectLiteral>;
  /** Property with the key of the row that they belong to. */
  row: string;
}
