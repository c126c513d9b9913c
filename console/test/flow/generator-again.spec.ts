import { existsSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { GeneratorPlace } from '../support/generator';
import { type Steward, addUser } from '../support/steward';
import { expect, open, test } from '../support/test';

const place = new GeneratorPlace();
const { contradict, createTable, edit, inRoot, query, read } = place;

test.use({ settings: place.settings });

// What is generated, and what is merged, is compiled first.
test.setTimeout(180_000);
const COMPILED = { timeout: 90_000 };

const PATH = '/development/generator';
const METHOD = "\n  /** Mine. */\n  greet(): string {\n    return 'hello';\n  }\n}\n";

const pathOf = (kebab: string, kind: string) => `src/modules/${kebab}/${kebab}.${kind}.ts`;
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const main = (page: Page) => page.getByRole('main');
const fileOf = (page: Page, name: string) => page.getByRole('tree', { name: 'Files' }).getByRole('treeitem', { name });
const rowOf = (page: Page, table: string) =>
  page.getByRole('table', { name: 'Code generator' }).getByRole('row').filter({ hasText: table });

/** Makes tables and their modules. */
async function generate(steward: Steward, ...tableNames: string[]): Promise<void> {
  tableNames.forEach(createTable);
  const results = await (
    await steward.as()
  ).post<{ success: boolean }[]>('/api/generator/batchGenerate', { tableNames });
  expect(results.map(({ success }) => success)).toEqual(tableNames.map(() => true));
}

/** Opens the generator, and goes on with a table to the effects of a merge. */
async function openMerge(page: Page, table: string): Promise<void> {
  await open(page, `${PATH}?table=${table}&tableName=${table}`);
  await button(page, 'Next').click();
  await page.getByRole('radio', { name: 'Merge: keep what was written by hand' }).check();
  await button(page, 'Next').click();
  await expect(fileOf(page, `${table.replaceAll('_', '-')}.dto.ts`)).toBeVisible(COMPILED);
}

async function confirm(page: Page, action: string): Promise<void> {
  await page.getByRole('alertdialog').getByRole('button', { name: action, exact: true }).click();
}

test('a table that has changed is merged with what was written by hand, and the run is undone', async ({
  page,
  steward,
}) => {
  await generate(steward, 'demo_again');
  const [service, dto] = [pathOf('demo-again', 'service'), pathOf('demo-again', 'dto')];
  edit(dto, '  @Text(64)\n', '  /** Mine. */\n  @Text(64)\n');
  edit(service, /\}\n$/, METHOD);
  query('ALTER TABLE demo_again ADD COLUMN price int');
  const edited = read(dto);

  await open(page, `${PATH}?tableName=demo_again`);
  await expect(rowOf(page, 'demo_again')).toContainText('Yes Outdated gained price; 2 files edited by hand');
  await openMerge(page, 'demo_again');
  await expect(fileOf(page, 'demo-again.dto.ts')).toHaveText('demo-again.dto.tsMerge');
  await expect(fileOf(page, 'demo-again.entity.ts')).toHaveText('demo-again.entity.tsWrite');
  await expect(fileOf(page, 'demo-again.module.ts')).toHaveText('demo-again.module.tsUnchanged');
  await fileOf(page, 'demo-again.dto.ts').click();
  await expect(
    page.getByRole('group', { name: 'Difference' }).locator('ins').filter({ hasText: 'price' }),
  ).not.toHaveCount(0);
  await button(page, 'Generate').click();

  const outcome = page.getByRole('region', { name: 'demo_again' });
  await expect(outcome.getByRole('row', { name: `${dto} Merged` })).toBeVisible(COMPILED);
  await expect(outcome).toContainText('failed 0, merged 2');
  expect(read(dto)).toContain('/** Mine. */\n  @Text(64)');
  expect(read(dto)).toContain('price');
  expect(read(service)).toContain('greet()');

  await button(page, 'Undo this run').click();
  await confirm(page, 'Undo this run');
  await expect(page.getByRole('region', { name: 'Outcome of the undo' })).toContainText('are as they were before');
  await expect(button(page, 'Undo this run')).toHaveCount(0);
  expect(read(dto)).toBe(edited);
  await page.goto('/console/development/generator?tableName=demo_again');
  await expect(rowOf(page, 'demo_again')).toContainText('gained price');
});

test('a conflict is shown side by side, and decided', async ({ page, steward }) => {
  await generate(steward, 'demo_torn', 'demo_taken');
  const dto = pathOf('demo-torn', 'dto');
  contradict('demo_torn');
  contradict('demo_taken');
  const before = read(dto);

  await openMerge(page, 'demo_torn');
  await expect(fileOf(page, 'demo-torn.dto.ts')).toHaveText('demo-torn.dto.tsConflict');
  const table = page.getByRole('region', { name: 'demo_torn', exact: true });
  await expect(table).toContainText('AddDemoTornDto > title > @Text > argument 0');
  await expect(table.getByRole('term')).toHaveText(['What you have', 'What is rendered now', 'What it was']);
  await expect(table.getByRole('definition')).toHaveText(['32', '128', '64']);
  await expect(page.getByRole('radio', { name: 'Leave this table out' })).toBeChecked();
  await expect(main(page)).toContainText('1 table is left out');
  await expect(button(page, 'Generate')).toBeDisabled();
  await page.getByRole('radio', { name: 'Take what is rendered' }).check();
  await page.getByRole('radio', { name: 'Keep mine' }).check();
  expect(read(dto)).toBe(before);
  await button(page, 'Generate').click();
  await expect(table.getByText('Done', { exact: true })).toBeVisible(COMPILED);
  expect(read(dto)).toContain('@Text(32)');
  expect(read(pathOf('demo-torn', 'entity'))).toContain('128');

  await openMerge(page, 'demo_taken');
  await button(page, 'Take my files as they are').click();
  await confirm(page, 'Take my files as they are');
  await expect(fileOf(page, 'demo-taken.dto.ts')).toHaveText('demo-taken.dto.tsUnchanged', COMPILED);
  expect(read(pathOf('demo-taken', 'dto'))).toContain('@Text(32)');
  await expect(button(page, 'Generate')).toBeEnabled();
});

test('a column that was renamed is followed where that is said', async ({ page, steward }) => {
  await generate(steward, 'demo_named');
  const dto = pathOf('demo-named', 'dto');
  edit(dto, '  @Text(64)\n', '  /** Mine. */\n  @Text(64)\n');
  query('ALTER TABLE demo_named RENAME COLUMN title TO heading');

  await openMerge(page, 'demo_named');
  const renamed = page.getByRole('checkbox', { name: 'The column title is called heading now' });
  await expect(renamed).not.toBeChecked();
  await renamed.check();
  await expect(fileOf(page, 'demo-named.dto.ts')).toHaveText('demo-named.dto.tsMerge', COMPILED);
  await expect(button(page, 'Generate')).toBeEnabled(COMPILED);
  await expect(renamed).toBeChecked();
  await button(page, 'Generate').click();
  const outcome = page.getByRole('region', { name: 'demo_named' });
  await expect(outcome.getByText('Done', { exact: true })).toBeVisible(COMPILED);
  expect(read(dto)).toContain('/** Mine. */\n  @Text(64)\n  heading');
});

test('a module is removed, unless something is in the way', async ({ page, steward }) => {
  await generate(steward, 'demo_held', 'demo_gone');
  const entity = pathOf('demo-held', 'entity');
  const rendered = read(entity);
  edit(entity, /$/, '// mine\n');
  query('DROP TABLE demo_gone');
  await addUser(await steward.as(), 'holds', ['app:demoHeld:page']);

  await open(page, `${PATH}?tableName=demo_held`);
  const remove = async () => {
    await rowOf(page, 'demo_held').getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Remove module' }).click();
    await expect(page.getByRole('alertdialog')).toContainText('The table and its dictionaries stay.');
    await confirm(page, 'Remove module');
  };
  const refusal = page.getByRole('dialog', { name: 'The module of demo_held was not removed' });
  await remove();
  await expect(refusal.getByRole('row', { name: `${entity} edited by hand` })).toBeVisible();
  await refusal.getByRole('button', { name: 'Close' }).first().click();
  place.write(entity, rendered);
  await remove();
  await expect(refusal.getByRole('row')).toHaveText(['File or tableWhy', 'demo_held1 role holds its page or buttons']);
  expect(existsSync(inRoot(entity))).toBe(true);
  await refusal.getByRole('button', { name: 'Remove it, and let roles lose it too' }).click();
  await expect(page.getByRole('status').filter({ hasText: '11 files removed' })).toBeVisible();
  expect(existsSync(inRoot(entity))).toBe(false);
  await expect(rowOf(page, 'demo_held').getByRole('cell', { name: 'No', exact: true })).toBeVisible();

  const left = page.getByRole('region', { name: 'Modules without a table' });
  await expect(left).toContainText(/demo_gone\s*Table dropped/);
  await left.getByRole('button', { name: 'Remove module of demo_gone' }).click();
  await confirm(page, 'Remove module');
  await expect(left).toHaveCount(0);
  expect(existsSync(inRoot(pathOf('demo-gone', 'entity')))).toBe(false);
});

test('how modules stand is no trouble of who may not know', async ({ page, steward }) => {
  await generate(steward, 'demo_quiet');
  query('ALTER TABLE demo_quiet ADD COLUMN price int');
  const looks = await addUser(await steward.as(), 'only-looks', ['sys:generator:page']);
  await open(page, `${PATH}?tableName=demo_quiet`, looks);
  await expect(rowOf(page, 'demo_quiet')).toContainText('Outdated');
  await expect(rowOf(page, 'demo_quiet').getByRole('button')).toHaveCount(0);
});
