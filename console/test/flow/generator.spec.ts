import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { GeneratorPlace, serveDesign } from '../support/generator';
import { addUser } from '../support/steward';
import { expect, heading, open, test } from '../support/test';

const place = new GeneratorPlace();
const { createTable, inRoot, write } = place;

test.use({ settings: place.settings });

// What is generated is compiled first.
test.setTimeout(180_000);
const COMPILED = { timeout: 90_000 };

const entityOf = (kebab: string) => `src/modules/${kebab}/${kebab}.entity.ts`;

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const step = (page: Page) => page.getByRole('main').locator('[aria-current=step]');
const fileOf = (page: Page, name: string) =>
  page.getByRole('tree', { name: 'Files' }).getByRole('treeitem', { name, exact: false });

async function choose(page: Page, ...tables: string[]): Promise<void> {
  for (const table of tables) {
    await page.getByRole('searchbox', { name: 'Search tables' }).fill(table);
    await page.getByRole('row').filter({ hasText: table }).getByRole('checkbox', { name: 'Select row' }).check();
  }
}

/** Opens the generator, and goes on with tables to the step with their files. */
async function openFiles(page: Page, ...tables: string[]): Promise<void> {
  await open(page, `/development/generator?${tables.map((table) => `table=${table}`).join('&')}`);
  await button(page, 'Next').click();
  // Until it is shown, the button still leads to it.
  await expect(step(page)).toContainText('Names');
  await button(page, 'Next').click();
  await expect(step(page)).toContainText('Files');
}

test('generator from table to working page', async ({ page, steward }) => {
  createTable('demo_product');
  await open(page, '/development/generator');
  await expect(heading(page, 'Code generator')).toBeVisible();
  await expect(button(page, 'Next')).toBeDisabled();

  await choose(page, 'demo_product');
  await expect(page).toHaveURL(/[?&]table=demo_product\b/);
  await expect(page).toHaveURL(/[?&]tableName=demo_product\b/);
  await page.reload();
  await expect(page.getByRole('table', { name: 'Code generator' }).getByRole('row')).toHaveCount(2);
  const row = page.getByRole('row', { name: /demo_product/ });
  await expect(row.getByRole('checkbox')).toBeChecked();
  await expect(row.getByRole('cell', { name: 'No', exact: true })).toBeVisible();
  await button(page, 'Next').click();

  await expect(step(page)).toContainText('Names and columns');
  const name = page.getByRole('textbox', { name: 'Module name' });
  await name.fill('Shop!');
  await name.blur();
  await expect(name).toHaveAttribute('aria-invalid', 'true');
  await expect(button(page, 'Next')).toBeDisabled();
  await name.fill('shop');
  await name.blur();
  await expect(page.getByRole('main')).toContainText('shop:demoProduct:*');
  await expect(page.getByRole('main')).toContainText('/api/demo-product');
  await expect(page.getByRole('main')).toContainText('11 new, 0 same, 0 different');
  await page.getByText('Columns, as the entity has them').click();
  await expect(page.getByRole('group', { name: entityOf('demo-product') })).toContainText('title: string;');
  await button(page, 'Next').click();

  await expect(step(page)).toContainText('Files');
  await expect(fileOf(page, 'demo-product.')).toHaveCount(11);
  await page.getByRole('textbox', { name: 'Search files' }).fill('@Entity(');
  await expect(fileOf(page, 'demo-product.')).toHaveText(['demo-product.entity.ts1 in the textNew']);
  await expect(page.getByRole('group', { name: entityOf('demo-product') })).toContainText("@Entity('demo_product')");
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Download all as zip').click()]);
  expect(download.suggestedFilename()).toBe('demo-product.zip');
  expect(readFileSync(await download.path()).subarray(0, 4)).toEqual(Buffer.from('PK\x03\x04'));
  await button(page, 'Generate').click();

  await expect(step(page)).toContainText('Outcome');
  const outcome = page.getByRole('region', { name: 'demo_product' });
  await expect(outcome.getByText('Done', { exact: true })).toBeVisible(COMPILED);
  await expect(page.getByRole('status').filter({ hasText: 'The table is generated' })).toBeVisible();
  await expect(outcome.getByRole('table', { name: 'Files' }).getByRole('row', { name: /Generated$/ })).toHaveCount(11);
  await expect(outcome).toContainText('created, with 8 new buttons');
  await expect(outcome).toContainText('demo_product_state State: created');
  await expect(outcome).toContainText('rebuild and restart the service to serve /api/demo-product');
  await expect(page.getByRole('region', { name: 'Next' })).toContainText(
    'npm test -- test/generated/demo-product.spec.ts',
  );
  // The service has seen to it.
  await expect(page.getByRole('region', { name: 'Next' })).not.toContainText('npm run client');
  expect(readFileSync(inRoot(entityOf('demo-product')), 'utf8')).toContain("@Entity('demo_product')");
  expect(readFileSync(inRoot('src/modules/generated.modules.ts'), 'utf8')).toContain('DemoProductModule');

  const menus = await (await steward.as()).get<{ permission: string }[]>('/api/menu/list');
  expect(menus.filter(({ permission }) => permission.startsWith('shop:demoProduct:'))).toHaveLength(8);
  await page
    .getByRole('navigation', { name: 'Main menu' })
    .getByRole('link', { name: /^(Demo p|P)roducts$/ })
    .click();
  await expect(heading(page, 'Page missing from this build')).toBeVisible();

  await open(page, '/development/generator?generated=true&tableName=demo_product');
  await expect(row.getByRole('cell', { name: 'Yes', exact: true })).toBeVisible();
});

test('text that is being typed when the filters are reset does not filter later', async ({ page }) => {
  createTable('demo_reset');
  await page.clock.install();
  await open(page, '/development/generator');
  const search = page.getByRole('searchbox', { name: 'Search tables' });
  await expect(page.getByRole('row').filter({ hasText: 'demo_reset' })).toBeVisible();
  await page.clock.pauseAt(Date.now() + 3_600_000);
  await search.fill('nothing like it');
  await button(page, 'Reset').click();
  await expect(search).toHaveValue('');
  await page.clock.runFor(1000);
  await expect(page).not.toHaveURL(/tableName/);
  await expect(page.getByRole('row').filter({ hasText: 'demo_reset' })).toBeVisible();
});

test('a name that is being typed is not lost when what another table becomes arrives', async ({ page }) => {
  for (const table of ['demo_early', 'demo_late']) createTable(table);
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/api/generator/preview', async (route) => {
    const { tableName } = route.request().postDataJSON() as { tableName: string };
    if (tableName === 'demo_late') await held;
    await route.continue();
  });
  await open(page, '/development/generator?table=demo_early&table=demo_late&step=names');
  const [early, late] = ['demo_early', 'demo_late'].map((name) => page.getByRole('region', { name }));
  await expect(early!).toContainText('11 new');
  const name = early!.getByRole('textbox', { name: 'Module name' });
  await name.fill('shop');
  release();
  await expect(late!).toContainText('11 new');
  await expect(name).toHaveValue('shop');
  await name.press('Enter');
  await expect(early!).toContainText('shop:demoEarly:*');
});

/** The table of a design's columns, and the preview beside it. */
const columnsOf = (page: Page) => page.getByRole('table', { name: 'Columns' });
const previewOf = (page: Page) => page.getByRole('region', { name: 'Preview' });

test('the design of a table is edited, stored, and corrected where the service refuses it', async ({ page }) => {
  createTable('demo_design');
  const stored = await serveDesign(page);
  await open(page, '/development/generator?table=demo_design&step=names');
  await expect(page.getByText('As inferred')).toBeVisible();
  await page.getByRole('textbox', { name: 'Label', exact: true }).fill('Design');
  const columns = columnsOf(page);
  await columns.getByRole('textbox', { name: 'title: Label', exact: true }).fill(' Heading ');
  await columns.getByRole('textbox', { name: 'title: Label in Chinese' }).fill('标题');
  await columns.getByRole('combobox', { name: 'title: Filter' }).selectOption('No');
  await columns.getByRole('combobox', { name: 'state: Input' }).selectOption('radio');
  const dictionary = columns.getByRole('textbox', { name: 'state: Dictionary' });
  await dictionary.fill('wrong');
  await expect(page.getByText('Not saved')).toBeVisible();
  await button(page, 'Next').click();
  await expect(columns.getByRole('alert')).toHaveText('columns.state.dict: there is no dictionary wrong');
  await expect(dictionary).toBeFocused();
  await expect(step(page)).toContainText('Names and columns');

  await dictionary.fill('demo_design_state');
  await button(page, 'Save design').click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  // With what the console does not know of.
  expect(stored()).toMatchObject({
    label: 'Design',
    menu: { parentId: 0, icon: '', later: 'kept' },
    columns: {
      title: { label: 'Heading', labels: { zh: '标题' }, filter: false, later: 'kept' },
      state: { input: 'radio', dict: 'demo_design_state' },
    },
  });
  await button(page, 'Next').click();
  await expect(step(page)).toContainText('Files');
});

test('the preview follows every edit of a design at once, and is only to be looked at', async ({ page }) => {
  createTable('demo_seen');
  await serveDesign(page);
  await page.setViewportSize({ width: 1280, height: 720 });
  await open(page, '/development/generator?table=demo_seen&step=names');
  const [columns, preview] = [columnsOf(page), previewOf(page)];
  const headers = preview.getByRole('columnheader');
  const filters = preview.locator('[data-filter]');
  const form = preview.locator('.preview-form');
  const fields = form.locator('label.required, label:not(:has(input))');
  await expect(headers).toHaveText(['', 'Id', 'Title', 'State', 'Actions']);
  await expect(preview.getByRole('row').nth(1)).toContainText(/1\s*Title 1\s*Choice 1/);
  await expect(filters).toContainText(['Id', 'Title', 'State']);
  await expect(fields).toHaveText(['Title', 'State']);
  await expect(form.locator('.required')).toHaveText(['Title']);
  const [left, right] = await Promise.all([columns.boundingBox(), preview.boundingBox()]);
  expect(right!.x).toBeGreaterThan(left!.x);
  expect(right!.y).toBeLessThan(left!.y + left!.height);

  const name = page.getByRole('textbox', { name: 'Label', exact: true });
  await name.press('End');
  await name.pressSequentially(' X');
  await expect(preview.getByText('Demo X', { exact: true })).toBeVisible();
  await expect(form).toContainText('Add demo x');
  const label = columns.getByRole('textbox', { name: 'title: Label', exact: true });
  await label.press('End');
  await label.pressSequentially(' of it');
  await expect(headers.nth(2)).toHaveText('Title of it');
  await expect(filters.nth(1)).toContainText('Title of it');
  await expect(fields.nth(0)).toHaveText('Title of it');
  await expect(label).toBeFocused();

  await columns.getByRole('combobox', { name: 'id: List' }).selectOption('On request');
  await expect(headers).toHaveText(['', 'Title of it', 'State', 'Actions']);
  await columns.getByRole('combobox', { name: 'state: Filter' }).selectOption('On request');
  await expect(filters).toHaveCount(2);
  await columns.getByRole('checkbox', { name: 'state: Required' }).check();
  await expect(form.locator('.required')).toHaveText(['Title of it', 'State']);
  await columns.getByRole('combobox', { name: 'state: Input' }).selectOption('radio');
  await expect(form.getByRole('radio')).toHaveCount(3);
  await columns.getByRole('combobox', { name: 'state: Input' }).selectOption('switch');
  await columns.getByRole('combobox', { name: 'title: Input' }).selectOption('reference');
  await expect(form.getByRole('combobox', { name: 'Title of it' })).toBeVisible();
  await columns.getByRole('textbox', { name: 'title: Table' }).fill('demo_other');
  await columns.getByRole('combobox', { name: 'state: Form' }).selectOption('none');
  await expect(fields).toHaveText(['Title of it']);

  // From the last control of the columns, the keyboard goes past everything in the preview.
  await button(page, 'Save design').focus();
  await page.keyboard.press('Tab');
  await expect(preview).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByText('Columns, as the entity has them')).toBeFocused();
});

test('a design is edited by keyboard alone, and below the columns a narrow window has the preview', async ({
  page,
}) => {
  createTable('demo_keys');
  const stored = await serveDesign(page);
  await page.setViewportSize({ width: 390, height: 800 });
  await open(page, '/development/generator?table=demo_keys&step=names');
  const [columns, preview] = [columnsOf(page), previewOf(page)];
  const control = (name: string) => columns.getByLabel(name, { exact: true });
  await control('title: Label').focus();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('Heading');
  const follows = async (name: string, key?: string) => {
    await page.keyboard.press('Tab');
    await expect(control(name)).toBeFocused();
    if (key !== undefined) await page.keyboard.press(key);
  };
  await follows('title: List', 'ArrowDown');
  await follows('title: Filter', 'End');
  await follows('title: Required');
  await follows('title: Form', 'ArrowDown');
  await follows('title: Input', 'ArrowDown');
  await follows('title: Shown as', 'ArrowDown');
  await follows('title: Sort', 'Space');
  await follows('title: Hidden');
  await follows('title: Label in Chinese');
  await page.keyboard.type('标题');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  expect(stored()).toMatchObject({
    columns: {
      title: {
        ...{ label: 'Heading', labels: { zh: '标题' }, list: 'more', filter: false, required: true, form: 'add' },
        ...{ input: 'textarea', show: 'number', sort: false, hidden: false },
      },
    },
  });

  await expect(preview).not.toBeInViewport();
  await button(page, 'Show preview').press('Enter');
  await expect(preview).toBeFocused();
  await expect(preview).toBeInViewport();
  await expect(preview.locator('.preview-form')).toContainText('Heading');
});

test('one moves between the designs of several tables, and nothing unsaved is lost', async ({ page }) => {
  for (const table of ['demo_first', 'demo_second']) createTable(table);
  await serveDesign(page);
  await open(page, '/development/generator?table=demo_first&table=demo_second&step=names');
  const [first, second] = ['demo_first', 'demo_second'].map((name) => page.getByRole('region', { name }));
  const label = first!.getByRole('textbox', { name: 'title: Label', exact: true });
  await label.fill('Heading');
  await expect(columnsOf(page)).toHaveCount(1);

  await second!.getByText('Labels, columns and rules of the table').click();
  await expect(second!.getByRole('textbox', { name: 'title: Label', exact: true })).toHaveValue('Title');
  await expect(columnsOf(page)).toHaveCount(1);
  await expect(first!.getByText('Not saved')).toBeVisible();

  // A table that is not open asks as well.
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Users', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  await button(page, 'Back').click();
  await button(page, 'Next').click();
  await expect(label).toHaveValue('Heading');
  await button(page, 'Next').click();
  await expect(step(page)).toContainText('Files');
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Users', exact: true }).click();
  await expect(heading(page, 'Users')).toBeVisible();
});

test('a table has its folder and its place in the menu, and all tables share a folder where that is set', async ({
  page,
  steward,
}) => {
  const tables = ['demo_near', 'demo_far'];
  for (const table of tables) createTable(table);
  const admin = await steward.as();
  const menuOf = async (table: string) => {
    const { design } = await admin.get<{ design: { menu: { folder: string | null; sort: number } } }>(
      `/api/generator/design?tableName=${table}`,
    );
    return { folder: design.menu.folder, sort: design.menu.sort };
  };
  await open(page, '/development/generator?table=demo_near&step=names');
  // A folder for one table is only offered beside its other names.
  await expect(page.getByRole('textbox', { name: 'Menu folder of all tables' })).toHaveCount(0);
  await page.getByRole('textbox', { name: 'Menu folder', exact: true }).fill(' Close by ');
  await page.getByRole('spinbutton', { name: 'Place in the menu' }).fill('-3');
  await button(page, 'Save design').click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  expect(await menuOf('demo_near')).toEqual({ folder: 'Close by', sort: -3 });

  // Another login ends the session of the page that is shown.
  await page.goto('about:blank');
  await open(page, '/development/generator?table=demo_near&table=demo_far&step=names');
  await page.getByRole('textbox', { name: 'Menu folder of all tables' }).fill('Far away');
  await button(page, 'Next').click();
  await expect(step(page)).toContainText('Files');
  expect(await menuOf('demo_near')).toEqual({ folder: 'Far away', sort: -3 });
  expect(await menuOf('demo_far')).toMatchObject({ folder: 'Far away' });
});

test('what is on disk is compared, and only what is chosen is written', async ({ page, steward }) => {
  createTable('demo_kept');
  const admin = await steward.as();
  await admin.post('/api/generator/generate', { tableName: 'demo_kept' });
  const [entity, service] = [entityOf('demo-kept'), 'src/modules/demo-kept/demo-kept.service.ts'];
  const [planned, ofService] = [entity, service].map((path) => readFileSync(inRoot(path), 'utf8'));
  write(entity, `${planned}// mine\n`);
  write(service, `${ofService}// mine too\n`);

  await openFiles(page, 'demo_kept');
  await expect(page.getByRole('main')).toContainText('0 of 11 files will be written');
  await expect(fileOf(page, 'demo-kept.entity.ts')).toHaveText('demo-kept.entity.tsnot writtenDifferent');
  await fileOf(page, 'demo-kept.entity.ts').click();
  await expect(page.getByRole('group', { name: 'Difference' })).toContainText('− // mine');
  await page.getByRole('tab', { name: 'Text' }).click();
  await expect(page.getByRole('group', { name: entity })).not.toContainText('// mine');
  await page.getByRole('checkbox', { name: 'Write this file' }).check();
  await expect(page.getByRole('main')).toContainText('1 of 11 files will be written');
  await button(page, 'Generate').click();

  const outcome = page.getByRole('region', { name: 'demo_kept' });
  await expect(outcome.getByRole('row', { name: `${entity} Overwritten` })).toBeVisible(COMPILED);
  await expect(outcome.getByRole('row', { name: new RegExp(service) })).toHaveCount(0);
  expect(readFileSync(inRoot(entity), 'utf8')).toBe(planned);
  expect(readFileSync(inRoot(service), 'utf8')).toBe(`${ofService}// mine too\n`);

  await button(page, 'Back').click();
  await expect(fileOf(page, 'demo-kept.entity.ts')).toHaveText('demo-kept.entity.tsSame');
  await button(page, 'Back').click();
  await page.getByRole('radio', { name: 'Overwrite them' }).check();
  await button(page, 'Next').click();
  await expect(page.getByRole('main')).toContainText('1 of 11 files will be written');
});

test('a table that fails holds up no other, can be tried again, and is undone with the others', async ({ page }) => {
  createTable('demo_blocked');
  createTable('demo_free');
  const entity = entityOf('demo-blocked');
  mkdirSync(inRoot(entity), { recursive: true });

  await openFiles(page, 'demo_blocked', 'demo_free');
  await fileOf(page, 'demo-blocked.entity.ts').click();
  await expect(page.getByRole('main')).toContainText('something else stands in its place');
  await page.getByRole('checkbox', { name: 'Write this file' }).check();
  await button(page, 'Generate').click();

  const [blocked, free] = ['demo_blocked', 'demo_free'].map((name) => page.getByRole('region', { name }));
  await expect(free!.getByText('Done', { exact: true })).toBeVisible(COMPILED);
  await expect(page.getByRole('status').filter({ hasText: '1 of 2 tables failed' })).toBeVisible();
  await expect(blocked!.getByRole('row', { name: new RegExp(`${entity} Failed`) })).toContainText('is no file');
  rmSync(inRoot(entity), { recursive: true });
  await button(blocked!.page(), 'Try again').click();
  await expect(blocked!.getByText('Done', { exact: true })).toBeVisible(COMPILED);
  await expect(blocked!.getByRole('row', { name: /Generated$/ })).toHaveCount(11);

  await button(page, 'Undo this run').click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('demo_blocked');
  await expect(question).toContainText('demo_free');
  await question.getByRole('button', { name: 'Undo this run' }).click();
  await expect(page.getByRole('region', { name: 'Outcome of the undo' })).toContainText('are as they were before');
  expect([entity, entityOf('demo-free')].filter((path) => existsSync(inRoot(path)))).toEqual([]);
});

test('what cannot be generated is said, and left out', async ({ page }) => {
  createTable('demo_good');
  createTable('demo__good');
  await open(page, '/development/generator?table=user&table=demo_good&table=demo__good');
  await button(page, 'Next').click();

  const table = (name: string) => page.getByRole('region', { name, exact: true });
  await expect(table('user')).toContainText('user is a table of the service itself');
  await expect(table('demo_good')).toContainText('11 new');
  await expect(table('demo__good')).toContainText('The table demo_good has the same names');
  await expect(table('demo_good').getByRole('table', { name: 'Columns' })).toBeVisible();
  await button(page, 'Remove user').click();
  await expect(table('user')).toHaveCount(0);
  await expect(page).not.toHaveURL(/table=user/);
  await page.getByRole('textbox', { name: 'Module name of all tables' }).fill('good');
  await page.keyboard.press('Enter');
  await expect(table('demo_good')).toContainText('good:demoGood:*');
  await button(page, 'Next').click();
  await expect(fileOf(page, 'demo-good.')).toHaveCount(11);

  await page.reload();
  await expect(step(page)).toContainText('Names and columns');
  await page.goBack();
  await expect(step(page)).toContainText('Names and columns');
  await page.goBack();
  await expect(step(page)).toContainText('Tables');
  await expect(page.getByRole('main')).toContainText('3 selected');
});

test('the screen offers what its user may do', async ({ page, another, steward }) => {
  createTable('demo_alone');
  const admin = await steward.as();
  const [page1, batch] = ['sys:generator:page', 'sys:generator:batchGenerator'];
  await open(page, '/development/generator', await addUser(admin, 'looks', [page1]));
  await expect(page.getByRole('table', { name: 'Code generator' })).toBeVisible();
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  await expect(button(page, 'Next')).toHaveCount(0);

  const other = await another();
  await open(other, '/development/generator', await addUser(admin, 'batches', [page1, batch]));
  await choose(other, 'demo_alone');
  await button(other, 'Generate').click();
  await expect(other.getByRole('region', { name: 'demo_alone' }).getByText('Done', { exact: true })).toBeVisible(
    COMPILED,
  );
  expect(readFileSync(inRoot(entityOf('demo-alone')), 'utf8')).toContain("@Entity('demo_alone')");
});
