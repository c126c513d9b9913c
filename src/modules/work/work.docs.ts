import { listOf, type RouteDocs, type Schema, text, whole } from 'steward/http';

const ids: Schema = {
  type: 'object',
  properties: { ids: { ...listOf(whole('Id of a row', 1)), description: 'At most 1,000 ids of rows' } },
  required: ['ids'],
};

/** Member of a row beside its columns. */
export const workData = text(
  'The data as JSON, secrets masked, at most 4,000 characters; `***` if it is encrypted',
  '{}',
);

/** API description of work. */
export const workDocs = {
  retry: {
    summary: 'Work: begin again',
    description:
      'Rows that have failed, were cancelled or wait are due at once, with all their attempts. All of the rows or none.',
    body: ids,
  },
  cancel: {
    summary: 'Work: cancel',
    description:
      'Rows that wait or are running. A handler that is running is told within 15 seconds. All of the rows or none.',
    body: ids,
  },
} satisfies Record<string, RouteDocs>;
