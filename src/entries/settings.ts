/** `steward/settings`: the validated settings. */
export { resolveJwtSecret } from '../settings/jwt-secret.js';
export { SettingsService } from '../settings/settings.module.js';
