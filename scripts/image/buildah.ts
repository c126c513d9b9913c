import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { output, outputAnyway, show, succeeds } from './command.js';

/** Makes stand-ins for the public base images where no image registry is reachable. */
const STAND_INS = '../shared/tools/base-image';

const NAME = 'localhost/steward-image-check';

/** Kept from one check to the next, so that packages are installed and compiled anew only when the lock file changes. */
const BUILD_STAGE = `${NAME}:build`;

/** What an image says about how it is run. */
export interface ImageConfig {
  User?: string;
  Env?: string[];
  Cmd?: string[];
  WorkingDir?: string;
  Volumes?: Record<string, object>;
  Labels?: Record<string, string>;
  Healthcheck?: { Test?: string[] };
}

/** Makes sure that images can be built here; says what is missing where they cannot. */
export async function provideBuildah(): Promise<void> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) {
    throw new Error('needs Linux and root: it builds the image with buildah and mounts it');
  }
  if (await succeeds('buildah', '--version')) return;
  if (!(await succeeds('apt-get', '--version'))) throw new Error('buildah is missing, and there is no apt-get');
  console.log('Installing buildah');
  await show('apt-get', 'update', '-qq');
  await show('apt-get', 'install', '-y', '-qq', '--no-install-recommends', 'buildah');
}

/** Makes sure that the images that the Dockerfile begins with are here. Answers the one of the last stage. */
export async function provideBases(): Promise<string> {
  const dockerfile = await readFile('Dockerfile', 'utf8');
  const bases = Array.from(dockerfile.matchAll(/^FROM (\S+)/gm), ([, name]) => `docker.io/library/${name}`);
  for (const base of bases) {
    if (await isHere(base)) continue;
    if (existsSync(STAND_INS)) await show(STAND_INS);
    else if (!(await succeeds('buildah', 'pull', '--quiet', base))) throw new Error(`${base} cannot be pulled`);
  }
  const last = bases.at(-1);
  if (last === undefined) throw new Error('the Dockerfile has no FROM');
  return last;
}

/** Builds the image as a container that is not started yet, and removes both in the end. */
export async function buildImage(): Promise<{ name: string } & AsyncDisposable> {
  const before = await output('buildah', 'images', '--quiet', '--no-trunc', BUILD_STAGE).catch(() => '');
  await bud('--target', 'build', '--tag', BUILD_STAGE);
  const after = await output('buildah', 'images', '--quiet', '--no-trunc', BUILD_STAGE);
  if (before !== '' && before !== after) await output('buildah', 'rmi', before);

  const name = `${NAME}:final`;
  await bud('--tag', name);
  return { name, [Symbol.asyncDispose]: async () => void (await outputAnyway('buildah', 'rmi', '--force', name)) };
}

/** The image's settings. */
export async function configOf(image: string): Promise<ImageConfig> {
  const inspected = await output('buildah', 'inspect', '--type', 'image', image);
  return (JSON.parse(inspected) as { Docker: { config: ImageConfig } }).Docker.config;
}

/** The image's file system as a folder, until it is disposed of. */
export async function mount(image: string): Promise<{ root: string } & AsyncDisposable> {
  const container = await output('buildah', 'from', '--pull=never', image);
  const remove = async (): Promise<void> => void (await outputAnyway('buildah', 'rm', container));
  try {
    return { root: await output('buildah', 'mount', container), [Symbol.asyncDispose]: remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function isHere(image: string): Promise<boolean> {
  return succeeds('buildah', 'inspect', '--type', 'image', image);
}

/** The docker format, because the other has no HEALTHCHECK. Packages come from where this machine's npm has them from. */
async function bud(...options: string[]): Promise<void> {
  const registry = await output('npm', 'config', 'get', 'registry');
  const flags = ['--isolation', 'chroot', '--pull=never', '--format', 'docker', '--layers'];
  await show('buildah', 'bud', ...flags, '--build-arg', `NPM_CONFIG_REGISTRY=${registry}`, ...options, '.');
}
