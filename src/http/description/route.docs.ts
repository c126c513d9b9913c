import { SetMetadata, type Type } from '@nestjs/common';
import type { Schema } from './schema.js';

/** Key of the metadata that says what the API description tells of a route. */
export const DOCS = 'steward:docs';

/**
 * What the API description tells of a route beyond what its decorators say anyway: verb, path, access, and a body that is
 * declared with a class. Given to the decorator that says who may call the route.
 */
export interface RouteDocs {
  /** One line; given the label of the resource, where the controller has one. */
  summary: string | ((label: string) => string);
  description?: string;
  /** Parameters in the path and what they are, where that is not the id of a row. */
  params?: Record<string, string>;
  /** Which query parameters the route takes: filters and order of its resource; paging as well; ids; or a search. */
  query?: 'list' | 'page' | 'ids' | 'options';
  /** Filters of a list that is not the rows of a resource, and what they do. */
  filters?: Record<string, string>;
  /** The request body of a handler that declares none, since it is checked inside; of several classes, one of them. */
  body?: Type<object> | Type<object>[] | Schema;
  bodyOptional?: boolean;
  /** Media type of a body that is not JSON. */
  bodyMedia?: string;
  /** Example of the body, where those of its members make none that holds. */
  example?: unknown;
  /** What a success holds in `data`; a function is given the row of the resource. Nothing: `{}`. */
  answer?: Schema | ((row: Schema) => Schema);
  /** A success that is no envelope: its media type. */
  media?: string;
  /** Headers of a success of their own. */
  headers?: Record<string, Schema>;
  /** Calls count against a limit of their own, and may be answered with 429; those of recorded routes are anyway. */
  limited?: boolean;
}

/** Attaches documentation to a handler. */
export const Documented = (docs: RouteDocs) => SetMetadata<string, RouteDocs>(DOCS, docs);
