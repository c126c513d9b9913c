import type { EntityMetadata, ObjectLiteral } from 'typeorm';
import { errors } from '../../core/errors.js';
import { dialectOf } from '../../database/dialects/dialects.js';
import { withZeroDates } from './zero-dates.js';

/**
 * Makes a row ready to be stored.
 * @throws AppError code 1 that names a member, for a decimal that the database would round, a value that its column
 * does not list, a number in a boolean column, or text with half of a surrogate pair, which would be stored as something else. A value that is
 * already stored and does not change is accepted.
 */
export function assertStorable(draft: object, before: object | undefined, metadata: EntityMetadata): void {
  const { sql } = dialectOf(metadata.dataSource);
  const values = draft as ObjectLiteral;
  for (const { type, propertyName: name, enum: listed } of metadata.columns) {
    const value: unknown = values[name];
    if (value === null || value === undefined || value === (before as ObjectLiteral | undefined)?.[name]) continue;
    if (typeof value === 'string' && !value.isWellFormed()) {
      throw errors.failure(`${name} has half a character, which cannot be stored`, { reason: 'format', member: name });
    }
    if (type === 'decimal' && (typeof value === 'string' || typeof value === 'number')) {
      const problem = sql.decimalProblem(String(value));
      if (problem !== undefined) throw errors.failure(`${name} ${problem}`, { reason: 'format', member: name });
    }
    if (type === 'boolean' && typeof value === 'number')
      throw errors.malformed(name, 'isBoolean', 'must be true or false');
    if (listed && type !== 'simple-array' && !(listed as unknown[]).includes(value)) {
      throw errors.failure(`${name} must be one of ${listed.join(', ')}`, {
        reason: 'values',
        values: listed,
        member: name,
      });
    }
  }
  withZeroDates(draft, before, metadata);
}
