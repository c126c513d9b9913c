import { applyDecorators, type Type } from '@nestjs/common';
import { Transform } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsString,
  Matches,
  Max,
  IsDate,
  Min,
  ValidateBy,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import { bytesOfText } from '../../database/entities/binary-text.js';
import type { Schema } from '../description/json-schema.js';
import { documented, rule } from './documented-rule.js';
import { isDay, parseTime } from './times.js';
import type { NestedRule } from './validate.js';

// Every export of this file is public: `steward/validation` offers all of them.

/** Largest value of an integer column. */
const MAX_INT = 2_147_483_647;

/** Most ids in one list. */
const MAX_IDS = 10_000;

/** Longest text key, in characters. */
const MAX_KEY = 1000;

/** A member that may be left out; null counts as a value, and is invalid for text and numbers. */
export function Optional(): PropertyDecorator {
  return ValidateIf((_object, value) => value !== undefined);
}

/** A member that may be left out or be null. */
export function Nullable(): PropertyDecorator {
  return ValidateIf((_object, value) => value !== undefined && value !== null);
}

/** A member that must be present, but may be null. */
export function OrNull(): PropertyDecorator {
  return ValidateIf((_object, value) => value !== null);
}

const AT_LEAST = '$property must have at least $constraint1 characters';

/** Text of at most `max` characters (Unicode code points) and at least `min`: with 1 it must not be empty. */
export function Text(max: number, min = 0): PropertyDecorator {
  return applyDecorators(
    IsString({ message: '$property must be a string' }),
    lengthRule('minLength', min, (text) => !isShorter(text, min), min > 1 ? AT_LEAST : '$property must not be empty'),
    lengthRule('maxLength', max, (text) => !isLonger(text, max), '$property must have at most $constraint1 characters'),
  );
}

function lengthRule(name: string, limit: number, fits: (text: string) => boolean, message: string): PropertyDecorator {
  const validate = (value: unknown) => typeof value === 'string' && fits(value);
  return ValidateBy({ name, constraints: [limit], validator: { validate, defaultMessage: () => message } });
}

/** Whether text has more than `max` characters: Unicode code points, as MySQL counts them. */
export function isLonger(text: string, max: number): boolean {
  if (text.length <= max) return false;
  // A code point takes at most two UTF-16 code units.
  return text.length > 2 * max || Array.from(text).length > max;
}

/** Whether text has fewer than `min` characters, counted like those of {@link isLonger}. */
export function isShorter(text: string, min: number): boolean {
  return text.length < min || (text.length < 2 * min && Array.from(text).length < min);
}

/** A code or key: text that is not empty, without blanks around it, which MySQL would not tell from the bare text. */
export function Code(max: number): PropertyDecorator {
  return applyDecorators(
    Text(max, 1),
    Matches(/^\S(.*\S)?$/s, { message: '$property must not begin or end with a blank' }),
  );
}

/** A whole number that fits its column. */
export function Whole(min = -MAX_INT, max = MAX_INT): PropertyDecorator {
  return applyDecorators(
    IsInt({ message: '$property must be a whole number' }),
    Min(min, { message: '$property must be at least $constraint1' }),
    Max(max, { message: '$property must be at most $constraint1' }),
  );
}

/** A whole number of up to 64 bits, as a number or, if that would be rounded, as a string of digits. */
export function BigWhole(min = -(2n ** 63n), max = 2n ** 63n - 1n): PropertyDecorator {
  const fits = (value: unknown) => {
    const given = typeof value === 'number' ? Number.isSafeInteger(value) : typeof value === 'string';
    return given && /^-?\d{1,20}$/.test(String(value)) && BigInt(String(value)) >= min && BigInt(String(value)) <= max;
  };
  const accepts = `a whole number from ${min} to ${max}; one above 2^53 as a string of digits`;
  const digits: Schema = { type: 'string', pattern: '^-?\\d{1,20}$' };
  return rule('bigWhole', fits, accepts, { type: undefined, oneOf: [{ type: 'integer' }, digits] });
}

/** A decimal number, as a string of digits or as a number. */
export function Decimal(precision: number, scale: number, unsigned = false): PropertyDecorator {
  const sign = unsigned ? '' : '-?';
  const fraction = scale > 0 ? `(?:\\.\\d{1,${scale}})?` : '';
  const pattern = `^${sign}0*\\d{${precision > scale ? 1 : 0},${precision - scale}}${fraction}$`;
  const digits = new RegExp(pattern);
  const fits = (value: unknown) =>
    (typeof value === 'string' || Number.isFinite(value)) && value !== '' && digits.test(String(value));
  const range = `at most ${precision - scale} digits before and ${scale} behind the point`;
  const accepts = `a ${unsigned ? 'non-negative ' : ''}decimal number with ${range}`;
  return rule('decimal', fits, accepts, { type: 'string', pattern, example: '0' });
}

/**
 * A floating-point number.
 * @param precision digits in all, if the column rounds to that
 * @param scale digits after the decimal point
 */
export function Real(precision?: number, scale = 0): PropertyDecorator {
  if (precision === undefined) return rule('real', (value) => Number.isFinite(value), 'a number', { type: 'number' });
  const most = 10 ** (precision - scale);
  const kept = (value: number) => Number(value.toFixed(Math.min(scale, 100))) === value && Math.abs(value) < most;
  const accepts = `a number with at most ${precision - scale} digits before the decimal point and ${scale} after it`;
  const fits = (value: unknown) => typeof value === 'number' && Number.isFinite(value) && kept(value);
  return rule('real', fits, accepts, { type: 'number' });
}

/** Text of at most `maxBytes` bytes in UTF-8. */
export function LongText(maxBytes = Infinity): PropertyDecorator {
  const fits = (value: unknown) => typeof value === 'string' && Buffer.byteLength(value) <= maxBytes;
  const accepts = maxBytes === Infinity ? 'a string' : `a string of at most ${maxBytes} bytes`;
  return rule('longText', fits, accepts, { type: 'string' });
}

/** A calendar day. */
export function Day(): PropertyDecorator {
  const fits = (value: unknown) => typeof value === 'string' && isDay(value);
  return rule('day', fits, 'a day such as 2026-01-31', { type: 'string', format: 'date' });
}

/** A time of day, or a duration. */
export function TimeOfDay(fractionDigits = 0): PropertyDecorator {
  const fraction = fractionDigits > 0 ? `(\\.\\d{1,${fractionDigits}})?` : '';
  const pattern = `^-?([0-7]?\\d{1,2}|8[0-3]\\d):[0-5]\\d:[0-5]\\d${fraction}$`;
  const fits = (value: unknown) => typeof value === 'string' && new RegExp(pattern).test(value);
  return rule('timeOfDay', fits, 'a time such as 08:30:00', { type: 'string', pattern, example: '08:30:00' });
}

/** A time in ISO 8601. */
export function Time(): PropertyDecorator {
  return timeRule('a time such as 2026-01-31T08:00:00Z');
}

/** Bytes in base64. */
export function Base64(maxBytes = Infinity, minBytes = 0): PropertyDecorator {
  const fits = (value: unknown) => {
    if (typeof value !== 'string') return false;
    const bytes = Buffer.from(value, 'base64');
    return bytes.toString('base64') === value && bytes.length >= minBytes && bytes.length <= maxBytes;
  };
  const size = sizeOf(maxBytes, minBytes);
  const example = Buffer.alloc(Math.min(Math.max(minBytes, 1), maxBytes), 1).toString('base64');
  return rule('base64', fits, `base64 of ${size} bytes`, { type: 'string', format: 'byte', example });
}

/** Text whose UTF-8 has at most `maxBytes` bytes; bytes that are not text are `base64url:` and their base64url. */
export function BinaryText(maxBytes = Infinity, minBytes = 0): PropertyDecorator {
  const fits = (value: unknown) => {
    const bytes = typeof value === 'string' ? bytesOfText(value) : undefined;
    return bytes !== undefined && bytes.length >= minBytes && bytes.length <= maxBytes;
  };
  const size = sizeOf(maxBytes, minBytes);
  return rule('binaryText', fits, `text of ${size} bytes, or base64url: and their base64url`, { type: 'string' });
}

function sizeOf(maxBytes: number, minBytes: number): string {
  if (minBytes === maxBytes) return `exactly ${maxBytes}`;
  if (maxBytes === Infinity) return minBytes === 0 ? 'any' : `at least ${minBytes}`;
  return minBytes === 0 ? `at most ${maxBytes}` : `${minBytes} to ${maxBytes}`;
}

/** Any value but null. */
export function Json(): PropertyDecorator {
  return rule('json', (value) => value !== null && value !== undefined, 'a JSON value', { example: {} });
}

/** An object that maps names to names: at most `maxEntries` entries, each name of at most `max` characters. */
export function NamesByName(maxEntries: number, max: number): PropertyDecorator {
  const isName = (value: unknown) => typeof value === 'string' && value !== '' && !isLonger(value, max);
  const fits = (value: unknown) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
    const entries = Object.entries(value);
    return entries.length <= maxEntries && entries.flat().every(isName);
  };
  const schema: Schema = { type: 'object', additionalProperties: { type: 'string' }, example: {} };
  return rule('namesByName', fits, `an object with at most ${maxEntries} names by other names`, schema);
}

/** A list of some of the given values, each at most once. */
export function SomeOf(values: readonly string[]): PropertyDecorator {
  const fits = (value: unknown) =>
    Array.isArray(value) &&
    new Set(value).size === value.length &&
    value.every((each) => values.includes(each as string));
  const items: Schema = { type: 'string', enum: [...values] };
  return rule('someOf', fits, `a list of ${values.join(', ')}`, { type: 'array', items });
}

/** The id of a row. */
export function Id(): PropertyDecorator {
  return Whole(1);
}

/** A list of ids of rows. */
export function Ids(): PropertyDecorator {
  return applyDecorators(
    IsArray({ message: '$property must be a list of ids' }),
    ArrayMaxSize(MAX_IDS, { message: '$property must have at most $constraint1 entries' }),
    IsInt({ each: true, message: '$property must hold ids only' }),
    Min(1, { each: true, message: '$property must hold ids only' }),
    Max(MAX_INT, { each: true, message: '$property must hold ids only' }),
  );
}

/** A list of keys of rows, which are numbers or texts. */
export function Keys(): PropertyDecorator {
  const isKey = (key: unknown) => Number.isSafeInteger(key) || (typeof key === 'string' && !isLonger(key, MAX_KEY));
  const fits = (value: unknown) => Array.isArray(value) && value.length <= MAX_IDS && value.every(isKey);
  const items: Schema = { oneOf: [{ type: 'integer' }, { type: 'string', maxLength: MAX_KEY }] };
  return rule('keys', fits, `a list of keys, at most ${MAX_IDS}`, { type: 'array', items, maxItems: MAX_IDS });
}

/** One of the given values. */
export function OneOf(values: readonly (string | number)[], description?: string): PropertyDecorator {
  const message = `$property must be one of ${values.join(', ')}`;
  return IsIn([...values], { message, ...(description === undefined ? {} : documented({ description })) });
}

/**
 * A value of a column that lists its values. Only the type of the value is checked here: a stored value that is not
 * listed may stay, and only the service can tell whether it is stored (docs/api.md, Values that a column lists).
 */
export function Listed(values: readonly (string | number)[], description?: string): PropertyDecorator {
  const kind = typeof values[0];
  const fits = (value: unknown) => typeof value === kind && (kind === 'string' || Number.isInteger(value));
  const accepts = `one of ${values.join(', ')}`;
  const schema: Schema = { type: kind === 'string' ? 'string' : 'integer', enum: [...values] };
  return rule('listed', fits, accepts, { ...schema, ...(description === undefined ? {} : { description }) });
}

/** A list of objects of a class, each checked by the rules of that class; it may be left out. */
export function EachOf(type: Type<object>): PropertyDecorator {
  const context: NestedRule = { each: type };
  return applyDecorators(
    Optional(),
    IsArray({ message: '$property must be a list' }),
    ValidateNested({ each: true, message: '$property must hold objects only', context }),
  );
}

/** 1 = enabled, 0 = disabled. */
export function Status(): PropertyDecorator {
  return OneOf([0, 1], '1 = enabled, 0 = disabled');
}

/** True or false. */
export function Flag(): PropertyDecorator {
  return IsBoolean({ message: '$property must be true or false' });
}

/**
 * True or false, for a column that may hold other numbers all the same. As with {@link Listed}, such a number passes,
 * and only the service can tell whether it is stored.
 */
export function Switch(): PropertyDecorator {
  const fits = (value: unknown) =>
    typeof value === 'boolean' || (Number.isSafeInteger(value) && value !== 0 && value !== 1);
  return rule('switch', fits, 'true or false', { type: 'boolean' });
}

/** A time in ISO 8601, or null for none. */
export function TimeOrNull(): PropertyDecorator {
  return applyDecorators(Nullable(), timeRule('a time such as 2026-01-31T08:00:00Z, or null'));
}

function timeRule(accepts: string): PropertyDecorator {
  return applyDecorators(
    Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? (parseTime(value) ?? value) : value)),
    IsDate({ message: `$property must be ${accepts}` }),
  );
}
