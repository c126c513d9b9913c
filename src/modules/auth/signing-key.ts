import { type KeyObject, createSecretKey } from 'node:crypto';
import { resolveJwtSecret } from '../../settings/jwt-secret.js';
import { SettingsService } from '../../settings/settings.module.js';

/** Injection token of the key that tokens are signed with. */
export const SIGNING_KEY = Symbol('JWT signing key');

/**
 * The signing secret as a KeyObject: given a string, the library first tries it as a public key on every verification,
 * which takes fifty times as long.
 */
export const signingKeyProvider = {
  provide: SIGNING_KEY,
  inject: [SettingsService],
  useFactory: (settings: SettingsService): KeyObject =>
    createSecretKey(Buffer.from(resolveJwtSecret(settings.get('jwt.secret', { infer: true })))),
};
