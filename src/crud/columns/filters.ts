import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { errors } from '../../core/errors.js';
import type { SqlDialect } from '../../database/dialect/dialect.js';
import { storedBytes, textOfBytes } from '../../database/entities/binary-text.js';
import { FILTER_VALUES, type FilterKind, isRanged, readFlag, readInt, readTime } from './filter-kinds.js';
import type { RawQuery } from '../paging.js';

/** The columns that a page may be filtered by; no other column is a filter. */
export type FilterShape = Record<string, FilterKind>;

/** One condition, with its parameters; equal conditions have equal text. */
export interface Condition {
  sql: string;
  parameters: ObjectLiteral;
}

/** A parameter that bounds a column. */
interface Bound {
  name: string;
  property: string;
  kind: FilterKind;
  upper: boolean;
}

/** Query parameters that bound the time of creation. */
export const TIME_FILTERS = ['startTime', 'endTime'] as const;

/** Alias of the table in every query of the eight operations. */
export const ROW = 'row';

/** The parameters that bound the columns of a shape; a name that also belongs to a filter is not a bound. */
export function boundsOf(shape: FilterShape): Bound[] {
  const bounds = Object.entries(shape)
    .filter(([, kind]) => isRanged(kind))
    .flatMap(([property, kind]) => [
      { name: `${property}From`, property, kind, upper: false },
      { name: `${property}To`, property, kind, upper: true },
    ]);
  return bounds.filter(({ name }) => !Object.hasOwn(shape, name));
}

/** The parameters that the columns of a shape can be filtered by. */
export function parametersOf(shape: FilterShape): string[] {
  return [...Object.keys(shape), ...boundsOf(shape).map(({ name }) => name)];
}

/**
 * The conditions that a query asks for. An empty value is no filter.
 * @param timeColumn property that `startTime` and `endTime` bound; undefined if there is none
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
  for (const bound of boundsOf(shape)) {
    const value = single(query, bound.name);
    if (value !== undefined) conditions.push(boundOf(bound, value, sql));
  }
  for (const name of TIME_FILTERS) {
    const value = single(query, name);
    if (value === undefined || timeColumn === undefined) continue;
    conditions.push(boundOf({ name, property: timeColumn, kind: 'time', upper: name === 'endTime' }, value, sql));
  }
  return conditions;
}

/** Adds conditions to a query. */
export function applyFilters<T extends ObjectLiteral>(builder: SelectQueryBuilder<T>, conditions: Condition[]): void {
  for (const { sql, parameters } of conditions) builder.andWhere(sql, parameters);
}

function conditionOf(name: string, kind: FilterKind, value: string, sql: SqlDialect): Condition {
  const column = `${ROW}.${name}`;
  switch (kind) {
    case 'text':
      return { sql: sql.contains(column, name), parameters: { [name]: `%${escapeLike(value)}%` } };
    case 'bytes':
      if (value === textOfBytes(Buffer.from(value)))
        return { sql: sql.contains(sql.asText(column), name), parameters: { [name]: `%${escapeLike(value)}%` } };
      return conditionOf(name, 'exactBytes', value, sql);
    case 'exactBytes':
      return {
        sql: `${column} IN (:...${name})`,
        parameters: { [name]: sql.spellingsOfBytes(storedBytes(value)) },
      };
    case 'set':
      return { sql: sql.has(column, name), parameters: { [name]: value } };
    case 'time':
      return { sql: `${column} IN (:...${name})`, parameters: { [name]: sql.spellingsOf(readTime(name, value)) } };
    default:
      return {
        sql: `${column} = ${parameterOf(name, kind, value, sql)}`,
        parameters: { [name]: FILTER_VALUES[kind].read(name, value, sql) },
      };
  }
}

/** A date without a time of day stands for the whole day. */
function boundOf({ name, property, kind, upper }: Bound, value: string, sql: SqlDialect): Condition {
  const read =
    kind === 'time'
      ? sql.boundOf(readTime(name, value, upper ? '23:59:59.999' : '00:00:00'), upper)
      : FILTER_VALUES[kind as Exclude<FilterKind, 'text' | 'bytes'>].read(name, value, sql);
  const parameter = parameterOf(name, kind, value, sql);
  return { sql: `${ROW}.${property} ${upper ? '<=' : '>='} ${parameter}`, parameters: { [name]: read } };
}

/** Digits are compared without rounding them. */
function parameterOf(name: string, kind: FilterKind, value: string, sql: SqlDialect): string {
  const digits = kind === 'whole' || kind === 'decimal';
  return digits ? sql.exactDecimal(name, /\.(\d+)/.exec(value)?.[1]?.length ?? 0) : `:${name}`;
}

/** Makes `%`, `_` and the escape character `!` literal. */
export function escapeLike(text: string): string {
  return text.replace(/[!%_]/g, '!$&');
}

/** The value of a parameter that may be given only once; undefined if it is missing or empty. */
export function single(query: RawQuery, name: string): string | undefined {
  const value = Object.hasOwn(query, name) ? query[name] : undefined;
  if (value === undefined || value === '') return undefined;
  if (typeof value !== 'string') throw errors.malformed(name, 'once', 'must be given once');
  return value;
}

/**
 * The value of a parameter as a whole number; undefined if it is missing or empty.
 * @throws AppError code 1 that names the parameter, for anything else
 */
export function readWhole(query: RawQuery, name: string): number | undefined {
  const value = single(query, name);
  return value === undefined ? undefined : readInt(name, value);
}

/**
 * The value of a parameter as a boolean; undefined if it is missing or empty.
 * @throws AppError code 1 that names the parameter, for anything else
 */
export function readTruth(query: RawQuery, name: string): boolean | undefined {
  const value = single(query, name);
  return value === undefined ? undefined : readFlag(name, value);
}
