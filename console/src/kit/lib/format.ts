/** Times, days and numbers for people, in the current language and zone. */
import { language } from '@/text/language';
import { zone } from './zone';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Date and time of an instant. */
export function formatTime(instant: string | number): string {
  return dates({ dateStyle: 'medium', timeStyle: 'short', timeZone: zone.value }).format(new Date(instant));
}

/** Date and time of an instant to the second. */
export function formatSecond(instant: string | number): string {
  return dates({ dateStyle: 'medium', timeStyle: 'medium', timeZone: zone.value }).format(new Date(instant));
}

/** Date and time of an instant to the second, with the zone, followed by the same in UTC where that is another zone. */
export function formatExact(instant: string | number): string {
  const date = new Date(instant);
  const local = dates({ dateStyle: 'medium', timeStyle: 'long', timeZone: zone.value }).format(date);
  if (zone.value === 'UTC') return local;
  return `${local} (${date.toISOString().slice(0, 19).replace('T', ' ')} UTC)`;
}

/** An instant relative to now if it is less than a day away, else its date and time. */
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

/** An instant relative to now, in days if it is at least a day away. */
export function formatDistance(instant: string | number, now: number): string {
  const distance = new Date(instant).getTime() - now;
  if (Math.abs(distance) < DAY) return formatRelative(instant, now);
  return intl(Intl.RelativeTimeFormat, { numeric: 'always' }).format(Math.round(distance / DAY), 'day');
}

/** A day (`YYYY-MM-DD`, alone or at the start of an instant), which no zone shifts. */
export function formatDay(day: string, options: Intl.DateTimeFormatOptions = { dateStyle: 'medium' }): string {
  return dates({ ...options, timeZone: 'UTC' }).format(new Date(day.slice(0, 10)));
}

/** Whether a text is a day that exists, as `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
}

/** A range of days (`YYYY-MM-DD`), which no zone shifts; the common part of both ends is written once. */
export function formatDays(from: string, to: string): string {
  return dates({ dateStyle: 'medium', timeZone: 'UTC' }).formatRange(new Date(from), new Date(to));
}

/**
 * A number as the language writes it, with all of its digits: an exact one is given as text, such as "12.50". Numbers
 * in other notations, such as 1e21 or 007, stay as they are.
 */
export function formatNumber(value: number | string): string {
  const text = String(value);
  const [, sign, whole, fraction] = /^(-?)(0|[1-9]\d*)(?:\.(\d+))?$/.exec(text) ?? [];
  if (whole === undefined) return text;
  const grouped = `${sign}${intl(Intl.NumberFormat, {}).format(BigInt(whole))}`;
  return fraction === undefined ? grouped : `${grouped}${decimalMark()}${fraction}`;
}

function decimalMark(): string {
  const parts = intl(Intl.NumberFormat, {}).formatToParts(0.5);
  return parts.find(({ type }) => type === 'decimal')?.value ?? '.';
}

/** An amount of money with all its decimals; a floating-point number gets at least two. */
export function formatMoney(value: number | string): string {
  if (typeof value === 'string') return formatNumber(value);
  const [, fraction = ''] = String(value).split('.');
  return formatNumber(fraction.length < 2 ? value.toFixed(2) : value);
}

/** A share of one as percents. */
export function formatPercent(share: number): string {
  return intl(Intl.NumberFormat, { style: 'percent', maximumFractionDigits: 8 }).format(share);
}

const SIZES = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** A number of bytes, in the unit that suits it. */
export function formatBytes(value: number): string {
  const power = Math.min(SIZES.length - 1, Math.max(0, Math.floor(Math.log10(Math.abs(value)) / 3)));
  return quantity(value / 1000 ** power, SIZES[power] ?? 'byte', 3);
}

const SPANS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

/** A duration given in milliseconds: in the two largest units from a minute on, below in seconds, or as it is. */
export function formatDuration(ms: number): string {
  if (Math.abs(ms) < 1000) return quantity(ms, 'millisecond');
  if (Math.abs(ms) < MINUTE) return quantity(ms / 1000, 'second', 3);
  let rest = Math.round(Math.abs(ms) / 1000);
  const parts: string[] = [];
  for (const [unit, seconds] of SPANS) {
    const count = Math.floor(rest / seconds);
    rest -= count * seconds;
    if (count > 0) parts.push(quantity(count, unit));
  }
  return `${ms < 0 ? '−' : ''}${parts.slice(0, 2).join(' ')}`;
}

function quantity(value: number, unit: string, digits?: number): string {
  const style = { style: 'unit', unit, unitDisplay: 'short', maximumSignificantDigits: digits } as const;
  return intl(Intl.NumberFormat, style).format(value);
}

function dates(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return intl(Intl.DateTimeFormat, options);
}

const made = new Map<string, unknown>();

/** The browser's regional variant of the current language: dates are written differently in London and in Boston. */
export function locale(): string {
  return navigator.languages.find((name) => name.startsWith(language.value)) ?? language.value;
}

/** An `Intl` formatter, created once: creating one takes a hundred times as long as using it. */
function intl<O, F>(Format: new (locale: string, options: O) => F, options: O): F {
  const key = `${Format.name} ${locale()} ${JSON.stringify(options)}`;
  if (!made.has(key)) made.set(key, new Format(locale(), options));
  return made.get(key) as F;
}
