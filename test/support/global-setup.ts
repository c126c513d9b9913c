import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Config } from '@jest/types';
import { firstLineOf } from './first-line.js';

/** Environment variable with the folder of the service that a run has built; a run within a run builds none. */
const BUILT_SERVICE = 'STEWARD_BUILT_SERVICE';

/** The folder in which tests that start processes find the built service. */
export const BUILT = process.env[BUILT_SERVICE] ?? resolve('node_modules/.cache/steward');

/** Environment variable with the addresses of the service that the specs of generated modules share. */
export const MODULES_SERVICE = 'STEWARD_MODULES_SERVICE';

/** Environment variable with the folder in which a run keeps the result of a first start. */
export const FIRST_START = 'STEWARD_FIRST_START';

/** The folder with the compiled sources of the service, in `src`. */
export const COMPILED = resolve('node_modules/.cache/steward-compiled');

/** Where the specs of generated modules are. */
const GENERATED = resolve('test/generated');

/** Builds the service, and starts the shared service of generated modules' specs if any of these are to run. */
export default async function setUp({ testPathPatterns }: Config.GlobalConfig): Promise<void> {
  const kept = mkdtempSync(join(tmpdir(), 'steward-first-start-'));
  process.once('exit', () => rmSync(kept, { recursive: true, force: true }));
  process.env[FIRST_START] = kept;
  if (process.env[BUILT_SERVICE] === undefined) build();
  if (isWanted(testPathPatterns.patterns)) await startSharedService();
}

/** Builds as `npm run build` does, but not into `dist`, from which a service may be running. */
function build(): void {
  const run = (script: string, ...args: string[]) => execFileSync(process.execPath, [resolve(script), ...args]);
  const options = ['--ignore', '**/*.spec.ts', '--quiet', '--delete-dir-on-start'];
  run('node_modules/@swc/cli/bin/swc.js', 'src', '--out-dir', COMPILED, ...options);
  run('scripts/bundle.js', join(COMPILED, 'src'), BUILT);
  process.env[BUILT_SERVICE] = BUILT;
}

function isWanted(patterns: readonly string[]): boolean {
  const specs = existsSync(GENERATED) ? readdirSync(GENERATED).filter((name) => name.endsWith('.spec.ts')) : [];
  if (patterns.length === 0) return specs.length > 0;
  return specs.some((name) => patterns.some((pattern) => new RegExp(pattern).test(join(GENERATED, name))));
}

async function startSharedService(): Promise<void> {
  const script = resolve('test/support/modules/service.ts');
  const args = ['-C', 'steward-source', '--import', '@swc-node/register/esm-register', script];
  const service: ChildProcess = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  process.env[MODULES_SERVICE] = await firstLineOf(service, 'The service that specs of generated modules share');
  // It stops once its standard input is closed, and thus with this process, however that ends.
  service.unref();
  for (const pipe of [service.stdin, service.stdout]) (pipe as Socket | null)?.unref();
}
