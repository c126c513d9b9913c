import type { RouteDocs } from '../docs/route.docs.js';
import { type Schema, idList, listOf, pageOf, whole } from '../docs/schema.js';
import type { Operation } from './permissions.js';

const ids: Schema = idList('Ids of rows');

/** Answer of add. */
const newId: Schema = {
  type: 'object',
  properties: { id: whole('Id of the new row', 1) },
  required: ['id'],
};

/** What the API description tells of the seven operations (contract §6). */
export const crudDocs: Record<Operation, RouteDocs> = {
  page: { summary: (label) => `${label}: one page`, query: 'page', answer: pageOf },
  list: { summary: (label) => `${label}: all, at most 5,000`, query: 'list', answer: listOf },
  detail: { summary: (label) => `${label}: one by its id`, answer: (row) => row },
  add: { summary: (label) => `${label}: add`, answer: newId },
  update: {
    summary: (label) => `${label}: change`,
    description: 'Changes the members that the body names and leaves the others.',
  },
  delete: { summary: (label) => `${label}: delete` },
  batchDelete: {
    summary: (label) => `${label}: delete several`,
    description:
      'Deletes all of the rows or none. The ids are in the body, or in the query as `ids=1,2`; at most 1,000.',
    query: 'ids',
    body: { oneOf: [{ type: 'object', properties: { ids }, required: ['ids'] }, ids], example: { ids: [1] } },
    bodyOptional: true,
  },
};
