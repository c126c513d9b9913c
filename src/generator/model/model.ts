import type { CrudOperation } from 'steward/crud';
import type { ColumnFacts } from './columns.js';
import type { KeyType } from './key.js';
import type { Target } from './reference-target.js';
import type { TimeUnit } from './value-kinds.js';

/** A column with everything that the templates need. */
export interface ModelColumn extends ColumnFacts {
  /** The bodies that hold it: add and update, add alone, or none. */
  form: 'edit' | 'add' | 'none';
  /** Whether page and list may be filtered by it. */
  filter: boolean;
  /** Left out of every answer; if a form holds it, it is write-only. */
  hidden: boolean;
  /** Whether page, list and export show it; a detail always does. */
  listed: boolean;
  /** Whether `add` requires it. */
  required: boolean;
  /** Code of the dictionary with the labels of its values. */
  dict?: string;
  reference?: ReferenceModel;
  /** Whether it may hold URLs of uploaded images. */
  filed: boolean;
  /** Whether the column is left out of logs, exports, filters and orders. */
  concealed: boolean;
  /** How it is encrypted. */
  sealed?: SealModel;
  /** The unit in which it counts the time since 1970, if it is shown as a time. */
  epoch?: TimeUnit;
}

/** The target of a reference, by the names in the database. */
export interface ReferenceModel extends Target {
  /** Whether it holds the key of the table, by which rows are offered. */
  byKey: boolean;
  /** Values that it takes besides the keys of rows: 0 and the empty text for no row, or any value. */
  takes?: 'none' | 'any';
  /** Whether it holds the keys of several rows. */
  list?: boolean;
  tenant?: string;
  /** The mark of deleted rows; without a value, NULL means alive. */
  softDelete?: { column: string; deleted?: string };
}

/** How a column is encrypted. */
export interface SealModel {
  /** The last part of the permission code with which it is read: `readTaxNumber`. */
  operation: string;
  /** Longest value in characters. */
  length: number;
}

/** An action on a row, which has a route and a permission. */
export interface ActionModel {
  name: string;
  en: string;
  zh: string;
  /** The states that it leads from and to; an action without them is written by hand. */
  move?: { from: (string | number)[]; to: string | number };
}

/** Files that rows have. */
export interface FilesModel {
  kind: string;
  en: string;
  zh: string;
  types: string[];
  max: number;
  most: number | null;
}

/** The columns that tell rows apart. */
export interface TableKey {
  /** In the key's order; none for a view without a key. A single column has the property `id`. */
  columns: ModelColumn[];
  type: KeyType;
  /** Auto-incremented by the database. */
  automatic: boolean;
  /** Made by the service if `add` leaves it out. */
  made: boolean;
}

/** Two columns that the service sets, if the table has them. */
export interface Stamps {
  created?: ModelColumn;
  updated?: ModelColumn;
}

/** The existing ones of the two columns. */
export function present<T>({ created, updated }: { created?: T | null; updated?: T | null }): T[] {
  return [created, updated].filter((column) => column !== undefined && column !== null);
}

/** Rows of another table that are added, changed and deleted together with a row. */
export interface LinesModel {
  /** Member of the body and of the row: `orderLine`. */
  member: string;
  /** Last part of its class names: `OrderLine`. */
  pascal: string;
  /** Its column that refers to the row. */
  by: ModelColumn;
  model: TableModel;
}

/** Rows of another table that refer to a row by one of its columns. */
export interface TabModel {
  table: string;
  /** The name of the table's rows, followed by the column's name if the table has two references. */
  en: string;
  zh: string;
  by: ColumnFacts;
  /** The column of this table whose values it holds, if that is not the key. */
  key?: ModelColumn;
}

/** Rows of another table that a link table joins to a row. */
export interface JoinModel {
  /** Member of bodies and of the row, with their keys: `roleIds`. */
  member: string;
  /** The link table, its column that refers to the row, and the one that refers to the others. */
  link: string;
  by: ColumnFacts;
  other: ColumnFacts;
  /** The table of the other rows. */
  table: string;
  /** Their name. */
  en: string;
  zh: string;
}

/** The operations of a complete resource. */
export const EIGHT_OPERATIONS: CrudOperation[] = [
  ...(['page', 'list', 'detail', 'add', 'update', 'delete', 'batchDelete', 'export'] as const),
];

/** Whether a resource has every operation, so that they need not be listed. */
export function isComplete({ operations }: TableModel): boolean {
  return operations.length === EIGHT_OPERATIONS.length;
}

/** Further operations with permissions of their own: actions, and reading encrypted columns. */
export function operationsBeside({ actions, all }: Pick<TableModel, 'actions' | 'all'>): string[] {
  return [...actions.map(({ name }) => name), ...all.flatMap(({ sealed }) => sealed?.operation ?? [])];
}

/** A table or view as a resource of the API. */
export interface TableModel {
  table: string;
  comment: string;
  label: string;
  /** Whether it is read-only. */
  view: boolean;
  /** The operations that it has. */
  operations: CrudOperation[];
  key: TableKey;
  /** Whether it has id and times as `AuditedEntity` does. */
  audited: boolean;
  /** All columns, in the table's order. */
  all: ModelColumn[];
  /** The columns that bodies may hold: all except the key, the tenant and columns that the service sets. */
  columns: ModelColumn[];
  /** The column that says which tenant a row belongs to. */
  tenant?: ModelColumn;
  times: Stamps;
  by: Stamps;
  /** The mark of deleted rows, with values as source text; without them, NULL means alive. */
  softDelete?: { column: ModelColumn; alive?: string; deleted?: string };
  /** The column that refers to the parent of a row. */
  tree?: ModelColumn;
  /** The column with the department of a row. */
  dept?: ModelColumn;
  /** Whether data scopes limit the rows. */
  dataScope: boolean;
  /** Whether others refer only to rows that the caller sees. */
  scoped: boolean;
  /** The column that names a row to people; the key does so if there is none. */
  name?: ModelColumn;
  /** Whether it is a link table, which has no page of its own. */
  link: boolean;
  /** The column that moves change. */
  state?: ModelColumn;
  actions: ActionModel[];
  files: FilesModel[];
  lines: LinesModel[];
  tabs: TabModel[];
  joins: JoinModel[];
  /** Properties of each unique key other than the key. */
  uniqueKeys: string[][];
}
