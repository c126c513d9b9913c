import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { expect, fillLogin, open, test } from '../support/test';

const DIST = fileURLToPath(new URL('../../dist', import.meta.url));
const KB = 1024;

/** What a page may load, in kB of brotli. */
const MOST = { login: 55, firstTable: 110, all: 304, css: 12, furtherPage: 12, requests: 14 };

/** Size of a file as it is sent, in kB. */
async function sizeOf(path: string): Promise<number> {
  return (await stat(join(DIST, `${path}.br`))).size / KB;
}

/** The requests of a page from now on: files of code as paths below the console, and the number of all but pictures. */
function watch(page: Page) {
  const code = new Set<string>();
  let requests = 0;
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (!/\.(svg|png|jpg|webp)$/.test(pathname) && !request.url().startsWith('data:')) requests++;
    if (/\.(js|css)$/.test(pathname)) code.add(pathname.slice('/console'.length));
  });
  return {
    code,
    requests: () => requests,
    async size(kind = /./) {
      const sizes = await Promise.all([...code].filter((path) => kind.test(path)).map(sizeOf));
      return sizes.reduce((sum, size) => sum + size, 0);
    },
  };
}

/** Waits until nothing has been asked for during a second. */
async function settle(page: Page): Promise<void> {
  for (let quiet = false; !quiet;) {
    quiet = await page
      .waitForRequest(() => true, { timeout: 1000 })
      .then(
        () => false,
        () => true,
      );
  }
}

test('the login, and a first table behind it, are small', async ({ page }) => {
  const loaded = watch(page);
  await page.goto('/console/access/user');
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(await loaded.size()).toBeLessThan(MOST.login);
  await fillLogin(page);
  await expect(page.getByRole('table', { name: 'Users' })).toBeVisible();
  expect(await loaded.size()).toBeLessThan(MOST.firstTable);
});

test('a first table needs few requests, and a further page little more', async ({ page }) => {
  // The part that every page loads a while later, in case the session ends.
  const later = Promise.all([page.waitForResponse(/login-dialog.*js$/), page.waitForResponse(/confirm-host.*js$/)]);
  let allIcons = false;
  page.on('request', (request) => {
    allIcons ||= request.url().includes('/all-icons');
  });
  await open(page, '/system/config-item');
  await expect(page.getByRole('table')).toBeVisible();
  await later;
  await settle(page);
  for (const name of [
    'Dashboard',
    'Users',
    'Roles',
    'Menus',
    'Tenants',
    'Departments',
    'Online users',
    'Web configuration',
    'Dictionaries',
    'Files',
    'Work',
    'Login log',
    'Operation log',
    'Security events',
    'Code generator',
  ]) {
    const loaded = watch(page);
    await page.getByRole('link', { name, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();
    await settle(page);
    expect(await loaded.size(), name).toBeLessThan(MOST.furtherPage);
  }
  const loaded = watch(page);
  const requests = page.waitForResponse(/\/api\/user\/page/).then(() => loaded.requests());
  await page.goto('/console/access/user');
  expect(await requests).toBeLessThanOrEqual(MOST.requests);
  expect(allIcons, 'icons that the console itself does not name').toBe(false);
});

/** The files of code in the build. */
const assets = async (kind: RegExp) => (await readdir(join(DIST, 'assets'))).filter((name) => kind.test(name));

// The bundler may export a name that a chunk lacks, where the groups of the build make chunks import each other.
test('every chunk can be loaded', async ({ page }) => {
  await page.goto('/console/');
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();
  const faults = await page.evaluate(
    async (names) => {
      const loads = names.map((name) =>
        import(`/console/assets/${name}`).then(
          () => [],
          (error: unknown) => [name, String(error)],
        ),
      );
      return (await Promise.all(loads)).flat();
    },
    await assets(/\.js$/),
  );
  expect(faults).toEqual([]);
});

test('all of it is small', async () => {
  const files = await assets(/\.(js|css)$/);
  const sizes = await Promise.all(files.map(async (name) => ({ name, size: await sizeOf(`/assets/${name}`) })));
  const total = (kind: RegExp) => sizes.filter(({ name }) => kind.test(name)).reduce((sum, { size }) => sum + size, 0);
  expect(total(/./)).toBeLessThan(MOST.all);
  expect(total(/\.css$/)).toBeLessThan(MOST.css);
});
