import { addUser } from '../support/steward';
import { expect, heading, open, test } from '../support/test';

test('every figure of the dashboard leads to the rows that it counts', async ({ page, steward }) => {
  for (const username of ['ghost', 'ghost']) {
    await fetch(`${steward.origin}/api/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ username, password: 'guess' }),
    });
  }
  await open(page, '/dashboard');
  await expect(heading(page, 'Dashboard')).toBeVisible();
  const main = page.getByRole('main');

  await main.getByRole('link', { name: /^Failures today \d+$/ }).click();
  await expect(heading(page, 'Login log')).toBeVisible();
  await expect(page).toHaveURL(/status=1/);
  await expect(page.getByRole('button', { name: 'Remove filter Time' })).toBeVisible();
  await expect(page.getByRole('row', { name: /ghost/ })).toHaveCount(2);

  await page.goBack();
  await main.getByRole('combobox', { name: 'Period' }).selectOption('7 days');
  await expect(page).toHaveURL(/days=7/);
  await expect(main.getByRole('table', { name: 'Logins by day' }).getByRole('row')).toHaveCount(8);
  await main.getByRole('list', { name: 'Failures by reason' }).getByRole('link').first().click();
  await expect(page).toHaveURL(/status=1/);
  await page.goBack();
  await expect(main.getByRole('combobox', { name: 'Period' })).toHaveValue('7');
  await main.getByRole('list', { name: 'Top addresses' }).getByRole('link', { name: '127.0.0.1' }).click();
  await expect(page.getByRole('searchbox', { name: 'Address' })).toHaveValue('127.0.0.1');
});

test('the dashboard shows each user what is granted, without links to pages that are not', async ({
  page,
  steward,
}) => {
  const account = await addUser(await steward.as(), 'onlooker', ['sys:statistics:overview']);
  await open(page, '/dashboard', account);
  const main = page.getByRole('main');
  await expect(main.getByText('Logins today')).toBeVisible();
  await expect(main.getByRole('link')).toHaveCount(0);
  await expect(main.getByRole('figure')).toHaveCount(0);
  await expect(main.getByRole('list')).toHaveCount(0);
  await expect(main.getByRole('combobox', { name: 'Period' })).toHaveCount(0);
});
