import type { TableDefinition } from './table.js';

/**
 * A table with its keys marked as columns of numbers, because those tell rows apart, whatever the type of a column is
 * for.
 * @param key names of the columns that tell its rows apart
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
    named.has(column.name) || column.autoIncrement ? { ...column, numbers: true } : column,
  );
  return { ...definition, columns: holds };
}
