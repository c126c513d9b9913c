import type { Page } from '@playwright/test';
import { ADMIN, Steward } from '../support/steward';
import { expect, heading, open, test } from '../support/test';

const table = (page: Page) => page.getByRole('table', { name: 'Menus' });
const row = (page: Page, name: string) =>
  table(page)
    .getByRole('row')
    .filter({ has: page.getByText(name, { exact: true }) });

/** The names that the table shows, in their order. */
function shown(page: Page): Promise<string[]> {
  return table(page).getByRole('row').locator('.menu-text').allTextContents();
}

async function chooseMore(page: Page, name: string, action: string): Promise<void> {
  await row(page, name).getByRole('button', { name: 'More' }).press('Enter');
  await page.getByRole('menuitem', { name: action, exact: true }).press('Enter');
}

test('a menu is added with an icon, last at the top, and stands in the main menu', async ({ page, steward }) => {
  await open(page, '/access/menu');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  const form = page.getByRole('dialog', { name: 'Add menu' });
  await form.getByRole('textbox', { name: 'Name' }).fill('Figures');
  await form.getByLabel('Path').fill('/figures');
  await form.getByLabel('Component').fill('figures');
  await expect(form).toContainText('This build of the console has no such page.');
  await form.getByLabel('Component').fill('access/user');
  await expect(form).not.toContainText('This build of the console has no such page.');
  await form.getByRole('button', { name: 'Choose icon' }).click();
  const icons = page.getByRole('dialog', { name: 'Choose icon' });
  await expect(icons.getByRole('list', { name: 'Icons' }).getByRole('button')).toHaveCount(120);
  await icons.getByRole('searchbox', { name: 'Search icons' }).fill('pie');
  await icons.getByRole('button', { name: 'chart-pie', exact: true }).click();
  await expect(form.getByRole('textbox', { name: 'Icon' })).toHaveValue('chart-pie');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(
    page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Figures' }),
  ).toBeVisible();
  await expect.poll(() => shown(page)).toContain('Figures');
  expect((await shown(page)).at(-1)).toBe('Figures');

  const sprites: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/all-icons')) sprites.push(request.url());
  });
  await page.reload();
  const icon = page.getByRole('link', { name: 'Figures' }).locator('use');
  await expect.poll(() => icon.evaluate((use: SVGUseElement) => use.getBBox().width)).toBeGreaterThan(0);
  // One of those that share all icons.
  expect(sprites).toEqual([expect.stringMatching(/all-icons-.{8}-\d+\.svg/)]);

  const api = await steward.as();
  const [added] = await api.get<{ id: number; icon: string }[]>('/api/menu/list?name=Figures');
  expect(added?.icon).toBe('chart-pie');
  await api.delete(`/api/menu/delete/${added?.id}`);
});

test('an entry has a name in each language', async ({ page, steward }) => {
  const api = await steward.as();
  const { id } = await api.post<{ id: number }>('/api/menu/add', { name: 'Blätter', path: '/leaves', component: 'x' });
  await open(page, '/access/menu');
  await row(page, 'Blätter').getByRole('button', { name: 'Edit' }).press('Enter');
  const form = page.getByRole('dialog', { name: 'Edit menu' });
  await form.getByLabel('In English').fill('Leaves');
  await form.getByLabel('In Chinese').fill('叶子');
  await form.getByRole('button', { name: 'Save' }).click();
  const main = page.getByRole('navigation', { name: 'Main menu' });
  await expect(main.getByRole('link', { name: 'Leaves' })).toBeVisible();
  await expect(row(page, 'Leaves')).toBeVisible();
  await page.evaluate(() => localStorage.setItem('steward.language', 'zh'));
  await page.reload();
  await expect(page.getByRole('navigation').getByRole('link', { name: '叶子' })).toBeVisible();
  await api.delete(`/api/menu/delete/${id}`);
});

test('a menu is moved by the keyboard, edited, and deleted once nothing is below it', async ({ page, steward }) => {
  const api = await steward.as();
  const { id: parentId } = await api.post<{ id: number }>('/api/menu/add', { name: 'Sheets', type: 0, sort: 80 });
  for (const name of ['First', 'Second', 'Figures']) await api.post('/api/menu/add', { name, parentId });
  await open(page, '/access/menu');
  const form = page.getByRole('dialog', { name: 'Add menu' });
  await chooseMore(page, 'Figures', 'Move up');
  await expect(page.getByRole('status').filter({ hasText: 'Figures is now 2 of 3 in Sheets' })).toBeVisible();
  await expect(row(page, 'Figures').getByRole('button', { name: 'More' })).toBeFocused();
  const sheets = (await shown(page)).slice((await shown(page)).indexOf('Sheets'));
  expect(sheets.slice(0, 4)).toEqual(['Sheets', 'First', 'Figures', 'Second']);

  await chooseMore(page, 'Figures', 'Move to…');
  const move = page.getByRole('dialog', { name: 'Move Figures' });
  await move.getByRole('combobox', { name: 'Parent' }).fill('logs');
  await page.keyboard.press('Enter');
  await move.getByRole('button', { name: 'Move', exact: true }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Figures is now 4 of 4 in Logs' })).toBeVisible();
  await page.reload();
  await expect.poll(() => shown(page)).toContain('Figures');
  const logs = (await shown(page)).slice((await shown(page)).indexOf('Logs'));
  expect(logs.slice(0, 5)).toEqual(['Logs', 'Login log', 'Operation log', 'Security events', 'Figures']);

  await row(page, 'Figures').getByRole('button', { name: 'Edit' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit menu' });
  await edit.getByRole('textbox', { name: 'Name' }).fill('Numbers');
  await edit.getByRole('button', { name: 'Save' }).click();
  await chooseMore(page, 'Numbers', 'Add inside');
  await expect(form.getByLabel('Type')).toHaveValue('2');
  await expect(form.getByLabel('Path')).toHaveCount(0);
  await expect(form.getByRole('combobox', { name: 'Parent' })).toHaveValue('Numbers');
  await form.getByRole('textbox', { name: 'Name' }).fill('Print');
  await form.getByLabel('Permission').fill('app:figures:print');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(row(page, 'Print')).toContainText('app:figures:print');

  await row(page, 'Numbers').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('alert')).toContainText(/Menu Numbers is in use by \d+ menus?, such as Print/);
  for (const name of ['Print', 'Numbers']) {
    await row(page, name).getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(row(page, name)).toHaveCount(0);
  }
});

test('a menu is moved by dragging it', async ({ page, steward }) => {
  const api = await steward.as();
  const { id } = await api.post<{ id: number }>('/api/menu/add', { name: 'Dragged', type: 0, sort: -9 });
  const other = await api.post<{ id: number }>('/api/menu/add', { name: 'Other', type: 0, sort: -8 });
  await open(page, '/access/menu');
  const drag = async (to: string, y: number) => {
    await row(page, 'Dragged').hover();
    await row(page, 'Dragged')
      .locator('[draggable]')
      .dragTo(row(page, to), { targetPosition: { x: 250, y } });
  };

  await drag('Other', 22);
  await expect(page.getByRole('status').filter({ hasText: 'Dragged is now 1 of 1 in Other' })).toBeVisible();
  await drag('Roles', 3);
  await expect(page.getByRole('status').filter({ hasText: /Dragged is now 2 of \d+ in Access/ })).toBeVisible();
  const names = await shown(page);
  expect(names.slice(names.indexOf('Users'), names.indexOf('Roles') + 1)).toEqual(['Users', 'Dragged', 'Roles']);
  await api.delete(`/api/menu/delete/${id}`);
  await api.delete(`/api/menu/delete/${other.id}`);
});

test('a move that the service refuses is taken back', async ({ page, steward }) => {
  const api = await steward.as();
  const { id } = await api.post<{ id: number }>('/api/menu/add', { name: 'Refused', type: 0, sort: 95 });
  await open(page, '/access/menu');
  await expect.poll(() => shown(page)).toContain('Refused');
  const before = await shown(page);
  await page.route('**/api/menu/sort', (route) =>
    route.fulfill({ json: { code: 1, ok: false, msg: 'parentId does not exist', data: {} } }),
  );
  await chooseMore(page, 'Refused', 'Move up');
  await expect(page.getByRole('alert')).toContainText('parentId does not exist');
  expect(await shown(page)).toEqual(before);
  await api.delete(`/api/menu/delete/${id}`);
});

test('filters are in the address, and matches keep what is above them', async ({ page }) => {
  await open(page, '/access/menu');
  await page.getByRole('search').getByLabel('Permission').fill('sys:role:add');
  await expect(page).toHaveURL(/permission=sys:role:add/);
  await expect.poll(() => shown(page)).toEqual(['Access', 'Roles', 'Add']);
  await page.reload();
  await expect.poll(() => shown(page)).toEqual(['Access', 'Roles', 'Add']);
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect.poll(() => shown(page)).toContain('Dashboard');

  await row(page, 'Roles').getByRole('button', { name: 'Entries below Roles' }).click();
  await expect.poll(() => shown(page)).toContain('Delete several');
  await page.getByRole('button', { name: 'Collapse all' }).click();
  await expect.poll(() => shown(page)).not.toContain('Roles');
});

test('every menu has a page', async ({ page }) => {
  const steward = await Steward.begin({});
  try {
    const api = await steward.as();
    const menus = await api.get<{ name: string; type: number; path: string }[]>('/api/menu/list');
    await page.request.post(`${steward.origin}/api/session`, { data: ADMIN });
    for (const { name, path } of menus.filter(({ type }) => type === 1)) {
      await page.goto(`${steward.origin}/console${path}`);
      await expect(heading(page, name), path).toBeVisible();
    }
    // Later requests of the last page would reach no service.
    await page.goto('about:blank');
  } finally {
    await steward.end();
  }
});
