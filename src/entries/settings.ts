/** `steward/settings`: the validated settings. */
export { resolveJwtSecret } from '../settings/jwt-secret.js';
export { type Settings, SettingsError } from '../settings/settings.js';
export { SettingsService } from '../settings/settings.module.js';
