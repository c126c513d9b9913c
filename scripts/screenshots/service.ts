import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** The folder of the pictures. */
export const FOLDER = resolve('docs/images');

/** The user who is logged in on the pictures. */
export const ADMIN = { username: 'admin', password: 'insecure-for-the-pictures' };

/** A desktop window. */
export const WIDE = { viewport: { width: 1280, height: 800 }, locale: 'en-GB', colorScheme: 'light' } as const;

/** A built service on an empty database, or on an existing one. */
export class Service {
  private token = '';

  private constructor(
    readonly url: string,
    private readonly child: ChildProcess,
    private readonly folder: string,
  ) {}

  /**
   * @param main the file to run
   * @param environment further settings
   */
  static async start(main = resolve('dist/main.js'), environment: NodeJS.ProcessEnv = {}): Promise<Service> {
    const folder = await mkdtemp(join(tmpdir(), 'steward-screenshots-'));
    const child = spawn(process.execPath, [main], {
      cwd: folder,
      env: {
        PATH: process.env.PATH,
        HOST: '127.0.0.1',
        PORT: '0',
        ADMIN_PASSWORD: ADMIN.password,
        DB_DATABASE: join(folder, 'steward.db'),
        AUTH_LIMIT: '0',
        OPERATION_LIMIT: '0',
        LOG_LEVEL: 'silent',
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const url = await new Promise<string>((done, fail) => {
      let output = '';
      child.stdout.on('data', (chunk: Buffer) => {
        output += chunk.toString();
        const address = /listening on (\S+)/.exec(output)?.[1];
        if (address !== undefined) done(address);
      });
      child.once('exit', () => fail(new Error(`The service did not start:\n${output}`)));
    });
    return new Service(url, child, folder);
  }

  /** Calls the API and returns the answer's `data`. */
  async call<T>(method: string, path: string, body?: object): Promise<T> {
    const response = await fetch(this.url + path, {
      method,
      headers: { 'content-type': 'application/json', ...(this.token && { authorization: `Bearer ${this.token}` }) },
      body: body && JSON.stringify(body),
    });
    return ((await response.json()) as { data: T }).data;
  }

  /** Logs in, for the calls that follow. */
  async logIn(): Promise<void> {
    this.token = (await this.call<{ access_token: string }>('POST', '/api/login', ADMIN)).access_token;
  }

  /** Stops it, and removes its folder. */
  async end(): Promise<void> {
    this.child.kill();
    await once(this.child, 'exit');
    await rm(this.folder, { recursive: true });
  }
}

/** Takes a picture of a page of the console, as the administrator sees it. */
export async function picture(
  browser: Browser,
  service: Service,
  name: string,
  path: string,
  options: BrowserContextOptions,
  prepare?: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({ ...options, baseURL: service.url });
  const page = await context.newPage();
  if (path !== '/login') await context.request.post('/api/session', { data: ADMIN });
  await page.goto(`/console${path}`, { waitUntil: 'networkidle' });
  await prepare?.(page);
  await page.screenshot({ path: join(FOLDER, `${name}.png`), animations: 'disabled', caret: 'hide' });
  await context.close();
  console.log(`Wrote docs/images/${name}.png`);
}
