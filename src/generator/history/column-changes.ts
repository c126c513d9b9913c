import type { TableColumn, TableDefinition } from '../model/table.js';

/** A column as a baseline remembers it. */
export interface KnownColumn {
  name: string;
  /** The native type with everything that belongs to it. */
  type: string;
  nullable: boolean;
  /** A value in quotes, or an expression; null for none. */
  default: string | null;
  /** Computed or auto-incremented by the database. */
  made: boolean;
  comment: string;
}

/** Names of the columns that a table has gained, lost and changed. */
export interface ColumnChanges {
  gained: string[];
  lost: string[];
  changed: string[];
}

/** A column that was renamed, certainly or probably. */
export interface RenamedColumn {
  from: string;
  to: string;
}

export function knownColumns({ columns }: TableDefinition): KnownColumn[] {
  return columns.map((column) => ({
    name: column.name,
    type: column.fullType,
    nullable: column.nullable,
    default: defaultText(column),
    made: column.generated || column.autoIncrement,
    comment: column.comment,
  }));
}

/**
 * Compares columns with their former state.
 * @param renames columns that are known to be renamed, old → new
 */
export function compareColumns(
  before: readonly KnownColumn[],
  now: readonly KnownColumn[],
  renames: ReadonlyMap<string, string>,
): ColumnChanges {
  const formerly = new Map(before.map((column) => [renames.get(column.name) ?? column.name, column]));
  const names = new Set(now.map(({ name }) => name));
  const isChanged = (column: KnownColumn) => {
    const former = formerly.get(column.name);
    return former !== undefined && JSON.stringify({ ...former, name: '' }) !== JSON.stringify({ ...column, name: '' });
  };
  return {
    gained: now.filter(({ name }) => !formerly.has(name)).map(({ name }) => name),
    lost: [...formerly].filter(([name]) => !names.has(name)).map(([, { name }]) => name),
    changed: now.filter(isChanged).map(({ name }) => name),
  };
}

/** The given renames, then likely ones: a lost and a gained column that are the only ones of their kind. */
export function renamedColumns(
  before: readonly KnownColumn[],
  now: readonly KnownColumn[],
  renames: ReadonlyMap<string, string>,
): RenamedColumn[] {
  const { gained, lost } = compareColumns(before, now, renames);
  const went = before.filter(({ name }) => lost.includes(name));
  const came = now.filter(({ name }) => gained.includes(name));
  const suggested = went.flatMap((column) => {
    const [to, ...others] = came.filter((each) => kindOf(each) === kindOf(column));
    const rivals = went.filter((each) => kindOf(each) === kindOf(column));
    return to && others.length === 0 && rivals.length === 1 ? [{ from: column.name, to: to.name }] : [];
  });
  return [...Array.from(renames, ([from, to]) => ({ from, to })), ...suggested];
}

function kindOf({ type, nullable, default: value }: KnownColumn): string {
  return JSON.stringify([type, nullable, value]);
}

function defaultText({ default: value }: TableColumn): string | null {
  if (value === undefined) return null;
  return 'value' in value ? `'${value.value}'` : value.expression;
}
