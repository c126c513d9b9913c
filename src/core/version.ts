import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the package that this file belongs to, wherever it was compiled to. */
export const PACKAGE_ROOT = packageRootOf(fileURLToPath(import.meta.url));

/** The version of the service. */
export const SERVICE_VERSION = (
  JSON.parse(readFileSync(join(PACKAGE_ROOT, 'package.json'), 'utf8')) as { version: string }
).version;

/**
 * The closest folder above a file that has a package.json.
 * @throws {Error} if none has
 */
export function packageRootOf(file: string): string {
  const folder = dirname(file);
  if (existsSync(join(folder, 'package.json'))) return folder;
  if (folder === file) throw new Error('No folder above has a package.json');
  return packageRootOf(folder);
}
