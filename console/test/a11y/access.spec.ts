/** Tenants, menus and the web configuration through axe. */
import type { Page } from '@playwright/test';
import { LOOKS, fitPhone, violations } from '../support/axe';
import { expect, heading, open, test } from '../support/test';

const WORDS = {
  'en-GB': { tenants: 'Tenants', menus: 'Menus', web: 'Web configuration', add: 'Add', next: 'Next', more: 'More' },
  'zh-CN': { tenants: '租户管理', menus: '菜单管理', web: '网站配置', add: '新增', next: '下一步', more: '更多' },
} as const;

for (const look of LOOKS) {
  const t = WORDS[look.locale];

  test.describe(`${look.colorScheme}, ${look.locale}`, () => {
    test.use(look);
    const clean = async (page: Page) => expect(await violations(page)).toEqual([]);
    const add = (page: Page) => page.getByRole('button', { name: t.add, exact: true }).first().click();

    test('tenants and their wizard', async ({ page, steward }) => {
      const api = await steward.as();
      const code = `axe-${look.colorScheme}`;
      await api.post('/api/tenant/add', { name: code, code, expireAt: '2020-01-31T08:00:00Z' });
      await open(page, '/access/tenant');
      await expect(heading(page, t.tenants)).toBeVisible();
      await expect(page.getByRole('cell', { name: code }).first()).toBeVisible();
      await clean(page);
      await page.goto('/console/access/tenant?name=nothing-has-this');
      await expect(page.locator('.empty')).toBeVisible();
      await clean(page);

      await add(page);
      const dialog = page.getByRole('dialog');
      const next = dialog.getByRole('button', { name: t.next, exact: true });
      await next.click();
      await expect(dialog.locator('[aria-invalid]')).toHaveCount(2);
      await clean(page);
      const boxes = dialog.getByRole('textbox');
      await boxes.nth(0).fill('One');
      await boxes.nth(1).fill('one');
      await next.click();
      await clean(page);
      await boxes.nth(0).fill('wendy');
      await boxes.nth(1).fill('correct horse');
      await next.click();
      await expect(dialog.getByRole('tree')).toBeVisible();
      await clean(page);
    });

    test('menus, what a row offers, and moving', async ({ page }) => {
      await open(page, '/access/menu');
      await expect(heading(page, t.menus)).toBeVisible();
      await expect(page.getByRole('table', { name: t.menus })).toBeVisible();
      await clean(page);
      await page.getByRole('button', { name: t.more }).nth(1).click();
      await expect(page.getByRole('menu')).toBeVisible();
      await clean(page);
      await page.getByRole('menuitem').last().click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await clean(page);
    });

    test('the form of a menu, and its icons', async ({ page }) => {
      await open(page, '/access/menu');
      await add(page);
      const form = page.getByRole('dialog');
      await form.locator('input[list]').first().fill('not/there');
      await expect(form.locator('.tag.warn')).toBeVisible();
      await clean(page);
      await form.locator('.menu-icon').getByRole('button').click();
      await expect(page.locator('.icon-choices button').first()).toBeVisible();
      await clean(page);
    });

    test('menus on a phone', async ({ page }) => {
      await open(page, '/access/menu');
      await expect(page.getByRole('table', { name: t.menus })).toBeVisible();
      await fitPhone(page);
      await clean(page);
    });

    test('the web configuration', async ({ page }) => {
      await open(page, '/system/web');
      await expect(heading(page, t.web)).toBeVisible();
      await page.getByRole('main').getByRole('textbox').first().fill('Acme');
      await expect(page.locator('.web-unsaved')).toBeVisible();
      await clean(page);
    });
  });
}
