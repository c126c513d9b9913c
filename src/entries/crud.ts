/** `steward/crud`: the eight operations on a table. */
export { crudDocs } from '../crud/routes/crud.docs.js';
export { serviceOf } from '../crud/read/service-of.js';
export type { ColumnTypeName } from '../crud/columns/column-types.js';
export { CrudModule } from '../crud/routes/crud.module.js';
export { field } from '../crud/columns/field.js';
export { actionRoute, crudRoutes } from '../crud/routes/crud.routes.js';
export { storePlaces } from '../crud/write/store-places.js';
export type { Change } from '../crud/write/change.js';
export { CrudService, MAX_SHOWN } from '../crud/write/crud.service.js';
export { type Extended, type Extender, Extends } from '../crud/write/extender.js';
export type { Export } from '../crud/read/csv.js';
export { escapeLike, readTruth, ROW, single } from '../crud/columns/filters.js';
export {
  differenceOf,
  IdPipe,
  readCompositeKeys,
  readIds,
  readTextKeys,
  readWholeKeys,
  WholeKeyPipe,
} from '../crud/read/ids.js';
export { type Page, pageOf, type RawQuery, readPaging } from '../crud/paging.js';
export { crudPermissions, type CrudOperation } from '../crud/permissions.js';
export { type Choice } from '../crud/read/choices.js';
export { KeyedRows, type Wanted } from '../crud/read/keyed-rows.js';
export { PageReader } from '../crud/read/page-reader.js';
export { ReadService, tenantScopeOf } from '../crud/read/read.service.js';
export { RowScope } from '../crud/read/row-scope.js';
export type { Branches } from '../crud/read/branches.js';
export type { CrudShape, Flow, Join, Key, Lines, Link, LinkCodes, Reference, Row } from '../crud/shape.js';
export { keysIn } from '../crud/relations/key-list.js';
export type { Branch } from '../crud/relations/tree.js';
export { type Names, ordered, type Range, type Selection } from '../crud/read/selection.js';
export { SharedReads } from '../crud/read/shared-reads.js';
export { Totals } from '../crud/read/totals.js';
