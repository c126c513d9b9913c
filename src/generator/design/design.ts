import type { Input } from '../model/inputs.js';
import type { ValueKind } from '../model/value-kinds.js';

/** The forms that hold a column: both, only the one for a new row, or none. */
export const FORMS = ['edit', 'add', 'none'] as const;

type Form = (typeof FORMS)[number];

/** Whether a page shows something from the start, only when asked for it, or never. */
export const PLACES = [true, 'more', false] as const;

/** One of {@link PLACES}. */
export type Appearance = (typeof PLACES)[number];

/** How a column is served. */
export interface ColumnDesign {
  label: string;
  /** Labels in other languages, by the code of the language. */
  labels: Record<string, string>;
  /** Whether page, list and export have it; the console hides a "more" column until somebody chooses it. */
  list: Appearance;
  form: Form;
  /** Whether page and list may be filtered by it; a "more" filter is offered by "Add filter". */
  filter: Appearance;
  sort: boolean;
  input: Input;
  /** How its values are shown. References and dictionary values are shown by their labels. */
  show: ValueKind;
  /** Code of the dictionary with the labels of its values. */
  dict: string | null;
  required: boolean;
  /** The hint below its field in the form. */
  help: string | null;
  /** Heading of its section in forms and details; null for none. */
  group: string | null;
  /** Left out of answers and filters; a form may still hold it. */
  hidden: boolean;
  /** Left out of logs, exports, filters and orders; everybody who may read the rows still sees it. */
  concealed: boolean;
  /** Encrypted as well, and read with a permission of its own; its hash is in the column `<name>_hash`. */
  encrypted: boolean;
  reference: ReferenceDesign | null;
}

/** The name of something. */
interface Titled {
  label: string;
  labels: Record<string, string>;
}

/** A move of rows from some states to another one. */
interface MoveDesign extends Titled {
  from: (string | number)[];
  to: string | number;
}

/** The states of rows, in a column that only moves change. */
interface FlowDesign {
  column: string;
  /** By the names of their routes; a new row is where the first begins. */
  moves: Record<string, MoveDesign>;
}

/** Files that rows have. */
export interface FilesDesign extends Titled {
  /** Media types. */
  types: string[];
  /** Bytes. */
  max: number;
  /** How many a row may have; null for as many as there is room for. */
  most: number | null;
}

/** The table and column that a column refers to. */
export interface ReferenceDesign {
  table: string;
  /** The referenced column, if it is not the key of its table. */
  key?: string;
  /** The column that names the rows of the table. */
  label: string;
  /** The share of the stored values that exists there, from 0 to 1; null without rows. A design cannot change it. */
  confirmed: number | null;
}

/** Two columns that the service sets. */
export interface StampDesign {
  created: string | null;
  updated: string | null;
}

/** The place of a page in the menu, and its name there. */
interface MenuDesign {
  /** The entry below which the page, or its folder, appears; 0 is the top. */
  parentId: number;
  icon: string;
  /** The name of its rows in the menu and in the heading of the page. */
  name: string;
  /** Name of the folder that holds the page; modules that name the same folder share it. */
  folder: string | null;
  /** Place among its siblings. */
  sort: number;
}

/** The rows of another table that refer to a row by one of its columns. */
export interface RowsDesign {
  table: string;
  by: string;
}

/** How a table is served, in every detail: as inferred, except where a person has said otherwise. */
export interface Design {
  label: string;
  labels: Record<string, string>;
  /** The name that files, route and classes are derived from. */
  name: string;
  /** First part of the permission codes. */
  moduleName: string;
  menu: MenuDesign;
  /** Names of the columns that tell rows apart. */
  key: string[];
  /** By the column's name in the database, in the table's order. */
  columns: Record<string, ColumnDesign>;
  times: StampDesign;
  by: StampDesign;
  /** The mark of deleted rows; without a value, NULL means alive. */
  softDelete: { column: string; deleted: string | null } | null;
  tree: { parent: string } | null;
  /** Other tables whose rows belong to a row of this one, with their column that refers to it. */
  lines: RowsDesign[];
  /** Tables whose rows refer to a row and have a tab in its details, with the referring column. */
  tabs: RowsDesign[];
  /** The column with the department of a row; null if rows belong to no department. */
  dept: string | null;
  /** Whether data scopes limit the rows: by their department, or by who created them. */
  dataScope: boolean;
  /** Whether rows of other tables refer only to rows that the caller sees. */
  scoped: boolean;
  /** Whether it is a link table: the pages of the tables that it joins edit its rows, and it has no page of its own. */
  link: boolean;
  flow: FlowDesign | null;
  /** Actions on a row whose bodies are written by hand, by the names of their routes. */
  actions: Record<string, Titled>;
  /** By kind. */
  files: Record<string, FilesDesign>;
}

/** The columns that play a role of their own in every row. */
export type RoleDesign = Pick<Design, 'times' | 'by' | 'softDelete' | 'tree'>;

/** A design as a person writes it: any part of one. */
export interface SavedDesign {
  $schema?: string;
  label?: string;
  labels?: Record<string, string>;
  name?: string;
  moduleName?: string;
  menu?: Partial<Design['menu']>;
  key?: string[];
  columns?: Record<string, SavedColumn>;
  times?: Partial<StampDesign> | null;
  by?: Partial<StampDesign> | null;
  softDelete?: { column: string; deleted?: string | null } | null;
  tree?: { parent: string } | null;
  lines?: RowsDesign[] | null;
  tabs?: RowsDesign[] | null;
  dept?: string | null;
  dataScope?: boolean;
  scoped?: boolean;
  link?: boolean;
  flow?: { column: string; moves: Record<string, SavedMove> } | null;
  actions?: Record<string, Partial<Titled>> | null;
  files?: Record<string, Partial<FilesDesign> & Pick<FilesDesign, 'types' | 'max'>> | null;
}

/** A move as a person writes it. */
interface SavedMove extends Partial<Titled> {
  from: string | number | (string | number)[];
  to: string | number;
}

/** The design of a column as a person writes it. */
export interface SavedColumn extends Partial<Omit<ColumnDesign, 'reference'>> {
  reference?: (Partial<ReferenceDesign> & Pick<ReferenceDesign, 'table'>) | null;
}
