/** Windows with little room: magnified, low, and on phones; and two tables beside each other. */
import { filtersOf } from '../support/filters';
import type { Api } from '../support/steward';
import { expect, heading, open, test } from '../support/test';
import { fitPhone, violations } from '../support/axe';

/** Adds a dictionary with an item, and returns its name. */
async function addDict(admin: Api, code: string): Promise<string> {
  const { id } = await admin.post<{ id: number }>('/api/dict/add', { name: `Dict ${code}`, code });
  await admin.post('/api/dict/item/add', { dictId: id, label: 'First label', value: 'first-value' });
  return `Dict ${code}`;
}

test('a window of 1280 by 800 at 200 % shows at least five rows; filters and menu fold', async ({ page, steward }) => {
  const admin = await steward.as();
  for (let i = 0; i < 8; i++) await admin.post('/api/role/add', { name: `Low ${i}`, code: `low-${i}` });
  await page.setViewportSize({ width: 640, height: 400 });
  await open(page, '/access/role');
  const rows = page.getByRole('table', { name: 'Roles' }).getByRole('row');
  await expect(rows.nth(5)).toBeInViewport({ ratio: 0.99 });
  await expect(filtersOf(page)).toBeHidden();
  await page.getByRole('button', { name: 'Filters' }).click();
  await expect(filtersOf(page).getByLabel('Name')).toBeVisible();
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible();
  await page.keyboard.press('Escape');
  expect(await violations(page)).toEqual([]);

  await page.setViewportSize({ width: 1280, height: 599 });
  await expect(filtersOf(page)).toBeHidden();
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeHidden();
  await page.setViewportSize({ width: 1280, height: 600 });
  await expect(filtersOf(page)).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible();
});

test('a click on a dictionary shows its items at the right, below in a narrower window', async ({ page, steward }) => {
  const name = await addDict(await steward.as(), 'beside');
  await page.setViewportSize({ width: 1280, height: 800 });
  await open(page, '/system/dict?name=beside');
  const groups = page.getByRole('table', { name: 'Dictionaries' });
  const items = page.getByRole('table', { name: 'Items' });
  await groups.getByText(name).click();
  await expect(items).toContainText('first-value');
  for (const column of ['Label', 'Value', 'Sort', 'Status']) {
    await expect(items.getByRole('columnheader', { name: column })).toBeAttached();
  }
  await expect(groups.getByRole('row').filter({ hasText: name })).toHaveClass(/chosen/);
  const start = async () => (await items.boundingBox()) ?? { x: 0, y: 0 };
  const end = async () => (await groups.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  expect((await start()).x).toBeGreaterThan((await end()).x + (await end()).width);
  await page.setViewportSize({ width: 1279, height: 800 });
  await expect.poll(async () => (await start()).y > (await end()).y + (await end()).height).toBe(true);
});

test('on a phone, the buttons are in one menu, and a dictionary leads to its items and back', async ({
  page,
  steward,
}) => {
  const name = await addDict(await steward.as(), 'pocket');
  await open(page, '/system/dict?name=pocket');
  await fitPhone(page);
  await expect(page.getByRole('table', { name: 'Dictionaries' })).toContainText(name);
  for (const button of ['Export', 'Columns', 'Reload']) {
    await expect(page.getByRole('button', { name: button, exact: true })).toHaveCount(0);
  }
  const actions = page.getByRole('button', { name: 'Actions' });
  await actions.click();
  await page.getByRole('menuitem', { name: 'Columns' }).click();
  await page.getByRole('dialog', { name: 'Columns' }).getByRole('checkbox', { name: 'Sort' }).uncheck();
  await page.keyboard.press('Escape');
  await expect(actions).toBeFocused();
  await actions.click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Export' }).click();
  expect((await download).suggestedFilename()).toMatch(/\.csv$/);

  await page.getByRole('row').filter({ hasText: name }).getByRole('button', { name: 'Items' }).click();
  await expect(heading(page, name)).toBeFocused();
  await expect(page.getByRole('table', { name: 'Items' })).toContainText('first-value');
  await expect(page.getByRole('table', { name: 'Dictionaries' })).toHaveCount(0);
  await fitPhone(page);
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByRole('table', { name: 'Dictionaries' })).toContainText(name);
  await expect(heading(page, 'Dictionaries')).toBeFocused();
  await expect(page).toHaveURL(/name=pocket/);
});

test('on a phone, the buttons of a page are in the menu as well', async ({ page }) => {
  await open(page, '/access/menu');
  await expect(page.getByRole('button', { name: 'Collapse all' })).toBeVisible();
  await fitPhone(page);
  await expect(page.getByRole('button', { name: 'Collapse all' })).toHaveCount(0);
  const rows = page.getByRole('row');
  await expect(rows.filter({ hasText: 'Dashboard' })).toBeVisible();
  const before = await rows.count();
  await page.getByRole('button', { name: 'Actions' }).click();
  await page.getByRole('menuitem', { name: 'Collapse all' }).click();
  await expect.poll(() => rows.count()).toBeLessThan(before);
});
