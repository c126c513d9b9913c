import type { ObjectLiteral, Repository } from 'typeorm';
import { errors } from '../core/errors.js';

/** Digits that SQLite's floating point keeps of every number. */
const KEPT_DIGITS = 15;

/** Largest whole number that SQLite stores as such. */
const MAX_WHOLE = 2n ** 63n - 1n;

/** SQLite stores a decimal as a whole number or in floating point: what that would round is refused, not rounded. */
export function keepsDecimals<E extends ObjectLiteral>({ metadata, manager }: Repository<E>, row: E): void {
  if (manager.dataSource.options.type === 'mysql') return;
  for (const { type, propertyName } of metadata.columns) {
    if (type !== 'decimal') continue;
    const value = (row as Record<string, unknown>)[propertyName];
    if ((typeof value === 'string' || typeof value === 'number') && !survives(String(value))) {
      throw errors.failure(`${propertyName} must have at most ${KEPT_DIGITS} digits: SQLite would round it`);
    }
  }
}

function survives(text: string): boolean {
  const [, whole = '', fraction = ''] = /^-?0*(\d*)(?:\.(\d*?)0*)?$/.exec(text) ?? [];
  if (fraction === '') return BigInt(whole === '' ? 0 : whole) <= MAX_WHOLE;
  return whole.length + (whole === '' ? fraction.replace(/^0+/, '') : fraction).length <= KEPT_DIGITS;
}
