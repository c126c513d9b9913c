/**
 * `npm run screenshots`: takes the pictures in the README and the docs from the running console. It starts a service of
 * its own on an empty database, fills it with example data over the API, and removes it. Needs Chromium
 * (docs/console.md).
 */
import { type Page, chromium } from '@playwright/test';
import { CHROMIUM } from '../console/test/support/chromium.js';
import { mkdir } from 'node:fs/promises';
import { picturesOfGenerator } from './screenshots/generator.js';
import { FOLDER, Service, WIDE, picture } from './screenshots/service.js';

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

async function editRole(page: Page): Promise<void> {
  await page
    .getByRole('row', { name: /Support/ })
    .getByRole('button', { name: 'Edit' })
    .click();
  await page.getByRole('treeitem', { name: 'Dashboard' }).getByRole('checkbox').first().scrollIntoViewIfNeeded();
}

await mkdir(FOLDER, { recursive: true });
const service = await Service.start();
const browser = await chromium.launch({
  executablePath: CHROMIUM,
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
  await picturesOfGenerator(browser);
} finally {
  await browser.close();
  await service.end();
}
