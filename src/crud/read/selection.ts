import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { Reader } from '../../database/reader/background-reader.js';
import { ROW } from '../columns/filters.js';
import type { SortOrder } from '../shape.js';

/** The rows that a caller asks for, of which one page or all are read. */
export interface Selection<E> {
  /** A new query for them; called once for each statement. */
  query: () => SelectQueryBuilder<E & ObjectLiteral>;
  /** A new query for all rows that the caller may see. */
  all: () => SelectQueryBuilder<E & ObjectLiteral>;
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

/** What identifies a selection, and all rows that its caller may see, among all of one version of the table. */
export interface Names {
  selection: string;
  all: string;
}

/** Which rows of a selection are wanted. */
export interface Range {
  offset: number;
  size: number;
}

/** Puts the rows of a query into an order. */
export function ordered<E extends object>(builder: SelectQueryBuilder<E>, order: SortOrder<E>): SelectQueryBuilder<E> {
  for (const [property, direction] of order) builder.addOrderBy(`${ROW}.${property}`, direction);
  return builder;
}
