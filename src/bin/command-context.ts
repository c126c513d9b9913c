import type { INestApplicationContext } from '@nestjs/common';
import { createContext } from '../app/app.setup.js';
import { settingsOf } from '../app/extension.js';
import { print } from '../core/print.js';
import { extensions } from '../extensions.js';
import { loadSettings, readEnvironment } from '../settings/settings.js';

/**
 * The application of a command, with this installation's extensions and their settings; only errors are logged. A first
 * start prints the administrator's password.
 * @throws SettingsError for a setting that is missing or invalid
 */
export function commandContext(): Promise<INestApplicationContext> {
  const settings = loadSettings(readEnvironment(), settingsOf(extensions));
  const { adminUsername } = settings.auth;
  return createContext(
    { ...settings, log: { level: 'error' } },
    {
      extensions,
      announcePassword: (password) =>
        print(`First start: log in as ${adminUsername} with the password ${password} (shown only once)`),
    },
  );
}
