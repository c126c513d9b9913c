import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { COMPILED } from './global-setup.js';

/**
 * Bundles a program of the tests with the service's modules that it uses, so that a spec can start it many times: from
 * the sources, each start would compile them again.
 * @param file relative to the project
 * @returns the bundled file, in a folder of its own, which the spec removes
 */
export function bundled(file: string): string {
  const folder = mkdtempSync(join('node_modules', '.cache', 'steward-bundled-'));
  const node = (...args: string[]) => execFileSync(process.execPath, args);
  node('node_modules/@swc/cli/bin/swc.js', file, '--out-dir', COMPILED, '--quiet');
  node('scripts/bundle.js', join(COMPILED, 'src'), folder, join(COMPILED, file.replace(/\.ts$/, '.js')));
  return join(folder, file.replace(/^.*\/|\.ts$/g, '') + '.js');
}
