import { listOf, type RouteDocs } from 'steward/http';
import { crudDocs } from 'steward/crud';

/** API description of saved views. */
export const viewDocs = {
  list: {
    summary: 'View: own and shared ones of a page',
    description: "The caller's own views, and those that the caller's tenant shares.",
    filters: { page: 'Path of the resource, such as `/api/user`' },
    answer: listOf,
  },
  add: {
    ...crudDocs.add,
    description: 'A shared view needs the permission `sys:menu:update`.',
  },
  update: {
    ...crudDocs.update,
    description: 'To share a view, or to change a shared one, needs the permission `sys:menu:update`.',
  },
  delete: { ...crudDocs.delete, description: 'To delete a shared view needs the permission `sys:menu:update`.' },
} satisfies Record<string, RouteDocs>;
