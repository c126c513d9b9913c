import { errors } from '../../core/errors.js';
import type { SqlDialect } from '../../database/dialect/dialect.js';
import type { Schema } from '../../http/description/json-schema.js';
import { isDay, parseTime } from '../../http/validation/times.js';

/**
 * How a column is filtered: text, stored as bytes or not, by substring; a set by one of its values; anything else exactly.
 */
export type FilterKind =
  | 'text'
  | 'bytes'
  | 'exact'
  | 'exactBytes'
  | 'set'
  | 'int'
  | 'whole'
  | 'decimal'
  | 'float'
  | 'double'
  | 'flag'
  | 'day'
  | 'time';

/** Kinds of numbers, days and times. */
type RangedKind = Exclude<FilterKind, 'text' | 'bytes' | 'exact' | 'exactBytes' | 'set' | 'flag'>;

interface FilterValue {
  /** Schema of the parameter, for the API description. */
  schema: Schema;
  /**
   * The value that the column is compared with.
   * @throws AppError code 1 that names the parameter, for a value of another kind
   */
  read: (name: string, value: string, sql: SqlDialect) => unknown;
}

/** Every way to filter a column exactly. */
export const FILTER_VALUES: Record<Exclude<FilterKind, 'text' | 'bytes'>, FilterValue> = {
  exact: { schema: { type: 'string' }, read: (_name, value) => value },
  exactBytes: { schema: { type: 'string' }, read: (_name, value) => value },
  set: { schema: { type: 'string' }, read: (_name, value) => value },
  int: { schema: { type: 'integer' }, read: readInt },
  whole: {
    schema: { type: 'string', pattern: '^-?\\d{1,20}$' },
    read: (name, value) => readDigits(name, value, /^-?\d{1,20}$/, 'isInt', 'a whole number'),
  },
  decimal: {
    schema: { type: 'string', pattern: '^-?\\d+(\\.\\d+)?$' },
    read: (name, value) =>
      readDigits(name, value, /^-?\d{1,35}(\.\d{1,30})?$|^-?\d{1,65}$/, 'decimal', 'a decimal number'),
  },
  float: { schema: { type: 'number' }, read: (name, value, sql) => sql.storedFloat(readNumber(name, value)) },
  double: { schema: { type: 'number' }, read: readNumber },
  flag: { schema: { type: 'boolean' }, read: readFlag },
  day: { schema: { type: 'string', format: 'date' }, read: readDay },
  time: { schema: { type: 'string', format: 'date-time' }, read: (name, value) => readTime(name, value) },
};

/** Whether a column can also be filtered by bounds, as numbers, days and times can. */
export function isRanged(kind: FilterKind): kind is RangedKind {
  return !['text', 'bytes', 'exact', 'exactBytes', 'set', 'flag'].includes(kind);
}

/** @throws AppError code 1 that names the parameter, for anything but a whole number */
export function readInt(name: string, value: string): number {
  if (!/^-?\d{1,10}$/.test(value)) throw errors.malformed(name, 'isInt', 'must be a whole number');
  return Number(value);
}

/** @throws AppError code 1 that names the parameter, for anything but a boolean value */
export function readFlag(name: string, value: string): boolean {
  if (!['true', 'false', '1', '0'].includes(value)) throw errors.malformed(name, 'isBoolean', 'must be true or false');
  return value === 'true' || value === '1';
}

/**
 * @param timeOfDay the time of day to assume if the value has none
 * @throws AppError code 1 that names the parameter, for anything but a time
 */
export function readTime(name: string, value: string, timeOfDay?: string): Date {
  const time = parseTime(value, timeOfDay);
  if (time === undefined) throw errors.malformed(name, 'isDate', 'must be a time such as 2026-01-31T08:00:00Z');
  return time;
}

function readDay(name: string, value: string): string {
  if (!isDay(value)) throw errors.malformed(name, 'day', 'must be a day such as 2026-01-31');
  return value;
}

function readDigits(name: string, value: string, pattern: RegExp, format: string, what: string): string {
  if (!pattern.test(value)) throw errors.malformed(name, format, `must be ${what}`);
  return value;
}

function readNumber(name: string, value: string): number {
  const number = Number(value);
  if (!/^[-+\d.eE]+$/.test(value) || !Number.isFinite(number))
    throw errors.malformed(name, 'decimal', 'must be a number');
  return number;
}
