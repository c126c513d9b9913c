import { errors } from '../../core/errors.js';
import { ExactTime } from '../../database/entities/exact-time.js';
import { bytesOfText } from '../../database/entities/binary-text.js';
import { bitNumber } from '../../database/entities/transformers.js';
import { parseTime } from '../../http/validation/times.js';
import type { Key } from '../shape.js';
import type { FilterKind } from './filter-kinds.js';

/** A value of a column of a key, as an entity has it. */
export type KeyPart = Key | boolean | Date | null;

/** Marks a time in an id that is spelt exactly as the database spells it. */
const EXACT = '~';

/** NULL in an id; SQLite accepts it in a key of several columns. */
const NULL = '\0';

/** A value as part of an id. A time is written in ISO 8601 where that identifies it. */
export function partOf(value: KeyPart, kind: FilterKind): string {
  if (value === null) return NULL;
  if (value instanceof ExactTime) return EXACT + value.text;
  if (value instanceof Date) return value.toISOString();
  return kind === 'time' ? EXACT + String(value) : String(value);
}

/**
 * A value as a parameter of a statement, for a column that does not hold bytes: a buffer holds the bits of a number.
 */
export function boundOf(value: unknown): unknown {
  if (value instanceof ExactTime) return value.text;
  return value instanceof Uint8Array ? bitNumber.from(value) : value;
}

/**
 * The value that a part of an id stands for.
 * @throws AppError code 1 if it cannot be a value of such a column
 */
export function readPart(text: string, kind: FilterKind): unknown {
  const refused = () => errors.badId('id is no key of such a row');
  if (text === NULL) return null;
  switch (kind) {
    case 'flag':
      if (text === 'true' || text === 'false') return text === 'true';
      return readPart(text, 'int');
    case 'int':
    case 'whole': {
      if (!/^-?\d{1,20}$/.test(text)) throw refused();
      const number = Number(text);
      return Number.isSafeInteger(number) ? number : String(BigInt(text));
    }
    case 'day':
      // Not always a date: MySQL has a zero date, and SQLite lets other programs store any text.
      return text;
    case 'time': {
      if (text.startsWith(EXACT)) return text.slice(EXACT.length);
      const time = parseTime(text);
      if (time === undefined) throw refused();
      return time;
    }
    case 'bytes':
      if (bytesOfText(text) === undefined) throw refused();
      return text;
    default:
      return text;
  }
}
