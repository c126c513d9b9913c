import { readFile } from 'node:fs/promises';
import { output, outputAnyway, show, succeeds } from './command.js';

const NAME = 'localhost/steward-image-check';

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

/** @throws Error that says what is missing, if images cannot be built and run */
export async function requireBuildah(): Promise<void> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) {
    throw new Error('needs Linux and root: it builds the image with buildah and mounts it');
  }
  if (!(await succeeds('buildah', '--version'))) throw new Error('buildah is missing; .ci/image-base installs it');
}

/**
 * The base image of the Dockerfile's last stage.
 * @throws Error if the base image of a stage is not in buildah's storage
 */
export async function requireBases(): Promise<string> {
  const dockerfile = await readFile('Dockerfile', 'utf8');
  const bases = Array.from(dockerfile.matchAll(/^FROM (\S+)/gm), ([, name]) => `docker.io/library/${name}`);
  for (const base of bases) {
    const { Labels } = await configOf(base).catch(() => {
      throw new Error(`${base} is not in buildah's storage; .ci/image-base puts it there`);
    });
    console.log(`    ${base}${Labels?.['stand-in'] === 'true' ? ', a stand-in' : ''}`);
  }
  const last = bases.at(-1);
  if (last === undefined) throw new Error('the Dockerfile has no FROM');
  return last;
}

/**
 * Builds the image, which is removed when it is disposed of. Uses the docker format, because the other one has no
 * HEALTHCHECK. Packages come from the registry that this machine's npm uses.
 */
export async function buildImage(): Promise<{ name: string } & AsyncDisposable> {
  const registry = await output('npm', 'config', 'get', 'registry');
  // npm opens more files at once than buildah allows by default.
  const flags = ['--isolation', 'chroot', '--pull-never', '--format', 'docker', '--ulimit', 'nofile=20000:20000'];
  await show('buildah', 'bud', ...flags, '--build-arg', `NPM_CONFIG_REGISTRY=${registry}`, '-t', NAME, '.');
  return { name: NAME, [Symbol.asyncDispose]: async () => void (await anyway('rmi', '--force', NAME)) };
}

/** The image's settings. */
export async function configOf(image: string): Promise<ImageConfig> {
  const inspected = await buildah('inspect', '--type', 'image', image);
  return (JSON.parse(inspected) as { Docker: { config: ImageConfig } }).Docker.config;
}

/** The image's file system as a folder, until it is disposed of. */
export async function mount(image: string): Promise<{ root: string } & AsyncDisposable> {
  const container = await buildah('from', '--pull-never', image);
  const remove = async (): Promise<void> => void (await anyway('rm', container));
  try {
    return { root: await buildah('mount', container), [Symbol.asyncDispose]: remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

function buildah(...args: string[]): Promise<string> {
  return output('buildah', ...args);
}

function anyway(...args: string[]): Promise<string> {
  return outputAnyway('buildah', ...args);
}
