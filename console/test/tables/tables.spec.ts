/** The pages of tables of every kind, generated, built and opened: each shows its rows, and takes one back as it is. */
import type { Page } from '@playwright/test';
import { casesOf, isView, kebabOf, operationsOf } from '../../../test/support/tables/cases';
import type { TableCase } from '../../../test/support/tables/case';
import { violations } from '../support/axe';
import type { Steward } from '../support/steward';
import { TablesProject } from '../support/tables-project';
import { ADMIN } from '../support/steward';
import { test as base, expect, open } from '../support/test';

const TABLES = casesOf('sqlite').filter(({ refused }) => refused === undefined);

const test = base.extend<object, { steward: Steward }>({
  steward: [
    // eslint-disable-next-line no-empty-pattern -- what Playwright asks for
    async ({}, use) => {
      const project = new TablesProject(TABLES);
      await project.build();
      const steward = await project.start();
      await use(steward);
      await steward.end();
      project.remove();
    },
    { scope: 'worker', timeout: 600_000 },
  ],
});

test.setTimeout(900_000);
test.describe.configure({ retries: 0 });

/** Opens the page of a table by its address, and with it the first row, which is saved as it is. */
async function visit(page: Page, table: TableCase): Promise<void> {
  await page.goto(`/console/${kebabOf(table)}`);
  const rows = page.getByRole('main').locator('table').getByRole('row');
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('');
  if (table.row === undefined) {
    await expect(rows.nth(1).or(page.getByText('Nothing here yet'))).toBeVisible();
    return;
  }
  await expect(rows.nth(1)).toBeVisible();
  if (!operationsOf(table).includes('update')) return;
  await rows.nth(1).getByRole('button', { name: 'Edit', exact: true }).click();
  const form = page.getByRole('dialog');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toHaveCount(0);
}

test('the page of a tree', async ({ page, steward }) => {
  const admin = await steward.as();
  const add = async (name: string, parentId: number) =>
    (await admin.post<{ id: number }>('/api/office-dept/add', { name, parentId })).id;
  const sales = await add('Sales', 0);
  const field = await add('Field', sales);
  await add('North', field);
  await add('Office', 0);

  await open(page, '/office-dept', ADMIN);
  const tree = page.getByRole('treegrid');
  const row = (name: string) => tree.getByRole('row').filter({ hasText: name });
  await expect(row('Sales')).toHaveAttribute('aria-expanded', 'false');
  await expect(row('Office')).not.toHaveAttribute('aria-expanded');
  await expect(row('Field')).toHaveCount(0);

  // By keyboard.
  await row('Sales').focus();
  await page.keyboard.press('ArrowRight');
  await expect(row('Field')).toHaveAttribute('aria-level', '2');
  await page.keyboard.press('ArrowDown');
  await expect(row('Field')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(row('North')).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(row('North')).toHaveCount(0);
  await page.keyboard.press('ArrowLeft');
  await expect(row('Sales')).toBeFocused();
  expect(await violations(page)).toEqual([]);

  // The way to what is found.
  const filter = page.getByRole('search').getByRole('searchbox', { name: '部门名称', exact: true });
  await filter.fill('North');
  await expect(row('North')).toHaveAttribute('aria-level', '3');
  await expect(row('Office')).toHaveCount(0);
  await page.getByRole('search').getByRole('button', { name: 'Reset' }).click();

  // A row is added below another, and moved.
  await row('Office').getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Add below' }).click();
  const form = page.getByRole('dialog');
  await expect(form.getByRole('combobox', { name: '父部门id' })).toHaveValue('Office');
  await form.getByRole('textbox', { name: '部门名称' }).fill('Desk');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(row('Desk')).toHaveAttribute('aria-level', '2');
  await row('Desk').getByRole('button', { name: 'Edit', exact: true }).click();
  const parent = form.getByRole('combobox', { name: '父部门id' });
  await parent.click();
  const nodes = page.getByRole('treeitem');
  await expect(nodes.filter({ hasText: 'Sales' })).toBeVisible();
  await expect(nodes.filter({ hasText: 'Office' })).toBeVisible();
  await parent.fill('Desk');
  await expect(nodes.filter({ hasText: 'Sales' })).toHaveCount(0);
  await expect(nodes.filter({ hasText: 'Desk' })).toHaveCount(0);
  await parent.fill('North');
  await nodes.filter({ hasText: 'North' }).click();
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toHaveCount(0);
  await filter.fill('Desk');
  await expect(row('Desk')).toHaveAttribute('aria-level', '4');
});

test('pages of tables of every kind', async ({ page, steward }) => {
  const admin = await steward.as();
  const problems: string[] = [];
  await open(page, '/', ADMIN);
  let table = '';
  page.on('response', (response) => {
    if (response.status() >= 400) problems.push(`${table}: ${response.status()} ${response.url()}`);
  });
  for (const one of TABLES) {
    table = one.name;
    try {
      if (one.row && !isView(one)) await admin.post(`/api/${kebabOf(one)}/add`, one.row);
      await visit(page, one);
    } catch (error) {
      problems.push(`${table}: ${String(error).slice(0, 600)}`);
    }
  }
  expect(TABLES.length).toBeGreaterThanOrEqual(80);
  expect(problems).toEqual([]);
});

test('a generated page has what the kit offers: decimals, history, changes to several rows, and "Go to"', async ({
  page,
  steward,
}) => {
  const admin = await steward.as();
  const ids: number[] = [];
  for (const a of ['7.25', '8.5']) ids.push((await admin.post<{ id: number }>('/api/t-decimal/add', { a })).id);
  await admin.post('/api/t-key-decimal/add', { id: '7.25', title: 'Found by name' });
  await open(page, '/t-decimal?orderBy=id&order=desc', ADMIN);
  const row = (text: string) => page.getByRole('main').getByRole('table').getByRole('row').filter({ hasText: text });

  await page.getByRole('button', { name: 'Add', exact: true }).click();
  const form = page.getByRole('dialog');
  const field = form.getByRole('textbox', { name: 'A', exact: true });
  await field.fill('1.123456');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(field).toBeFocused();
  await field.fill('1.12345');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toHaveCount(0);
  await expect(row('1.12345')).toHaveCount(1);

  for (const text of ['7.25', '8.5']) await row(text).getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Edit selected' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit selected' });
  await edit.getByRole('checkbox', { name: 'Change B' }).check();
  await edit.getByRole('textbox', { name: 'B', exact: true }).fill('12.5');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(row('12.5')).toHaveCount(2);
  for (const id of ids)
    expect(await admin.get(`/api/t-decimal/detail/${id}`)).toMatchObject({ b: expect.stringMatching(/^12\.50*$/) });

  await row('8.5').getByRole('cell').nth(1).click();
  const details = page.getByRole('dialog', { name: 'Details' });
  await details.getByRole('tab', { name: 'History' }).click();
  await expect(details.getByRole('list', { name: 'History' })).toContainText(/B: – → 12\.5/);
  await page.keyboard.press('Escape');
  await expect(details).toHaveCount(0);

  const palette = page.getByRole('dialog', { name: 'Go to' });
  await page.keyboard.press('Control+k');
  await expect(palette.getByRole('combobox')).toBeFocused();
  await page.keyboard.type('Found by');
  await palette.getByRole('option').filter({ hasText: 'Found by name' }).click();
  await expect(details).toContainText('Found by name');
});
