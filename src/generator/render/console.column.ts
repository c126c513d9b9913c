import type { ColumnDesign } from '../design/design.js';
import type { ModelColumn } from '../model/model.js';

/** A column as the console shows it. */
export interface ConsoleColumn {
  property: string;
  column: ModelColumn;
  design: ColumnDesign;
  role: 'key' | 'time' | 'plain';
  /** Whether it is a key without meaning to people, because the service makes it. */
  made: boolean;
  /** Whether pages of rows leave it out. */
  large: boolean;
}

/** Where a table's rows are served: `/api/category`. */
export type RouteOf = (table: string) => string;

/** The properties with the parent and the name of the rows of a tree. */
export interface TreeNames {
  parent: string;
  naming: string;
}

/** The input for pieces of source, besides a column. */
export interface ConsoleContext {
  path: string;
  /** Names of the texts with the headings of sections, by heading. */
  sections: ReadonlyMap<string, string>;
  /** If the rows are a tree. */
  tree?: TreeNames;
  /** Property with the department of a row, which is chosen from a tree. */
  dept?: string;
  routeOf: RouteOf;
}
