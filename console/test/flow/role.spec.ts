import { addUser } from '../support/steward';
import { expect, open, test } from '../support/test';

interface Menu {
  id: number;
  parentId: number;
  path: string;
  permission: string;
}

test('what a role may do comes back as it was chosen, half-checked folders included', async ({ page, steward }) => {
  const admin = await steward.as();
  const menus = await admin.get<Menu[]>('/api/menu/list');
  const users = menus.find(({ path }) => path === '/access/user');
  const code = menus.find(({ permission }) => permission === 'sys:user:page');
  const role = await admin.post<{ id: number }>('/api/role/add', {
    name: 'Half',
    code: 'half',
    menuIds: [users?.id, code?.id],
  });
  await open(page, '/access/role?code=half');
  const row = page.getByRole('table', { name: 'Roles' }).getByRole('row').filter({ hasText: 'half' });
  await row.getByRole('button', { name: 'Edit' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit role' });
  const tree = edit.getByRole('tree', { name: 'Permissions' });
  await expect(tree.getByRole('checkbox', { name: 'Access', exact: true })).toBeChecked({ indeterminate: true });
  await expect(tree.getByRole('checkbox', { name: 'Users', exact: true })).toBeVisible();
  await edit.getByRole('textbox', { name: 'Remark' }).fill('looked at');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(edit).toHaveCount(0);
  const idsOf = async () =>
    (await admin.get<{ menuIds: number[] }>(`/api/role/detail/${role.id}`)).menuIds.sort((a, b) => a - b);
  expect(await idsOf()).toEqual([users?.id, code?.id].sort((a, b) => Number(a) - Number(b)));

  await row.getByRole('button', { name: 'Edit' }).click();
  await tree.getByRole('checkbox', { name: 'Dashboard', exact: true }).click();
  await expect(edit).toContainText('added');
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(tree.getByRole('checkbox', { name: 'Dashboard', exact: true })).toBeChecked();
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(edit).toHaveCount(0);
  const dashboard = menus.find(({ path }) => path === '/dashboard');
  expect(await idsOf()).toContain(dashboard?.id);
});

test('permissions are words with their codes, and a page is granted by its level', async ({ page, steward }) => {
  const admin = await steward.as();
  const menus = await admin.get<Menu[]>('/api/menu/list');
  const renamed = menus.find(({ permission }) => permission === 'sys:dict:export');
  await admin.put('/api/menu/update', { id: renamed?.id, name: 'Take it home' });
  const idsOf = (...codes: RegExp[]) =>
    menus.filter(({ permission }) => codes.some((code) => code.test(permission))).map(({ id }) => id);
  const users = menus.find(({ path }) => path === '/access/user')?.id ?? 0;
  const role = await admin.post<{ id: number }>('/api/role/add', {
    name: 'Levelled',
    code: 'levelled',
    menuIds: [users, ...idsOf(/^sys:user:(page|list|detail|export)$/)],
  });

  await open(page, '/access/role?code=levelled');
  const row = page.getByRole('table', { name: 'Roles' }).getByRole('row').filter({ hasText: 'levelled' });
  await row.getByRole('button', { name: 'Edit' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit role' });
  const tree = edit.getByRole('tree', { name: 'Permissions' });
  const search = edit.getByRole('searchbox', { name: 'Search permissions' });
  const box = (name: string) => tree.getByRole('checkbox', { name, exact: true });
  await search.fill('sys:user:resetPassword');
  await expect(tree.getByRole('treeitem')).toHaveCount(3);
  await expect(box('Reset passwords')).not.toBeChecked();
  await tree.getByRole('treeitem', { name: 'Reset passwords' }).hover();
  await expect(edit.getByRole('tooltip')).toHaveText('sys:user:resetPassword');

  const level = edit.getByRole('radiogroup', { name: 'Level of Users' });
  const radio = (name: string) => level.getByRole('radio', { name, exact: true });
  await expect(radio('View')).toBeChecked();
  await expect(radio('Custom')).toHaveCount(0);
  await radio('View').focus();
  await page.keyboard.press('ArrowRight');
  await expect(radio('Edit')).toBeChecked();
  await expect(edit).toContainText('2 added, 0 removed');
  await box('Reset passwords').click();
  await expect(radio('Custom')).toBeChecked();
  await expect(radio('Custom')).toBeDisabled();
  await radio('Full').click();
  await expect(edit).toContainText('8 added, 0 removed');
  await search.fill('dict:export');
  await expect(box('Take it home')).toBeVisible();
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(edit).toHaveCount(0);
  const sorted = (ids: number[]) => [...ids].sort((a, b) => a - b);
  const saved = async () => sorted((await admin.get<{ menuIds: number[] }>(`/api/role/detail/${role.id}`)).menuIds);
  expect(await saved()).toEqual(sorted([users, ...idsOf(/^sys:user:/)]));

  await row.getByRole('button', { name: 'Edit' }).click();
  await search.fill('users');
  await radio('None').click();
  await expect(radio('None')).toBeChecked();
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(edit).toHaveCount(0);
  expect(await saved()).toEqual([]);
});

test('what one does not hold oneself cannot be given, and says why', async ({ page, steward }) => {
  const admin = await steward.as();
  const codes = ['sys:role:page', 'sys:role:add', 'sys:role:update', 'sys:role:list', 'sys:user:page'];
  const editor = await addUser(admin, 'role-editor', codes);
  const menus = await admin.get<Menu[]>('/api/menu/list');
  const beyond = menus.filter(({ permission }) => /^sys:dict:(page|list)$/.test(permission)).map(({ id }) => id);
  const { id } = await admin.post<{ id: number }>('/api/role/add', { name: 'More', code: 'more', menuIds: beyond });
  await open(page, '/access/role?pageSize=100', editor);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  const add = page.getByRole('dialog', { name: 'Add role' });
  await add.getByRole('textbox', { name: 'Name' }).fill('Lesser');
  await add.getByRole('textbox', { name: 'Code' }).fill('lesser');
  const tree = add.getByRole('tree', { name: 'Permissions' });
  const LOCKED = 'You do not hold this yourself';
  const locked = tree.getByRole('treeitem', { name: 'Reset passwords' });
  await expect(locked).toHaveAccessibleDescription(LOCKED);
  await expect(locked.getByRole('checkbox')).toBeDisabled();
  await locked.focus();
  await expect(add.getByRole('tooltip')).toHaveText(`sys:user:resetPassword: ${LOCKED}`);
  const level = add.getByRole('radiogroup', { name: 'Level of Users' });
  const full = level.getByRole('radio', { name: 'Full', exact: true });
  await expect(full).toBeDisabled();
  await expect(full).toHaveAccessibleDescription(LOCKED);
  await tree.getByRole('checkbox', { name: 'Users', exact: true }).click();
  await expect(level.getByRole('radio', { name: 'Custom' })).toBeChecked();
  await add.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('table', { name: 'Roles' })).toContainText('lesser');

  const row = page.getByRole('row').filter({ hasText: 'More' });
  await row.getByRole('button', { name: 'Edit', exact: true }).click();
  const edit = page.getByRole('dialog', { name: 'Edit role' });
  // Resting on an entry of the tree, the pointer would show its tip, which may be over a button.
  await page.mouse.move(0, 0);
  await expect(edit).toContainText('2 more entries are outside what you may see: they stay.');
  await edit.getByRole('textbox', { name: 'Remark' }).fill('kept');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(edit).toHaveCount(0);
  const after = await admin.get<{ menuIds: number[] }>(`/api/role/detail/${id}`);
  expect(after).toMatchObject({ remark: 'kept', menuIds: beyond });
});

test('a role is previewed as its holder would see it', async ({ page, steward, another }) => {
  const admin = await steward.as();
  const codes = ['sys:user:page', 'sys:user:add', 'sys:statistics:overview'];
  const holder = await addUser(admin, 'previewed', codes);
  const menus = await admin.get<Menu[]>('/api/menu/list');
  const [role] = (
    await admin.get<{ records: { id: number; menuIds: number[] }[] }>('/api/role/page?code=role-previewed')
  ).records;
  const dictionaries = menus.filter(({ path, permission }) => path === '/system/dict' || permission === 'sys:dict:add');
  await admin.put('/api/role/update', {
    id: role?.id,
    menuIds: [...(role?.menuIds ?? []), ...dictionaries.map(({ id }) => id)],
  });

  await open(page, '/access/role?code=role-previewed');
  await page.getByRole('table', { name: 'Roles' }).getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Preview as this role' }).click();
  const preview = page.getByRole('dialog', { name: 'Preview as this role: Role of previewed' });
  const menu = preview.getByRole('list', { name: 'Menu' });
  await expect(menu).toContainText('See the figures of today');
  await expect(menu.getByRole('listitem').filter({ hasText: 'Users' }).last()).toContainText(/See the list\s*Add$/);
  await expect(menu).not.toContainText('Dictionaries');
  await expect(preview).toContainText('Also granted, but not shown in the menu');
  await expect(preview).toContainText(/System\s*Dictionaries\s*Dictionaries\s*Add/);
  await expect(preview.getByRole('link')).toHaveCount(0);
  await expect(preview.getByRole('button')).toHaveText(['', 'Close']);
  const shown = await menu.locator('strong').allTextContents();
  await page.keyboard.press('Escape');
  await expect(preview).toHaveCount(0);
  await page.getByRole('table', { name: 'Roles' }).getByRole('button', { name: 'Details' }).click();
  await expect(page.getByRole('dialog', { name: 'Details' }).getByRole('list', { name: 'Menu' })).toBeVisible();

  const other = await another();
  await open(other, '/', holder);
  const own = other.getByRole('navigation', { name: 'Main menu' });
  expect(await own.getByRole('listitem').locator('> a, > button').allInnerTexts()).toEqual(shown);
});

test('the role that grants everything has no permissions to choose', async ({ page }) => {
  await open(page, '/access/role?code=super_admin');
  await page.getByRole('row').filter({ hasText: 'super_admin' }).getByRole('button', { name: 'Edit' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit role' });
  await expect(edit).toContainText('Everything');
  await expect(edit.getByRole('textbox', { name: 'Permissions' })).toHaveCount(0);
  await expect(edit.getByRole('tree')).toHaveCount(0);
});
