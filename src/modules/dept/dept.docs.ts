import { crudDocs } from 'steward/crud';
import { listOf, type RouteDocs, text, whole } from 'steward/http';
import { dtoSchema } from 'steward/openapi';
import { MAX_PLACES, PlaceDto } from 'steward/validation';

/** Members that are added to departments. */
export const deptMembers = {
  leaderName: text('Name of the leader; empty for none', 'Alice Liddell'),
  userCount: whole('Users of the department, without those below it', 3),
};

/** API description of departments beyond the eight operations. */
export const deptDocs = {
  tree: {
    ...crudDocs.tree,
    summary: 'Department: all below their parents, at most 10,000',
    query: 'list',
  },
  sort: {
    summary: 'Department: move and order several',
    description:
      'Gives each department its parent and its place among those beside it: all of them or none. A move needs the ' +
      'permission with data scope 1.',
    body: { ...listOf(dtoSchema(PlaceDto)), minItems: 1, maxItems: MAX_PLACES },
  },
} satisfies Record<string, RouteDocs>;
