import type { CrudOperation } from 'steward/crud';
import type { ColumnFacts } from './columns.js';
import type { KeyType } from './key.js';
import type { Target } from './references.js';

/** A column with all that the templates need to know of it. */
export interface ModelColumn extends ColumnFacts {
  /** What bodies hold it: those of add and update, of add alone, or none. */
  form: 'edit' | 'add' | 'none';
  /** Whether page and list may be filtered by it. */
  filter: boolean;
  /** In no answer; where a form holds it, it is written only. */
  hidden: boolean;
  /** Whether page, list and export show it; a detail shows it anyway. */
  listed: boolean;
  /** Whether `add` needs it. */
  required: boolean;
  /** Code of the dictionary with the labels of its values. */
  dict?: string;
  reference?: ReferenceModel;
  /** Whether it holds the URL of an uploaded image. */
  image: boolean;
}

/** What a column refers to, in the names of the database. */
export interface ReferenceModel extends Target {
  tenant?: string;
  /** The mark of deleted rows; without a value NULL means alive. */
  softDelete?: { column: string; deleted?: string };
}

/** The columns that tell rows apart. */
export interface TableKey {
  /** In the key's order; none for a view without a key. One column has the property `id`. */
  columns: ModelColumn[];
  type: KeyType;
  /** Counted up by the database. */
  automatic: boolean;
  /** Made by the service where `add` leaves it out. */
  made: boolean;
}

/** Two columns that the service sets, where a table has them. */
export interface Stamps {
  created?: ModelColumn;
  updated?: ModelColumn;
}

/** Those of two columns that there are. */
export function present<T>({ created, updated }: { created?: T | null; updated?: T | null }): T[] {
  return [created, updated].filter((column) => column !== undefined && column !== null);
}

/** Rows of another table that are added, changed and deleted together with a row. */
export interface LinesModel {
  /** Member of the body and of the row: `orderLine`. */
  member: string;
  /** Last part of its classes: `OrderLine`. */
  pascal: string;
  /** The column that names the row. */
  by: ModelColumn;
  model: TableModel;
}

/** How many operations a resource has that lacks none. */
const ALL_OPERATIONS = 8;

/** Whether a resource has every operation, so that nobody has to list them. */
export function isComplete({ operations }: TableModel): boolean {
  return operations.length === ALL_OPERATIONS;
}

/** A table or view as a resource of the API. */
export interface TableModel {
  table: string;
  comment: string;
  label: string;
  /** Whether it is read only. */
  view: boolean;
  /** The operations that it has. */
  operations: CrudOperation[];
  key: TableKey;
  /** Whether id and times are those of `AuditedEntity`. */
  audited: boolean;
  /** All columns, in the table's order. */
  all: ModelColumn[];
  /** All columns but the key, the tenant and what the service sets: what bodies may hold. */
  columns: ModelColumn[];
  /** The column that says which tenant a row belongs to. */
  tenant?: ModelColumn;
  times: Stamps;
  by: Stamps;
  /** The mark of deleted rows, with values as source text; without them NULL means alive. */
  softDelete?: { column: ModelColumn; alive?: string; deleted?: string };
  /** The column that names the parent of a row. */
  tree?: ModelColumn;
  /** The column that names a row to people; the key where there is none. */
  name?: ModelColumn;
  lines: LinesModel[];
  /** Properties of each unique key besides the key. */
  uniqueKeys: string[][];
}
