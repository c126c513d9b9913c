/** Accounts of programs, and the API tokens that administrators make for them. */
import { LOOKS, violations } from '../support/axe';
import { expect, open, test } from '../support/test';

test('a service account is added, and calls the API with a token that is made for it', async ({ page, steward }) => {
  await open(page, '/access/user?pageSize=100');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  const form = page.getByRole('dialog', { name: 'Add user' });
  await form.getByRole('textbox', { name: 'Username' }).fill('importer');
  await expect(form.getByLabel('Password', { exact: true })).toBeVisible();
  await form.getByRole('radio', { name: 'Service account' }).check();
  await expect(form.getByLabel('Password', { exact: true })).toHaveCount(0);
  await form.getByRole('combobox', { name: 'Roles' }).fill('super');
  await page.getByRole('option', { name: /super/i }).click();
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('table', { name: 'Users' })).toContainText('importer');

  await open(page, '/access/token');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Add token' });
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  const account = dialog.getByRole('combobox', { name: 'Service account' });
  await expect(account).toHaveAccessibleDescription('Choose a service account.');
  await account.fill('impo');
  await page.getByRole('option', { name: 'importer' }).click();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Hourly');
  const level = dialog.getByRole('radiogroup', { name: 'Level of Users' });
  await level.getByRole('radio', { name: 'Full', exact: true }).click();
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  const token = await dialog.getByRole('textbox', { name: 'Token' }).inputValue();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  const row = page.getByRole('table').getByRole('row').filter({ hasText: 'Hourly' });
  await expect(row).toContainText('importer');
  const call = () => fetch(`${steward.origin}/api/user/list`, { headers: { authorization: `Bearer ${token}` } });
  expect((await call()).status).toBe(200);

  await row.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(row).toHaveCount(0);
  expect((await call()).status).toBe(401);
});

for (const look of LOOKS) {
  test.describe(`${look.colorScheme}, ${look.locale}`, () => {
    test.use(look);

    test('axe finds nothing in the page of tokens', async ({ page }) => {
      await open(page, '/access/token');
      await page.waitForLoadState('networkidle');
      expect(await violations(page)).toEqual([]);
      await page.getByRole('button', { name: /^(Add|新增)$/ }).click();
      await expect(page.getByRole('tree')).toBeVisible();
      expect(await violations(page)).toEqual([]);
    });
  });
}
