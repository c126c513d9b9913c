import type { EntityTarget, ObjectLiteral } from 'typeorm';
import type { Schema } from '../http/description/schema.js';

/** Value of a key column; a whole number that JavaScript would round is a string. Several columns are one text. */
export type Key = number | string;

/** A row with an id, as every resource has. */
export interface Row {
  id: Key;
}

/** Columns that rows are ordered by. */
export type Order<E> = [property: Property<E>, direction: 'ASC' | 'DESC'][];

/** The name of a member of a row. */
export type Property<E> = string & keyof E;

/** A table that links rows to others: `{ entity: UserRole, row: 'userId', other: 'roleId' }`. */
export interface Link {
  entity: EntityTarget<ObjectLiteral>;
  /** Property with the key of the row. */
  row: string;
  /** Property with the number that is filtered by. */
  other: string;
}

/** How a table marks a row as deleted, by the names of its columns. Without a value, anything but NULL is the mark. */
export interface DeletionMark {
  column: string;
  deleted?: string | number;
}

/** A table that a column refers to by its key, in the names of the database. */
export interface ReferencedTable {
  table: string;
  /** The one column of its key. */
  key: string;
  /** The column that people know its rows by. */
  label: string;
  /** The column with the tenant of a row, where it has one. */
  tenant?: string;
  softDelete?: DeletionMark;
}

/** The same of a table that has an entity: its key and its tenant are known from that. */
export interface ReferencedEntity {
  entity: EntityTarget<ObjectLiteral>;
  /** Property that people know its rows by. */
  label: string;
}

/** What a column refers to. */
export type Reference = ReferencedTable | ReferencedEntity;

/** How rows are deleted that stay in their table. Without `deleted`, the time of deletion is the mark, and NULL none. */
export interface SoftDelete<E> {
  property: Property<E>;
  alive?: string | number | boolean;
  deleted?: string | number | boolean;
}

/** What a resource says of itself; everything else is the same for all. */
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
  /** Order without `orderBy`; by default `sort` and the key where there is a `sort`, else newest first. */
  order?: Order<E>;
  /** Filters by whole numbers that another table holds of a row. */
  links?: Record<string, Link>;
  /** Members that `complete` adds to rows, for the API description. */
  added?: Record<string, Schema>;
  /** Property that names a row where it is one of several to choose from; by default its key. */
  name?: Property<E>;
  /** What columns refer to; a row shows the label of each as `<property>Label`. */
  references?: { [P in Property<E>]?: Reference };
  /** Property of the parent, 0 or null for none. */
  tree?: Property<E>;
  /** Times or days that the service sets, where the entity does not. */
  times?: { created?: Property<E>; updated?: Property<E> };
  /** Columns that the service sets to who makes a change: the username in a text, the id in a number. */
  by?: { created?: Property<E>; updated?: Property<E> };
  softDelete?: SoftDelete<E>;
  /** Rows of other tables, by the member that holds them; the key is then one column. */
  lines?: Record<string, Lines>;
  /** Properties that page, list and export leave out. */
  large?: Property<E>[];
  /** Whether the service makes the key where a new row has none: a UUID, without dashes where the column is too short. */
  keys?: 'uuid';
}

/** Rows of another table that are added, changed and deleted together with a row, and what is special about them. */
export interface Lines extends Pick<CrudShape<ObjectLiteral>, 'references' | 'times' | 'by' | 'keys'> {
  entity: EntityTarget<ObjectLiteral>;
  /** Property that names the row. */
  row: string;
}
