import type { ColumnTypeName } from 'steward/crud';
import type * as validation from 'steward/validation';
import type { Family, WholeType } from './families.js';
import type { Input } from './inputs.js';
import { stringLiteral } from './text.js';

/** The rules that check values of columns, as `steward/validation` calls them. */
export const VALUE_RULES = [
  'Base64',
  'BigWhole',
  'BinaryText',
  'Day',
  'Decimal',
  'Flag',
  'Json',
  'Listed',
  'LongText',
  'Real',
  'SomeOf',
  'Switch',
  'Text',
  'Time',
  'TimeOfDay',
  'TimeOrNull',
  'Whole',
] as const satisfies readonly (keyof typeof validation)[];

/** A decorator that checks a value: `Text(64)`. */
type Check = `${(typeof VALUE_RULES)[number]}(${string})`;

/** How a column's values look in TypeScript, in TypeORM, in validation, in a form and in a test. */
export interface Shape {
  /** Type of the property, without null. */
  type: string;
  /** Options of `@Column`, beyond name, null and default; the type comes first. */
  options: [type: `type: '${ColumnTypeName}'`, ...others: string[]];
  /** Transformer that the options name, and its import. */
  transformer?: 'base64' | 'binaryText' | 'fixedBinaryText' | 'bitFlag' | 'bitNumber' | 'decimalText';
  check: Check;
  /** Decorator if null is also a value; by default `Nullable()` before {@link check}. */
  checkOrNull?: Check;
  /** How the console asks for a value, unless the column's role decides. */
  input: Input;
  /** A value for tests, as it is in JSON, in source text. */
  sample: string;
  /** Another value, for an update. */
  other: string;
  /** Whether page and list may be filtered by it. */
  filtered: boolean;
  /** How a value appears in a path, if it can be a key. */
  key?: 'whole' | 'text';
  /** Decorator that checks a key, if it is not {@link check}. */
  checkKey?: Check;
  /** Decorator that checks the id of a row to update, if there may be rows with keys that no new one can have. */
  checkId?: Check;
  /** Source text of a value that is unique to the row, made from its number `n`. */
  distinct?: string;
}

/** Largest whole number that JavaScript represents exactly. */
const MAX_SAFE = BigInt(Number.MAX_SAFE_INTEGER);

/** Longest key of a text column without a length: it has to fit into a path. */
const MAX_KEY = 1000;

/** Longest text that stands for a day in a table. */
const MAX_DAY = 40;

/** More rows than tests add. */
const MAX_SERIAL = 100n;

/** Longest text that gets an input of one line. */
const ONE_LINE = 255;

/** The upper bound that `Whole()` has by default. */
const MAX_INT = 2_147_483_647n;

/** The shape of a family. */
export function shapeOf(family: Family, unsigned: boolean): Shape {
  switch (family.kind) {
    case 'whole':
      return wholeShape(family.type, family.min, family.max, unsigned);
    case 'flag':
      return plain('boolean', 'switch', ["type: 'boolean'"], 'Switch()', 'true', 'false');
    case 'bits':
      return bitsShape(family);
    case 'decimal':
      return decimalShape(family.precision, family.scale, unsigned);
    case 'real':
      return realShape(family);
    case 'text':
      return textShape(family.length);
    case 'longText':
      return {
        ...plain(
          'string',
          'text',
          ["type: 'text'"],
          `LongText(${bounded(family.bytes)})`,
          "'some text'",
          stringLiteral('ü😀"x"'),
        ),
        key: 'text',
        checkKey: `Text(${digits(MAX_KEY)}, 1)`,
        distinct: '`key-${n}`',
      };
    case 'choice':
      return choiceShape(family.values);
    case 'choices':
      return {
        ...plain(
          'string[]',
          'select',
          ["type: 'simple-array'"],
          `SomeOf(${list(family.values)})`,
          '[]',
          list(family.values.slice(0, 2)),
        ),
      };
    case 'json':
      return {
        ...plain('unknown', 'json', ["type: 'json'"], 'Json()', "{ a: [1, 'b', null] }", '[]'),
        filtered: false,
      };
    case 'binary':
      return binaryShape(family.minBytes, family.maxBytes);
    case 'binaryText':
      return binaryTextShape(family.minBytes, family.maxBytes);
    case 'day':
      return {
        ...plain('string', 'day', ["type: 'date'"], 'Day()', "'2026-01-31'", "'2000-02-29'"),
        key: 'text',
        // MySQL may have the zero date, SQLite other spellings of a day.
        checkId: `Text(${MAX_DAY}, 1)`,
        distinct: 'new Date(n * 86_400_000).toISOString().slice(0, 10)',
      };
    case 'timeOfDay':
      return plain(
        'string',
        'time',
        ["type: 'time'"],
        `TimeOfDay(${family.fractionDigits || ''})`,
        "'08:30:00'",
        "'23:59:59'",
      );
    case 'time': {
      const options: Shape['options'] = ["type: 'datetime'", `precision: ${family.precision}`];
      const [sample, other] = ["'2026-01-31T08:30:00.000Z'", "'2000-02-29T23:59:59.000Z'"];
      return { ...plain('Date', 'datetime', options, 'Time()', sample, other), checkOrNull: 'TimeOrNull()' };
    }
  }
}

function plain(
  type: string,
  input: Input,
  options: Shape['options'],
  check: Check,
  sample: string,
  other: string,
): Shape {
  return { type, input, options, check, sample, other, filtered: true };
}

function realShape({ type, digits }: Extract<Family, { kind: 'real' }>): Shape {
  const options: Shape['options'] = [`type: '${type}'`];
  if (digits === undefined) return plain('number', 'decimal', options, 'Real()', '1.5', '0.25');
  const { precision, scale } = digits;
  const number = (whole: string, fraction: string) => (scale === 0 ? whole : `0.${fraction.slice(0, scale)}`);
  return plain('number', 'decimal', options, `Real(${precision}, ${scale})`, number('1', '5'), number('2', '25'));
}

function wholeShape(type: WholeType, min: bigint, max: bigint, unsigned: boolean): Shape {
  const wide = max > MAX_SAFE;
  const options: Shape['options'] = [`type: '${type}'`, ...(unsigned ? ['unsigned: true'] : [])];
  const signed = min === -(2n ** 63n);
  const check: Check = wide
    ? `BigWhole(${signed ? '' : `${min}n, ${max}n`})`
    : max === MAX_INT
      ? 'Whole()'
      : `Whole(${digits(min)}, ${digits(max)})`;
  const other = min > 7n ? String(min) : '7';
  const distinct = min > 1n ? `${min} + n` : 'n';
  return {
    ...plain(wide ? 'number | string' : 'number', 'number', options, check, largest(max), other),
    key: 'whole',
    distinct,
  };
}

/** The largest value that every database stores in such a column, as source text. */
function largest(max: bigint): string {
  const stored = max < 2n ** 63n ? max : 2n ** 63n - 1n;
  return stored > MAX_SAFE ? `'${stored}'` : String(stored);
}

function bitsShape({ max, flag }: Extract<Family, { kind: 'bits' }>): Shape {
  if (flag) {
    return { ...plain('boolean', 'switch', ["type: 'tinyint'"], 'Flag()', 'true', 'false'), transformer: 'bitFlag' };
  }
  const wide = max > MAX_SAFE;
  const check: Check = wide ? `BigWhole(0n, ${max}n)` : `Whole(0, ${digits(max)})`;
  const type = wide ? 'number | string' : 'number';
  return {
    ...plain(type, 'number', ["type: 'bigint'"], check, largest(max), max > 1n ? '1' : '0'),
    transformer: 'bitNumber',
    key: 'whole',
    distinct: max > MAX_SERIAL ? 'n' : `n % ${max + 1n}`,
  };
}

function decimalShape(precision: number, scale: number, unsigned: boolean): Shape {
  const options: Shape['options'] = [
    "type: 'decimal'",
    `precision: ${precision}`,
    `scale: ${scale}`,
    ...(unsigned ? ['unsigned: true'] : []),
  ];
  const fraction = (text: string) => (scale > 0 ? `.${text.padEnd(scale, '0').slice(0, scale)}` : '');
  const whole = precision > scale ? '7' : '0';
  return {
    ...plain('string', 'decimal', options, `Decimal(${precision}, ${scale}${unsigned ? ', true' : ''})`, '', ''),
    sample: `'${whole}${fraction('5')}'`,
    other: `'0${fraction('25')}'`,
    transformer: 'decimalText',
    key: 'text',
    ...(precision > scale + 3 ? { distinct: `\`\${n}${fraction('')}\`` } : {}),
  };
}

function textShape(length: number): Shape {
  const fit = (text: string) => stringLiteral([...text].slice(0, length).join(''));
  return {
    ...plain(
      'string',
      length > ONE_LINE ? 'textarea' : 'text',
      ["type: 'varchar'", `length: ${length}`],
      `Text(${digits(length)})`,
      fit('some text'),
      fit('ü😀"x"'),
    ),
    key: 'text',
    checkKey: `Text(${digits(length)}, 1)`,
    distinct: length >= 8 ? '`key-${n}`' : '`${n}`',
  };
}

function choiceShape(values: string[]): Shape {
  const [first = '', second = first] = values;
  const check: Check = `Listed(${list(values)})`;
  const options: Shape['options'] = ["type: 'simple-enum'", `enum: ${list(values)}`];
  return { ...plain('string', 'select', options, check, stringLiteral(first), stringLiteral(second)), key: 'text' };
}

function binaryShape(minBytes: number, maxBytes: number): Shape {
  const sample = (byte: number) =>
    `'${Buffer.alloc(minBytes === maxBytes ? maxBytes : Math.min(3, maxBytes), byte).toString('base64')}'`;
  const bounds = [...(minBytes > 0 ? [digits(maxBytes), digits(minBytes)] : [bounded(maxBytes)])];
  const check: Check = `Base64(${bounds.join(', ')})`;
  return {
    ...plain('string', 'textarea', ["type: 'blob'"], check, sample(0xff), sample(0)),
    transformer: 'base64',
    filtered: false,
  };
}

function binaryTextShape(minBytes: number, maxBytes: number): Shape {
  const isFixed = minBytes === maxBytes;
  const fit = (text: string) =>
    stringLiteral(isFixed ? text.padEnd(minBytes, '-').slice(0, minBytes) : text.slice(0, maxBytes));
  const check = (min: number): Check =>
    `BinaryText(${[...(min > 0 ? [digits(maxBytes), digits(min)] : [bounded(maxBytes)])].join(', ')})`;
  const isLong = maxBytes > ONE_LINE && bounded(maxBytes) !== '';
  return {
    ...plain(
      'string',
      isLong ? 'textarea' : 'text',
      ["type: 'blob'"],
      check(minBytes),
      fit('some text'),
      fit('other text'),
    ),
    transformer: isFixed ? 'fixedBinaryText' : 'binaryText',
    key: 'text',
    checkKey: check(Math.max(minBytes, 1)),
    distinct: isFixed ? `String(n).padStart(${minBytes}, '0')` : maxBytes >= 8 ? '`key-${n}`' : '`${n}`',
  };
}

function list(values: string[]): string {
  return `[${values.map(stringLiteral).join(', ')}]`;
}

/** A bound that is smaller than any request body; nothing for a larger one. */
function bounded(bytes: number): string {
  return bytes < 1_048_576 ? digits(bytes) : '';
}

/** A number with `_` between thousands, as the project writes large ones. */
function digits(value: number | bigint): string {
  const text = String(value);
  return text.replace('-', '').length > 4 ? text.replace(/\B(?=(\d{3})+$)/g, '_') : text;
}
