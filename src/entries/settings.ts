/** `steward/settings`: the validated settings. */
export { resolveJwtSecret } from '../settings/jwt-secret.js';
export { isNetwork } from '../settings/is-network.js';
export { isLoopback } from '../settings/loopback.js';
export { setting } from '../settings/definition.js';
// Exported as a whole: TypeScript lets modules add members to an interface of an entry only in this form.
export * from '../settings/project-settings.js';
export type { Settings } from '../settings/settings.js';
export { SettingsError } from '../settings/settings-error.js';
export { type SettingName, SettingsService } from '../settings/settings.module.js';
export * as values from '../settings/values.js';
