/** The chosen time zone, and conversions between instants and local days and times of a zone. */
import { ref } from 'vue';

const KEY = 'steward.zone';
const DAY_MS = 86_400_000;

/** The zone of the browser. */
export const browserZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The zone in which times are shown and days begin: what was chosen in this browser, else the browser's own. */
export const zone = ref(chosen() ?? browserZone);

/** Sets the zone that this browser shows times in; `undefined` for the browser's own. */
export function setZone(value: string | undefined): void {
  if (value === undefined) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, value);
  zone.value = value ?? browserZone;
}

/** Every zone that the browser knows, by its IANA name. */
export function zones(): string[] {
  return [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', browserZone])].sort();
}

/** The instant at which a day (`YYYY-MM-DD`) begins in a zone, in ISO 8601. */
export function startOfDay(day: string, of = zone.value): string {
  return new Date(startMs(day, of)).toISOString();
}

/** The last millisecond of a day (`YYYY-MM-DD`) in a zone, in ISO 8601. */
export function endOfDay(day: string, of = zone.value): string {
  return new Date(startMs(addDays(day, 1), of) - 1).toISOString();
}

/** The day (`YYYY-MM-DD`) that an instant falls on in a zone. */
export function dayOf(instant: string | number, of = zone.value): string {
  return localTime(instant, of).slice(0, 10);
}

/** The current day (`YYYY-MM-DD`) in a zone. */
export function today(of = zone.value): string {
  return dayOf(Date.now(), of);
}

/** The day (`YYYY-MM-DD`) `count` days after another. */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(day) + count * DAY_MS).toISOString().slice(0, 10);
}

/** The local time of a zone at an instant: `YYYY-MM-DDTHH:mm:ss`. */
export function localTime(instant: string | number, of = zone.value): string {
  const ms = new Date(instant).getTime();
  return new Date(ms + offsetAt(ms, of)).toISOString().slice(0, 19);
}

/**
 * The instant at which clocks of a zone show a local time (`YYYY-MM-DDTHH:mm`), in ISO 8601: the earlier of two if
 * clocks are set back; if clocks are set forward past the time, an instant later by the skipped interval.
 */
export function instantOf(local: string, of = zone.value): string {
  const utc = Date.parse(`${local}Z`);
  const [early, late] = candidates(utc, of);
  const shown = [early, late].find((ms) => ms + offsetAt(ms, of) === utc);
  return new Date(shown ?? late).toISOString();
}

function startMs(day: string, of: string): number {
  const utc = Date.parse(day);
  const [early, late] = candidates(utc, of);
  // The clocks may skip midnight, or show it twice.
  return early + offsetAt(early, of) >= utc ? early : late;
}

/** The instants, earlier first, at which clocks would show a time under the offsets before and after it. */
function candidates(utc: number, of: string): [number, number] {
  const [a, b] = [utc - offsetAt(utc - DAY_MS, of), utc - offsetAt(utc + DAY_MS, of)];
  return [Math.min(a, b), Math.max(a, b)];
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** How far a zone's clocks are ahead of UTC at an instant, in milliseconds. */
function offsetAt(ms: number, of: string): number {
  let clock = clocks.get(of);
  if (clock === undefined) {
    const two = '2-digit';
    const options = { year: 'numeric', month: two, day: two, hour: two, minute: two, second: two } as const;
    clock = new Intl.DateTimeFormat('en', { ...options, hourCycle: 'h23', timeZone: of });
    clocks.set(of, clock);
  }
  const part = Object.fromEntries(clock.formatToParts(ms).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
  const whole = Math.floor(ms / 1000) * 1000;
  return Date.UTC(year, month - 1, day, hour, minute, second) - whole;
}

function chosen(): string | undefined {
  const kept = localStorage.getItem(KEY);
  try {
    return kept === null ? undefined : new Intl.DateTimeFormat('en', { timeZone: kept }).resolvedOptions().timeZone;
  } catch {
    // This browser does not know the name.
    return undefined;
  }
}
