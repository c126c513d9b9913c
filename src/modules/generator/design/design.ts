import type { ModelColumn, TableModel } from '../model/model.js';
import { labelOf } from '../model/names.js';

/** How a column is filled in. */
export type Input =
  | 'text'
  | 'textarea'
  | 'number'
  | 'decimal'
  | 'switch'
  | 'select'
  | 'radio'
  | 'day'
  | 'time'
  | 'datetime'
  | 'image'
  | 'json'
  | 'reference'
  | 'tree'
  | 'password';

/** How a column is shown and filled in. */
export interface ColumnDesign {
  label: string;
  labels: Record<string, string>;
  list: boolean;
  form: 'edit' | 'add' | 'none';
  filter: boolean;
  sort: boolean;
  input: Input;
  dict: string | null;
  required: boolean;
  hidden: boolean;
  reference: { table: string; label: string } | null;
}

/** How a table becomes a module. */
export interface Design {
  label: string;
  labels: Record<string, string>;
  name: string;
  moduleName: string;
  menu: { parentId: number; icon: string };
  key: string[];
  columns: Record<string, ColumnDesign>;
  times: { created: string | null; updated: string | null };
  by: { created: string | null; updated: string | null };
  softDelete: { column: string; deleted: string | null } | null;
  tree: { parent: string } | null;
  lines: { table: string; by: string }[];
}

/** The design of a table of which nothing was said. */
export function designOf(model: TableModel): Design {
  const { table, key, tenant, audited, stamped, columns } = model;
  const all = [key, ...columns, ...(tenant ? [tenant] : []), ...stamped];
  const times = audited ? { created: 'created_at', updated: 'updated_at' } : timesOf(stamped);
  const label = labelOf(table);
  return {
    label,
    labels: {},
    name: table,
    moduleName: 'app',
    menu: { parentId: 0, icon: '' },
    key: [key.name],
    columns: Object.fromEntries([
      ...all.map((column) => [column.name, columnDesignOf(table, column, column === key)] as const),
      ...(audited ? [times.created, times.updated].map((name) => [name ?? '', timeDesignOf(name ?? '')] as const) : []),
    ]),
    times,
    by: { created: null, updated: null },
    softDelete: null,
    tree: null,
    lines: [],
  };
}

function timesOf(stamped: ModelColumn[]): Design['times'] {
  const named = (name: string) => stamped.find(({ property }) => property === name)?.name ?? null;
  return { created: named('createdAt'), updated: named('updatedAt') };
}

function columnDesignOf(table: string, column: ModelColumn, isKey: boolean): ColumnDesign {
  const { name, family, choices, nullable, optional, generated, shape } = column;
  const dict = choices && !choices.problem ? `${table}_${name}` : null;
  const isLarge = ['binary', 'json'].includes(family.kind);
  return {
    label: choices?.name || labelOf(name),
    labels: {},
    list: !isLarge,
    form: generated ? 'none' : isKey ? 'add' : 'edit',
    filter: shape.filtered,
    sort: !isLarge,
    input: dict !== null || family.kind === 'choice' ? 'select' : INPUTS[family.kind],
    dict,
    required: !nullable && !optional,
    hidden: false,
    reference: null,
  };
}

const INPUTS: Record<ModelColumn['family']['kind'], Input> = {
  whole: 'number',
  flag: 'switch',
  bits: 'number',
  decimal: 'decimal',
  real: 'number',
  text: 'text',
  longText: 'textarea',
  choice: 'select',
  choices: 'select',
  json: 'json',
  binary: 'textarea',
  day: 'day',
  timeOfDay: 'time',
  time: 'datetime',
};

function timeDesignOf(name: string): ColumnDesign {
  return {
    label: labelOf(name),
    labels: {},
    list: true,
    form: 'none',
    filter: false,
    sort: true,
    input: 'datetime',
    dict: null,
    required: false,
    hidden: false,
    reference: null,
  };
}
