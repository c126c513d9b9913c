import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ImageConfig } from './buildah.js';
import { output } from './command.js';
import { verify } from './report.js';

/** How much the image may add to its base, in megabytes. */
const MAX_ADDED_MB = 350;

/** All that the application folder may hold: no .env, no sources, no tests. */
const APPLICATION = ['LICENSE', 'console', 'data', 'dist', 'node_modules', 'package.json', 'templates'];

const BUILD_TOOLS = ['cc', 'gcc', 'g++', 'c++', 'clang', 'make', 'python3'];

/** Checks what the image says about how it is run. */
export async function verifyConfig({ User, Env, Cmd, Volumes, Labels, Healthcheck }: ImageConfig): Promise<void> {
  const { scripts } = await packageJson();
  verify(`starts as npm start does: ${scripts.start}`, Cmd?.join(' ') === scripts.start, Cmd?.join(' '));
  verify(`runs as user ${User}, not as root`, User !== undefined && !/^(0|root)?(:|$)/.test(User));
  verify('has one data volume', Object.keys(Volumes ?? {}).length === 1);
  verify('has a health check', Healthcheck?.Test?.[0] === 'CMD');
  verify('has labels', Labels?.['org.opencontainers.image.title'] === 'Steward');
  const names = (Env ?? []).map((variable) => variable.split('=', 1)[0] ?? '');
  verify('has no secret in its environment', !names.some((name) => /SECRET|PASSWORD|TOKEN|BYPASS/i.test(name)));
}

/** Checks what is in the image, and what is not. */
export async function verifyContents(root: string, base: string): Promise<void> {
  const app = join(root, 'app');
  const entries = (await readdir(app)).sort();
  verify('the application folder holds what it needs alone', entries.join() === APPLICATION.join(), entries.join(' '));
  verify('the data volume is empty', (await readdir(join(app, 'data'))).length === 0);

  const compiled = await readdir(join(app, 'dist'), { recursive: true });
  verify('holds no tests', !compiled.some((name) => /\.(spec|test)\./.test(name)));

  const console = (await readdir(join(app, 'console'))).join();
  verify('holds the built console alone', console === 'dist', console);

  const { devDependencies } = await packageJson();
  const installed = await readdir(join(app, 'node_modules'), { recursive: true });
  const needless = Object.keys(devDependencies).filter((name) => installed.includes(name));
  verify('holds no development package', needless.length === 0, needless.join(' '));

  const found = await output('find', join(root, 'usr'), '-path', '*/bin/*', '(', ...orNames(BUILD_TOOLS), ')');
  verify('holds no compiler', found === '', found);
  const own = await output('find', app, '!', '-user', '0', '!', '-path', join(app, 'data'));
  verify('only root owns the application', own === '', own);
  const writable = await output('find', app, '!', '-type', 'l', '-perm', '/022', '!', '-path', join(app, 'data'));
  verify('nobody else may write to it', writable === '', writable);

  const added = ((await bytes(root)) - (await bytes(base))) / 1e6;
  verify(`adds ${added.toFixed(0)} MB to its base, under ${MAX_ADDED_MB}`, added < MAX_ADDED_MB);
}

interface PackageJson {
  scripts: { start: string };
  devDependencies: Record<string, string>;
}

async function packageJson(): Promise<PackageJson> {
  return JSON.parse(await readFile('package.json', 'utf8')) as PackageJson;
}

function orNames(names: string[]): string[] {
  return names.flatMap((name, i) => [...(i === 0 ? [] : ['-o']), '-name', name]);
}

async function bytes(folder: string): Promise<number> {
  return Number((await output('du', '--summarize', '--one-file-system', '--bytes', folder)).split('\t', 1)[0]);
}
