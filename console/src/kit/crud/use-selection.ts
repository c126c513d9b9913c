import { computed, shallowReactive } from 'vue';
import type { Crud, Row } from './define-crud';

/** The most rows that can be selected. */
export const MOST_SELECTED = 1000;

/** The selected rows of a table, which stay selected across pages. */
export function useSelection(of: Crud) {
  const selected = shallowReactive(new Map<unknown, Row>());

  /** Selects or deselects a row; returns false if too many are selected already. */
  function set(row: Row, on: boolean): boolean {
    if (!on) selected.delete(row[of.key]);
    else if (selected.size < MOST_SELECTED) selected.set(row[of.key], row);
    else return selected.has(row[of.key]);
    return true;
  }

  return {
    rows: computed(() => [...selected.values()]),
    count: computed(() => selected.size),
    has: (row: Row) => selected.has(row[of.key]),
    set,
    clear: () => selected.clear(),
  };
}

/** The result of {@link useSelection}. */
export type Selection = ReturnType<typeof useSelection>;
