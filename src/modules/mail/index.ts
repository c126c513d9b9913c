/** `steward/mail`: mails that are sent once a change is committed. */
export { MailModule } from './mail.module.js';
export type { MailTemplate, MailTemplates } from './mail-templates.js';
export type { MailValues } from './mail-text.js';
export { Mail, type MailRequest } from './mail.service.js';
