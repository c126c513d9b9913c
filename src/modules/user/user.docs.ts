import { crudDocs } from 'steward/crud';
import type { RouteDocs } from 'steward/http';
import { userPermissions } from './user.permissions.js';

/** API description of users beyond the eight operations. */
export const userDocs = {
  page: {
    ...crudDocs.page,
    description:
      `Shows \`email\`, \`mobile\` and \`roleIds\` to those who hold \`${userPermissions.list}\`. To others they are ` +
      'empty; they neither filter nor order by them, nor filter by `roleId`.',
  },
} satisfies Record<string, RouteDocs>;
