import type { EntityMetadata, ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { errors } from '../core/errors.js';
import type { SqlDialect } from '../database/dialects/dialect.js';
import { bitFlag } from '../database/entities/transformers.js';
import { isDay, parseTime } from '../http/validation/times.js';
import type { RawQuery } from './paging.js';

/** How a column is filtered: text by substring, all others exactly. */
export type FilterKind = 'text' | 'exact' | 'int' | 'whole' | 'decimal' | 'float' | 'double' | 'flag' | 'day' | 'time';

const KINDS: Record<string, FilterKind> = {
  boolean: 'flag',
  int: 'int',
  tinyint: 'int',
  smallint: 'int',
  mediumint: 'int',
  bigint: 'whole',
  decimal: 'decimal',
  float: 'float',
  double: 'double',
  date: 'day',
  datetime: 'time',
  time: 'exact',
  'simple-enum': 'exact',
  'simple-array': 'exact',
};

/** How a column is filtered. */
export function filterKindOf({ type, transformer }: EntityMetadata['columns'][number]): FilterKind {
  if (type === Boolean || transformer === bitFlag) return 'flag';
  if (type === Number) return 'int';
  return (typeof type === 'string' ? KINDS[type] : undefined) ?? 'text';
}

/** The columns that a page may be filtered by: what is not listed is no filter. */
export type FilterShape = Record<string, FilterKind>;

/** One condition, with its parameters; equal conditions have equal text. */
interface Condition {
  sql: string;
  parameters: ObjectLiteral;
}

/** Query parameters that bound a time. */
export const TIME_FILTERS = ['startTime', 'endTime'] as const;

/** Alias of the table in every query of the eight operations. */
export const ROW = 'row';

/**
 * The conditions that a query asks for. An empty value is no filter.
 * @param timeColumn property that `startTime` and `endTime` bound; undefined for none
 * @throws AppError code 1 naming a filter whose value has the wrong type
 */
export function readFilters(
  query: RawQuery,
  shape: FilterShape,
  timeColumn: string | undefined,
  sql: SqlDialect,
): Condition[] {
  const conditions: Condition[] = [];
  for (const [name, kind] of Object.entries(shape)) {
    const value = single(query, name);
    if (value !== undefined) conditions.push(conditionOf(name, kind, value, sql));
  }
  for (const name of TIME_FILTERS) {
    const operator = name === 'startTime' ? '>=' : '<=';
    const value = single(query, name);
    if (value === undefined || timeColumn === undefined) continue;
    conditions.push({
      sql: `${ROW}.${timeColumn} ${operator} :${name}`,
      parameters: { [name]: readTime(name, value) },
    });
  }
  return conditions;
}

/** Adds conditions to a query. */
export function applyFilters<T extends ObjectLiteral>(builder: SelectQueryBuilder<T>, conditions: Condition[]): void {
  for (const { sql, parameters } of conditions) builder.andWhere(sql, parameters);
}

function conditionOf(name: string, kind: FilterKind, value: string, sql: SqlDialect): Condition {
  const column = `${ROW}.${name}`;
  if (kind === 'text') {
    return { sql: sql.contains(column, name), parameters: { [name]: `%${escapeLike(value)}%` } };
  }
  const digits = kind === 'whole' || kind === 'decimal';
  const parameter = digits ? sql.exactDecimal(name, /\.(\d+)/.exec(value)?.[1]?.length ?? 0) : `:${name}`;
  return { sql: `${column} = ${parameter}`, parameters: { [name]: readExactly(name, kind, value, sql) } };
}

function readExactly(name: string, kind: FilterKind, value: string, sql: SqlDialect): unknown {
  switch (kind) {
    case 'int':
      return readInt(name, value);
    case 'whole':
      return readDigits(name, value, /^-?\d{1,20}$/, 'a whole number');
    case 'decimal':
      return readDigits(name, value, /^-?\d{1,35}(\.\d{1,30})?$|^-?\d{1,65}$/, 'a decimal number');
    case 'double':
      return readNumber(name, value);
    case 'float':
      return sql.storedFloat(readNumber(name, value));
    case 'flag':
      return readFlag(name, value);
    case 'day':
      if (!isDay(value)) throw errors.failure(`${name} must be a day such as 2026-01-31`);
      return value;
    case 'time':
      return readTime(name, value);
    default:
      return value;
  }
}

function readDigits(name: string, value: string, pattern: RegExp, what: string): string {
  if (!pattern.test(value)) throw errors.failure(`${name} must be ${what}`);
  return value;
}

function readNumber(name: string, value: string): number {
  const number = Number(value);
  if (!/^[-+\d.eE]+$/.test(value) || !Number.isFinite(number)) throw errors.failure(`${name} must be a number`);
  return number;
}

/** Makes `%`, `_` and the escape character `!` literal. */
export function escapeLike(text: string): string {
  return text.replace(/[!%_]/g, '!$&');
}

/** The value of a parameter that is given once; undefined for none and for an empty one. */
export function single(query: RawQuery, name: string): string | undefined {
  const value = Object.hasOwn(query, name) ? query[name] : undefined;
  if (value === undefined || value === '') return undefined;
  if (typeof value !== 'string') throw errors.failure(`${name} must be given once`);
  return value;
}

/**
 * The whole number that a parameter gives; undefined for none and for an empty one.
 * @throws AppError code 1 that names the parameter, for anything else
 */
export function readWhole(query: RawQuery, name: string): number | undefined {
  const value = single(query, name);
  return value === undefined ? undefined : readInt(name, value);
}

/**
 * The truth that a parameter gives; undefined for none and for an empty one.
 * @throws AppError code 1 that names the parameter, for anything else
 */
export function readTruth(query: RawQuery, name: string): boolean | undefined {
  const value = single(query, name);
  return value === undefined ? undefined : readFlag(name, value);
}

function readInt(name: string, value: string): number {
  if (!/^-?\d{1,10}$/.test(value)) throw errors.failure(`${name} must be a whole number`);
  return Number(value);
}

function readFlag(name: string, value: string): boolean {
  if (!['true', 'false', '1', '0'].includes(value)) throw errors.failure(`${name} must be true or false`);
  return value === 'true' || value === '1';
}

/** A time of day that is left out is the whole day: its beginning, or its end for `endTime`. */
function readTime(name: string, value: string): Date {
  const time = parseTime(value, name === 'endTime' ? '23:59:59.999' : '00:00:00');
  if (time === undefined) throw errors.failure(`${name} must be a time such as 2026-01-31T08:00:00Z`);
  return time;
}
