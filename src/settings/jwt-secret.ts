import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { SettingsError } from './settings.js';

/** Where a generated signing secret is kept, relative to the working folder. */
const JWT_SECRET_FILE = 'data/jwt.secret';

/**
 * The signing secret: the setting if it is given, otherwise one generated at the first start and kept in a file of mode
 * 0600. Processes that start at the same time agree on one: the first to link its file wins.
 * @throws SettingsError when the file cannot be written or holds less than 32 bytes
 */
export function resolveJwtSecret(setting: string, file = JWT_SECRET_FILE): string {
  if (setting !== '') return setting;
  const secret = readSecret(file) ?? createSecret(file);
  if (Buffer.byteLength(secret) < 32) {
    throw new SettingsError(`${file} must hold at least 32 bytes; remove it to have a new one generated.`);
  }
  return secret;
}

function readSecret(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new SettingsError(
      `${file} cannot be read (${(error as NodeJS.ErrnoException).code}); set JWT_SECRET instead.`,
    );
  }
}

function createSecret(file: string): string {
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(draft, `${randomBytes(48).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
    linkSync(draft, file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EEXIST') {
      throw new SettingsError(`${file} cannot be written (${code}); set JWT_SECRET instead.`);
    }
  } finally {
    rmSync(draft, { force: true });
  }
  return readSecret(file) ?? '';
}
