import { randomBytes } from 'node:crypto';
import { keptSecret } from './kept-secret.js';
import { SettingsError } from './settings-error.js';

/** Where a generated signing secret is kept, relative to the working folder. */
const JWT_SECRET_FILE = 'data/jwt.secret';

/**
 * The signing secret: the setting if it is given, otherwise one {@link keptSecret kept in a file}.
 * @throws SettingsError when the file cannot be written or holds less than 32 bytes
 */
export function resolveJwtSecret(setting: string, file = JWT_SECRET_FILE): string {
  if (setting !== '') return setting;
  const secret = keptSecret(file, 'JWT_SECRET', () => randomBytes(48).toString('base64url'));
  if (Buffer.byteLength(secret) < 32) {
    throw new SettingsError(`${file} must hold at least 32 bytes; remove it to have a new one generated.`);
  }
  return secret;
}
