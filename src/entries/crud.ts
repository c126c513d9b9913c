/** `steward/crud`: the eight operations on a table. */
export { crudDocs } from '../crud/crud.docs.js';
export { serviceOf } from '../crud/crud.concealment.js';
export type { ColumnTypeName } from '../crud/column-types.js';
export { CrudModule } from '../crud/crud.module.js';
export { crudRoutes } from '../crud/crud.routes.js';
export { type Change, CrudService, MAX_SHOWN } from '../crud/crud.service.js';
export type { Export } from '../crud/csv.js';
export { escapeLike, readTruth, ROW, single } from '../crud/filters.js';
export {
  differenceOf,
  IdPipe,
  readCompositeKeys,
  readIds,
  readTextKeys,
  readWholeKeys,
  WholeKeyPipe,
} from '../crud/ids.js';
export { type Page, pageOf, type RawQuery, readPaging } from '../crud/paging.js';
export { crudPermissions, type CrudOperation } from '../crud/permissions.js';
export { type Choice } from '../crud/choices.js';
export { ReadService, tenantScopeOf } from '../crud/read.service.js';
export type { CrudShape, Key, Lines, Link, Reference, Row } from '../crud/shape.js';
export type { Branch } from '../crud/tree.js';
export { SharedReads } from '../crud/shared-reads.js';
