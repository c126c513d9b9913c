import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata.js';
import { ExactTime } from './exact-time.js';

/** The parts of TypeORM's drivers that read and write the values of columns. */
interface ValueDriver {
  prepareHydratedValue(value: unknown, column: ColumnMetadata): unknown;
  preparePersistentValue(value: unknown, column: ColumnMetadata): unknown;
}

/**
 * Keeps values that TypeORM would change on their way. In a boolean column it reads every number but 0 as true, and on
 * SQLite it writes 0 for every value but true. It keeps only the milliseconds of times, which do not tell all keys
 * apart.
 */
export function keepStoredValues(driver: ValueDriver): void {
  const read = driver.prepareHydratedValue.bind(driver);
  const write = driver.preparePersistentValue.bind(driver);
  driver.prepareHydratedValue = (value, column) => {
    switch (column.type) {
      case 'boolean':
        return isNoFlag(value, column) ? value : read(value, column);
      case 'datetime':
        return exactIfKey(value, read(value, column), column);
      case 'time':
        return column.isPrimary ? value : read(value, column);
      default:
        return read(value, column);
    }
  };
  driver.preparePersistentValue = (value, column) =>
    column.type === 'boolean' && isNoFlag(value, column) ? value : write(value, column);
}

/** Whether a boolean column holds something other than its two values. */
function isNoFlag(value: unknown, { transformer }: ColumnMetadata): boolean {
  return typeof value === 'number' && value !== 0 && value !== 1 && transformer === undefined;
}

/** MySQL's driver gives exact times, see `exact-times.ts`; SQLite's gives text. */
function exactIfKey(value: unknown, time: unknown, { isPrimary }: ColumnMetadata): unknown {
  if (!(time instanceof Date)) return time;
  if (!isPrimary) return time instanceof ExactTime ? new Date(time.getTime()) : time;
  return typeof value === 'string' && value !== spelled(time) ? new ExactTime(time.getTime(), value) : time;
}

/** A time as TypeORM writes it on SQLite. */
function spelled(time: Date): string | undefined {
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString().replace('T', ' ').slice(0, -1);
}
