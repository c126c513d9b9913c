import type { Dialect, TableColumn } from '../read/table.js';

/** What values a column holds, whatever the database calls its type. */
export type Family =
  | { kind: 'whole'; type: WholeType; min: bigint; max: bigint }
  | { kind: 'flag' }
  /** A row of bits as a whole number. */
  | { kind: 'bits'; max: bigint }
  | { kind: 'decimal'; precision: number; scale: number }
  | { kind: 'real'; type: 'float' | 'double' }
  /** Text that is bounded in characters. */
  | { kind: 'text'; length: number }
  /** Text that is bounded in bytes. */
  | { kind: 'longText'; bytes: number }
  | { kind: 'choice'; values: string[] }
  | { kind: 'choices'; values: string[] }
  | { kind: 'json' }
  | { kind: 'binary'; minBytes: number; maxBytes: number }
  | { kind: 'day' }
  | { kind: 'timeOfDay'; fractionDigits: number }
  | { kind: 'time'; precision: number };

type WholeType = 'tinyint' | 'smallint' | 'mediumint' | 'int' | 'bigint';

/** Largest text and binary value: what the largest types of MySQL hold. */
const MAX_BYTES = 4_294_967_295;

/** Digits of a decimal column of SQLite that names none. */
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

const LONG_TEXTS: Record<string, number> = { tinytext: 255, text: 65_535, mediumtext: 16_777_215, longtext: MAX_BYTES };
const BLOBS: Record<string, number> = { tinyblob: 255, blob: 65_535, mediumblob: 16_777_215, longblob: MAX_BYTES };

/** The family of a column; undefined where the generator has no mapping for its type. */
export function familyOf(column: TableColumn, dialect: Dialect): Family | undefined {
  const { type, fullType, length, values = [] } = column;
  if (/^tinyint\(1\)/.test(fullType) || type === 'boolean' || type === 'bool') return { kind: 'flag' };
  const whole = wholeOf(column, dialect);
  if (whole) return whole;
  if (/^(decimal|numeric|dec|fixed|number)$/.test(type)) {
    const digits =
      column.precision === undefined ? ANY_DECIMAL : { precision: column.precision, scale: column.scale ?? 0 };
    return { kind: 'decimal', ...digits };
  }
  if (type === 'float' && dialect === 'mysql') return { kind: 'real', type: 'float' };
  if (/^(float|double|double precision|real)$/.test(type)) return { kind: 'real', type: 'double' };
  if (type === 'date') return { kind: 'day' };
  if (type === 'time') return { kind: 'timeOfDay', fractionDigits: column.precision ?? (dialect === 'sqlite' ? 6 : 0) };
  if (type === 'datetime' || type === 'timestamp') {
    return { kind: 'time', precision: column.precision ?? (dialect === 'sqlite' ? 3 : 0) };
  }
  if (type === 'json') return { kind: 'json' };
  return dialect === 'sqlite' ? sqliteFamilyOf(type, length) : mysqlFamilyOf(type, length, values);
}

function wholeOf({ type, unsigned }: TableColumn, dialect: Dialect): Family | undefined {
  // SQLite's INTEGER has 64 bits.
  if (type === 'integer')
    return dialect === 'sqlite' ? wholeOfBits('bigint', 64, unsigned) : wholeOfBits('int', 32, unsigned);
  if (type === 'year') return { kind: 'whole', type: 'smallint', min: 1901n, max: 2155n };
  const [name, bits] = WHOLE_BITS[type] ?? [];
  if (name === undefined || bits === undefined) return undefined;
  // What SQLite stores is signed, whatever the type says.
  return wholeOfBits(name, bits, unsigned && !(dialect === 'sqlite' && bits === 64));
}

function wholeOfBits(type: WholeType, bits: number, unsigned: boolean): Family {
  const values = 2n ** BigInt(bits);
  const [min, max] = unsigned ? [0n, values - 1n] : [-values / 2n, values / 2n - 1n];
  return { kind: 'whole', type, min, max };
}

function mysqlFamilyOf(type: string, length: number | undefined, values: string[]): Family | undefined {
  if (/^(char|varchar|nchar|nvarchar)$/.test(type)) return { kind: 'text', length: length ?? 1 };
  // Types of MariaDB that read and write as text.
  if (type === 'uuid') return { kind: 'text', length: 36 };
  if (type === 'inet4' || type === 'inet6') return { kind: 'text', length: 45 };
  if (type in LONG_TEXTS) return { kind: 'longText', bytes: LONG_TEXTS[type] ?? 0 };
  if (type === 'enum') return { kind: 'choice', values };
  if (type === 'set') return { kind: 'choices', values };
  if (type === 'bit') return { kind: 'bits', max: 2n ** BigInt(length ?? 1) - 1n };
  if (type === 'binary') return { kind: 'binary', minBytes: length ?? 1, maxBytes: length ?? 1 };
  if (type === 'varbinary') return { kind: 'binary', minBytes: 0, maxBytes: length ?? 0 };
  return type in BLOBS ? { kind: 'binary', minBytes: 0, maxBytes: BLOBS[type] ?? 0 } : undefined;
}

/** SQLite takes any name for a type; these are the ones that store text and bytes as they are. */
function sqliteFamilyOf(type: string, length: number | undefined): Family | undefined {
  if (/char|clob|text/.test(type)) {
    return length === undefined ? { kind: 'longText', bytes: MAX_BYTES } : { kind: 'text', length };
  }
  // A column without a type stores what it is given.
  if (type === '' || type === 'any') return { kind: 'longText', bytes: MAX_BYTES };
  if (/blob|binary/.test(type))
    return type.includes('blob') ? { kind: 'binary', minBytes: 0, maxBytes: length ?? MAX_BYTES } : undefined;
  return undefined;
}
