import type { Page } from '@playwright/test';
import { expect, heading, open, test } from '../support/test';

/** Another build has taken this one's place: parts that were not loaded yet are gone, and the page names other ones. */
async function deploy(page: Page): Promise<void> {
  await page.route('**/console/assets/*', (route) => route.fulfill({ status: 404 }));
  await page.route('**/console/', async (route) => {
    const response = await route.fetch();
    await route.fulfill({
      response,
      body: (await response.text()).replace(/(type="module".+src=")[^"]+/, '$1/console/assets/next.js'),
    });
  });
}

/** The browser's next load of the page gets the current build. */
async function finish(page: Page): Promise<void> {
  await page.unrouteAll();
}

test('a page that a deployment has replaced is loaded from the new build', async ({ page, allow }) => {
  allow(/404|dynamically imported/);
  await open(page, '/access/user');
  await expect(heading(page, 'Users')).toBeVisible();
  await page.evaluate(() => Object.assign(window, { before: true }));
  await deploy(page);
  page.once('framenavigated', () => void finish(page));
  const loaded = page.waitForEvent('load');
  await page.getByRole('link', { name: 'Roles', exact: true }).click();
  await loaded;

  await page.goto('/console/access/role');
  await expect(heading(page, 'Roles')).toBeVisible();
  expect(await page.evaluate(() => 'before' in window)).toBe(false);
});

test('unsaved changes are asked about before the page is left for another build', async ({ page, allow }) => {
  allow(/404|dynamically imported/);
  await open(page, '/profile');
  await page.getByRole('textbox', { name: 'Real name' }).fill('Not saved');
  await page.getByRole('link', { name: 'Users', exact: true }).click();
  const question = page.getByRole('alertdialog', { name: 'Discard the changes?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('textbox', { name: 'Real name' })).toHaveValue('Not saved');

  await deploy(page);
  page.once('framenavigated', () => void finish(page));
  const loaded = page.waitForEvent('load');
  await page.getByRole('link', { name: 'Roles', exact: true }).click();
  await question.getByRole('button', { name: 'Discard' }).click();
  await loaded;
});
