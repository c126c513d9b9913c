import type { ColumnFacts } from './columns.js';
import type { Family } from './families.js';

/** The kinds of values that the console shows each in its own way. */
export const VALUE_KINDS = [
  'text',
  'number',
  'money',
  'percent',
  'bytes',
  'duration',
  'image',
  'images',
  'link',
  'email',
  'phone',
  'color',
  'json',
  'html',
  'markdown',
  'code',
  'ip',
  'person',
  'time',
  'day',
  'epoch',
  'switch',
  'tags',
] as const;

export type ValueKind = (typeof VALUE_KINDS)[number];

const NUMBERS: readonly Family['kind'][] = ['whole', 'decimal', 'real'];
const TEXTS: readonly Family['kind'][] = ['text', 'longText'];

/** The families whose values can be shown as each kind; any as text. */
const FAMILIES: Record<Exclude<ValueKind, 'text'>, readonly Family['kind'][]> = {
  number: [...NUMBERS, 'bits'],
  money: NUMBERS,
  percent: NUMBERS,
  bytes: NUMBERS,
  duration: NUMBERS,
  epoch: ['whole'],
  image: TEXTS,
  images: [...TEXTS, 'json'],
  link: TEXTS,
  email: TEXTS,
  phone: [...TEXTS, 'whole'],
  color: TEXTS,
  json: [...TEXTS, 'json'],
  html: TEXTS,
  markdown: TEXTS,
  code: [...TEXTS, 'whole', 'choice'],
  ip: TEXTS,
  person: TEXTS,
  time: ['time'],
  day: ['day', 'time'],
  switch: ['flag', 'bits'],
  tags: [...TEXTS, 'choices', 'json'],
};

/** Whether the values of a column can be shown as a kind. */
export function canShow(kind: ValueKind, { family }: Pick<ColumnFacts, 'family'>): boolean {
  if (kind === 'text') return true;
  if (kind === 'switch' && family.kind === 'bits') return family.flag;
  return FAMILIES[kind].includes(family.kind);
}

/**
 * Whether a column holds shares of one, such as 0.15, rather than percentages, such as 15: larger numbers would not
 * fit.
 */
export function holdsShares({ family }: Pick<ColumnFacts, 'family'>): boolean {
  return family.kind === 'decimal' && family.scale >= 2 && family.precision - family.scale <= 1;
}

/** The units in which columns count time. */
export type TimeUnit = 'seconds' | 'milliseconds';

const UNIT_WORDS: Record<TimeUnit, RegExp> = {
  milliseconds: /^(?:ms|millis|msec|milliseconds?)$/,
  seconds: /^(?:s|secs?|seconds?)$/,
};

/** The unit of a duration, according to the last word of its name or its comment; undefined if neither says it. */
export function unitOf(words: readonly string[], comment: string): TimeUnit | undefined {
  const last = words.at(-1) ?? '';
  if (UNIT_WORDS.milliseconds.test(last)) return 'milliseconds';
  if (words.length > 1 && UNIT_WORDS.seconds.test(last)) return 'seconds';
  if (/毫秒|\b(?:ms|millis(?:econds?)?)\b/i.test(comment)) return 'milliseconds';
  return /秒|\bsec(?:onds?|s)?\b/i.test(comment) ? 'seconds' : undefined;
}
