/** The pages of tables of every kind, generated, built and opened: each shows its rows, and saves one unchanged. */
import type { Page } from '@playwright/test';
import { casesOf, isView, kebabOf, operationsOf } from '../../../test/support/tables/cases';
import type { TableCase } from '../../../test/support/tables/case';
import { LOOKS, fitPhone, violations } from '../support/axe';
import type { Steward } from '../support/steward';
import { TablesProject } from '../support/tables-project';
import { ADMIN, addUser } from '../support/steward';
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

test.setTimeout(400_000);
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
  const filter = page.getByRole('search').getByRole('searchbox', { name: 'Name', exact: true });
  await filter.fill('North');
  await expect(row('North')).toHaveAttribute('aria-level', '3');
  await expect(row('Office')).toHaveCount(0);
  await page.getByRole('search').getByRole('button', { name: 'Reset' }).click();

  // A row is added below another, and moved.
  await row('Office').getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Add below' }).click();
  const form = page.getByRole('dialog');
  await expect(form.getByRole('combobox', { name: 'Parent', exact: true })).toHaveValue('Office');
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Desk');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(row('Desk')).toHaveAttribute('aria-level', '2');
  await row('Desk').getByRole('button', { name: 'Edit', exact: true }).click();
  const parent = form.getByRole('combobox', { name: 'Parent', exact: true });
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

test('a reference to no row', async ({ page, steward }) => {
  const admin = await steward.as();
  const { id: makerId } = await admin.post<{ id: number }>('/api/shop-maker/add', { name: 'Maker of books' });
  const bookOf = (title: string) => admin.get<{ records: object[] }>(`/api/press-book/page?title=${title}`);
  await admin.post('/api/press-book/add', { title: 'Without', makerId: 0, articleId: 0 });
  await open(page, '/press-book', ADMIN);
  const table = page.getByRole('main').getByRole('table');
  const row = (title: string) => table.getByRole('row').filter({ hasText: title });
  await expect(row('Without').getByRole('cell', { name: '–', exact: true })).toHaveCount(2);
  await expect(row('Without')).not.toContainText('0');

  // Saved as it is, except for the title.
  await row('Without').getByRole('button', { name: 'Edit', exact: true }).click();
  const form = page.getByRole('dialog');
  const maker = form.getByRole('combobox', { name: 'Maker', exact: true });
  const article = form.getByRole('combobox', { name: 'Article', exact: true });
  for (const chooser of [maker, article]) {
    await expect(chooser).toHaveValue('');
    await expect(chooser).toHaveAttribute('placeholder', 'None');
  }
  await form.getByRole('textbox', { name: 'Title', exact: true }).fill('Still without');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toHaveCount(0);
  expect(await bookOf('Still')).toMatchObject({ records: [{ makerId: 0, articleId: 0 }] });

  // A new row says so if it refers to none.
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await form.getByRole('textbox', { name: 'Title', exact: true }).fill('New book');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(maker).toHaveAccessibleDescription('Must not be empty');
  await maker.click();
  await page.getByRole('option', { name: 'None', exact: true }).click();
  await expect(maker).toHaveAttribute('placeholder', 'None');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toHaveCount(0);
  expect(await bookOf('New')).toMatchObject({ records: [{ makerId: 0, articleId: null }] });

  // From a row to none.
  await row('New book').getByRole('button', { name: 'Edit', exact: true }).click();
  await maker.fill('Maker of');
  await page.getByRole('option', { name: 'Maker of books' }).click();
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(row('New book')).toContainText('Maker of books');
  expect(await bookOf('New')).toMatchObject({ records: [{ makerId }] });
  await row('New book').getByRole('button', { name: 'Edit', exact: true }).click();
  await expect(maker).toHaveValue('Maker of books');
  await maker.click();
  await page.getByRole('option', { name: 'None', exact: true }).click();
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toHaveCount(0);
  expect(await bookOf('New')).toMatchObject({ records: [{ makerId: 0 }] });
});

test('a reference to a table without a module', async ({ page, steward }) => {
  const admin = await steward.as();
  await open(page, '/press-volume', ADMIN);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  const form = page.getByRole('dialog');
  const series = form.getByLabel('Series', { exact: true });
  await expect(series).toHaveAccessibleDescription('Enter the ID: there is no list to choose from');
  await series.fill('one');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(series).toHaveAccessibleDescription(/^Must be a whole number/);
  await series.fill('404');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toContainText('does not exist');
  await series.fill('1');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toHaveCount(0);
  await expect(page.getByRole('main').getByRole('cell', { name: 'First', exact: true })).toHaveCount(1);
  expect(await admin.get('/api/press-volume/list')).toMatchObject([{ seriesId: 1, seriesIdLabel: 'First' }]);
});

for (const look of LOOKS) {
  test.describe(`${look.colorScheme}, ${look.locale}`, () => {
    test.use(look);

    test('the rows that refer to a row are a tab in its details', async ({ page, steward }) => {
      const admin = await steward.as();
      const name = `Maker ${look.locale}`;
      const { id: makerId } = await admin.post<{ id: number }>('/api/shop-maker/add', { name });
      await admin.post('/api/shop-article/add', { makerId, subject: `Pot of ${name}` });
      await open(page, '/shop-maker', ADMIN);
      await page.getByRole('main').getByRole('table').getByRole('cell', { name, exact: true }).click();
      const details = page.getByRole('dialog');
      const tab = details.getByRole('tab', { name: /^Articles/ });
      await expect(tab).toHaveText(/Articles\s*1$/);

      // By keyboard.
      await details.getByRole('tab').first().focus();
      const isFocused = () => tab.evaluate((element) => element === document.activeElement);
      while (!(await isFocused())) await page.keyboard.press('ArrowRight');
      await expect(tab).toHaveAttribute('aria-selected', 'true');
      const rows = details.getByRole('table').getByRole('row');
      await expect(rows).toHaveCount(2);
      await expect(rows.nth(1)).toContainText(`Pot of ${name}`);
      expect(await violations(page)).toEqual([]);

      // The form sets the reference without asking for it, and the page's address does not change.
      await details.getByRole('button', { name: /^(Add|新增)$/ }).click();
      const form = page.getByRole('dialog').last();
      await expect(form.getByLabel('Maker', { exact: true })).toHaveCount(0);
      await form.getByRole('textbox', { name: 'Subject' }).fill(`Pan of ${name}`);
      await form.getByRole('button', { name: /^(Save|保存)$/ }).click();
      await expect(rows).toHaveCount(3);
      await expect(tab).toHaveText(/Articles\s*2$/);
      expect(await admin.get(`/api/shop-article/page?makerId=${makerId}`)).toMatchObject({ total: 2 });
      await details.getByRole('button', { name: /^(Filters|筛选)$/ }).click();
      await details.getByRole('searchbox', { name: 'Subject' }).fill('Pan of');
      await expect(rows).toHaveCount(2);
      await expect(page).toHaveURL(/\/shop-maker(#.*)?$/);
      await fitPhone(page);
      expect(await violations(page)).toEqual([]);
    });
  });
}

test('a tab is left out for those who may not read its page', async ({ page, steward }) => {
  const admin = await steward.as();
  const reader = await addUser(admin, 'maker-reader', ['app:shopMaker:page', 'app:shopMaker:detail']);
  await open(page, '/shop-maker', reader);
  await page.getByRole('main').getByRole('table').getByRole('cell', { name: 'First', exact: true }).click();
  const details = page.getByRole('dialog');
  await expect(details).toContainText('First');
  await expect(details.getByRole('tab')).toHaveCount(0);
});

test('a link table is chosen from in the forms of both sides, and has no entry in the menu', async ({
  page,
  steward,
}) => {
  const admin = await steward.as();
  const add = async (path: string, body: object) => (await admin.post<{ id: number }>(`/api/${path}/add`, body)).id;
  const [oaks, elms] = [await add('club-team', { title: 'Oaks' }), await add('club-team', { title: 'Elms' })];
  const id = await add('club-player', { name: 'Mia', teamIds: [oaks] });
  await open(page, '/club-player', ADMIN);
  await expect(page.getByRole('navigation').getByText(/team players/i)).toHaveCount(0);
  const row = (text: string) => page.getByRole('main').getByRole('table').getByRole('row').filter({ hasText: text });
  await row('Mia').getByRole('button', { name: 'Edit', exact: true }).click();
  const form = page.getByRole('dialog');
  const teams = form.getByRole('combobox', { name: 'Teams', exact: true });
  await expect(form.getByRole('list', { name: 'Chosen' })).toHaveText(/Oaks/);
  await teams.fill('Elm');
  await page.getByRole('option', { name: 'Elms' }).click();
  await teams.press('Escape');
  await form.getByRole('button', { name: 'Remove Oaks' }).click();
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toHaveCount(0);
  expect(await admin.get(`/api/club-player/detail/${id}`)).toMatchObject({ teamIds: [elms], teamIdsLabel: ['Elms'] });

  await open(page, '/club-team', ADMIN);
  await row('Elms').getByRole('cell', { name: 'Elms', exact: true }).click();
  await expect(form).toContainText(/Players\s*Mia/);
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await form.getByRole('textbox', { name: 'Title', exact: true }).fill('Pines');
  const players = form.getByRole('combobox', { name: 'Players', exact: true });
  await players.fill('Mi');
  await page.getByRole('option', { name: 'Mia' }).click();
  await players.press('Escape');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(row('Pines')).toHaveCount(1);
  expect(await admin.get(`/api/club-player/detail/${id}`)).toMatchObject({ teamIdsLabel: ['Elms', 'Pines'] });

  // Without the permission to change links there is no field for them; without the one to list them, no column.
  const codes = ['page', 'detail', 'update'].map((operation) => `app:clubPlayer:${operation}`);
  const links = ['app:clubTeamPlayer:list', 'app:clubTeam:page'];
  const edits = async () => {
    await row('Mia').getByRole('button', { name: 'Edit', exact: true }).click();
    await expect(form.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Mia');
    await expect(form.getByText('Teams', { exact: true })).toHaveCount(0);
  };
  await open(page, '/club-player', await addUser(admin, 'player-editor', codes));
  await edits();
  await open(page, '/club-player', await addUser(admin, 'player-reader', [...codes, ...links]));
  await row('Mia').getByRole('cell', { name: 'Mia', exact: true }).click();
  await expect(form).toContainText(/Teams\s*Elms, Pines/);
  await page.keyboard.press('Escape');
  await edits();
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
      if (!one.link) await visit(page, one);
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
