/** API tokens of the user's own. */
import { LOOKS, fitPhone, violations } from '../support/axe';
import { addUser } from '../support/steward';
import { expect, open, test } from '../support/test';

const CODES = ['sys:role:list', 'sys:role:page', 'sys:user:list', 'sys:user:page'];

test('a token is made for what it is needed for, shown once, used, and revoked', async ({ page, steward, request }) => {
  const account = await addUser(await steward.as(), 'programmer', CODES);
  await open(page, '/profile', account);
  await page.getByRole('tab', { name: 'API tokens' }).click();
  await expect(page.getByText('You have no tokens.')).toBeVisible();
  await page.getByRole('button', { name: 'Add token' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add token' });
  const add = dialog.getByRole('button', { name: 'Add', exact: true });
  await add.click();
  await expect(dialog.getByText('Enter a name.')).toBeVisible();
  await expect(dialog.getByText('Choose at least one permission.')).toBeVisible();
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused();

  await dialog.getByRole('textbox', { name: 'Name' }).fill('Nightly report');
  await dialog.getByRole('textbox', { name: 'Addresses' }).fill('127.0.0.0/8, home');
  const tree = dialog.getByRole('tree', { name: 'Permissions' });
  await dialog.getByRole('button', { name: 'Expand all' }).click();
  await expect(tree.getByRole('treeitem', { name: /^Tenants/ })).toHaveCount(0);
  await tree.getByRole('treeitem', { name: 'Read all at once' }).press(' ');
  await add.click();
  await expect(dialog.getByText('must hold IP addresses and CIDR ranges only').first()).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Addresses' }).fill('127.0.0.0/8, ::1');
  await add.click();

  const shown = dialog.getByRole('textbox', { name: 'Token' });
  await expect(shown).toHaveValue(/^stw_/);
  const token = await shown.inputValue();
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  const row = page.getByRole('table', { name: 'API tokens' }).getByRole('row').filter({ hasText: 'Nightly report' });
  await expect(row).toContainText(token.slice(0, 12));
  await expect(row).not.toContainText(token);

  const asked = (path: string) => request.get(path, { headers: { authorization: `Bearer ${token}` } });
  expect((await asked('/api/role/list')).status()).toBe(200);
  expect((await asked('/api/user/list')).status()).toBe(403);
  await row.getByText(/permissions?$/).click();
  await expect(row.getByText('sys:role:list')).toBeVisible();

  await row.getByRole('button', { name: 'Revoke' }).click();
  const question = page.getByRole('alertdialog', { name: 'Revoke Nightly report?' });
  await question.getByRole('button', { name: 'Revoke' }).click();
  await expect(row.getByText('Revoked')).toBeVisible();
  expect((await asked('/api/role/list')).status()).toBe(401);
});

for (const look of LOOKS) {
  test.describe(`${look.colorScheme}, ${look.locale}`, () => {
    test.use(look);

    test('axe finds nothing where tokens are added and listed', async ({ page, steward }) => {
      const account = await addUser(await steward.as(), `axe-token-${look.colorScheme}`, CODES);
      await page.request.post('/api/session', { data: account });
      await page.goto('/console/profile');
      await page.getByRole('tab').nth(1).click();
      await page.locator('.passkeys-head button').click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox').first().fill('Import');
      await expect(dialog.getByRole('treeitem').first()).toBeVisible();
      expect(await violations(page)).toEqual([]);
      await dialog.getByRole('treeitem').nth(1).press(' ');
      await dialog.locator('button[type=submit]').click();
      await expect(dialog.locator('input[readonly]')).toHaveValue(/^stw_/);
      expect(await violations(page)).toEqual([]);
      await dialog.locator('.button.primary').click();
      await expect(page.getByRole('table').last()).toContainText('Import');
      expect(await violations(page)).toEqual([]);
      await fitPhone(page);
      expect(await violations(page)).toEqual([]);
    });
  });
}
