import type { Page } from '@playwright/test';
import { addUser } from '../support/steward';
import { expect, fillLogin, heading, open, test } from '../support/test';

const DAY_MS = 86_400_000;

const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
const wizard = (page: Page) => page.getByRole('dialog', { name: 'Add tenant' });
const press = (page: Page, name: string) => wizard(page).getByRole('button', { name, exact: true }).click();

async function begin(page: Page): Promise<void> {
  await open(page, '/access/tenant?pageSize=100');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
}

test('a tenant is added with its administrator, who has what was granted', async ({ page, steward, another }) => {
  await begin(page);
  await press(page, 'Next');
  await expect(wizard(page).getByRole('textbox', { name: 'Name' })).toBeFocused();
  await expect(wizard(page).getByRole('textbox', { name: 'Name' })).toHaveAccessibleDescription('Must not be empty');
  await wizard(page).getByRole('textbox', { name: 'Name' }).fill('Acme');
  await wizard(page).getByRole('textbox', { name: 'Code' }).fill('acme');
  await press(page, 'Next');

  await expect(wizard(page).getByRole('textbox', { name: 'Username' })).toBeFocused();
  await page.keyboard.type('wendy');
  await press(page, 'Next');
  await expect(wizard(page).getByRole('textbox', { name: 'Password' })).toBeFocused();
  await page.keyboard.type('correct horse');
  await press(page, 'Next');

  const tree = wizard(page).getByRole('tree', { name: 'Permissions' });
  await tree.getByRole('checkbox', { name: 'Users', exact: true }).check();
  await press(page, 'Back');
  await expect(wizard(page).getByRole('textbox', { name: 'Username' })).toHaveValue('wendy');
  await press(page, 'Next');
  await expect(tree.getByRole('checkbox', { name: 'Users', exact: true })).toBeChecked();
  await press(page, 'Save');

  await expect(page.getByRole('status').filter({ hasText: 'Tenant added: Acme' })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Tenants' }).getByRole('row').filter({ hasText: 'acme' })).toContainText(
    'Never',
  );
  const wendy = await another();
  await wendy.goto('/console/login');
  await fillLogin(wendy, { username: 'wendy', password: 'correct horse', tenantCode: 'acme' });
  await expect(wendy.getByRole('navigation', { name: 'Main menu' }).getByRole('link')).toHaveText(['Users']);

  const api = await steward.as({ username: 'wendy', password: 'correct horse', tenantCode: 'acme' });
  const { roles } = await api.get<{ roles: string[] }>('/api/index/getUser');
  expect(roles).toEqual(['tenant_admin']);
});

test('a tenant without an administrator is not asked for menus', async ({ page, steward }) => {
  await begin(page);
  await wizard(page).getByRole('textbox', { name: 'Name' }).fill('Bare');
  await wizard(page).getByRole('textbox', { name: 'Code' }).fill('bare');
  await wizard(page).getByText('Expires', { exact: true }).click();
  await expect(wizard(page).getByRole('group', { name: 'Expires' }).getByRole('spinbutton').first()).toBeFocused();
  await wizard(page).getByRole('combobox', { name: 'Shown at login' }).selectOption('Yes');
  await press(page, 'Next');
  await expect(wizard(page).getByRole('button', { name: 'Save' })).toBeVisible();
  await press(page, 'Next');
  await expect(wizard(page)).toContainText('No administrator, no menus');
  await expect(wizard(page).getByRole('tree')).toHaveCount(0);
  await press(page, 'Save');
  await expect(page.getByRole('status').filter({ hasText: 'Tenant added: Bare' })).toBeVisible();
  const { records } = await (await steward.as()).get<{ records: object[] }>('/api/tenant/page?code=bare');
  expect(records).toEqual([expect.objectContaining({ loginShown: true, logo: '' })]);
});

test('what the service refuses is said, and nothing that was entered is lost', async ({ page, steward }) => {
  await (await steward.as()).post('/api/tenant/add', { name: 'Taken', code: 'taken' });
  await begin(page);
  await wizard(page).getByRole('textbox', { name: 'Name' }).fill('Other');
  await wizard(page).getByRole('textbox', { name: 'Code' }).fill('taken');
  await press(page, 'Next');
  await press(page, 'Save');
  await expect(wizard(page).getByRole('alert')).toHaveText('A tenant with this code exists already');
  // It is about a field of the first step.
  await expect(wizard(page).getByRole('textbox', { name: 'Code' })).toBeFocused();
  await expect(wizard(page).getByRole('textbox', { name: 'Code' })).toHaveAccessibleDescription(
    'Code is taken already',
  );
  await expect(wizard(page).getByRole('textbox', { name: 'Name' })).toHaveValue('Other');

  await page.keyboard.press('Escape');
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await wizard(page).getByRole('textbox', { name: 'Code' }).fill('free');
  await press(page, 'Next');
  await press(page, 'Save');
  await expect(page.getByRole('status').filter({ hasText: 'Tenant added: Other' })).toBeVisible();
});

test('what the caller does not hold cannot be granted', async ({ page, steward }) => {
  const codes = ['sys:tenant:page', 'sys:tenant:add', 'sys:user:page'];
  const user = await addUser(await steward.as(), 'granter', codes);
  await open(page, '/access/tenant', user);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await wizard(page).getByRole('textbox', { name: 'Name' }).fill('Small');
  await wizard(page).getByRole('textbox', { name: 'Code' }).fill('small');
  await press(page, 'Next');
  await wizard(page).getByRole('textbox', { name: 'Username' }).fill('first');
  await wizard(page).getByRole('textbox', { name: 'Password' }).fill('correct horse');
  await press(page, 'Next');
  const tree = wizard(page).getByRole('tree', { name: 'Permissions' });
  await expect(tree.getByRole('checkbox', { name: 'Users', exact: true })).toBeEnabled();
  await expect(tree.getByRole('checkbox', { name: 'resetPassword' })).toHaveCount(0);
});

test('an expiry says how far away it is, and is taken away by emptying it', async ({ page, steward }) => {
  const api = await steward.as();
  await api.post('/api/tenant/add', { name: 'Near', code: 'near', expireAt: inDays(12) });
  await api.post('/api/tenant/add', { name: 'Past', code: 'past', expireAt: inDays(-3) });
  await open(page, '/access/tenant');
  await expect(heading(page, 'Tenants')).toBeVisible();
  const row = (code: string) => page.getByRole('table', { name: 'Tenants' }).getByRole('row').filter({ hasText: code });
  await expect(row('near')).toContainText('in 12 days');
  await expect(row('past')).toContainText('expired 3 days ago');

  await row('near').getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit tenant' });
  await dialog.getByRole('button', { name: 'Clear' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(row('near')).toContainText('Never');
});
