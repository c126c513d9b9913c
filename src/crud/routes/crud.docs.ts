import type { RouteDocs } from '../../http/description/route.docs.js';
import { type Schema, flag, listOf, pageSchemaOf, text, whole } from '../../http/description/json-schema.js';
import { TOTAL_COUNT } from '../read/csv.js';
import type { CrudOperation } from '../permissions.js';

/** Answer of add. */
const newId = ({ properties }: Schema): Schema => ({
  type: 'object',
  properties: { id: { ...(properties?.id ?? whole('', 1)), description: 'Id of the new row' } },
  required: ['id'],
});

/** Body of batchDelete, given the schema of a row. */
export const idsBody = ({ properties }: Schema): Schema => {
  const { example = 1, ...id } = properties?.id ?? whole('', 1);
  const ids: Schema = { ...listOf({ ...id, description: undefined }), description: 'Ids of rows', example: [example] };
  return { oneOf: [{ type: 'object', properties: { ids }, required: ['ids'] }, ids], example: { ids: [example] } };
};

/** The key of a row that can be chosen. */
const CHOSEN: Schema = { oneOf: [{ type: 'integer' }, { type: 'string' }], description: 'Key of the row' };

/** The header with the tag of the row that is read, or as it is after a change. */
export const TAG = { ETag: text('Tag of the row, for If-Match', '"q5BbmUfXWZ4gJ3xM"') };

/** A page of rows of a tree, with others that show where they are. */
function branchesSchema(row: Schema): Schema {
  const branch: Schema = {
    ...row,
    title: `${row.title ?? ''}Twig`,
    properties: { ...row.properties, hasChildren: flag('Whether there are rows below it') },
    required: [...(row.required ?? []), 'hasChildren'],
  };
  const page = pageSchemaOf(branch);
  return {
    ...page,
    properties: {
      ...page.properties,
      above: { ...listOf(branch), description: 'Rows above the ones that were found' },
      below: { ...listOf(branch), description: 'All rows below the roots of a small tree' },
      whole: flag('Whether `below` has all rows below the roots'),
    },
    required: [...(page.required ?? []), 'above', 'below', 'whole'],
  };
}

/** API description of the eight operations and the routes beside them. */
export const crudDocs: Record<CrudOperation | 'options' | 'branches' | 'tree', RouteDocs> = {
  page: { summary: (label) => `${label}: one page`, query: 'page', answer: pageSchemaOf },
  list: { summary: (label) => `${label}: all, at most 5,000`, query: 'list', answer: listOf },
  options: {
    summary: (label) => `${label}: rows to choose from, at most 20`,
    query: 'options',
    answer: listOf({
      title: 'Choice',
      type: 'object',
      properties: { value: CHOSEN, label: text('What people know it by', 'Books') },
      required: ['value', 'label'],
    }),
  },
  branches: {
    summary: (label) => `${label}: one page of a level of the tree`,
    description:
      'The roots, or the rows below one. With filters, the rows that match, with the rows above them in `above`. Of a ' +
      'tree with at most 1,000 rows, `below` has all rows below the roots.',
    query: 'page',
    filters: { below: 'Id of the row whose children are wanted', q: 'Part of the names of the rows that are wanted' },
    answer: branchesSchema,
  },
  tree: {
    summary: (label) => `${label}: all below their parents, at most 5,000`,
    description: 'Each row has `children`, the rows below it.',
    answer: (row) =>
      listOf({
        ...row,
        title: `${row.title ?? ''}Branch`,
        properties: { ...row.properties, children: listOf({ type: 'object' }) },
      }),
  },
  detail: { summary: (label) => `${label}: one by its id`, answer: (row) => row, headers: TAG },
  add: { summary: (label) => `${label}: add`, answer: newId },
  update: {
    summary: (label) => `${label}: change`,
    description:
      'Changes the members that the body names and leaves the others. With the header If-Match, only if the row still ' +
      'has that tag.',
    headers: TAG,
  },
  delete: { summary: (label) => `${label}: delete` },
  batchDelete: {
    summary: (label) => `${label}: delete several`,
    description:
      'Deletes all of the rows or none. The ids are in the body, or in the query as `ids=1,2`; at most 1,000.',
    query: 'ids',
    bodyOptional: true,
  },
  export: {
    summary: (label) => `${label}: all as a CSV file`,
    query: 'list',
    media: 'text/csv',
    headers: { [TOTAL_COUNT]: whole('Rows that the export began with', 1) },
  },
};
