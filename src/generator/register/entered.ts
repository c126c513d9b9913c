/** Labels by value, by the code of the dictionary. */
export type EnteredLabels = Record<string, Record<string, string>>;

/** The rows that runs have entered into the database for a table. */
export interface EnteredRows {
  /** Id of the page in the menu; 0 if there is none. */
  menuId: number;
  /** Permission codes of its buttons. */
  codes: string[];
  dicts: EnteredLabels;
}

/** The rows of a table before its first run. */
export const NO_ROWS: EnteredRows = { menuId: 0, codes: [], dicts: {} };

/** An entry of the menu as a run made it. */
export interface MenuMade {
  id: number;
  parentId: number;
  name: string;
  path: string;
  permission: string;
}

/** The rows that a run made or changed, as it left them: an undo may take them back. */
export interface RowsMade {
  menus: MenuMade[];
  /** Pages that were moved into another folder, by the ids of what was above and is now. */
  moves: { id: number; before: number; after: number }[];
  /** Pages that the menu shows no longer, or again. */
  hidden: { id: number; before: boolean; after: boolean }[];
  /** Buttons that took a new code. */
  codes: { id: number; before: string; after: string }[];
  dicts: { id: number; name: string; code: string }[];
  items: { id: number; dictId: number; value: string; label: string }[];
  /** Items that took a new label. */
  labels: { id: number; before: string; after: string }[];
  /** Names of the parts of seeds that were recorded. */
  seeds: string[];
}

/** The rows of a run that has made none. */
export function noRowsMade(): RowsMade {
  return { menus: [], moves: [], hidden: [], codes: [], dicts: [], items: [], labels: [], seeds: [] };
}

/** Adds the rows of one table to a run's. */
export function addRows(all: RowsMade, { menus, moves, hidden, codes, dicts, items, labels, seeds }: RowsMade): void {
  all.menus.push(...menus);
  all.moves.push(...moves);
  all.hidden.push(...hidden);
  all.codes.push(...codes);
  all.dicts.push(...dicts);
  all.items.push(...items);
  all.labels.push(...labels);
  all.seeds.push(...seeds);
}

export function labelsOf(items: readonly { value: string; label: string }[]): Record<string, string> {
  return Object.fromEntries(items.map(({ value, label }) => [value, label]));
}
