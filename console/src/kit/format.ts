/** Times, days and numbers as people read them, in the language and zone of the moment. */
import { language } from '@/text/language';
import { zone } from './zone';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Date and time of an instant. */
export function formatTime(instant: string | number): string {
  return dates({ dateStyle: 'medium', timeStyle: 'short', timeZone: zone.value }).format(new Date(instant));
}

/** Date and time of an instant to the second, with the zone, and the same in UTC. */
export function formatExact(instant: string | number): string {
  const date = new Date(instant);
  const local = dates({ dateStyle: 'medium', timeStyle: 'long', timeZone: zone.value }).format(date);
  return `${local} (${date.toISOString().slice(0, 19).replace('T', ' ')} UTC)`;
}

/** How long ago, or in how long, an instant less than a day away is; date and time of any other. */
export function formatRelative(instant: string | number, now: number): string {
  const distance = new Date(instant).getTime() - now;
  const far = Math.abs(distance);
  if (far >= DAY) return formatTime(instant);
  const relative = intl(Intl.RelativeTimeFormat, { numeric: 'auto' });
  if (far < MINUTE) return relative.format(0, 'second');
  return far < HOUR
    ? relative.format(Math.trunc(distance / MINUTE), 'minute')
    : relative.format(Math.trunc(distance / HOUR), 'hour');
}

/** How long ago, or in how long, an instant is, in days from one day on. */
export function formatDistance(instant: string | number, now: number): string {
  const distance = new Date(instant).getTime() - now;
  if (Math.abs(distance) < DAY) return formatRelative(instant, now);
  return intl(Intl.RelativeTimeFormat, { numeric: 'always' }).format(Math.round(distance / DAY), 'day');
}

/** A day (`YYYY-MM-DD`, alone or at the head of an instant), which no zone shifts. */
export function formatDay(day: string, options: Intl.DateTimeFormatOptions = { dateStyle: 'medium' }): string {
  return dates({ ...options, timeZone: 'UTC' }).format(new Date(day.slice(0, 10)));
}

/** A number with its thousands apart. */
export function formatNumber(value: number): string {
  return intl(Intl.NumberFormat, {}).format(value);
}

/** A length of time in milliseconds, from a second on in seconds. */
export function formatDuration(ms: number): string {
  const seconds = ms >= 1000;
  return intl(Intl.NumberFormat, {
    style: 'unit',
    unit: seconds ? 'second' : 'millisecond',
    unitDisplay: 'short',
    maximumSignificantDigits: seconds ? 3 : undefined,
  }).format(seconds ? ms / 1000 : ms);
}

function dates(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return intl(Intl.DateTimeFormat, options);
}

const made = new Map<string, unknown>();

/** A formatter of `Intl`, made once: making one takes a hundred times as long as using it. */
function intl<O, F>(Format: new (locale: string, options: O) => F, options: O): F {
  // The browser's own variant of the language: people of London do not write dates as people of Boston do.
  const locale = navigator.languages.find((name) => name.startsWith(language.value)) ?? language.value;
  const key = `${Format.name} ${locale} ${JSON.stringify(options)}`;
  if (!made.has(key)) made.set(key, new Format(locale, options));
  return made.get(key) as F;
}
