import { addDays, today } from './zone';

/** A range of days as `YYYY-MM-DD`, both ends included; either may be open. */
export interface DayRange {
  from?: string;
  to?: string;
}

/** Ranges that are often asked for, by name. */
const RANGES = {
  today: (day: string) => ({ from: day, to: day }),
  yesterday: (day: string) => ({ from: addDays(day, -1), to: addDays(day, -1) }),
  days7: (day: string) => ({ from: addDays(day, -6), to: day }),
  days30: (day: string) => ({ from: addDays(day, -29), to: day }),
  days90: (day: string) => ({ from: addDays(day, -89), to: day }),
  thisMonth: (day: string) => monthAt(day, 0),
  lastMonth: (day: string) => monthAt(day, -1),
};

/** The name of a quick range. */
export type QuickRange = keyof typeof RANGES;

/** The names of all quick ranges, in the order in which they are offered. */
export const QUICK_RANGES = Object.keys(RANGES) as QuickRange[];

/** The days of a quick range, seen from a day; from the current one in the chosen zone by default. */
export function quickRange(name: QuickRange, day = today()): Required<DayRange> {
  return RANGES[name](day);
}

/** The quick range that a range is on a day. */
export function quickRangeOf({ from, to }: DayRange, day = today()): QuickRange | undefined {
  return QUICK_RANGES.find((name) => {
    const range = RANGES[name](day);
    return range.from === from && range.to === to;
  });
}

/** The month `count` months after that of a day. */
function monthAt(day: string, count: number): Required<DayRange> {
  const [year = 0, month = 0] = day.split('-').map(Number);
  const dayAt = (months: number, date: number) => new Date(Date.UTC(year, month - 1 + months, date));
  const text = (date: Date) => date.toISOString().slice(0, 10);
  return { from: text(dayAt(count, 1)), to: text(dayAt(count + 1, 0)) };
}
