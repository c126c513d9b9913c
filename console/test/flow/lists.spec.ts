/** Lists that stay calm: filters in one line, rows of one line, columns that fit. */
import { filtersOf, showFilter } from '../support/filters';
import { addUser } from '../support/steward';
import { expect, heading, open, test } from '../support/test';

test.use({ viewport: { width: 1280, height: 800 } });

/** Every page with filters, and how many it shows at first. */
const FILTERED = [
  ['/access/user', 4],
  ['/access/role', 4],
  ['/access/menu', 4],
  ['/access/tenant', 4],
  ['/access/online', 4],
  ['/system/config-item', 4],
  ['/system/dict-item', 4],
  ['/system/file', 4],
  ['/log/login', 4],
  ['/log/operation', 4],
] as const;

test('the filters of every page stand in one line beside the side menu', async ({ page }) => {
  await open(page, '/');
  for (const [path, count] of FILTERED) {
    await page.goto(`/console${path}`);
    const filters = filtersOf(page);
    await expect(filters, path).toBeVisible();
    await expect(filters.locator('.field'), path).toHaveCount(count);
    const line = await filters.boundingBox();
    const control = await filters.locator('.control').first().boundingBox();
    expect(line?.height ?? 0, path).toBeLessThan((control?.height ?? 0) * 2);
    expect(await filters.evaluate((element) => element.scrollWidth - element.clientWidth), path).toBe(0);
  }
});

test('a filter is added by name, applied, and removed, by keyboard', async ({ page, steward }) => {
  const admin = await steward.as();
  await addUser(admin, 'enabled-one', []);
  const { id } = await addUser(admin, 'disabled-one', []);
  await admin.put('/api/user/update', { id, status: 0 });
  await open(page, '/access/user');
  const filters = filtersOf(page);
  const status = filters.getByLabel('Status');
  await expect(heading(page, 'Users')).toBeVisible();
  await expect(status).toHaveCount(0);

  const add = filters.getByRole('button', { name: 'Add filter' });
  await add.press('Enter');
  const options = page.getByRole('listbox', { name: 'Options' }).getByRole('option');
  await expect(options).toHaveText([/Status/, /Tenant/, /Created/]);
  await page.keyboard.press('Escape');
  await expect(options).toHaveCount(0);
  await expect(add).toBeFocused();
  await add.press('Enter');
  await page.keyboard.type('stat');
  await expect(options).toHaveText([/Status/]);
  await page.keyboard.press('Enter');
  await expect(status).toBeFocused();
  await status.selectOption('Disabled');
  await expect(page).toHaveURL(/status=0/);
  await expect(page.getByRole('table', { name: 'Users' })).not.toContainText('enabled-one');

  // A copied link shows the filter that it sets.
  await page.reload();
  await expect(status).toHaveValue('0');
  await filters.getByRole('button', { name: 'Remove Status' }).press('Enter');
  await expect(status).toHaveCount(0);
  await expect(page).not.toHaveURL(/status=/);
  await expect(page.getByRole('table', { name: 'Users' })).toContainText('enabled-one');
  await expect(add).toBeFocused();

  // One that was added stays while it is empty; resetting leaves the first ones.
  await showFilter(page, 'Status');
  await status.selectOption('Enabled');
  await status.selectOption('All');
  await expect(page).not.toHaveURL(/status=/);
  await expect(status).toBeVisible();
  await filters.getByRole('button', { name: 'Reset' }).click();
  await expect(filters.locator('.field')).toHaveCount(4);
});
