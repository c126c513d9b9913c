import type { ValueTransformer } from 'typeorm';

/** Bytes of the database as text in base64. */
export const base64: ValueTransformer = {
  to: (value: unknown) => (typeof value === 'string' ? Buffer.from(value, 'base64') : value),
  from: (value: unknown) => (value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value),
};

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
