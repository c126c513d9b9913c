/** `steward/settings`: the validated settings. */
export { resolveJwtSecret } from '../settings/jwt-secret.js';
export { isNetwork } from '../settings/is-network.js';
export { isLoopback } from '../settings/loopback.js';
export { setting } from '../settings/definition.js';
// As a whole, because TypeScript lets a module add members to no other interface of an entry than to such a one.
export * from '../settings/project-settings.js';
export type { Settings } from '../settings/settings.js';
export { SettingsError } from '../settings/settings-error.js';
export { type SettingName, SettingsService } from '../settings/settings.module.js';
export * as values from '../settings/values.js';
