import type { Crud, Row } from './define-crud';

/** How many rows are changed at a time. */
const AT_ONCE = 4;

/** What became of a row. */
export interface Outcome {
  name: string;
  /** Empty where it was done. */
  error: string;
}

/**
 * Does something to each row, some at a time; one that fails holds up no other.
 * @param report hears of each row that is through
 */
export async function forEachRow(
  of: Crud,
  rows: readonly Row[],
  work: (row: Row) => Promise<unknown>,
  report: (outcome: Outcome, row: Row) => void,
  messageOf: (error: unknown) => string,
): Promise<void> {
  const left = rows.values();
  const worker = async () => {
    for (const row of left) {
      const name = of.nameOf(row);
      try {
        await work(row);
        report({ name, error: '' }, row);
      } catch (error) {
        report({ name, error: messageOf(error) }, row);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}
