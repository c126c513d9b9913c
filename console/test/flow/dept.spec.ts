import type { Locator, Page } from '@playwright/test';
import { violations } from '../support/axe';
import { showFilter } from '../support/filters';
import { expect, open, test } from '../support/test';

interface Dept {
  id: number;
  name: string;
  parentId: number;
  sort: number;
}

// A service of their own: departments stand beside the users in every other test.
test.use({ settings: { GENERATOR_ENABLED: 'true', OPERATION_LIMIT: '0' } });

const table = (page: Page) => page.getByRole('treegrid', { name: 'Departments' });
const row = (page: Page, name: string) => table(page).getByRole('row').filter({ hasText: name });

async function more(page: Page, name: string, item: string): Promise<void> {
  await row(page, name).getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

/** Chooses in a combobox by typing. */
async function choose(field: Locator, text: string): Promise<void> {
  await field.click();
  await field.fill(text);
  await field.page().getByRole('option', { name: text }).first().click();
}

test('a company of three departments: each clerk sees the users of their own', async ({ page, steward, another }) => {
  await open(page, '/access/dept');
  const add = page.getByRole('dialog', { name: 'Add department' });
  await page.getByRole('button', { name: 'Add', exact: true }).first().click();
  await add.getByRole('textbox', { name: 'Name' }).fill('Company');
  await add.getByRole('textbox', { name: 'Code' }).fill('company');
  await add.getByRole('button', { name: 'Save' }).click();
  await expect(row(page, 'Company')).toBeVisible();
  for (const name of ['Purchasing', 'Sales']) {
    await more(page, 'Company', 'Add below');
    await expect(add.getByRole('combobox', { name: 'Above' })).toHaveValue('Company');
    await add.getByRole('textbox', { name: 'Name' }).fill(name);
    await add.getByRole('textbox', { name: 'Code' }).fill(name.toLowerCase());
    await add.getByRole('button', { name: 'Save' }).click();
    await expect(row(page, name)).toBeVisible();
  }
  expect(await violations(page)).toEqual([]);

  const admin = await steward.as();
  const depts = await admin.get<Dept[]>('/api/dept/list');
  const idOf = (name: string) => depts.find((one) => one.name === name)?.id ?? 0;

  await page.goto(new URL('/console/access/role', page.url()).href);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  const role = page.getByRole('dialog', { name: 'Add role' });
  await role.getByRole('textbox', { name: 'Name' }).fill('Clerk');
  await role.getByRole('textbox', { name: 'Code' }).fill('clerk');
  await choose(role.getByRole('combobox', { name: 'Data scope' }), 'Own department');
  const tree = role.getByRole('tree', { name: 'Permissions' });
  await tree.getByRole('checkbox', { name: 'Users', exact: true }).check();
  await role.getByRole('radiogroup', { name: 'Level of Users' }).getByRole('radio', { name: 'View' }).click();
  await role.getByRole('button', { name: 'Save' }).click();
  await expect(role).toHaveCount(0);
  const clerkRow = page.getByRole('row').filter({ hasText: 'clerk' });
  await expect(clerkRow).toContainText('Own department');
  const [{ id: roleId }] = await admin.get<[{ id: number }]>('/api/role/list?code=clerk');

  for (const name of ['Purchasing', 'Sales']) {
    const account = { username: `clerk-${name.toLowerCase()}`, password: 'a quiet river' };
    await admin.post('/api/user/add', { ...account, deptId: idOf(name), roleIds: [roleId] });
    const theirs = await another();
    await open(theirs, '/access/user', account);
    const users = theirs.getByRole('table', { name: 'Users' });
    await expect(users.getByRole('row')).toHaveCount(2);
    await expect(users).toContainText(account.username);
    await expect(users).toContainText(name);
  }
});

test('departments beside the users show those of one', async ({ page, steward }) => {
  const admin = await steward.as();
  const parent = await admin.post<{ id: number }>('/api/dept/add', { name: 'Factory', code: 'factory' });
  const hall = await admin.post<{ id: number }>('/api/dept/add', { name: 'Hall', code: 'hall', parentId: parent.id });
  await admin.post('/api/user/add', { username: 'in-hall', password: 'a quiet river', deptId: hall.id });
  await admin.post('/api/user/add', { username: 'in-factory', password: 'a quiet river', deptId: parent.id });
  await open(page, '/access/user');
  const tree = page.getByRole('tree', { name: 'Departments' });
  const users = page.getByRole('table', { name: 'Users' });
  await tree.getByRole('treeitem', { name: 'Hall' }).click();
  await expect(users).toContainText('in-hall');
  await expect(users).not.toContainText('in-factory');
  await tree.getByRole('treeitem', { name: 'Factory' }).focus();
  await page.keyboard.press('Enter');
  await expect(users).toContainText('in-factory');
  await expect(users).toContainText('in-hall');
  await expect(tree.getByRole('treeitem', { name: 'Factory' })).toHaveAttribute('aria-selected', 'true');
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(users).toContainText('admin');

  await page.setViewportSize({ width: 900, height: 800 });
  await expect(tree).toHaveCount(0);
  await showFilter(page, 'Department');
  const filter = page.getByRole('search').getByRole('combobox', { name: 'Department' });
  await filter.click();
  await page.getByRole('treeitem', { name: 'Factory' }).click();
  await expect(users).not.toContainText('admin');
  await expect(users).toContainText('in-hall');
  await page.getByRole('search').getByRole('button', { name: 'Clear' }).click();
  await expect(users).toContainText('admin');
});

test('departments are moved by keys and by dragging', async ({ page, steward }) => {
  const admin = await steward.as();
  for (const [sort, name] of ['Moved one', 'Moved two', 'Moved three'].entries())
    await admin.post('/api/dept/add', { name, code: name.replaceAll(' ', '-'), sort });
  const placesOf = async () =>
    (await admin.get<Dept[]>('/api/dept/list?name=Moved')).map(({ name }) => name.replace('Moved ', ''));
  await open(page, '/access/dept');
  await more(page, 'Moved three', 'Move up');
  await expect(page.getByRole('status').filter({ hasText: 'Moved three has been moved' })).toBeVisible();
  await expect.poll(placesOf).toEqual(['one', 'three', 'two']);
  await row(page, 'Moved two').dragTo(row(page, 'Moved one'));
  const [one, two] = await admin.get<Dept[]>('/api/dept/list?name=Moved&orderBy=id');
  await expect.poll(async () => (await admin.get<Dept>(`/api/dept/detail/${two?.id}`)).parentId).toBe(one?.id);
});

test('a role that chooses its departments has a tree of them', async ({ page, steward }) => {
  const admin = await steward.as();
  const { id } = await admin.post<{ id: number }>('/api/dept/add', { name: 'Chosen', code: 'chosen' });
  await admin.post('/api/role/add', { name: 'Chooser', code: 'chooser' });
  await open(page, '/access/role?code=chooser');
  await page.getByRole('row').filter({ hasText: 'chooser' }).getByRole('button', { name: 'Edit' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit role' });
  await choose(edit.getByRole('combobox', { name: 'Data scope' }), 'Chosen departments');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(edit.getByRole('alert').filter({ hasText: 'Departments' })).toBeVisible();
  await edit.getByRole('tree', { name: 'Departments' }).getByRole('treeitem', { name: 'Chosen' }).click();
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(edit).toHaveCount(0);
  const [role] = await admin.get<{ deptIds: number[]; dataScope: number }[]>('/api/role/list?code=chooser');
  expect(role).toMatchObject({ dataScope: 2, deptIds: [id] });
});
