/** `steward/attachments`: files that belong to rows (docs/extending.md). */
export { AttachmentModule } from './attachment.module.js';
export { attachmentRoutes } from './attachment.routes.js';
export type { FileRules } from './file-rules.js';
