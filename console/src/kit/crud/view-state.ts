import { type Crud, filterNames } from './define-crud';
import type { ColumnChoice } from './use-preferences';
import type { TableState } from './use-url-state';

/** What a saved view holds of a table. Without `columns`, it shows the usual ones. */
export interface ViewState {
  filters: Record<string, string>;
  columns?: string[];
  orderBy?: string;
  order?: 'asc' | 'desc';
}

/** A saved view as far as the page still has its parts, and the names of those that it has no more. */
export interface KnownState {
  state: ViewState;
  gone: string[];
}

/** Reads what is stored under a view, which people of other releases, and other clients, may have written. */
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

/** The choice of columns that shows those of a view, in its order. */
export function choiceOf(of: Crud, { columns }: ViewState): ColumnChoice {
  if (columns === undefined) return { columns: {}, order: [] };
  const all = Object.keys(of.columns);
  return { columns: Object.fromEntries(all.map((name) => [name, columns.includes(name)])), order: [...columns] };
}

/**
 * What a view of the table as it is now would hold.
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
