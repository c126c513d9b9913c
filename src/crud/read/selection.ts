import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { Reader } from '../../database/reader/background-reader.js';
import { ROW } from '../columns/filters.js';
import type { SortOrder } from '../shape.js';

/** Queries for the rows that a caller asks for. */
interface Queries<E> {
  /** A new query for them; called once for each statement. */
  query: () => SelectQueryBuilder<E & ObjectLiteral>;
  /** A new query for all rows that the caller may see. */
  all: () => SelectQueryBuilder<E & ObjectLiteral>;
}

/** The parts of a selection with an OR: no index serves the whole, but each part has one. */
export interface SelectionParts<T> {
  /** To find rows with: one may be in several parts. */
  found: readonly T[];
  /** To count rows with: none is in two parts. */
  counted: readonly T[];
}

/** Each part made into something else. */
export function partsAs<T, R>({ found, counted }: SelectionParts<T>, as: (part: T) => R): SelectionParts<R> {
  return { found: found.map(as), counted: counted.map(as) };
}

/** The rows that a caller asks for, of which one page or all are read. */
export interface Selection<E> extends Queries<E> {
  /** Undefined for a selection that is read as a whole. */
  parts: SelectionParts<Queries<E>> | undefined;
  order: SortOrder<E>;
  /** Whether filters or times leave out rows that the caller may see. */
  bounded: boolean;
  /** Whether they are spread over the table, rather than the next ones in some order. */
  searched: boolean;
  /** Whether the caller chose the order, for which there may be no index. */
  sorted: boolean;
  reader: Reader;
  /**
   * Identifies everything that {@link complete} depends on besides the rows: callers with the same audience are shown
   * the same rows in the same way.
   */
  audience: string;
  /** Adds to rows what is not in their table. */
  complete: (rows: E[]) => Promise<void>;
}

/** Cache keys, within one version of the table, for a selection and for all rows visible to its caller. */
export interface Names {
  selection: string;
  all: string;
}

/** Which rows of a selection are wanted. */
export interface Range {
  offset: number;
  size: number;
}

/** Narrows a selection by a further condition. The rows that are left may be anywhere in the table. */
export function narrowed<E extends object>(
  selection: Selection<E>,
  add: (query: SelectQueryBuilder<E>) => SelectQueryBuilder<E>,
): Selection<E> {
  const queries = ({ query, all }: Queries<E>) => ({ query: () => add(query()), all });
  const parts = selection.parts && partsAs(selection.parts, queries);
  return { ...selection, ...queries(selection), parts, bounded: true, searched: true };
}

/**
 * A query for what several queries find, named `found`. Their parameters of one name have one value.
 * @param apart whether they find nothing twice, or it is to be repeated
 */
export function unionOf(
  queries: readonly SelectQueryBuilder<ObjectLiteral>[],
  apart: boolean,
): SelectQueryBuilder<ObjectLiteral> {
  const [first] = queries;
  if (first === undefined) throw new Error('A union needs queries');
  const all = queries.map((query, at) => `SELECT part${at}.* FROM (${query.getQuery()}) part${at}`);
  const parameters = Object.assign({}, ...queries.map((query) => query.getParameters())) as ObjectLiteral;
  return first.dataSource
    .createQueryBuilder()
    .from(`(${all.join(apart ? ' UNION ALL ' : ' UNION ')})`, 'found')
    .setParameters(parameters);
}

/** Puts the rows of a query into an order. */
export function ordered<E extends object>(builder: SelectQueryBuilder<E>, order: SortOrder<E>): SelectQueryBuilder<E> {
  for (const [property, direction] of order) builder.addOrderBy(`${ROW}.${property}`, direction);
  return builder;
}
