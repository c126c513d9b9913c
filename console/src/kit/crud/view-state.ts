import { type Crud, filterNames } from './define-crud';
import type { ColumnChoice } from './use-preferences';
import type { TableState } from './use-url-state';

/** The filters, columns and order of a saved view. Without `columns`, it shows the usual ones. */
export interface ViewState {
  filters: Record<string, string>;
  columns?: string[];
  orderBy?: string;
  order?: 'asc' | 'desc';
}

/** The parts of a saved view that the page still has, and the names of the others. */
export interface KnownState {
  state: ViewState;
  gone: string[];
}

/** Reads the stored state of a view, which another release or another client may have written. */
export function knownState(of: Crud, stored: unknown): KnownState {
  const { filters, columns, orderBy, order } = (stored ?? {}) as Record<string, unknown>;
  const names = filterNames(of);
  const wanted = Object.entries((filters ?? {}) as Record<string, unknown>).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '',
  );
  const shown = Array.isArray(columns) ? columns.filter((name) => typeof name === 'string') : undefined;
  const hasColumn = (name: string) => of.columns[name] !== undefined && of.columns[name].detail !== true;
  const sorts = typeof orderBy === 'string' && of.columns[orderBy]?.sort === true;
  const state: ViewState = { filters: Object.fromEntries(wanted.filter(([name]) => names.includes(name))) };
  const left = shown?.filter(hasColumn) ?? [];
  if (left.length > 0) state.columns = left;
  if (sorts) {
    state.orderBy = orderBy;
    state.order = order === 'desc' ? 'desc' : 'asc';
  }
  const gone = [
    ...wanted.map(([name]) => name).filter((name) => !names.includes(name)),
    ...(shown ?? []).filter((name) => !hasColumn(name)),
    ...(typeof orderBy === 'string' && !sorts ? [orderBy] : []),
  ];
  return { state, gone: [...new Set(gone)] };
}

/** The choice that shows a view's columns in their order. */
export function choiceOf(of: Crud, { columns }: ViewState): ColumnChoice {
  if (columns === undefined) return { columns: {}, order: [] };
  const all = Object.keys(of.columns);
  return { columns: Object.fromEntries(all.map((name) => [name, columns.includes(name)])), order: [...columns] };
}

/**
 * The state to save for the table as it is now.
 * @param shown names of the columns that it shows
 */
export function stateOf(
  { filters, orderBy, order }: TableState,
  choice: ColumnChoice,
  shown: readonly string[],
): ViewState {
  const chosen = choice.order.length > 0 || Object.keys(choice.columns).length > 0;
  return {
    filters: { ...filters },
    ...(chosen && { columns: [...shown] }),
    ...(orderBy !== undefined && { orderBy, order }),
  };
}

/** Whether two states show the same. */
export function isSame(one: ViewState, other: ViewState): boolean {
  return textOf(one) === textOf(other);
}

function textOf({ filters, columns, orderBy, order }: ViewState): string {
  const sorted = Object.entries(filters).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([sorted, columns, orderBy, order]);
}
