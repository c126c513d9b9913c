/** `steward/settings`: the validated settings. */
export { resolveJwtSecret } from '../settings/jwt-secret.js';
export { isNetwork } from '../settings/is-network.js';
export { isLoopback } from '../settings/loopback.js';
export { type Settings, SettingsError } from '../settings/settings.js';
export { SettingsService } from '../settings/settings.module.js';
