import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';

/** Where the tests that start processes find the built service. */
export const BUILT = resolve('node_modules/.cache/steward');

const COMPILED = resolve('node_modules/.cache/steward-compiled');

/** Builds the service once a test run as `npm run build` does, apart from `dist`, which may be running. */
export default function build(): void {
  const run = (script: string, ...args: string[]) => execFileSync(process.execPath, [resolve(script), ...args]);
  const options = ['--strip-leading-paths', '--ignore', '**/*.spec.ts', '--quiet', '--delete-dir-on-start'];
  run('node_modules/@swc/cli/bin/swc.js', 'src', '--out-dir', COMPILED, ...options);
  run('scripts/bundle.js', COMPILED, BUILT);
}
