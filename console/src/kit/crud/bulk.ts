import type { Crud, Row } from './define-crud';

/** How many rows are processed at a time. */
const AT_ONCE = 4;

/** The outcome for a row. */
export interface Outcome {
  name: string;
  /** Empty if it succeeded. */
  error: string;
}

/** Rows in groups to be deleted one after another: in a tree, children before their parents. */
export function childrenFirst(of: Crud, rows: readonly Row[]): Row[][] {
  const groups: Row[][] = [];
  let left = rows;
  while (left.length > 0) {
    const parents = new Set(left.map(({ parentId }) => parentId));
    const group = left.filter((row) => !parents.has(row[of.key]));
    // Rows in a cycle of parents come last, all at once.
    groups.push(group.length > 0 ? group : [...left]);
    left = group.length > 0 ? left.filter((row) => parents.has(row[of.key])) : [];
  }
  return groups;
}

/**
 * Does something to each row, several at a time; a failure does not hold up the others.
 * @param report called with the outcome of each row
 */
export async function forEachRow(
  of: Crud,
  rows: readonly Row[],
  work: (row: Row) => Promise<unknown>,
  report: (outcome: Outcome) => void,
  messageOf: (error: unknown) => string,
): Promise<void> {
  const left = rows.values();
  const worker = async () => {
    for (const row of left) {
      const name = of.nameOf(row);
      try {
        await work(row);
        report({ name, error: '' });
      } catch (error) {
        report({ name, error: messageOf(error) });
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}
