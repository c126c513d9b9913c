import { expect, heading, login, open, test } from '../support/test';

const DARK = 'rgb(17, 19, 23)';
const LIGHT = 'rgb(246, 247, 249)';

test('a dark page is dark from its first frame', async ({ page }) => {
  await page.goto('/console/login');
  await page.getByRole('combobox', { name: 'Theme' }).selectOption('Dark');
  await expect(page.locator('html')).toHaveCSS('background-color', DARK);

  // What is drawn before the console's own script has run.
  await page.route('**/assets/*.js', () => undefined);
  await page.goto('/console/login', { waitUntil: 'commit' });
  await expect(page.locator('#app')).toBeAttached();
  await expect(page.locator('#app')).toBeEmpty();
  await expect(page.locator('html')).toHaveCSS('background-color', DARK);
});

test('the theme: what a user chooses counts before the site, and the site before the system', async ({
  page,
  another,
  steward,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await open(page, '/access/user');
  await expect(page.locator('html')).toHaveCSS('background-color', DARK);
  await page.getByRole('button', { name: 'admin', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Theme' }).click();
  await expect(page.getByRole('menuitemradio', { name: 'System' })).toBeChecked();
  await page.getByRole('menuitemradio', { name: 'Light' }).click();
  await expect(page.locator('html')).toHaveCSS('background-color', LIGHT);
  await page.reload();
  await expect(heading(page, 'Users')).toBeVisible();
  await expect(page.locator('html')).toHaveCSS('background-color', LIGHT);

  const admin = await steward.as();
  const items = await admin.get<{ id: number; key: string; value: string }[]>('/api/config/item/list');
  const theme = items.find(({ key }) => key === 'siteTheme');
  await admin.put('/api/config/item/update', { id: theme?.id, value: 'dark' });
  const fresh = await another();
  await fresh.goto('/console/login');
  await expect(fresh.locator('html')).toHaveCSS('background-color', DARK);
  await admin.put('/api/config/item/update', { id: theme?.id, value: theme?.value });
});

test('the language can be switched, before and after the login', async ({ page }) => {
  await page.goto('/console/login');
  await page.getByRole('combobox', { name: 'Language' }).selectOption('中文');
  await expect(page.getByRole('button', { name: '登录' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh');
  await page.getByRole('combobox', { name: '语言' }).selectOption('English');
  await login(page);
  await page.goto('/console/access/user');
  await page.getByRole('button', { name: 'admin', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Language' }).click();
  await page.getByRole('menuitemradio', { name: '中文' }).click();

  await expect(heading(page, '用户管理')).toBeVisible();
  await expect(page).toHaveTitle('用户管理 – Steward');
  await expect(page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '角色管理' })).toBeVisible();
  await page.reload();
  await expect(heading(page, '用户管理')).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: '搜索页面' }).fill('roles');
  await expect(page.getByRole('option')).toHaveText(['角色管理']);
});

test('a browser that prefers Chinese is spoken to in Chinese', async ({ browser, baseURL, watch }) => {
  const context = await browser.newContext({ baseURL, locale: 'zh-CN' });
  watch(context);
  const page = await context.newPage();
  await page.goto('/console/');
  await expect(page.getByRole('textbox', { name: '用户名' })).toBeVisible();
  await context.close();
});
