/** Query parameters of a request as they came. */
export type RawQuery = Record<string, unknown>;

/** One page of rows, with what a console needs to show the others. */
export interface Page<T> {
  records: T[];
  total: number;
  size: number;
  current: number;
  pages: number;
}

const DEFAULT_SIZE = 10;
const MAX_SIZE = 500;

/** Which page is asked for; anything but a positive number means the default, and too large a page size is reduced. */
export function readPaging({ pageNo, pageSize }: RawQuery): { current: number; size: number } {
  return { current: positive(pageNo) ?? 1, size: Math.min(positive(pageSize) ?? DEFAULT_SIZE, MAX_SIZE) };
}

/** Makes a {@link Page} of rows. */
export function pageOf<T>(records: T[], total: number, { current, size }: { current: number; size: number }): Page<T> {
  return { records, total, size, current, pages: Math.ceil(total / size) };
}

function positive(value: unknown): number | undefined {
  if (typeof value !== 'string' || !/^\+?\d+(\.\d*)?$/.test(value.trim())) return undefined;
  const number = Math.min(Math.trunc(Number(value)), Number.MAX_SAFE_INTEGER);
  return number >= 1 ? number : undefined;
}
