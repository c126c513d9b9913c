const DAY_MS = 86_400_000;

/** The day of a time, as a column of days has it: `2026-05-01`, in UTC. */
export function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}

/** How many days there are from one to another, both included; 0 if the second is before the first. */
export function daysFrom(first: string, last: string): number {
  return Math.max(0, Math.round((Date.parse(last) - Date.parse(first)) / DAY_MS) + 1);
}

/** The day after another one. */
export function nextDay(day: string): string {
  return dayOf(new Date(Date.parse(day) + DAY_MS));
}

/** Whether a text is a day such as `2026-05-01`. */
export function isDay(text: unknown): text is string {
  if (typeof text !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  return !Number.isNaN(Date.parse(text)) && dayOf(new Date(text)) === text;
}
