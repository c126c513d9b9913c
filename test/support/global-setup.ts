import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';

/** Where the tests that start processes find the compiled service. */
export const COMPILED = resolve('node_modules/.cache/steward');

/** Compiles the service once a test run, apart from `dist`, which may be running. */
export default function compile(): void {
  const options = ['src', '--out-dir', COMPILED, '--strip-leading-paths', '--ignore', '**/*.spec.ts', '--quiet'];
  execFileSync(process.execPath, [resolve('node_modules/@swc/cli/bin/swc.js'), ...options, '--delete-dir-on-start']);
}
