import type { DialectName } from 'steward/database';
import type { Family, NativeTypes } from './families.js';
import type { TableColumn } from './table.js';

/** Largest text and binary value in bytes, as in MySQL's largest types. */
const MAX_BYTES = 4_294_967_295;

const LONG_TEXTS: Record<string, number> = { tinytext: 255, text: 65_535, mediumtext: 16_777_215, longtext: MAX_BYTES };
const BLOBS: Record<string, number> = { tinyblob: 255, blob: 65_535, mediumblob: 16_777_215, longblob: MAX_BYTES };

const mysqlTypes: NativeTypes = {
  integer: ['int', 32],
  unsignedBits: 64,
  flagBits: 8,
  float: 'float',
  roundsReals: true,
  timeOfDayDigits: 0,
  timeDigits: 0,
  anyCountingKey: false,
  // The database fills them in.
  repeatsExpressions: false,
  isLarge: ({ type }) => /^(text|mediumtext|longtext|json|(tiny|medium|long)?blob)$/.test(type),

  otherFamilyOf(column) {
    const { type, length, values = [], numbers = false } = column;
    if (/^(char|varchar|nchar|nvarchar)$/.test(type)) return { kind: 'text', length: length ?? 1 };
    // MariaDB types that are read and written as text.
    if (type === 'uuid') return { kind: 'text', length: 36 };
    if (type === 'inet4' || type === 'inet6') return { kind: 'text', length: 45 };
    if (type in LONG_TEXTS) return { kind: 'longText', bytes: LONG_TEXTS[type] ?? 0 };
    if (type === 'enum') return { kind: 'choice', values };
    if (type === 'set') return { kind: 'choices', values };
    if (type === 'bit') return bitsOf(length ?? 1, numbers);
    if (type === 'binary') return bytesOf(column, length ?? 1, length ?? 1);
    if (type === 'varbinary') return bytesOf(column, 0, length ?? 0);
    return type in BLOBS ? bytesOf(column, 0, BLOBS[type] ?? 0) : undefined;
  },
};

function bytesOf({ texts }: TableColumn, minBytes: number, maxBytes: number): Family {
  return { kind: texts === true ? 'binaryText' : 'binary', minBytes, maxBytes };
}

function bitsOf(length: number, numbers: boolean): Family {
  return { kind: 'bits', max: 2n ** BigInt(length) - 1n, flag: length === 1 && !numbers };
}

const sqliteTypes: NativeTypes = {
  integer: ['bigint', 64],
  // SQLite stores signed numbers even if the type says unsigned.
  unsignedBits: 32,
  flagBits: 32,
  float: 'double',
  roundsReals: false,
  timeOfDayDigits: 6,
  timeDigits: 3,
  anyCountingKey: true,
  repeatsExpressions: true,
  isLarge: ({ type, texts }) => type === 'json' || (type.includes('blob') && texts !== true),

  /** SQLite accepts any name for a type; these ones store text and bytes as they are. */
  otherFamilyOf(column) {
    const { type, length } = column;
    if (/char|clob|text/.test(type)) {
      return length === undefined ? { kind: 'longText', bytes: MAX_BYTES } : { kind: 'text', length };
    }
    // A column without a type stores what it is given.
    if (type === '' || type === 'any') return { kind: 'longText', bytes: MAX_BYTES };
    return type.includes('blob') ? bytesOf(column, 0, length ?? MAX_BYTES) : undefined;
  },
};

/** The types of columns that each kind of database has. */
export const nativeTypes: Record<DialectName, NativeTypes> = { mysql: mysqlTypes, sqlite: sqliteTypes };
