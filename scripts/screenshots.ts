/**
 * `npm run screenshots`: makes the pictures of README and docs from the running console. A service of its own is started
 * on an empty database, filled with example data over the API, and removed. Needs Chromium: `CHROMIUM`, or
 * /usr/bin/chromium.
 */
import { type Browser, type BrowserContextOptions, type Page, chromium } from '@playwright/test';
import { once } from 'node:events';
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const FOLDER = resolve('docs/images');
const ADMIN = { username: 'admin', password: 'for-the-pictures' };
const WIDE = { viewport: { width: 1280, height: 800 }, locale: 'en-GB', colorScheme: 'light' } as const;

const PEOPLE = [
  ['mia', 'Mia Andersen', 'Support'],
  ['jonas', 'Jonas Keller', 'Support'],
  ['chiara', 'Chiara Romano', 'Auditor'],
  ['tomasz', 'Tomasz Nowak', 'Editor'],
  ['aiko', 'Aiko Tanaka', 'Editor'],
  ['samira', 'Samira Haddad', 'Support'],
  ['lucas', 'Lucas Moreau', 'Auditor'],
  ['grace', 'Grace Mensah', 'Editor'],
] as const;

const SEEN_BY = {
  Support: ['/access/user', '/access/online'],
  Auditor: ['/log/login', '/log/operation'],
  Editor: ['/system/dict'],
};

interface Menu {
  id: number;
  parentId: number;
  path: string;
}

class Service {
  private token = '';

  private constructor(
    readonly url: string,
    private readonly child: ChildProcess,
    private readonly folder: string,
  ) {}

  static async start(): Promise<Service> {
    const folder = await mkdtemp(join(tmpdir(), 'steward-screenshots-'));
    const child = spawn(process.execPath, [resolve('dist/main.js')], {
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

  async call<T>(method: string, path: string, body?: object): Promise<T> {
    const response = await fetch(this.url + path, {
      method,
      headers: { 'content-type': 'application/json', ...(this.token && { authorization: `Bearer ${this.token}` }) },
      body: body && JSON.stringify(body),
    });
    return ((await response.json()) as { data: T }).data;
  }

  async logIn(): Promise<void> {
    this.token = (await this.call<{ access_token: string }>('POST', '/api/login', ADMIN)).access_token;
  }

  async end(): Promise<void> {
    this.child.kill();
    await once(this.child, 'exit');
    await rm(this.folder, { recursive: true });
  }
}

async function fill(service: Service): Promise<void> {
  await service.logIn();
  const menus = await service.call<Menu[]>('GET', '/api/menu/list');
  const roles = new Map<string, number>();
  for (const [name, paths] of Object.entries(SEEN_BY)) {
    const pages = menus.filter(({ path }) => paths.includes(path));
    const buttons = menus.filter(({ parentId }) => pages.some(({ id }) => id === parentId));
    const menuIds = [...pages, ...buttons].map(({ id }) => id);
    const { id } = await service.call<{ id: number }>('POST', '/api/role/add', {
      name,
      code: name.toLowerCase(),
      menuIds,
    });
    roles.set(name, id);
  }
  for (const [username, realname, role] of PEOPLE) {
    const password = `${username} for the pictures`;
    await service.call('POST', '/api/user/add', { username, realname, password, roleIds: [roles.get(role)] });
    await service.call('POST', '/api/login', { username, password });
    if (role === 'Auditor') await service.call('POST', '/api/login', { username, password: 'wrong' });
  }
  await service.call('POST', '/api/login', { username: 'nobody', password: 'wrong' });
  await service.call('POST', '/api/tenant/add', { name: 'Harbour Foods', code: 'harbour' });
}

async function picture(
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

async function editRole(page: Page): Promise<void> {
  await page
    .getByRole('row', { name: /Support/ })
    .getByRole('button', { name: 'Edit' })
    .click();
  await page.getByRole('tree', { name: 'Permissions' }).scrollIntoViewIfNeeded();
  await page.getByRole('treeitem').first().waitFor();
}

await mkdir(FOLDER, { recursive: true });
const service = await Service.start();
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
});
try {
  await fill(service);
  await picture(browser, service, 'login', '/login', WIDE);
  await picture(browser, service, 'dashboard', '/dashboard', WIDE);
  await picture(browser, service, 'users', '/access/user', WIDE);
  await picture(browser, service, 'role', '/access/role', WIDE, editRole);
  await picture(browser, service, 'users-dark', '/access/user', { ...WIDE, colorScheme: 'dark' });
  await picture(browser, service, 'users-phone', '/access/user', { ...WIDE, viewport: { width: 390, height: 844 } });
} finally {
  await browser.close();
  await service.end();
}
