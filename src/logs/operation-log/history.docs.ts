import { objectOf, pageSchemaOf, type RouteDocs, text, time, whole } from 'steward/http';
import type { HistoryEntry } from './history.service.js';

const entry = objectOf<HistoryEntry>('HistoryEntry', {
  id: whole('Id of the row in the operation log', 1),
  userId: whole('Who made the change', 1),
  username: text('Who made the change', 'admin'),
  logType: whole('Kind of change', 2),
  method: text('Name of the handler', 'update'),
  createdAt: time('When'),
  name: text('Name of the row at that time', 'Editors'),
  changes: {
    type: 'object',
    description: '`{member: [old, new]}` of this row',
    example: { status: [1, 0] },
  },
});

/** API description of the history of a row. */
export const historyDocs = {
  history: {
    summary: 'The changes of a row, the newest first',
    description: 'From the rows of the operation log that the caller may see; at most the newest 1,000.',
    query: 'page',
    filters: { resource: 'Path of the resource, such as `/api/user`', id: 'Id of the row' },
    answer: pageSchemaOf(entry),
  },
} satisfies Record<string, RouteDocs>;
