import { addUser } from '../support/steward';
import { expect, heading, open, test } from '../support/test';

test('a page that is not granted, and an address that is no page', async ({ page, steward }) => {
  const user = await addUser(await steward.as(), 'routes', ['sys:user:page']);
  await open(page, '/access/role', user);
  await expect(heading(page, 'No permission')).toBeVisible();
  await expect(page).toHaveTitle('No permission – Steward');

  await page.goto('/console/nowhere/at/all');
  await expect(heading(page, 'Page not found')).toBeVisible();
  await page.getByRole('link', { name: 'Go to the start page' }).click();
  await expect(page).toHaveURL(/\/console\/access\/user$/);
  await expect(heading(page, 'Users')).toBeFocused();
});

test('a grant appears without a new login, and goes again', async ({ page, steward, allow }) => {
  allow(/403/);
  const admin = await steward.as();
  const user = await addUser(admin, 'granted', ['sys:user:page']);
  await open(page, '/access/role', user);
  await expect(heading(page, 'No permission')).toBeVisible();

  const [role] = await admin.get<{ id: number }[]>('/api/role/list?code=role-granted');
  const { menuIds } = await admin.get<{ menuIds: number[] }>(`/api/role/detail/${role?.id}`);
  const menus = await admin.get<{ id: number; path: string; permission: string }[]>('/api/menu/list');
  const roles = menus.filter(({ path, permission }) => path === '/access/role' || permission === 'sys:role:page');
  await admin.put('/api/role/update', { id: role?.id, menuIds: [...menuIds, ...roles.map(({ id }) => id)] });
  await page.getByRole('link', { name: 'Users', exact: true }).click();
  await page.getByRole('link', { name: 'Roles', exact: true }).click();
  await expect(heading(page, 'Roles')).toBeVisible();

  await admin.put('/api/role/update', { id: role?.id, menuIds });
  await page.getByRole('button', { name: 'Reload', exact: true }).click();
  await expect(heading(page, 'No permission')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Roles', exact: true })).toHaveCount(0);
});

test('a menu that names a page which this build does not have', async ({ page, steward }) => {
  const admin = await steward.as();
  await admin.post('/api/menu/add', { name: 'Reports', path: '/reports', component: 'reports/list', icon: 'book' });
  await open(page, '/reports');
  await expect(heading(page, 'Page missing from this build')).toBeVisible();
  await expect(page.getByRole('main')).toContainText('reports/list');
  await expect(page.getByRole('link', { name: 'Reports' })).toHaveAttribute('aria-current', 'page');
});

test('the menu: folders stay as they were left, hidden pages are not shown', async ({ page, steward }) => {
  const admin = await steward.as();
  await admin.post('/api/menu/add', { name: 'Secret', path: '/secret', component: 'secret', hidden: true });
  await open(page, '/access/user');
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  await expect(menu.getByRole('link', { name: 'Secret' })).toHaveCount(0);
  await expect(menu.getByRole('link', { name: 'Users', exact: true })).toHaveAttribute('aria-current', 'page');
  await menu.getByRole('button', { name: 'Logs' }).click();
  await expect(menu.getByRole('link', { name: 'Login log' })).toHaveCount(0);
  await page.reload();
  await expect(menu.getByRole('button', { name: 'Logs' })).toHaveAttribute('aria-expanded', 'false');
});

test('the palette leads to a page by a part of its name', async ({ page }) => {
  await open(page, '/access/user');
  await expect(heading(page, 'Users')).toBeVisible();
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Go to' });
  await expect(palette.getByRole('combobox', { name: 'Search pages' })).toBeFocused();
  await page.keyboard.type('dict');
  const pages = palette.getByRole('group', { name: 'Pages' });
  await expect(pages.getByRole('option')).toHaveText(['Dictionaries', 'Dictionary items']);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Dictionary items')).toBeFocused();
  await expect(palette).toHaveCount(0);
});

test('the keys are listed, and can be switched off', async ({ page }) => {
  await open(page, '/access/user');
  await expect(heading(page, 'Users')).toBeVisible();
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(help.getByRole('definition')).toContainText(['Go to another page', 'Show the keyboard shortcuts']);
  await help.getByRole('switch', { name: 'Use keyboard shortcuts' }).uncheck();
  await page.keyboard.press('Escape');
  await expect(help).toHaveCount(0);
  await page.keyboard.press('?');
  await expect(help).toHaveCount(0);

  await page.getByRole('button', { name: 'admin', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click();
  await help.getByRole('switch', { name: 'Use keyboard shortcuts' }).check();
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await expect(help).toBeVisible();
});

test('on a phone the menu is a drawer, which closes on the way', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await open(page, '/access/user');
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  await expect(menu).toBeHidden();
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await menu.getByRole('link', { name: 'Roles', exact: true }).click();
  await expect(heading(page, 'Roles')).toBeVisible();
  await expect(menu).toBeHidden();
});

test('an error of a page stays within it', async ({ page, allow }) => {
  allow(/TypeError/);
  await open(page, '/access/user');
  await page.route('**/api/role/page*', (route) =>
    route.fulfill({ json: { code: 0, ok: true, msg: '', data: { records: [null], total: 1 } } }),
  );
  await page.getByRole('link', { name: 'Roles', exact: true }).click();
  await expect(heading(page, 'Something went wrong')).toBeVisible();
  await page.getByRole('link', { name: 'Users', exact: true }).click();
  await expect(heading(page, 'Users')).toBeVisible();
});
