import { type RouteDocs, objectOf, text } from 'steward/http';
import type { UploadedFile } from './file.service.js';

const uploadedFile = objectOf<UploadedFile>('UploadedFile', {
  url: text('Path of the image on this service', `/api/file/${'0123456789abcdef'.repeat(4)}.png`),
});

/** API description of files. */
export const fileDocs = {
  upload: {
    summary: 'Upload an image',
    description:
      'The body is a PNG, JPEG or WebP image of at most 1 MiB. What nothing refers to for 7 days is removed.',
    body: { type: 'string', format: 'binary' },
    bodyMedia: 'image/*',
    answer: uploadedFile,
  },
  read: {
    summary: 'An uploaded image',
    params: { name: 'SHA-256 of the image, and its ending' },
    media: 'image/*',
  },
} satisfies Record<string, RouteDocs>;
