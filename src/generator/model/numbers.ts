import type { TableDefinition } from './table.js';

/**
 * A table with its key columns marked as numbers, and as text if they hold bytes: a key must distinguish all of its
 * values, even if its type usually holds booleans, and be readable in a path.
 * @param key names of the key columns
 * @param others names of further columns that hold numbers
 */
export function withNumbers(
  definition: TableDefinition,
  key: readonly string[],
  others: readonly string[] = [],
): TableDefinition {
  const { columns, foreignKeys } = definition;
  const named = new Set([...key, ...foreignKeys.flatMap((foreign) => foreign.columns), ...others]);
  const holds = columns.map((column) =>
    named.has(column.name) || column.autoIncrement ? { ...column, numbers: true, texts: true } : column,
  );
  return { ...definition, columns: holds };
}
