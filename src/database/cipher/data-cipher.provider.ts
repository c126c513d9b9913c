import { Log } from '../../core/log/log.module.js';
import { resolveDataKey } from '../../settings/data-key.js';
import { SecretFileError } from '../../settings/kept-secret.js';
import { keyBytes } from '../../settings/key-bytes.js';
import { SettingsService } from '../../settings/settings.module.js';
import { DataCipher } from './data-cipher.js';

/** The {@link DataCipher} with the keys of the settings. */
export const dataCipherProvider = {
  provide: DataCipher,
  inject: [SettingsService, Log],
  useFactory: (settings: SettingsService, log: Log): DataCipher =>
    new DataCipher(presentKey(settings.get('data.key'), log), keyBytes(settings.get('data.previousKey'))),
};

/** The present key; undefined if none is given and none can be kept, which matters only to code that encrypts. */
function presentKey(setting: string, log: Log): Buffer | undefined {
  try {
    return resolveDataKey(setting);
  } catch (error) {
    if (!(error instanceof SecretFileError)) throw error;
    log.warn({ reason: error.message }, 'There is no data key: what needs DATA_KEY will fail');
    return undefined;
  }
}
