import { FILTER_VALUES, type FilterKind } from '../crud/columns/filter-kinds.js';
import { boundsOf } from '../crud/columns/filters.js';
import { DEPARTMENT_ONLY, type Resource } from '../crud/read/resource.js';
import type { RouteDocs } from '../http/description/route.docs.js';
import { flag, type Schema, text, whole } from '../http/description/json-schema.js';

/** A parameter in the path or in the query. */
export interface Parameter {
  name: string;
  in: 'path' | 'query';
  required: boolean;
  description?: string;
  schema: Schema;
}

/** Parameters in the path: the id of a row, or as the route's documentation says. */
export function pathParameters(path: string, { params }: Partial<RouteDocs>, row: Schema): Parameter[] {
  return Array.from(path.matchAll(/:(\w+)/g), ([, name = '']) => {
    const id: Schema = row.properties?.id ?? { type: 'integer' };
    const schema: Schema = name === 'id' ? { ...id, description: undefined } : { type: 'string' };
    return { name, in: 'path', required: true, description: params?.[name] ?? 'Id of the row', schema };
  });
}

/** Parameters in the query of a route over a resource; none of them is required. */
export function queryParameters(
  { query, filters: named = {} }: Partial<RouteDocs>,
  resource: Resource<object> | undefined,
): Parameter[] {
  if (query === 'ids') return [parameter('ids', text('Ids of rows, instead of a body', '1,2'))];
  const own = Object.entries(named).map(([name, description]) => parameter(name, text(description, '')));
  if (query === undefined) return own;
  if (resource === undefined) return [...(query === 'page' ? PAGING : []), ...own];
  if (query === 'options') return OPTIONS;
  const { filters, linked, timeColumn, scoped, sortable, departmentFilter, sealedFilters } = resource;
  return [
    ...(query === 'page' ? PAGING : []),
    ...Object.entries({ ...filters, ...linked }).map(([name, kind]) => parameter(name, filterOf(kind))),
    ...sealedFilters.map(({ property }) => parameter(property, filterOf('exact'))),
    ...boundsOf({ ...filters, ...linked }).map(({ name, property, kind, upper }) =>
      parameter(name, { ...filterOf(kind), description: `The ${upper ? 'largest' : 'smallest'} ${property}` }),
    ),
    ...(departmentFilter === undefined ? [] : departmentsOf(departmentFilter)),
    ...(scoped ? [parameter('tenantId', whole('Rows of this tenant; counts from callers of tenant 0 alone', 0))] : []),
    ...(timeColumn === undefined ? [] : timesOf(timeColumn)),
    ...orderOf([...sortable]),
  ];
}

const PAGING = [
  parameter('pageNo', { ...whole('Number of the page', 1), minimum: 1 }),
  parameter('pageSize', { ...whole('Rows per page', 10), minimum: 1, maximum: 500 }),
];

const OPTIONS = [
  parameter('q', text('Rows whose names contain this text', '')),
  parameter('ids', text('Rows of these ids, with commas between', '')),
];

function timesOf(column: string): Parameter[] {
  return [
    parameter('startTime', text(`The earliest ${column}, in ISO 8601; a date alone is its beginning`, '')),
    parameter('endTime', text(`The latest ${column}, in ISO 8601; a date alone is its end`, '')),
  ];
}

function departmentsOf(property: string): Parameter[] {
  return [
    parameter(property, whole('Rows of this department and of all below it', 1)),
    parameter(DEPARTMENT_ONLY, flag(`Whether ${property} leaves out the departments below`)),
  ];
}

function orderOf(sortable: string[]): Parameter[] {
  return [
    parameter('orderBy', { type: 'string', enum: sortable, description: 'Column to order by' }),
    parameter('order', { type: 'string', enum: ['asc', 'desc'], description: 'Direction of orderBy' }),
  ];
}

function filterOf(kind: FilterKind): Schema {
  if (kind === 'text' || kind === 'bytes') return { type: 'string', description: 'Rows that contain this text' };
  return { ...FILTER_VALUES[kind].schema, description: 'Rows with exactly this value' };
}

/** Without an example, which the page would fill in when a route is tried out, so that no row would match. */
function parameter(name: string, { description, ...schema }: Schema): Parameter {
  return { name, in: 'query', required: false, description, schema: { ...schema, example: undefined } };
}
