/** Tables on paper, and in the colours that a system chooses. */
import type { Locator } from '@playwright/test';
import { violations } from '../support/axe';
import { filtersOf } from '../support/filters';
import { expect, heading, open, test } from '../support/test';

test('print shows the table whole, with its title, filters and the time, and nothing else', async ({
  page,
  steward,
}) => {
  const admin = await steward.as();
  for (let i = 10; i < 40; i++) await admin.post('/api/role/add', { name: `Paper ${i}`, code: `paper-${i}` });
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await open(page, '/access/role?name=Paper&pageSize=50');
  const table = page.getByRole('table', { name: 'Roles' });
  await expect(table.getByRole('row')).toHaveCount(31);
  const columns = await table.getByRole('columnheader').filter({ hasText: /\w/ }).allTextContents();
  await expect(page.getByText('Printed')).toBeHidden();

  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(heading(page, 'Roles')).toBeVisible();
  await expect(page.getByText('Name: Paper')).toBeVisible();
  await expect(page.getByText('Printed').locator('time')).toHaveText(/:\d\d:\d\d$/);
  for (const column of columns.filter((name) => name !== 'Actions')) {
    await expect(table.getByRole('columnheader', { name: column })).toBeVisible();
  }
  const hidden = (box: Element) => box.scrollHeight - box.clientHeight + (box.scrollWidth - box.clientWidth);
  expect(await page.locator('.crud-scroll').evaluate(hidden)).toBe(0);
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeHidden();
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(filtersOf(page)).toBeHidden();
  await expect(page.getByRole('button', { name: /Edit|Delete|Add|Export|Next page|Remove/ })).toHaveCount(0);
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('light');
});

test('a long name leaves the other columns of a printed table the width of their words', async ({ page, steward }) => {
  const admin = await steward.as();
  const role = { name: 'Regional manager for northern Europe', code: 'printed' };
  const { id } = await admin.post<{ id: number }>('/api/role/add', role);
  const people = [
    ['printed.somebody1', 'Some Body'],
    ['printed.wide', '宽'.repeat(64)],
    ['printed.unbroken', 'W'.repeat(64)],
  ];
  for (const [username, realname] of people) {
    await admin.post('/api/user/add', { username, realname, password: 'a quiet river', roleIds: [id] });
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await open(page, '/access/user?username=printed.');
  const rows = page.getByRole('table', { name: 'Users' }).getByRole('row');
  const somebody = rows.filter({ hasText: 'Some Body' });
  const height = (of: Locator) => of.evaluate((element) => element.getBoundingClientRect().height);
  const oneLine = await height(somebody);
  await page.emulateMedia({ media: 'print' });
  await expect(rows.filter({ hasText: 'W'.repeat(64) })).toBeVisible();
  await expect.poll(() => height(rows.filter({ hasText: '宽' }))).toBeGreaterThan(oneLine);
  expect(await height(somebody)).toBeLessThanOrEqual(oneLine);
  const cut = (boxes: Element[]) => boxes.filter((box) => box.scrollWidth > box.clientWidth).length;
  expect(await page.locator('.crud-scroll, .crud-table .tag').evaluateAll(cut)).toBe(0);
});

test('print shows what a form holds', async ({ page }) => {
  await open(page, '/system/web');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByLabel('Site name', { exact: true })).toHaveValue('Steward');
  await expect(page.getByLabel('Site name', { exact: true })).toBeVisible();
});

test('print shows when something was, not how long ago', async ({ page }) => {
  await page.setViewportSize({ width: 1600, height: 900 });
  await open(page, '/system/config-item');
  const times = page.getByRole('table', { name: 'Configuration items' }).getByRole('row').locator('time');
  await expect(times.first()).not.toHaveText(/:\d\d:\d\d$/);
  await page.emulateMedia({ media: 'print' });
  await expect(times.first()).toHaveText(/:\d\d:\d\d$/);
});

/** The width of an element's border or outline, in pixels. */
function edge(of: Locator): Promise<number> {
  return of.evaluate((element) => {
    const { borderTopWidth, borderTopStyle, outlineWidth, outlineStyle } = getComputedStyle(element);
    const border = borderTopStyle === 'none' ? 0 : Number.parseFloat(borderTopWidth);
    return Math.max(border, outlineStyle === 'none' ? 0 : Number.parseFloat(outlineWidth));
  });
}

test('in forced colours, switches, selection, focus and the legend can be seen', async ({ page, steward }) => {
  await (await steward.as()).post('/api/role/add', { name: 'Forced', code: 'forced' });
  await page.emulateMedia({ forcedColors: 'active' });
  await open(page, '/access/role?name=Forced');
  const row = page.getByRole('row').filter({ hasText: 'Forced' });
  const toggle = row.getByRole('switch');
  expect(await edge(toggle.locator('.switch-track'))).toBeGreaterThanOrEqual(1);
  const colour = (of: Locator) => of.evaluate((element) => getComputedStyle(element).backgroundColor);
  const on = await colour(toggle.locator('.switch-track'));
  expect(await colour(toggle.locator('.switch-knob'))).not.toBe(on);
  await toggle.click();
  await expect.poll(() => colour(toggle.locator('.switch-track'))).not.toBe(on);
  await row.getByRole('checkbox').check();
  expect(await edge(row.getByRole('cell').first())).toBeGreaterThanOrEqual(2);
  await page.keyboard.press('Tab');
  expect(await edge(page.locator(':focus'))).toBeGreaterThanOrEqual(2);
  expect(await violations(page)).toEqual([]);

  await page.goto('/console/dashboard');
  await expect(heading(page, 'Dashboard')).toBeVisible();
  const keys = page.locator('.chart-key');
  await expect(keys).toHaveCount(2);
  const marks = await keys.evaluateAll((all) => all.map((one) => getComputedStyle(one, '::before').backgroundColor));
  expect(new Set(marks).size).toBe(2);
  expect(await violations(page)).toEqual([]);
});
