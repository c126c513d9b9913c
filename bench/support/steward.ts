import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { packageRootOf } from '../../src/core/version.js';
import { startProgram, stop } from './children.js';
import type { Storage } from './storage.js';

/** How long a start may take; one that converts the logs takes the longest. */
const START_MS = 300_000;

/** The file that runs the service, unless a measurement names another. */
const MAIN = process.env.BENCH_MAIN ?? 'dist/main.js';

export const CREDENTIALS = { username: 'admin', password: 'benchmark-password' };

/** The built service, running in production mode on storage of its own. */
export interface Steward {
  url: string;
  pid: number;
  /** The secret that its tokens are signed with. */
  secret: string;
  /** A valid access token. */
  token: string;
  /** From the command to the line that says where it listens, in milliseconds. */
  startMs: number;
  /** What it has logged so far. */
  log: () => string;
}

/**
 * Starts the service, lends it to a measurement, and removes every trace of it.
 * @param settings by their environment names
 * @param main the file to run
 */
export async function withSteward<T>(
  storage: Storage,
  use: (steward: Steward) => Promise<T>,
  settings: Record<string, string> = {},
  main = MAIN,
): Promise<T> {
  await storage.clear();
  const folder = mkdtempSync(join(tmpdir(), 'steward-bench-'));
  const removeFolder = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', removeFolder);
  const secret = randomBytes(36).toString('base64');
  // The log goes to a file, so that nothing has to read it while the service runs.
  const logFile = join(folder, 'steward.log');
  const log = openSync(logFile, 'w');
  const begin = performance.now();
  const child = startProgram(resolve(main), startFlags(main), {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: '0',
      JWT_SECRET: secret,
      CAPTCHA_LIMIT: '0',
      API_PROXY_IPS: '127.0.0.1',
      ...settingsOn(storage),
      ...settings,
    },
    stdio: ['ignore', log, log, 'ipc'],
  });
  closeSync(log);
  try {
    const url = await addressOf(child, logFile);
    const startMs = performance.now() - begin;
    const { access_token: token } = await login(url);
    return await use({ url, pid: child.pid ?? 0, secret, token, startMs, log: () => readFileSync(logFile, 'utf8') });
  } catch (error) {
    const end = child.exitCode ?? child.signalCode;
    if (end === null) throw error;
    throw new Error(`The service ended (${end}): …${readFileSync(logFile, 'utf8').slice(-2000)}`, { cause: error });
  } finally {
    await stop(child);
    removeFolder();
    process.off('exit', removeFolder);
    await storage.clear();
  }
}

/** The settings with which a service runs on a storage, without limits that would get in the way of a load. */
export function settingsOn({ type, database, redisUrl }: Storage): Record<string, string> {
  return {
    ADMIN_PASSWORD: CREDENTIALS.password,
    AUTH_LIMIT: '0',
    OPERATION_LIMIT: '0',
    MAX_CONNECTIONS_PER_ADDRESS: '0',
    DB_TYPE: type,
    DB_DATABASE: database,
    DB_PASSWORD: '',
    REDIS_URL: redisUrl,
  };
}

/** The Node.js flags of the start script in the package that a build belongs to. */
export function startFlags(main = MAIN): string[] {
  const { scripts } = JSON.parse(readFileSync(join(packageRootOf(resolve(main)), 'package.json'), 'utf8')) as {
    scripts: { start: string };
  };
  const flags = /\bnode((?: +-\S+)*) +\S*main\.js/.exec(scripts.start)?.[1];
  if (flags === undefined) throw new Error('The start script of package.json does not say how to start main.js');
  return flags.split(' ').filter(Boolean);
}

/** The address that the service prints when it is ready. */
async function addressOf(child: ChildProcess, logFile: string): Promise<string> {
  for (let waited = 0; waited < START_MS && child.exitCode === null; waited += 10) {
    const found = /listening on (http:\/\/\S+)/.exec(readFileSync(logFile, 'utf8'));
    if (found?.[1]) return found[1];
    await wait(10);
  }
  throw new Error(`The service did not start:\n${readFileSync(logFile, 'utf8')}`);
}

/** The answer to a login. */
export interface TokenPair {
  access_token: string;
  refresh_token: string;
}

/**
 * Logs in as the administrator.
 * @param address of the client, as a proxy would forward it: few passwords are checked at once for one address
 */
export async function login(url: string, address = '127.0.0.1', credentials = CREDENTIALS): Promise<TokenPair> {
  const response = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify(credentials),
  });
  const { data } = (await response.json()) as { data: Partial<TokenPair> };
  if (data.access_token === undefined) throw new Error(`The service refuses the login: HTTP ${response.status}`);
  return data as TokenPair;
}

/** The parts of an answer apart from the headers that Node.js adds to each. */
export interface Answer {
  headers: Record<string, string>;
  body: string;
}

/** Headers that Node.js adds to each answer by itself. */
const ADDED = ['connection', 'date', 'keep-alive'];

/** The service's answer to a GET of the administrator. */
export async function answerOf({ url, token }: Steward, path: string): Promise<Answer> {
  const response = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } });
  const body = await response.text();
  if (!body.includes('"code":0')) throw new Error(`${path} answers ${body.slice(0, 200)}`);
  const headers = Object.fromEntries([...response.headers].filter(([name]) => !ADDED.includes(name)));
  return { headers, body };
}
