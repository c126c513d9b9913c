import type { Page } from '@playwright/test';
import { violations } from '../support/axe';
import { addUser } from '../support/steward';
import { expect, heading, open, test } from '../support/test';

// A service of its own, to which no other flow has added anything.
test.use({ settings: { GENERATOR_ENABLED: 'true' } });

const card = (page: Page) => page.getByRole('region', { name: 'Getting started' });
const step = (page: Page, name: string) => card(page).getByRole('link', { name, exact: true });

test('the first steps lead where they are taken, are ticked once taken, and are dismissed', async ({
  page,
  steward,
}) => {
  const api = await steward.as();
  await open(page, '/dashboard');
  await expect(card(page)).toContainText('0 of 6 done');
  expect(await violations(page)).toEqual([]);
  const form = (name: string) => page.getByRole('dialog', { name });
  for (const [name, title] of [
    ['Add a tenant', 'Add tenant'],
    ['Add a role', 'Add role'],
    ['Add a user', 'Add user'],
  ] as const) {
    await step(page, name).click();
    await expect(form(title)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(form(title)).toHaveCount(0);
    await page.goto('/console/dashboard');
  }
  await step(page, 'Change the password').click();
  await expect(page.getByRole('textbox', { name: 'Current password' })).toBeFocused();
  await page.goBack();
  await step(page, 'Name the site').click();
  await expect(heading(page, 'Web configuration')).toBeVisible();
  await page.goBack();
  await step(page, 'Generate a module').click();
  await expect(heading(page, 'Code generator')).toBeVisible();
  await expect(page.getByText('No tables yet')).toBeVisible();
  await expect(page.getByRole('table')).toHaveCount(0);
  expect(await violations(page)).toEqual([]);

  await api.post('/api/tenant/add', { name: 'First', code: 'first' });
  await api.post('/api/config/web/save', { siteName: 'Ours' });
  const helper = await addUser(api, 'starter-helper', ['sys:role:add', 'sys:role:page', 'sys:statistics:overview']);
  // Back within the application, seconds later.
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Dashboard' }).click();
  await expect(card(page).getByRole('listitem').filter({ hasText: 'Done: Add a user' })).toBeVisible();
  await page.goto('/console/dashboard');
  await expect(card(page)).toContainText('4 of 6 done');
  await expect(step(page, 'Add a tenant')).toHaveCount(0);
  await expect(card(page).getByRole('listitem').filter({ hasText: 'Done: Add a tenant' })).toBeVisible();
  await card(page).getByRole('button', { name: 'Dismiss' }).click();
  await expect(card(page)).toHaveCount(0);
  await page.reload();
  await expect(page.getByText('Logins today')).toBeVisible();
  await expect(card(page)).toHaveCount(0);

  // Who may take none of the open steps sees nothing of them.
  await page.context().clearCookies();
  await open(page, '/dashboard', helper);
  await expect(page.getByText('Logins today')).toBeVisible();
  await expect(card(page)).toHaveCount(0);
});
