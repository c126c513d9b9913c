import { listOf, objectOf, type RouteDocs, text } from 'steward/http';
import type { MailPreview } from './mail-preview.service.js';

const preview = objectOf<MailPreview>('MailPreview', {
  name: text('Name of the mail', 'resetLink'),
  language: text('`en` or `zh`', 'en'),
  subject: text('Its subject', 'Reset your password'),
  text: text('Its text', 'A new password can be set for the account alice, once and until 2026-01-31 08:00 UTC: …'),
  html: text('The same as HTML', '<!doctype html>…'),
});

/** API description of mails. */
export const mailDocs = {
  preview: {
    summary: 'Mails: all that the service sends, with values made up',
    description: 'Each in each language. The links in them lead nowhere.',
    answer: listOf(preview),
  },
  test: {
    summary: 'Mails: send one to oneself',
    description:
      "Queues a mail of the preview to the caller's confirmed address, five a minute. Refused without a mail server (`SMTP_URL`).",
  },
} satisfies Record<string, RouteDocs>;
