import type { Page } from '@playwright/test';
import { addUser } from '../support/steward';
import { expect, heading, open, test } from '../support/test';

const palette = (page: Page) => page.getByRole('dialog', { name: 'Go to' });
const option = (page: Page, name: string) => palette(page).getByRole('option', { name, exact: true });

async function search(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await expect(palette(page).getByRole('combobox', { name: 'Search pages' })).toBeFocused();
  await page.keyboard.type(text);
}

test('an action opens its form, and comes first the next time', async ({ page, steward }) => {
  await open(page, '/access/role');
  await expect(heading(page, 'Roles')).toBeVisible();
  await search(page, 'add us');
  await expect(palette(page).getByRole('option')).toHaveText(['Add user']);
  await page.keyboard.press('Enter');
  const form = page.getByRole('dialog', { name: 'Add user' });
  await expect(form.getByRole('combobox', { name: 'Tenant' })).toBeFocused();
  await expect(page).toHaveURL(/\/console\/access\/user$/);
  await page.keyboard.press('Escape');
  await expect(form).toHaveCount(0);

  // Also on the page itself, and for a form that is not the table's own.
  await search(page, '');
  await expect(palette(page).getByRole('option').first()).toHaveText('Add user');
  await page.keyboard.press('Enter');
  await expect(form).toBeVisible();
  await page.keyboard.press('Escape');
  await search(page, 'add tenant');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Add tenant' })).toBeVisible();
  await page.keyboard.press('Escape');

  // What was opened belongs to the user, not to the browser.
  const other = await addUser(await steward.as(), 'palette-other', ['sys:user:page']);
  await page.context().clearCookies();
  await open(page, '/access/user', other);
  await search(page, '');
  await expect(palette(page).getByRole('option')).toHaveText(['Users', 'Profile', 'Change password']);
});

test('rows are found by name, also beyond the page of the table, and opened', async ({ page, steward }) => {
  const api = await steward.as();
  await api.post('/api/role/add', { name: 'Quartz keepers', code: 'quartz', sort: -5 });
  const { id } = await addUser(api, 'quartz-0', []);
  for (let n = 1; n < 12; n++) await addUser(api, `quartz-${n}`, []);
  const asked: string[] = [];
  page.on('request', (request) => /\/options\?/.test(request.url()) && asked.push(new URL(request.url()).pathname));
  await open(page, '/access/user?pageSize=10');
  await expect(heading(page, 'Users')).toBeVisible();
  await search(page, 'quartz');
  const users = palette(page).getByRole('group', { name: 'Users', exact: true });
  await expect(users.getByRole('option')).toHaveCount(5);
  await expect(users.getByRole('option').first()).toContainText('quartz-0');
  await expect(palette(page).getByRole('group', { name: 'Roles' }).getByRole('option').first()).toHaveText(
    'Quartz keepers',
  );
  // One question for each resource, although six letters were typed.
  expect(asked.sort()).toEqual(
    ['config', 'dept', 'dict', 'role', 'tenant'].map((resource) => `/api/${resource}/options`),
  );
  await users.getByRole('option').first().click();
  const opened = page.getByRole('dialog').filter({ hasNotText: 'Go to' });
  await expect(opened).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`#open=${id}$`));
  const address = page.url();
  await page.keyboard.press('Escape');
  await expect(opened).toHaveCount(0);
  await expect(page).toHaveURL(/\/access\/user[^#]*$/);

  // The address of an open row can be passed on.
  await page.goto('/console/dashboard');
  await page.goto(address);
  await expect(opened).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(opened).toHaveCount(0);

  await search(page, '');
  await expect(palette(page).getByRole('group', { name: 'Recent' }).getByRole('option').first()).toContainText(
    'quartz-0',
  );
  await page.keyboard.press('Escape');
  await page.goto('/console/access/user#open=999999');
  await expect(page.getByRole('alert').filter({ hasText: 'not' })).toBeVisible();
  await expect(page).toHaveURL(/\/access\/user$/);
});

test('Ctrl and Enter open another tab, and what may not be read is not asked for', async ({
  page,
  steward,
  context,
}) => {
  const reader = await addUser(await steward.as(), 'palette-reader', [
    'sys:role:page',
    'sys:role:detail',
    'sys:user:page',
  ]);
  const asked: string[] = [];
  page.on('request', (request) => /\/options\?/.test(request.url()) && asked.push(new URL(request.url()).pathname));
  await open(page, '/access/role', reader);
  await expect(heading(page, 'Roles')).toBeVisible();
  await search(page, 'role of palette-reader');
  await expect(option(page, 'Role of palette-reader')).toBeVisible();
  expect(asked).toEqual(['/api/role/options']);
  const tab = context.waitForEvent('page');
  await page.keyboard.press('Control+Enter');
  await expect((await tab).getByRole('dialog')).toContainText('Role of palette-reader');
  await expect(palette(page)).toHaveCount(0);
  await expect(page).toHaveURL(/\/access\/role$/);

  await search(page, 'nothing of this name');
  await expect(palette(page).getByRole('status')).toHaveText('Nothing has this name.');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('change pass');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Current password' })).toBeFocused();
});
