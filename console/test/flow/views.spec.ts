/** Saved views: what a table shows, under a name, as a tab above it. */
import type { Page } from '@playwright/test';
import { violations } from '../support/axe';
import { filtersOf } from '../support/filters';
import { addUser } from '../support/steward';
import { expect, heading, open, test } from '../support/test';

test.use({ viewport: { width: 1280, height: 800 } });

const tabs = (page: Page) => page.getByRole('tablist', { name: 'Views' }).getByRole('tab');
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Save view' });
const column = (page: Page, name: string) => page.getByRole('columnheader', { name: new RegExp(`^${name}`) });

const SEES = ['sys:user:page', 'sys:user:list'];

test('filters, columns and order are saved, shown again, changed and deleted', async ({ page, steward }) => {
  const admin = await steward.as();
  const own = await addUser(admin, 'view-owner', SEES);
  for (const name of ['view-blocked-a', 'view-blocked-b']) {
    const { id } = await addUser(admin, name, []);
    await admin.put('/api/user/update', { id, status: 0 });
  }
  await open(page, '/access/user', own);
  await expect(page.getByRole('row', { name: /view-owner/ })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save view' })).toHaveCount(0);
  await expect(tabs(page)).toHaveCount(0);

  await page.goto('/console/access/user?status=0&username=view-&orderBy=username&order=desc');
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'Real name' }).uncheck();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Save view' }).click();
  await expect(dialog(page).getByRole('checkbox')).toHaveCount(0);
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByRole('textbox', { name: 'Name' })).toBeFocused();
  await expect(dialog(page)).toContainText('Must not be empty');
  await page.keyboard.type('Blocked people');
  await page.keyboard.press('Enter');
  await expect(tab(page, 'Blocked people')).toHaveAttribute('aria-selected', 'true');
  await expect(page).toHaveURL(/[?&]view=\d+/);
  await expect(page.getByRole('button', { name: /(Save|Update) view/ })).toHaveCount(0);
  expect(await violations(page)).toEqual([]);

  const bodyRows = page.getByRole('table', { name: 'Users' }).locator('tbody tr');
  await tab(page, 'All').click();
  await expect(page).not.toHaveURL(/view=|status=|orderBy=/);
  await expect(page.getByRole('row', { name: /view-owner/ })).toBeVisible();
  await tab(page, 'All').press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(bodyRows).toHaveText([/view-blocked-b/, /view-blocked-a/]);
  await expect(column(page, 'Real name')).toHaveCount(0);

  // A view that no longer fits is updated; the columns outside of it stay as they are.
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'Last login' }).uncheck();
  await page.keyboard.press('Escape');
  await filtersOf(page).getByLabel('Username').fill('view-blocked-a');
  await expect(bodyRows).toHaveText([/view-blocked-a/]);
  await page.getByRole('button', { name: 'Update view' }).click();
  await expect(page.getByRole('button', { name: 'Update view' })).toHaveCount(0);
  const id = new URL(page.url()).searchParams.get('view');
  await page.goto(`/console/access/user?view=${id}`);
  await expect(bodyRows).toHaveText([/view-blocked-a/]);
  await expect(page).toHaveURL(/username=view-blocked-a/);
  await expect(column(page, 'Last login')).toHaveCount(0);
  await page.reload();
  await expect(tab(page, 'Blocked people')).toHaveAttribute('aria-selected', 'true');
  await tab(page, 'All').click();
  await expect(column(page, 'Last login')).toBeVisible();
  await page.goBack();
  await expect(tab(page, 'Blocked people')).toHaveAttribute('aria-selected', 'true');

  // A name stands for one view of the page.
  await filtersOf(page).getByLabel('Username').fill('view-blocked-b');
  await expect(page).toHaveURL(/username=view-blocked-b/);
  await page.getByRole('button', { name: 'Save view' }).click();
  await dialog(page).getByRole('textbox', { name: 'Name' }).fill('Blocked people');
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByRole('alert')).toBeVisible();
  await expect(dialog(page).getByRole('textbox', { name: 'Name' })).toBeFocused();
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();

  await filtersOf(page).getByRole('button', { name: 'Reset' }).click();
  await expect(tab(page, 'All')).toHaveAttribute('aria-selected', 'true');
  await expect(page).not.toHaveURL(/view=/);
  await tab(page, 'Blocked people').click();
  await page.getByRole('button', { name: 'Actions of the view' }).click();
  await page.getByRole('menuitem', { name: 'Edit view' }).click();
  await page.getByRole('dialog', { name: 'Edit view' }).getByRole('textbox', { name: 'Name' }).fill('Blocked');
  await page.keyboard.press('Enter');
  await expect(tab(page, 'Blocked')).toHaveAttribute('aria-selected', 'true');
  await page.getByRole('button', { name: 'Actions of the view' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(tabs(page)).toHaveCount(0);
  await expect(page).not.toHaveURL(/view=|username=/);
  await expect(heading(page, 'Users')).toBeVisible();
});

test('a shared view is everybody’s tab, and is changed by those who may', async ({ page, another, steward }) => {
  const admin = await steward.as();
  const reader = await addUser(admin, 'view-reader', SEES);
  await open(page, '/access/user?username=view-reader');
  await page.getByRole('button', { name: 'Save view' }).click();
  await dialog(page).getByRole('textbox', { name: 'Name' }).fill('Readers');
  await dialog(page)
    .getByRole('checkbox', { name: /Share with everybody/ })
    .check();
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(tab(page, 'Readers, shared')).toHaveAttribute('aria-selected', 'true');

  const theirs = await another();
  await open(theirs, '/access/user', reader);
  await tab(theirs, 'Readers, shared').click();
  await expect(theirs).toHaveURL(/username=view-reader/);
  await expect(theirs.getByRole('button', { name: 'Actions of the view' })).toHaveCount(0);
  await filtersOf(theirs).getByLabel('Username').fill('view-r');
  await expect(theirs.getByRole('button', { name: 'Save view' })).toBeVisible();
  await expect(theirs.getByRole('button', { name: 'Update view' })).toHaveCount(0);

  await page.getByRole('button', { name: 'Actions of the view' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(page.getByRole('alertdialog')).toContainText('for everybody in the tenant');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(tab(page, 'Readers, shared')).toHaveCount(0);
});

test('a view that is gone or somebody else’s, and parts that are gone, are said', async ({ page, steward }) => {
  const admin = await steward.as();
  const owner = await addUser(admin, 'view-private', SEES);
  const theirs = await (
    await steward.as(owner)
  ).post<{ id: number }>('/api/view/add', {
    page: '/api/user',
    name: 'Private',
    state: { filters: { username: 'nobody' } },
  });
  await open(page, `/access/user?view=${theirs.id}`);
  await expect(page.getByRole('alert')).toContainText('deleted, or is not shared with you');
  await expect(page).not.toHaveURL(/view=/);
  await expect(page.getByRole('row', { name: /view-private/ })).toBeVisible();

  const { id } = await admin.post<{ id: number }>('/api/view/add', {
    page: '/api/user',
    name: 'Of an older release',
    state: { filters: { floor: '3', username: 'view-private' }, columns: ['room', 'username'], orderBy: 'room' },
  });
  await page.goto(`/console/access/user?view=${id}`);
  await expect(page.getByText('is shown without: floor, room.')).toBeVisible();
  await expect(page).toHaveURL(/username=view-private/);
  await expect(page).not.toHaveURL(/floor|room/);
  await expect(column(page, 'Username')).toBeVisible();
  await expect(column(page, 'Status')).toHaveCount(0);
  await admin.delete(`/api/view/delete/${id}`);
});
