import type { RouteLocationRaw } from 'vue-router';
import { pathOf } from '@/api/session';
import { addDays, today } from '@/kit/lib/zone';

/** `logType` of login attempts. */
const LOGIN = '1';

/** A link to the rows of the login log that a figure counts; undefined if the user does not have the log. */
export function loginsOf(filters: Record<string, string>): RouteLocationRaw | undefined {
  const path = pathOf('log/login');
  return path === undefined ? undefined : { path, query: { logType: LOGIN, ...filters } };
}

/** The days of a period that ends today, as filters. */
export function period(days: number): { startTime: string; endTime: string } {
  const end = today();
  return { startTime: addDays(end, 1 - days), endTime: end };
}
