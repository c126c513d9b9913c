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
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(edit).toHaveCount(0);
  const dashboard = menus.find(({ path }) => path === '/dashboard');
  expect(await idsOf()).toContain(dashboard?.id);
});

test('what one does not hold oneself cannot be given, and says why', async ({ page, steward }) => {
  const codes = ['sys:role:page', 'sys:role:add', 'sys:role:list', 'sys:user:page'];
  const editor = await addUser(await steward.as(), 'role-editor', codes);
  await open(page, '/access/role?code=lesser', editor);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  const add = page.getByRole('dialog', { name: 'Add role' });
  await add.getByRole('textbox', { name: 'Name' }).fill('Lesser');
  await add.getByRole('textbox', { name: 'Code' }).fill('lesser');
  const tree = add.getByRole('tree', { name: 'Permissions' });
  await expect(tree).toBeVisible();
  await expect(tree.getByRole('treeitem').first()).toBeVisible();
  await add.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('table', { name: 'Roles' })).toContainText('lesser');
});
