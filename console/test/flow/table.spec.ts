import { expect, heading, open, test } from '../support/test';
import type { Api } from '../support/steward';

async function addDicts(api: Api, prefix: string, count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    const n = String(i).padStart(2, '0');
    await api.post('/api/dict/add', { name: `${prefix} ${n}`, code: `${prefix}-${n}`, sort: i });
  }
}

test('back, forward, reload and a copied link show the same rows', async ({ page, another, steward }) => {
  await addDicts(await steward.as(), 'metal', 12);
  await open(page, '/system/dict?pageSize=10');
  const table = page.getByRole('table', { name: 'Dictionaries' });
  const pages = page.getByRole('navigation', { name: 'Pages' }).first();
  const search = page.getByRole('search', { name: 'Filters' });
  await search.getByRole('searchbox', { name: 'Name' }).fill('metal');
  await expect(page).toHaveURL(/name=metal/);
  await expect(pages).toContainText('1–10 of 12');
  await pages.getByRole('button', { name: 'Next page' }).click();
  await expect(pages).toContainText('11–12 of 12');
  await search.getByRole('combobox', { name: 'Status' }).selectOption('Enabled');
  await expect(pages).toContainText('1–10 of 12');
  await table.getByRole('button', { name: 'Name' }).click();
  await table.getByRole('button', { name: 'Name' }).click();
  await expect(table.getByRole('row').nth(1)).toContainText('metal 11');
  await expect(page).toHaveURL(/name=metal.*status=1.*orderBy=name.*order=desc/);

  await page.reload();
  await expect(table.getByRole('row').nth(1)).toContainText('metal 11');
  await expect(search.getByRole('searchbox', { name: 'Name' })).toHaveValue('metal');

  await page.getByRole('link', { name: 'Roles', exact: true }).click();
  await expect(heading(page, 'Roles')).toBeVisible();
  await page.goBack();
  await expect(table.getByRole('row').nth(1)).toContainText('metal 11');
  await expect(search.getByRole('combobox', { name: 'Status' })).toHaveValue('1');

  const other = await another();
  await open(other, page.url().slice(page.url().indexOf('/console') + '/console'.length));
  await expect(other.getByRole('table', { name: 'Dictionaries' }).getByRole('row').nth(1)).toContainText('metal 11');

  await page.getByRole('button', { name: 'Remove filter Status' }).click();
  await expect(search.getByRole('combobox', { name: 'Status' })).toHaveValue('');
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect(search.getByRole('searchbox', { name: 'Name' })).toHaveValue('');
});

test('a filter is typed at any pace, and reset at once', async ({ page }) => {
  await page.clock.install();
  await open(page, '/system/dict');
  const name = page.getByRole('search', { name: 'Filters' }).getByRole('searchbox', { name: 'Name' });
  await name.pressSequentially('heavy ');
  await page.clock.runFor(1000);
  await expect(page).toHaveURL(/name=heavy(&|$)/);
  await page.clock.pauseAt(Date.now() + 3_600_000);
  await name.pressSequentially('metal');
  await expect(name).toHaveValue('heavy metal');
  await page.getByRole('search').getByRole('button', { name: 'Reset' }).click();
  await page.clock.runFor(1000);
  await expect(name).toHaveValue('');
  await expect(page).not.toHaveURL(/name=/);
});

test('a selection outlives its page; of several deletes one that cannot be done holds up no other', async ({
  page,
  steward,
}) => {
  const admin = await steward.as();
  await addDicts(admin, 'bulk', 12);
  const [first] = await admin.get<{ id: number }[]>('/api/dict/list?code=bulk-00');
  await admin.post('/api/dict/item/add', { dictId: first?.id, label: 'kept', value: 'kept' });
  await open(page, '/system/dict?pageSize=10&name=bulk');
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await expect(page.getByText('10 selected')).toBeVisible();
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(page.getByRole('checkbox', { name: 'Select row' })).toHaveCount(2);
  await page.getByRole('checkbox', { name: 'Select row' }).first().check();
  await expect(page.getByText('11 selected')).toBeVisible();

  await page.getByRole('button', { name: 'Delete selected' }).click();
  const ask = page.getByRole('alertdialog');
  await expect(ask.getByRole('button', { name: 'Delete' })).toBeDisabled();
  await ask.getByRole('textbox').fill('11');
  await ask.getByRole('button', { name: 'Delete' }).click();
  const outcome = page.getByRole('dialog', { name: 'Delete selected' });
  await expect(outcome).toContainText('10 done, 1 failed');
  await expect(outcome.getByRole('row').filter({ hasText: 'bulk 00' })).toBeVisible();
  await outcome.getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByRole('table', { name: 'Dictionaries' }).getByRole('row')).toHaveCount(3);
  await expect(page).not.toHaveURL(/pageNo=2/);
  await expect(page.getByText('1 selected')).toBeVisible();
  await page.getByRole('button', { name: 'Clear selection' }).click();
  await expect(page.getByText('1 selected')).toHaveCount(0);
});

test('several rows are disabled together', async ({ page, steward }) => {
  await addDicts(await steward.as(), 'several', 3);
  await open(page, '/system/dict?name=several');
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await page.getByRole('button', { name: 'Disable selected' }).click();
  await expect(page.getByRole('switch', { checked: false })).toHaveCount(3);
  expect(await (await steward.as()).get('/api/dict/list?name=several&status=1')).toEqual([]);
});

test('columns and row height are kept', async ({ page }) => {
  await open(page, '/system/config');
  const table = page.getByRole('table', { name: 'Configuration groups' });
  await expect(table.getByRole('columnheader', { name: 'Created' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'Created' }).check();
  await page.getByRole('checkbox', { name: 'Compact rows' }).check();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Columns' })).toBeFocused();
  await page.reload();
  await expect(table.getByRole('columnheader', { name: 'Created' })).toBeVisible();
});

test('a table that cannot be read says so, with the id of the request, and tries again', async ({ page, allow }) => {
  allow(/500/);
  await page.route('**/api/dict/page*', (route) =>
    route.fulfill({
      status: 500,
      headers: { 'x-request-id': 'req-42' },
      json: { code: 1, ok: false, msg: 'Something broke', data: {} },
    }),
  );
  await open(page, '/system/dict');
  await expect(page.getByRole('alert')).toContainText('Something broke');
  await expect(page.getByRole('alert')).toContainText('req-42');
  await page.unroute('**/api/dict/page*');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('going back from a changed item asks first', async ({ page, steward }) => {
  await addDicts(await steward.as(), 'asking', 1);
  await open(page, '/system/dict?name=asking');
  await page.getByRole('table', { name: 'Dictionaries' }).getByRole('button', { name: 'Items' }).click();
  await expect(page).toHaveURL(/group=/);
  const pane = page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name: 'Items' }) });
  await pane.getByRole('button', { name: 'Add', exact: true }).click();
  const label = page.getByRole('dialog', { name: 'Add item' }).getByRole('textbox', { name: 'Label' });
  await label.fill('Half done');
  await page.goBack();
  const ask = page.getByRole('alertdialog', { name: 'Discard the changes?' });
  await ask.getByRole('button', { name: 'Cancel' }).click();
  await expect(label).toHaveValue('Half done');
  await expect(page).toHaveURL(/group=/);
  await page.goBack();
  await ask.getByRole('button', { name: 'Discard' }).click();
  await expect(label).toHaveCount(0);
  await expect(page).not.toHaveURL(/group=/);
});

test('a dictionary made here is what a table then shows', async ({ page, steward }) => {
  await open(page, '/system/dict');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  const add = page.getByRole('dialog', { name: 'Add dictionary' });
  await add.getByRole('textbox', { name: 'Name' }).fill('Colours');
  await add.getByRole('textbox', { name: 'Code' }).fill('colours');
  await add.getByRole('button', { name: 'Save' }).click();
  // Other tests may have left more dictionaries than a page has.
  await page.getByRole('search').getByRole('searchbox', { name: 'Code' }).fill('colours');
  const row = page.getByRole('table', { name: 'Dictionaries' }).getByRole('row').filter({ hasText: 'colours' });
  await row.getByRole('button', { name: 'Items' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Items' })).toBeVisible();
  const pane = page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name: 'Items' }) });
  for (const [label, value] of [
    ['Red', 'r'],
    ['Green', 'g'],
  ] as const) {
    await pane.getByRole('button', { name: 'Add', exact: true }).click();
    const item = page.getByRole('dialog', { name: 'Add item' });
    await item.getByRole('textbox', { name: 'Label' }).fill(label);
    await item.getByRole('textbox', { name: 'Value' }).fill(value);
    await item.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('table', { name: 'Items' })).toContainText(label);
  }
  await expect(page.getByRole('group', { name: 'Preview' })).toContainText('Green');
  await page.getByRole('link', { name: 'Dictionary items' }).click();
  // There may be a page of other tests' items too.
  await page.getByRole('search').getByRole('searchbox', { name: 'Label' }).fill('Green');
  const all = page.getByRole('table', { name: 'Dictionary items' });
  await expect(all.getByRole('row').filter({ hasText: 'Green' })).toContainText('Colours');
  expect(await (await steward.as()).get('/api/dict/data/colours')).toHaveLength(2);
});
