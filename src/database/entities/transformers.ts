import type { ValueTransformer } from 'typeorm';
import { storedBytes, textOfBytes } from './binary-text.js';

/** Bytes of the database as text in base64. */
export const base64: ValueTransformer = {
  to: (value: unknown) => (typeof value === 'string' ? Buffer.from(value, 'base64') : value),
  from: (value: unknown) => (value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value),
};

/** Bytes of the database that are text in UTF-8, as text; others as `base64url:` and their base64url. */
export class BinaryTextTransformer implements ValueTransformer {
  /** @param length how many bytes every value has; by default any number */
  constructor(readonly length?: number) {}

  to(value: unknown): unknown {
    return typeof value === 'string' ? storedBytes(value) : value;
  }

  from(value: unknown): unknown {
    // SQLite may have text, and TypeORM passes on what it has just stored.
    return typeof value === 'string' || value instanceof Uint8Array ? textOfBytes(storedBytes(value)) : value;
  }
}

export const binaryText = new BinaryTextTransformer();

/** {@link binaryText} for a column whose values all have the same number of bytes. */
export function fixedBinaryText(length: number): ValueTransformer {
  return new BinaryTextTransformer(length);
}

/** A MySQL bit as a boolean. */
export const bitFlag: ValueTransformer = {
  to: (value: unknown) => (typeof value === 'boolean' ? Number(value) : value),
  from: (value: unknown) => (value === null || value === undefined ? value : wholeOf(value) !== 0n),
};

/** MySQL bits as a whole number, or as its digits if JavaScript would round it. */
export const bitNumber: ValueTransformer = {
  to: (value: unknown) => (typeof value === 'string' ? BigInt(value) : value),
  from: (value: unknown) => {
    if (value === null || value === undefined) return value;
    const whole = wholeOf(value);
    return whole > BigInt(Number.MAX_SAFE_INTEGER) ? String(whole) : Number(whole);
  },
};

/** MySQL gives bytes, SQLite a number. */
function wholeOf(value: unknown): bigint {
  if (value instanceof Uint8Array) return BigInt(`0x${Buffer.from(value).toString('hex') || '0'}`);
  return BigInt(value as number | string | boolean);
}

/**
 * A decimal column as text with all digits of its scale, on every database: SQLite gives a number.
 * @param scale digits after the decimal point
 */
export function decimalText(scale: number): ValueTransformer {
  return { to: (value: unknown) => value, from: (value: unknown) => toText(value, scale) };
}

function toText(value: unknown, scale: number): unknown {
  if (typeof value !== 'number' && typeof value !== 'string') return value;
  const text = typeof value === 'number' ? plain(value) : value;
  const [, whole, fraction = ''] = /^(-?\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  if (whole === undefined) return text;
  return scale === 0 && fraction === '' ? whole : `${whole}.${fraction.padEnd(scale, '0')}`;
}

/** A number without an exponent. */
function plain(value: number): string {
  const [, fraction = '', exponent] = /^-?\d+(?:\.(\d+))?e-(\d+)$/.exec(String(value)) ?? [];
  return exponent === undefined ? String(value) : value.toFixed(fraction.length + Number(exponent));
}
