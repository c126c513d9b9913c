import { readFile } from 'node:fs/promises';
import { expect, heading, open, test } from '../support/test';

/** Tries to log in with a name that nobody has. */
async function fail(origin: string, username: string, times: number): Promise<void> {
  for (let i = 0; i < times; i++) {
    await fetch(`${origin}/api/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ username, password: 'guess' }),
    });
  }
}

test('the login log: filtered, looked into, and exported as it is shown', async ({ page, steward }) => {
  await fail(steward.origin, 'mallory', 12);
  await open(page, '/log/login');
  await expect(heading(page, 'Login log')).toBeVisible();
  const table = page.getByRole('table', { name: 'Login log' });
  const filters = page.getByRole('search', { name: 'Filters' });

  await filters.getByLabel('Status').selectOption('Failure');
  await filters.getByLabel('Type').selectOption('Login');
  await filters.getByRole('searchbox', { name: 'Username' }).fill('mallory');
  await expect(page).toHaveURL(/[?&]username=mallory/);
  await expect(page).toHaveURL(/[?&]status=1/);
  await expect(page).toHaveURL(/[?&]logType=1/);
  await page.getByRole('combobox', { name: 'Rows per page' }).selectOption('10');
  await expect(page.getByText('1–10 of 12')).toBeVisible();
  await expect(table.getByRole('row')).toHaveCount(11);

  await table.getByRole('button', { name: 'Details' }).first().click();
  const details = page.getByRole('dialog', { name: 'Details' });
  await expect(details).toContainText('1001');
  await expect(details).toContainText('username: "mallory"');
  await expect(details).toContainText('password: "***"');
  await page.keyboard.press('Escape');

  const downloads = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  const download = await downloads;
  const [header, ...rows] = (await readFile(await download.path(), 'utf8')).trim().split(/\r?\n/);
  expect(header).toContain('username');
  expect(rows).toHaveLength(12);
  expect(rows.every((row) => row.includes('mallory'))).toBe(true);
});

test('a row of the login log leads to what else its user and its address did, and back', async ({ page, steward }) => {
  await fail(steward.origin, 'trudy', 1);
  await open(page, '/log/login?username=trudy');
  const row = page.getByRole('row', { name: /trudy/ });
  await row.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'This address' }).click();
  await expect(page).toHaveURL(/[?&]ip=127\.0\.0\.1/);
  await expect(page.getByRole('button', { name: 'Remove filter Address' })).toBeVisible();

  await page.goBack();
  await expect(page).not.toHaveURL(/[?&]ip=/);
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect(page).toHaveURL(/\/log\/login$/);

  await row.getByRole('button', { name: 'Details' }).click();
  await page.getByRole('dialog', { name: 'Details' }).getByRole('button', { name: 'This user' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('searchbox', { name: 'Username' })).toHaveValue('trudy');
  await expect(page.getByText('1–1 of 1')).toBeVisible();
});
