import { reactive, watch } from 'vue';
import type { Crud } from './define-crud';

/** Which columns a table shows by choice, and in which order. */
export interface ColumnChoice {
  /** Columns that the user has shown or hidden, which overrides the description. */
  columns: Record<string, boolean>;
  /** Names of the columns in the chosen order; empty for the order of the description. */
  order: string[];
}

/** How the user likes to see a table, kept in this browser. */
export interface Preferences extends ColumnChoice {
  dense: boolean;
  pageSize: number;
}

/** The preferences for a resource. */
export function usePreferences({ path }: Crud): Preferences {
  const key = `steward.table.${path}`;
  const preferences = reactive<Preferences>({ columns: {}, order: [], dense: false, pageSize: 20, ...kept(key) });
  watch(preferences, (value) => localStorage.setItem(key, JSON.stringify(value)));
  return preferences;
}

function kept(key: string): Partial<Preferences> {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<Preferences>;
  } catch {
    return {};
  }
}
