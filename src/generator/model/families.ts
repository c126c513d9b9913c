import type { TableColumn } from './table.js';

/** The kind of values in a column, independent of the database's name for its type. */
export type Family =
  | { kind: 'whole'; type: WholeType; min: bigint; max: bigint }
  | { kind: 'flag' }
  /** A bit field as a whole number; a flag if it is a single bit, and no key. */
  | { kind: 'bits'; max: bigint; flag: boolean }
  | { kind: 'decimal'; precision: number; scale: number }
  /** If digits are given, values are rounded to them. */
  | { kind: 'real'; type: 'float' | 'double'; digits?: { precision: number; scale: number } }
  /** Text that is bounded in characters. */
  | { kind: 'text'; length: number }
  /** Text that is bounded in bytes. */
  | { kind: 'longText'; bytes: number }
  | { kind: 'choice'; values: string[] }
  | { kind: 'choices'; values: string[] }
  | { kind: 'json' }
  | { kind: 'binary'; minBytes: number; maxBytes: number }
  /** Bytes that are mostly text in UTF-8, or that tell rows apart: served as text. */
  | { kind: 'binaryText'; minBytes: number; maxBytes: number }
  | { kind: 'day' }
  | { kind: 'timeOfDay'; fractionDigits: number }
  | { kind: 'time'; precision: number };

/** Whole numbers by the name of their type. */
export type WholeType = 'tinyint' | 'smallint' | 'mediumint' | 'int' | 'bigint';

/** The meaning of types in a kind of database, where databases differ. */
export interface NativeTypes {
  /** The family of the type `integer`, and its size in bits. */
  integer: [type: WholeType, bits: number];
  /** Largest size in bits for which `unsigned` has an effect. */
  unsignedBits: number;
  /** Size in bits of a flag's column that holds values other than 0 and 1. */
  flagBits: number;
  float: 'float' | 'double';
  /** Whether `double(10,2)` rounds. */
  roundsReals: boolean;
  /** Digits of a second that a time of day has if its type names none. */
  timeOfDayDigits: number;
  timeDigits: number;
  /** The family of a type that only this kind of database has, or interprets in its own way. */
  otherFamilyOf(column: TableColumn): Family | undefined;
  /** Whether an auto-increment key of any size counts as the id of `AuditedEntity`. */
  anyCountingKey: boolean;
  /** Whether an entity has to repeat default expressions. */
  repeatsExpressions: boolean;
  /** Whether values of a column are too large to be read for hundreds of rows at once. */
  isLarge(column: TableColumn): boolean;
}

/** Digits of a SQLite decimal column that names none. */
const ANY_DECIMAL = { precision: 30, scale: 12 };

const WHOLE_BITS: Record<string, [type: WholeType, bits: number]> = {
  tinyint: ['tinyint', 8],
  int1: ['tinyint', 8],
  smallint: ['smallint', 16],
  int2: ['smallint', 16],
  mediumint: ['mediumint', 24],
  int3: ['mediumint', 24],
  int: ['int', 32],
  int4: ['int', 32],
  bigint: ['bigint', 64],
  int8: ['bigint', 64],
  'big int': ['bigint', 64],
  'unsigned big int': ['bigint', 64],
};

/** The family of a column; undefined if the generator has no mapping for its type. */
export function familyOf(column: TableColumn, native: NativeTypes): Family | undefined {
  const { type, fullType, precision } = column;
  if (/^tinyint\(1\)/.test(fullType) || type === 'boolean' || type === 'bool') return flagOf(column, native);
  const whole = wholeOf(column, native);
  if (whole) return whole;
  if (/^(decimal|numeric|dec|fixed|number)$/.test(type)) {
    return { kind: 'decimal', ...(precision === undefined ? ANY_DECIMAL : { precision, scale: column.scale ?? 0 }) };
  }
  if (type === 'float') return { kind: 'real', type: native.float, digits: digitsOf(column, native) };
  if (/^(double|double precision|real)$/.test(type)) {
    return { kind: 'real', type: 'double', digits: digitsOf(column, native) };
  }
  if (type === 'date') return { kind: 'day' };
  if (type === 'time') return { kind: 'timeOfDay', fractionDigits: precision ?? native.timeOfDayDigits };
  if (type === 'datetime' || type === 'timestamp') return { kind: 'time', precision: precision ?? native.timeDigits };
  if (type === 'json') return { kind: 'json' };
  return native.otherFamilyOf(column);
}

/** A flag, unless the column is known to hold numbers, or its default is another value than 0 and 1. */
function flagOf(column: TableColumn, native: NativeTypes): Family {
  const { default: given, numbers = false } = column;
  const value = given && 'value' in given ? given.value : '0';
  return !numbers && /^([01]|true|false)$/i.test(value) ? { kind: 'flag' } : smallNumber(column, native);
}

/** The family of a flag's column that holds other values. */
export function smallNumber({ unsigned }: TableColumn, { flagBits, unsignedBits }: NativeTypes): Family {
  return { kind: 'whole', type: 'tinyint', ...rangeOf(flagBits, !unsigned || flagBits > unsignedBits) };
}

function digitsOf(
  { fullType }: TableColumn,
  { roundsReals }: NativeTypes,
): Extract<Family, { kind: 'real' }>['digits'] {
  const [, precision, scale] = /\(\s*(\d+)\s*,\s*(\d+)\s*\)/.exec(fullType) ?? [];
  return roundsReals && scale !== undefined ? { precision: Number(precision), scale: Number(scale) } : undefined;
}

function wholeOf({ type, unsigned }: TableColumn, native: NativeTypes): Family | undefined {
  if (type === 'year') return { kind: 'whole', type: 'smallint', min: 1901n, max: 2155n };
  const [name, bits] = type === 'integer' ? native.integer : (WHOLE_BITS[type] ?? []);
  if (name === undefined || bits === undefined) return undefined;
  return { kind: 'whole', type: name, ...rangeOf(bits, !unsigned || bits > native.unsignedBits) };
}

/** The range of whole numbers with a size in bits. */
function rangeOf(bits: number, signed: boolean): { min: bigint; max: bigint } {
  const values = 2n ** BigInt(bits);
  return signed ? { min: -values / 2n, max: values / 2n - 1n } : { min: 0n, max: values - 1n };
}
