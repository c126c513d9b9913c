import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../../../dist/main.js', import.meta.url));

const QUICK_PASSWORDS = new URL('quick-passwords.js', import.meta.url).href;

/** The credentials of a user. */
export interface Account {
  username: string;
  password: string;
  tenantCode?: string;
}

/** The administrator that every service of the tests has. */
export const ADMIN: Account = { username: 'admin', password: 'correct-horse-7' };

/** The answer to every captcha. */
export const CAPTCHA = 'let-me-in';

/**
 * The browser of the flows. API clients log in as if they were the same: a login with another would be announced on the
 * pages of a flow.
 */
export const USER_AGENT = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/156.0.0.0 Safari/537.36';

/** How long a call keeps retrying. */
const PATIENCE_MS = 30_000;

/** Environment variables of the service, which override those below. */
export type Settings = Record<string, string>;

const SETTINGS: Settings = {
  HOST: '127.0.0.1',
  ADMIN_PASSWORD: ADMIN.password,
  BYPASS_CODE: CAPTCHA,
  AUTH_LIMIT: '0',
  CAPTCHA_LIMIT: '0',
  OPERATION_LIMIT: '0',
  MAX_CONNECTIONS_PER_ADDRESS: '0',
  LOG_LEVEL: 'warn',
};

/** The compiled service with the built console, on a port and a SQLite file of its own. */
export class Steward {
  private child: ChildProcess | undefined;

  private constructor(
    private readonly folder: string,
    private readonly settings: Settings,
    private readonly main: string,
  ) {}

  /** The port that it listens on: the first start picks it, and later ones keep it. */
  port = 0;

  /** The file of its database. */
  get database(): string {
    return this.settings.DB_DATABASE ?? join(this.folder, 'steward.db');
  }

  get origin(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Starts a service, on an empty database unless the settings name one. */
  static async begin(settings: Settings, main = MAIN): Promise<Steward> {
    const service = new Steward(await mkdtemp(join(tmpdir(), 'steward-console-')), settings, main);
    await service.start();
    return service;
  }

  /** Starts it, or restarts it with the data that it had. */
  async start(): Promise<void> {
    const { PATH, HOME } = process.env;
    const own = { PORT: String(this.port), DB_DATABASE: this.database };
    const child = spawn(process.execPath, ['--import', QUICK_PASSWORDS, this.main], {
      cwd: this.folder,
      env: { PATH, HOME, ...SETTINGS, ...own, ...this.settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.child = child;
    let output = '';
    await new Promise<void>((resolve, reject) => {
      const read = (chunk: Buffer): void => {
        output += chunk.toString();
        const port = /listening on http:\/\/[\d.]+:(\d+)/.exec(output)?.[1];
        if (port === undefined) return;
        this.port = Number(port);
        resolve();
      };
      child.stdout.on('data', read);
      child.stderr.on('data', read);
      child.once('exit', (code) => reject(new Error(`The service ended with ${code}:\n${output}`)));
    });
  }

  /** Stops it; its data stay. */
  async stop(): Promise<void> {
    const { child } = this;
    if (child === undefined || child.exitCode !== null) return;
    child.kill();
    await once(child, 'exit');
  }

  /** Stops it for good, and removes its folder. */
  async end(): Promise<void> {
    await this.stop();
    await rm(this.folder, { recursive: true, force: true });
  }

  /** An API client that is logged in. */
  async as(account: Account = ADMIN): Promise<Api> {
    const api = new Api(this.origin);
    const { access_token: token } = await api.post<{ access_token: string }>('/api/login', account);
    return new Api(this.origin, token);
  }
}

/** Calls the API directly, to prepare the data for a flow and to check what it did. */
export class Api {
  constructor(
    private readonly origin: string,
    private readonly token?: string,
  ) {}

  get<T>(path: string): Promise<T> {
    return this.call('GET', path);
  }

  post<T>(path: string, body: object): Promise<T> {
    return this.call('POST', path, body);
  }

  put<T>(path: string, body: object): Promise<T> {
    return this.call('PUT', path, body);
  }

  delete<T>(path: string, body?: object): Promise<T> {
    return this.call('DELETE', path, body);
  }

  /** The API's OpenAPI description. */
  async description<T>(): Promise<T> {
    return (await (await fetch(`${this.origin}/api/docs-json`)).json()) as T;
  }

  /**
   * The answer's data. A refusal throws, because a flow needs what it prepares. Retries while the service turns
   * requests away, as it does on a busy machine.
   */
  private async call<T>(method: string, path: string, body?: object): Promise<T> {
    const deadline = Date.now() + PATIENCE_MS;
    for (;;) {
      const response = await this.send(method, path, body);
      const { ok, msg, data } = (await response.json()) as { ok: boolean; msg: string; data: T };
      if (ok) return data;
      const isTurnedAway = response.status === 503 && /overloaded/.test(msg);
      if (!isTurnedAway || Date.now() > deadline) throw new Error(`${method} ${path}: ${msg}`);
      await pause(200);
    }
  }

  private send(method: string, path: string, body?: object): Promise<Response> {
    return fetch(this.origin + path, {
      method,
      headers: {
        'User-Agent': USER_AGENT,
        ...(body && { 'Content-Type': 'application/json' }),
        ...(this.token && { Authorization: `Bearer ${this.token}` }),
      },
      body: body && JSON.stringify(body),
    });
  }
}

/** Adds a role with the pages and buttons of the given codes and the folders above them, and a user with this role. */
export async function addUser(api: Api, username: string, codes: readonly string[]): Promise<Account & { id: number }> {
  const menus = await api.get<{ id: number; parentId: number; permission: string }[]>('/api/menu/list');
  const menuIds = new Set<number>();
  for (const menu of menus.filter(({ permission }) => codes.includes(permission))) {
    for (let at: typeof menu | undefined = menu; at; at = menus.find(({ id }) => id === at?.parentId))
      menuIds.add(at.id);
  }
  const role = await api.post<{ id: number }>('/api/role/add', {
    name: `Role of ${username}`,
    code: `role-${username}`,
    menuIds: [...menuIds],
  });
  const account = { username, password: `password of ${username}` };
  const { id } = await api.post<{ id: number }>('/api/user/add', { ...account, roleIds: [role.id] });
  return { ...account, id };
}
