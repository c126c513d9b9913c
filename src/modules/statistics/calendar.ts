const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** No clock on earth is further than this from UTC. */
const FURTHEST_MS = 16 * HOUR_MS;

/** A day of the calendar in some zone, from `begin` until just before `end`, in milliseconds since the epoch. */
export interface Day {
  /** Such as 2026-01-31. */
  name: string;
  begin: number;
  end: number;
}

/**
 * The day that `now` lies in and the days before it, oldest first. Each begins where the previous one ends, even if
 * clocks are set forward or back, so that a day may have 23 or 25 hours.
 * @param zone a name in the IANA database
 * @param now milliseconds since the epoch
 */
export function lastDays(count: number, zone: string, now: number): Day[] {
  const clock = new WallClock(zone);
  const today = Math.floor(clock.at(now) / DAY_MS) * DAY_MS;
  const days: Day[] = [];
  let begin = clock.beginOf(today - (count - 1) * DAY_MS);
  for (let left = count - 1; left >= 0; left--) {
    const day = today - left * DAY_MS;
    const end = clock.beginOf(day + DAY_MS);
    days.push({ name: new Date(day).toISOString().slice(0, 10), begin, end });
    begin = end;
  }
  return days;
}

/** Whether a text is a name in the IANA database, such as Europe/Berlin; a bare offset such as +02:00 is not. */
export function isZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** The wall-clock time of a zone, represented by the milliseconds since the epoch at which a clock in UTC shows it. */
class WallClock {
  private readonly format: Intl.DateTimeFormat;

  constructor(timeZone: string) {
    const numeric = 'numeric';
    this.format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: numeric,
      month: numeric,
      day: numeric,
      hour: numeric,
      minute: numeric,
    });
  }

  /** The wall-clock time, to the minute. */
  at(instant: number): number {
    const numbers = this.format.format(instant).match(/\d+/g) ?? [];
    const [month = 0, day = 0, year = 0, hour = 0, minute = 0] = numbers.map(Number);
    return Date.UTC(year, month - 1, day, hour, minute);
  }

  /** The first instant of a day, given by its wall-clock midnight, which may be skipped or come twice. */
  beginOf(day: number): number {
    const usual = 2 * day - this.at(day);
    if (this.at(usual) === day && this.at(usual - MINUTE_MS) < day) return usual;
    let before = day - FURTHEST_MS;
    let from = day + FURTHEST_MS;
    while (from - before > MINUTE_MS) {
      const middle = before + Math.floor((from - before) / 2 / MINUTE_MS) * MINUTE_MS;
      if (this.at(middle) < day) before = middle;
      else from = middle;
    }
    return from;
  }
}
