import { randomBytes } from 'node:crypto';
import { keptSecret } from './kept-secret.js';
import { keyBytes } from './key-bytes.js';
import { SettingsError } from './settings-error.js';

/** Where a generated data key is kept, relative to the working folder. */
const DATA_KEY_FILE = 'data/data.key';

/**
 * The 32 bytes of the key that encrypts columns: the setting if it is given, otherwise a {@link keptSecret kept in a
 * file}.
 * @throws SecretFileError when the file can be neither read nor written
 * @throws SettingsError when the file does not hold a key
 */
export function resolveDataKey(setting: string, file = DATA_KEY_FILE): Buffer {
  const text = setting || keptSecret(file, 'DATA_KEY', () => randomBytes(32).toString('base64url'));
  const bytes = keyBytes(text);
  // No key is generated in place of a lost one: what that one encrypted would become unreadable.
  if (!bytes) throw new SettingsError(`${file} must hold 32 bytes in base64 or hex, as it did when it was generated.`);
  return bytes;
}
