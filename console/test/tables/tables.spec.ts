/** The pages of tables of every kind, generated, built and opened: each shows its rows, and takes one back as it is. */
import type { Page } from '@playwright/test';
import { casesOf, isView, kebabOf, operationsOf } from '../../../test/support/tables/cases';
import type { TableCase } from '../../../test/support/tables/case';
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
  const rows = page.getByRole('main').getByRole('table').getByRole('row');
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
