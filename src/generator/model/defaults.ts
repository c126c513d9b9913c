import type { ColumnDefault } from './table.js';
import type { Family, NativeTypes } from './families.js';
import { stringLiteral } from './text.js';

/**
 * Source text of a column's default for its entity: SQLite stores no default that the entity does not name.
 * @returns undefined if only MySQL can know it; the database then fills it in
 */
export function defaultOf(given: ColumnDefault, family: Family, native: NativeTypes): string | undefined {
  if ('expression' in given) {
    if (/^current_timestamp(\(\d*\))?$/i.test(given.expression)) return "() => 'CURRENT_TIMESTAMP'";
    return native.repeatsExpressions ? `() => ${stringLiteral(given.expression)}` : undefined;
  }
  const { value } = given;
  switch (family.kind) {
    case 'whole':
      return Number.isSafeInteger(Number(value)) ? String(Number(value)) : sql(value);
    case 'real':
      return Number.isFinite(Number(value)) ? String(Number(value)) : sql(value);
    case 'flag':
      return /^(1|true)$/i.test(value) ? 'true' : 'false';
    case 'bits':
    case 'binary':
      return undefined;
    case 'binaryText':
      return native.repeatsExpressions ? sql(value) : undefined;
    default:
      // TypeORM puts text between quotes without escaping it.
      return /['\\]/.test(value) ? sql(value) : stringLiteral(value);
  }
}

function sql(value: string): string {
  return `() => ${stringLiteral(`'${value.replaceAll("'", "''")}'`)}`;
}
