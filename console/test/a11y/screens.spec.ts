/** Users, roles, dictionaries, configuration, the login and what stands around pages, through axe. */
import type { Page } from '@playwright/test';
import { type AxeScreen, LOOKS, expectNoViolations, violations } from '../support/axe';
import { addUser } from '../support/steward';
import { expect, open, test } from '../support/test';

const main = (page: Page) => page.getByRole('main');
const press = (name: RegExp) => (page: Page) => main(page).getByRole('button', { name }).first().click();

async function previewRole(page: Page): Promise<void> {
  await press(/More|更多/)(page);
  await page.getByRole('menuitem', { name: /^(Preview as this role|以此角色预览)$/ }).click();
}

async function chooseDays(page: Page): Promise<void> {
  await page
    .getByRole('search')
    .getByRole('button', { name: /^(Time|时间) / })
    .click();
}

/** Screens, and what opens over them: the names of buttons in both languages. */
const SCREENS: AxeScreen[] = [
  { name: 'users', path: '/access/user' },
  { name: 'users, filtered', path: '/access/user?username=adm&status=1' },
  { name: 'no users', path: '/access/user?username=nobody-at-all' },
  { name: 'columns', path: '/access/user', act: press(/Columns|列设置/) },
  { name: 'adding a filter', path: '/access/user', act: press(/^(Add filter|添加筛选)$/) },
  { name: 'a new user', path: '/access/user', act: press(/^(Add|新增)$/) },
  { name: 'actions of a user', path: '/access/user', act: press(/More|更多/) },
  { name: 'deleting a user', path: '/access/user?username=axe', act: press(/^(Delete|删除)$/) },
  { name: 'details of a user', path: '/access/user', act: press(/^(Details|详情)$/) },
  { name: 'a range of days', path: '/log/login?startTime=2026-01-01T00%3A00%3A00.000Z', act: chooseDays },
  { name: 'roles', path: '/access/role' },
  { name: 'preview as a role', path: '/access/role', act: previewRole },
  { name: 'a new role', path: '/access/role', act: press(/^(Add|新增)$/) },
  { name: 'dictionaries', path: '/system/dict' },
  { name: 'items of a dictionary', path: '/system/dict', act: press(/^(Items|字典项)$/) },
  { name: 'dictionary items', path: '/system/dict-item' },
  { name: 'configuration groups', path: '/system/config' },
  { name: 'configuration items', path: '/system/config-item' },
  { name: 'a page that is not there', path: '/nowhere' },
  { name: 'the palette', path: '/access/role', act: (page) => page.keyboard.press('Control+K') },
  { name: 'the list of keys', path: '/access/role', act: (page) => page.keyboard.press('?') },
];

for (const look of LOOKS) {
  test.describe(`${look.colorScheme}, ${look.locale}`, () => {
    test.use(look);

    test('axe finds nothing: the login, and its refusal', async ({ page }) => {
      await page.goto('/console/login');
      await expect(page.getByRole('button').last()).toBeVisible();
      expect(await violations(page)).toEqual([]);
      await page.getByRole('textbox').nth(0).fill('nobody');
      await page.locator('input[type=password]').fill('wrong');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('alert')).toBeVisible();
      expect(await violations(page)).toEqual([]);
    });

    test('axe finds nothing on any screen', async ({ page, steward }) => {
      const admin = await steward.as();
      const code = `axe-screens-${look.colorScheme}`;
      await addUser(admin, code, []);
      const { id } = await admin.post<{ id: number }>('/api/dict/add', { name: code, code });
      await admin.post('/api/dict/item/add', { dictId: id, label: 'One', value: '1' });
      await open(page, '/access/user');
      const shown = '[role=dialog], [role=alertdialog], [role=menu], [role=option], .panes > :nth-child(2) h2';
      await expectNoViolations(page, SCREENS, shown);
    });

    test('axe finds nothing: no access yet', async ({ page, steward }) => {
      const user = { username: `axe-${look.colorScheme}-none`, password: 'a quiet river' };
      await (await steward.as()).post('/api/user/add', user);
      await open(page, '/', user);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      expect(await violations(page)).toEqual([]);
    });

    test('axe finds nothing: a range of days on a phone', async ({ page }) => {
      await page.setViewportSize({ width: 390, height: 844 });
      await open(page, '/log/login?startTime=2026-01-01T00%3A00%3A00.000Z');
      await press(/Filters|筛选/)(page);
      await chooseDays(page);
      await expect(page.getByRole('dialog')).toBeVisible();
      expect(await violations(page)).toEqual([]);
    });

    test('axe finds nothing: a phone, its menu and its filters', async ({ page }) => {
      await page.setViewportSize({ width: 390, height: 844 });
      await open(page, '/access/role');
      expect(await violations(page)).toEqual([]);
      await press(/Filters|筛选/)(page);
      expect(await violations(page)).toEqual([]);
    });
  });
}
