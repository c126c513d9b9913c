import { SetMetadata, type Type } from '@nestjs/common';
import type { Schema } from './json-schema.js';

/** Key of the metadata with the API description of a route. */
export const DOCS = 'steward:docs';

/**
 * The API description of a route, without the parts that its decorators imply: verb, path, access, and a body that is
 * declared with a class. Passed to the decorator that says who may call the route.
 */
export interface RouteDocs {
  /** One line; a function is given the label of the resource, which is empty if the controller has none. */
  summary: string | ((label: string) => string);
  description?: string;
  /** Parameters in the path, with descriptions, unless they are the id of a row. */
  params?: Record<string, string>;
  /**
   * Which query parameters the route takes: filters and order of its resource; the same with paging; ids; or a search.
   */
  query?: 'list' | 'page' | 'ids' | 'options';
  /** Parameters in the query of a route that does not take the filters of a resource, and what they do. */
  filters?: Record<string, string>;
  /**
   * The request body of a handler that declares none because it checks the body itself; several classes are
   * alternatives.
   */
  body?: Type<object> | Type<object>[] | Schema;
  bodyOptional?: boolean;
  /** Media type of a body that is not JSON. */
  bodyMedia?: string;
  /** Example of the body, if the examples of its members do not add up to a valid one. */
  example?: unknown;
  /** The schema of a success's `data`; a function is given the row of the resource. If absent: `{}`. */
  answer?: Schema | ((row: Schema) => Schema);
  /** Media type of a success that is not an envelope. */
  media?: string;
  /** Whether every answer but an overload's leads a browser on (302). */
  redirects?: boolean;
  /** Additional headers of a success. */
  headers?: Record<string, Schema>;
  /** Calls count against a limit of their own and may be answered with 429, as calls of recorded routes always may. */
  limited?: boolean;
}

/** Attaches documentation to a handler. */
export const Documented = (docs: RouteDocs) => SetMetadata<string, RouteDocs>(DOCS, docs);
