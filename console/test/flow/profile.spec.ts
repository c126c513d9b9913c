import { addUser } from '../support/steward';
import { expect, fillLogin, heading, open, quiet, test } from '../support/test';

const REGULAR = ['sys:user:page'];

test('a changed password ends all sessions: the login says so, in every tab', async ({ page, context, steward }) => {
  const account = await addUser(await steward.as(), 'forgetful', REGULAR);
  await open(page, '/profile', account);
  const other = await context.newPage();
  await other.goto('/console/profile');
  await expect(heading(other, 'Profile')).toBeVisible();
  await expect(page.getByText('ends all your sessions')).toBeVisible();
  for (const tab of [page, other]) await quiet(tab);

  const current = page.getByRole('textbox', { name: 'Current password', exact: true });
  const fresh = page.getByRole('textbox', { name: 'New password', exact: true });
  const repeat = page.getByRole('textbox', { name: 'Repeat new password', exact: true });
  const change = page.getByRole('button', { name: 'Change password' });
  await current.fill('not it');
  await fresh.fill('a better password');
  await repeat.fill('another password');
  await change.click();
  await expect(repeat).toBeFocused();
  await expect(repeat).toHaveAccessibleDescription('Is not the same as the new password');

  await repeat.fill('a better password');
  await change.click();
  await expect(page.getByRole('alert')).toContainText('oldPassword is not the current password');
  await expect(fresh).toHaveValue('a better password');

  await current.fill(account.password);
  await change.click();
  await expect(page).toHaveURL(/\/console\/login/);
  await expect(page.getByText('Password changed, please log in again')).toBeVisible();
  await expect(other).toHaveURL(/\/console\/login/);

  await fillLogin(page, { ...account, password: 'a better password' });
  await expect(heading(page, 'Profile')).toBeVisible();
});

test('the own sessions: another one is ended, ending this one is logging out', async ({ page, steward }) => {
  const account = await addUser(await steward.as(), 'elsewhere', REGULAR);
  const elsewhere = await steward.as(account);
  await open(page, '/profile', account);
  const sessions = page.getByRole('table', { name: 'Sessions' });
  const rows = sessions.getByRole('row').filter({ has: page.getByRole('button', { name: 'End' }) });
  const own = rows.filter({ hasText: 'This session' });
  await expect(rows).toHaveCount(2);
  await expect(own).toHaveCount(1);

  await rows.filter({ hasNotText: 'This session' }).getByRole('button', { name: 'End' }).click();
  await expect(rows).toHaveCount(1);
  await expect(elsewhere.get('/api/index/getUser')).rejects.toThrow();

  await own.getByRole('button', { name: 'End' }).click();
  await expect(page).toHaveURL(/\/console\/login$/);
});

test('all other sessions are ended at once', async ({ page, steward }) => {
  const account = await addUser(await steward.as(), 'leaves-others', REGULAR);
  const others = await Promise.all([steward.as(account), steward.as(account)]);
  await open(page, '/profile', account);
  const rows = page.getByRole('table', { name: 'Sessions' }).getByRole('row');
  await expect(rows).toHaveCount(4);
  await expect(rows.nth(1).getByRole('cell', { name: 'Password', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'End all others' }).click();
  await expect(rows).toHaveCount(2);
  await expect(rows.filter({ hasText: 'This session' })).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'End all others' })).toHaveCount(0);
  for (const other of others) await expect(other.get('/api/index/getUser')).rejects.toThrow();
});

test('the own data: kept after a reload, and what the service refuses stays as it was typed', async ({
  page,
  steward,
}) => {
  const account = await addUser(await steward.as(), 'renamed', REGULAR);
  await open(page, '/profile', account);
  const name = page.getByRole('textbox', { name: 'Real name' });
  const save = page.getByRole('button', { name: 'Save' });
  await expect(save).toBeDisabled();
  await name.fill('x'.repeat(65));
  await save.click();
  await expect(name).toHaveAccessibleDescription('Must have at most 64 characters');
  await name.fill('Renée Médard');
  await page.getByRole('textbox', { name: 'Email' }).fill('renee@example.org');
  await save.click();
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible();
  await expect(save).toBeDisabled();

  await page.reload();
  await expect(name).toHaveValue('Renée Médard');
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue('renee@example.org');
});

test('language and theme are chosen in the profile; a language asks before it throws changes away', async ({
  page,
}) => {
  await open(page, '/profile');
  await page.getByRole('radio', { name: 'Dark' }).check();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');

  await page.getByRole('textbox', { name: 'Real name' }).fill('Unsaved');
  const language = page.getByRole('combobox', { name: 'Language' });
  await language.selectOption('中文');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(language).toHaveValue('en');
  await expect(page.getByRole('textbox', { name: 'Real name' })).toHaveValue('Unsaved');

  await language.selectOption('中文');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  await expect(heading(page, '个人中心')).toBeVisible();
  await expect(page.getByRole('radio', { name: '深色' })).toBeChecked();
});
