import { addUser } from '../support/steward';
import { expect, heading, open, test } from '../support/test';

test('what is saved of the site is seen at once, on the login page too', async ({ page, another, steward }) => {
  await open(page, '/system/web');
  await expect(page.getByRole('group', { name: 'Unsaved changes' })).toHaveCount(0);
  const name = page.getByRole('textbox', { name: 'Site name' });
  await name.fill('Acme administration');
  await page.getByRole('combobox', { name: 'Theme' }).selectOption('Dark');
  await expect(page.getByRole('group', { name: 'Unsaved changes' })).toContainText('Site name, Theme');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(name).toHaveValue('Steward');
  await expect(page.getByRole('combobox', { name: 'Theme' })).toHaveValue('auto');

  await name.fill('Acme administration');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Web configuration saved' })).toBeVisible();
  await expect(page.getByRole('group', { name: 'Unsaved changes' })).toHaveCount(0);
  await expect(page).toHaveTitle('Web configuration – Acme administration');

  const visitor = await another();
  await visitor.goto('/console/login');
  await expect(visitor).toHaveTitle('Log in – Acme administration');
  await expect(visitor.getByText('Acme administration')).toBeVisible();
  await (await steward.as()).post('/api/config/web/save', { siteName: 'Steward' });
});

test('changes that are not saved are not lost by leaving', async ({ page }) => {
  await open(page, '/system/web');
  await page.getByRole('textbox', { name: 'Copyright' }).fill('© Acme');
  await page.getByRole('link', { name: 'Users', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('textbox', { name: 'Copyright' })).toHaveValue('© Acme');
  await page.getByRole('link', { name: 'Users', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  await expect(heading(page, 'Users')).toBeVisible();
});

test('what the service refuses is said, and stays entered', async ({ page, allow }) => {
  // Of the preview.
  allow(/404/);
  await open(page, '/system/web');
  const logo = page.getByRole('textbox', { name: 'Logo' });
  await logo.fill('no address');
  await logo.blur();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'siteLogo must be empty' })).toBeVisible();
  await expect(logo).toHaveValue('no address');
});

test('an item that was added has a readable label and its options', async ({ page, steward }) => {
  const api = await steward.as();
  const [web] = await api.get<{ id: number }[]>('/api/config/list?code=web');
  await api.post('/api/config/item/add', {
    configId: web?.id,
    key: 'supportPlan',
    type: 'select',
    sort: 9,
    value: 'b',
    options: '[{"label":"Basic","value":"b"},{"label":"Gold","value":"g"}]',
  });
  await open(page, '/system/web');
  const plan = page.getByRole('combobox', { name: 'Support plan' });
  await expect(plan.getByRole('option')).toHaveText(['Basic', 'Gold']);
  await plan.selectOption('Gold');
  await plan.focus();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('group', { name: 'Unsaved changes' })).toHaveCount(0);
  expect(await api.get('/api/config/web/index')).toMatchObject({ supportPlan: 'g' });
});

test('who may read it alone finds nothing to change', async ({ page, steward }) => {
  const user = await addUser(await steward.as(), 'web-reader', ['sys:configWeb:data']);
  await open(page, '/system/web', user);
  await expect(page.getByRole('definition').first()).toBeVisible();
  await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(0);
  await expect(page.getByRole('main').getByRole('combobox')).toHaveCount(0);
});
