export { default as CrudFacts } from './crud-facts.vue';
export { default as CrudPage } from './crud-page.vue';
export { default as CrudPanes } from './crud-panes.vue';
export { type RowAction, default as CrudTable } from './crud-table.vue';
export { type Choice, type Crud, type ResourcePath, defineCrud } from './define-crud';
export { refreshResource } from './use-rows';
export { extendPage } from './extend-page';
