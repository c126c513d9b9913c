import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';

const FOLDERS = ['src', 'test', 'scripts', 'templates'];
const FILES = [
  'package.json',
  'nest-cli.json',
  'tsconfig.json',
  'jest.config.js',
  'eslint.config.js',
  '.swcrc',
  '.prettierrc.json',
];

/** A copy of the project that files may be added to, with the same packages. */
export class ProjectCopy {
  readonly folder = mkdtempSync(join(tmpdir(), 'steward-project-'));

  constructor() {
    for (const name of [...FOLDERS, ...FILES]) cpSync(name, join(this.folder, name), { recursive: true });
    // A folder of links: what is compiled and cached below node_modules is the copy's own.
    const packages = join(this.folder, 'node_modules');
    mkdirSync(packages);
    for (const name of readdirSync('node_modules')) {
      if (!name.startsWith('.')) symlinkSync(resolve('node_modules', name), join(packages, name));
    }
  }

  write(path: string, content: string): void {
    const file = join(this.folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }

  /** Runs a tool of a package in the copy. @throws with its output where it fails */
  async run(script: string, ...args: string[]): Promise<void> {
    await this.node([resolve('node_modules', script), ...args]);
  }

  /** Runs specs with the project's test command. */
  async test(specs: string[], environment: NodeJS.ProcessEnv = {}): Promise<void> {
    const jest = ['--experimental-vm-modules', resolve('node_modules/jest/bin/jest.js'), ...specs];
    await this.node(jest, environment);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async node(args: string[], environment: NodeJS.ProcessEnv = {}): Promise<void> {
    const options = { cwd: this.folder, env: { ...process.env, ...environment }, maxBuffer: 64 * 1024 * 1024 };
    try {
      await promisify(execFile)(process.execPath, args, options);
    } catch (error) {
      const { stdout, stderr } = error as { stdout: string; stderr: string };
      throw new Error(`${args.slice(0, 3).join(' ')} failed:\n${stdout.slice(-8000)}\n${stderr.slice(-8000)}`, {
        cause: error,
      });
    }
  }
}
