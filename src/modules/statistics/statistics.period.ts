import { errors } from 'steward/core';
import { type RawQuery, single } from 'steward/crud';
import { isZone } from './calendar.js';

const MAX_DAYS = 90;
const DEFAULT_DAYS = 30;

/** The columns that login attempts can be grouped by. */
export const TOP_COLUMNS = ['username', 'ip', 'location', 'browser', 'error'] as const;

/** One of {@link TOP_COLUMNS}. */
export type TopColumn = (typeof TOP_COLUMNS)[number];

/** @throws AppError code 1 for a `zone` that the IANA database does not have */
export function readZone(query: RawQuery): string {
  const zone = single(query, 'zone') ?? 'UTC';
  if (!isZone(zone))
    throw errors.malformed('zone', 'zone', 'must be a name of the IANA database such as Europe/Berlin');
  return zone;
}

/** @throws AppError code 1 for a number of days outside 1 to 90 */
export function readDays(query: RawQuery): number {
  const days = single(query, 'days') ?? String(DEFAULT_DAYS);
  const count = /^\d{1,2}$/.test(days) ? Number(days) : 0;
  if (count < 1 || count > MAX_DAYS)
    throw errors.malformed('days', 'isInt', `must be a whole number from 1 to ${MAX_DAYS}`);
  return count;
}

/** @throws AppError code 1 for anything but one of {@link TOP_COLUMNS} */
export function readTopColumn(query: RawQuery): TopColumn {
  const by = TOP_COLUMNS.find((column) => column === single(query, 'by'));
  if (by === undefined)
    throw errors.failure(`by must be one of ${TOP_COLUMNS.join(', ')}`, {
      reason: 'values',
      member: 'by',
      values: TOP_COLUMNS,
    });
  return by;
}
