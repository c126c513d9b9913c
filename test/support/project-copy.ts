import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { check, resolveConfig } from 'prettier';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

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

/** Folders that are not copied, because a copy has its own, if any. */
const OWN = ['node_modules', 'dist', 'test-results'];

/** Flags of Node.js for tools, which fill their memory once and end: less is collected, and on one thread. */
const FLAGS = ['--max-semi-space-size=64', '--initial-old-space-size=1000', '--single-threaded-gc'];

/** Gives a folder the project's packages: links, so that whatever is cached below node_modules stays in the folder. */
export function linkPackages(folder: string): void {
  const packages = join(folder, 'node_modules');
  mkdirSync(packages);
  for (const name of readdirSync(join(ROOT, 'node_modules'))) {
    if (!name.startsWith('.')) symlinkSync(join(ROOT, 'node_modules', name), join(packages, name));
  }
}

/** A copy of the project with the same packages, to which files may be added. */
export class ProjectCopy {
  readonly folder = mkdtempSync(join(tmpdir(), 'steward-project-'));

  /** @param more further folders to copy */
  constructor(more: readonly string[] = []) {
    const filter = (path: string) => !OWN.includes(basename(path));
    for (const name of [...FOLDERS, ...FILES, ...more]) {
      cpSync(join(ROOT, name), join(this.folder, name), { recursive: true, filter });
    }
    linkPackages(this.folder);
  }

  write(path: string, content: string): void {
    const file = join(this.folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }

  /** Runs a tool of a package in the copy. @throws with its output if it fails */
  async run(script: string, ...args: string[]): Promise<void> {
    await this.node([join(ROOT, 'node_modules', script), ...args]);
  }

  /** The files that are not formatted by the project's own rules. */
  async unformatted(paths: readonly string[]): Promise<string[]> {
    const options = await resolveConfig(join(this.folder, 'package.json'));
    const found: string[] = [];
    for (const path of paths) {
      const filepath = join(this.folder, path);
      if (!(await check(readFileSync(filepath, 'utf8'), { ...options, filepath }))) found.push(path);
    }
    return found;
  }

  /** Checks the types of files and lints them, by the project's own rules. @throws with what is found, if anything */
  async check(files: readonly string[]): Promise<void> {
    await this.script('test/support/check-files.js', files);
  }

  /** Runs specs with the project's test command, in its one process: each further one would compile all sources. */
  async test(specs: string[], environment: NodeJS.ProcessEnv = {}): Promise<void> {
    await this.source(join(ROOT, 'node_modules/jest/bin/jest.js'), ['--runInBand', ...specs], environment);
  }

  /** Runs a script of the project that is in TypeScript, or loads files that are. @throws with its output if it fails */
  async source(path: string, args: string[] = [], environment: NodeJS.ProcessEnv = {}): Promise<void> {
    await this.node(
      ['-C', 'steward-source', '--import', '@swc-node/register/esm-register', path, ...args],
      environment,
    );
  }

  /** Runs a script of the project in the copy, with its packages. @throws with its output if it fails */
  async script(path: string, args: readonly string[] = [], environment: NodeJS.ProcessEnv = {}): Promise<void> {
    await this.node([path, ...args], environment);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async node(args: string[], environment: NodeJS.ProcessEnv = {}): Promise<void> {
    const options = { cwd: this.folder, env: { ...process.env, ...environment }, maxBuffer: 64 * 1024 * 1024 };
    try {
      await promisify(execFile)(process.execPath, [...FLAGS, ...args], options);
    } catch (error) {
      const { stdout, stderr } = error as { stdout: string; stderr: string };
      throw new Error(`${args.slice(0, 6).join(' ')} failed:\n${stdout.slice(-8000)}\n${stderr.slice(-8000)}`, {
        cause: error,
      });
    }
  }
}
