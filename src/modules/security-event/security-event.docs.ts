import { crudDocs } from 'steward/crud';
import type { RouteDocs } from 'steward/http';

/** API description of security events beyond the eight operations. */
export const securityEventDocs = {
  own: {
    ...crudDocs.page,
    summary: "The security events of the caller's own account: one page",
    description: 'A `userId` is ignored.',
  },
} satisfies Record<string, RouteDocs>;
