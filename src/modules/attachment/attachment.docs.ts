import { listOf, objectOf, type RouteDocs, text, time, whole } from 'steward/http';
import type { ShownAttachment } from './attachment.service.js';

const attachment = objectOf<ShownAttachment>('Attachment', {
  id: whole('Id of the file', 7),
  member: text('What the file is for', 'manual'),
  name: text('Name of the file', 'manual.pdf'),
  type: text('Media type', 'application/pdf'),
  size: whole('Bytes', 48_213),
  addedAt: time('When it was added'),
  addedBy: whole('Id of the user who added it', 1),
});

/**
 * API description of the files of rows.
 * @param kinds of files that a row may have
 */
export const attachmentDocs = (kinds: readonly string[]) => {
  const kind = `What the file is for: ${kinds.join(', ')}`;
  return {
    list: { summary: (label) => `Files of a row: ${label}`, answer: listOf(attachment) },
    add: {
      summary: (label) => `Attach a file: ${label}`,
      params: { kind },
      filters: { name: 'Name of the file' },
      answer: objectOf('AttachmentId', { id: whole('Id of the file', 7) }),
    },
    read: {
      summary: (label) => `A file of a row: ${label}`,
      params: { kind, fileId: 'Id of the file' },
      media: 'application/octet-stream',
    },
    remove: { summary: (label) => `Delete a file of a row: ${label}`, params: { kind, fileId: 'Id of the file' } },
  } satisfies Record<string, RouteDocs>;
};
