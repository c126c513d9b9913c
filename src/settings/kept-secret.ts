import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { SettingsError } from './settings-error.js';

/** A secret's file that can be neither read nor written; its message names the setting to use in its place. */
export class SecretFileError extends SettingsError {}

/**
 * A secret that is generated at the first start and kept in a file of mode 0600. Processes that start at the same time
 * agree on one: the first to link its file wins.
 * @param file relative to the working folder
 * @param variable the setting that makes the file unnecessary, for messages
 * @throws SecretFileError when the file can be neither read nor written
 */
export function keptSecret(file: string, variable: string, generate: () => string): string {
  return readSecret(file, variable) ?? createSecret(file, variable, generate);
}

function readSecret(file: string, variable: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    throw new SecretFileError(`${file} cannot be read (${code}); set ${variable} instead.`);
  }
}

function createSecret(file: string, variable: string, generate: () => string): string {
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(draft, `${generate()}\n`, { mode: 0o600, flag: 'wx' });
    linkSync(draft, file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EEXIST') {
      throw new SecretFileError(`${file} cannot be written (${code}); set ${variable} instead.`);
    }
  } finally {
    rmSync(draft, { force: true });
  }
  return readSecret(file, variable) ?? '';
}
