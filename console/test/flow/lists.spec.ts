/** Lists that stay calm: filters in one line, rows of one line, columns that fit. */
import { filtersOf, showFilter } from '../support/filters';
import { addUser } from '../support/steward';
import { expect, heading, open, test } from '../support/test';

test.use({ viewport: { width: 1280, height: 800 } });

/** Every page with filters, and how many it shows at first. */
const FILTERED = [
  ['/access/user', 4],
  ['/access/role', 4],
  ['/access/menu', 4],
  ['/access/tenant', 4],
  ['/access/online', 4],
  ['/system/config-item', 4],
  ['/system/dict-item', 4],
  ['/system/file', 4],
  ['/log/login', 4],
  ['/log/operation', 4],
] as const;

test('the filters of every page stand in one line beside the side menu', async ({ page }) => {
  await open(page, '/');
  for (const [path, count] of FILTERED) {
    await page.goto(`/console${path}`);
    const filters = filtersOf(page);
    await expect(filters, path).toBeVisible();
    await expect(filters.locator('.field'), path).toHaveCount(count);
    const line = await filters.boundingBox();
    const control = await filters.locator('.control').first().boundingBox();
    expect(line?.height ?? 0, path).toBeLessThan((control?.height ?? 0) * 2);
    expect(await filters.evaluate((element) => element.scrollWidth - element.clientWidth), path).toBe(0);
  }
});

test('a filter is added by name, applied, and removed, by keyboard', async ({ page, steward }) => {
  const admin = await steward.as();
  await addUser(admin, 'enabled-one', []);
  const { id } = await addUser(admin, 'disabled-one', []);
  await admin.put('/api/user/update', { id, status: 0 });
  await open(page, '/access/user');
  const filters = filtersOf(page);
  const status = filters.getByLabel('Status');
  await expect(heading(page, 'Users')).toBeVisible();
  await expect(status).toHaveCount(0);

  const add = filters.getByRole('button', { name: 'Add filter' });
  await add.press('Enter');
  const options = page.getByRole('listbox', { name: 'Options' }).getByRole('option');
  await expect(options).toHaveText([/Status/, /Account/, /Department/, /Tenant/, /Created/]);
  await page.keyboard.press('Escape');
  await expect(options).toHaveCount(0);
  await expect(add).toBeFocused();
  await add.press('Enter');
  await page.keyboard.type('stat');
  await expect(options).toHaveText([/Status/]);
  await page.keyboard.press('Enter');
  await expect(status).toBeFocused();
  await status.selectOption('Disabled');
  await expect(page).toHaveURL(/status=0/);
  await expect(page.getByRole('table', { name: 'Users' })).not.toContainText('enabled-one');

  // A copied link shows the filter that it sets.
  await page.reload();
  await expect(status).toHaveValue('0');
  await filters.getByRole('button', { name: 'Remove Status' }).press('Enter');
  await expect(status).toHaveCount(0);
  await expect(page).not.toHaveURL(/status=/);
  await expect(page.getByRole('table', { name: 'Users' })).toContainText('enabled-one');
  await expect(add).toBeFocused();

  // One that was added stays while it is empty; resetting leaves the first ones.
  await showFilter(page, 'Status');
  await status.selectOption('Enabled');
  await status.selectOption('All');
  await expect(page).not.toHaveURL(/status=/);
  await expect(status).toBeVisible();
  await filters.getByRole('button', { name: 'Reset' }).click();
  await expect(filters.locator('.field')).toHaveCount(4);
});

test('rows have one line; what is cut or left out is shown on hover and on focus', async ({ page, steward }) => {
  const admin = await steward.as();
  const roleIds: number[] = [];
  // One after another: the row shows the role that was added first.
  for (const name of ['Librarian', 'Regional administrator', 'Book keeping', 'Night shift']) {
    const code = `one-line-${name.toLowerCase().replaceAll(' ', '-')}`;
    roleIds.push((await admin.post<{ id: number }>('/api/role/add', { name, code })).id);
  }
  const realname = 'Maximiliana Alexandra von Hohenstein-Wertheim zu Löwenberg';
  const account = { username: 'one-line', password: 'a quiet river', realname, roleIds };
  await admin.post('/api/user/add', account);
  await admin.post('/api/user/add', { ...account, username: 'two-line', realname: 'Short', roleIds: [] });
  await open(page, '/access/user?username=-line');
  const row = page.getByRole('row').filter({ hasText: 'one-line' });
  const plain = page.getByRole('row').filter({ hasText: 'two-line' });
  await expect(row).toContainText('Librarian');
  expect((await row.boundingBox())?.height).toBe((await plain.boundingBox())?.height);

  const tip = page.getByRole('tooltip');
  const cell = row.getByRole('cell').filter({ hasText: 'Maximiliana' });
  await expect(tip).toBeHidden();
  await cell.hover();
  await expect(tip).toHaveText(realname);
  await page.keyboard.press('Escape');
  await expect(tip).toBeHidden();
  await expect(cell).toHaveAttribute('tabindex', '0');
  await row.getByRole('checkbox').focus();
  await page.keyboard.press('Tab');
  await expect(cell).toBeFocused();
  await expect(tip).toHaveText(realname);
  await page.keyboard.press('Tab');
  await expect(row.getByRole('button', { name: /^\d more: .*Night shift/ })).toBeFocused();
  await expect(tip).toContainText('Night shift');
  await expect(tip).toBeInViewport({ ratio: 1 });
  await plain.getByText('Short').hover();
  await expect(tip).toBeHidden();
});

test('a click on a row opens it: its details, its form, or its facts', async ({ page, another, steward }) => {
  const admin = await steward.as();
  await addUser(admin, 'opened', []);
  const reader = await addUser(admin, 'opens-only', ['sys:user:page']);
  await open(page, '/access/user?username=opened');
  const row = page.getByRole('row').filter({ hasText: 'opened' });
  await row.getByRole('cell').nth(2).click();
  const form = page.getByRole('dialog', { name: 'Details' });
  await expect(form).toBeVisible();
  await page.keyboard.press('Escape');
  await row.getByRole('checkbox').click();
  await expect(form).toHaveCount(0);
  await row.getByText('opened', { exact: true }).selectText();
  await row.getByText('opened', { exact: true }).click({ modifiers: ['Shift'] });
  await expect(form).toHaveCount(0);

  await page.goto('/console/log/login');
  await page.getByRole('table', { name: 'Login log' }).getByRole('row').nth(1).getByRole('time').click();
  await expect(page.getByRole('dialog', { name: 'Details' })).toContainText('Body');

  const theirs = await another();
  await open(theirs, '/access/user?username=opened', reader);
  await theirs.getByRole('cell').filter({ hasText: 'opened' }).click();
  const facts = theirs.getByRole('dialog', { name: 'Details' });
  await expect(facts.getByRole('definition').filter({ hasText: 'opened' })).toBeVisible();
  await theirs.keyboard.press('Escape');
  await theirs.getByRole('button', { name: 'Details' }).press('Enter');
  await expect(facts).toBeVisible();
});

test('logs and sessions show times to the second, other tables relative to now', async ({ page }) => {
  await open(page, '/log/login');
  const time = page.getByRole('table', { name: 'Login log' }).getByRole('time').first();
  await expect(time).toHaveText(/^\d{1,2} \w+ \d{4}, \d\d:\d\d:\d\d$/);
  await expect(time).toHaveAttribute('title', /^(now|this minute|\d+ minutes? ago): .*UTC\)$/);
  await page.goto('/console/access/online');
  await expect(page.getByRole('table').getByRole('time').first()).toHaveText(/:\d\d:\d\d$/);
  await page.goto('/console/access/user?username=admin');
  const lastLogin = page.getByRole('table').getByRole('time').first();
  await expect(lastLogin).toHaveText(/now|ago/);
  await expect(lastLogin).toHaveAttribute('title', /\d\d:\d\d:\d\d .*UTC\)$/);
});

test('after a delete the focus is in the next row, in the one before, or at the way on', async ({ page, steward }) => {
  const admin = await steward.as();
  for (const n of [1, 2, 3]) await admin.post('/api/dict/add', { name: `Focus ${n}`, code: `focus-${n}`, sort: n });
  await open(page, '/system/dict?name=Focus&orderBy=sort&order=asc');
  const row = (n: number) => page.getByRole('row').filter({ hasText: `Focus ${n}` });
  async function remove(n: number): Promise<void> {
    await row(n).getByRole('button', { name: 'Delete' }).press('Enter');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).press('Enter');
    await expect(row(n)).toHaveCount(0);
  }
  await remove(1);
  await expect(row(2).getByRole('button', { name: 'Delete' })).toBeFocused();
  await remove(3);
  await expect(row(2).getByRole('button', { name: 'Delete' })).toBeFocused();
  await remove(2);
  await expect(page.getByText('No row matches')).toBeVisible();
  await expect(page.locator('.empty').getByRole('button', { name: 'Reset' })).toBeFocused();
});

for (const width of [1280, 1440]) {
  test(`columns fit at ${width} pixels; the others wait under Columns`, async ({ page, steward }) => {
    const admin = await steward.as();
    await admin.post('/api/role/add', {
      name: `A role with quite a long name ${width}`,
      code: `a-role-with-quite-a-long-code-${width}`,
    });
    await admin.post('/api/dict/add', {
      name: `A dictionary with a long name ${width}`,
      code: `a-dictionary-with-a-long-code-${width}`,
    });
    await fetch(`${steward.origin}/api/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ username: 'nobody-at-all', password: 'guess' }),
    });
    await page.setViewportSize({ width, height: 800 });
    await open(page, '/');
    const header = (name: string) => page.getByRole('columnheader', { name });
    for (const [path] of FILTERED) {
      await page.goto(`/console${path}`);
      await expect(page.locator('.crud-scroll, .empty').first(), path).toBeVisible();
      if ((await page.locator('.crud-scroll').count()) === 0) continue;
      const over = () => page.locator('.crud-scroll').evaluate((box) => box.scrollWidth - box.clientWidth);
      await expect.poll(over, `${path} at ${width}`).toBe(0);
      if (path === '/log/login') await expect(header('Error')).toBeVisible();
      if (path === '/access/role') await expect(header('Status')).toBeVisible();
      if (path === '/access/user') await expect(header('Last login')).toBeVisible();
    }
  });
}

test('chosen columns are shown even if they do not fit; the first and the actions stay', async ({ page }) => {
  await open(page, '/log/login');
  const table = page.getByRole('table', { name: 'Login log' });
  const box = page.locator('.crud-scroll');
  await expect(table).toBeVisible();
  await page.getByRole('button', { name: 'Columns' }).click();
  for (const name of ['Address', 'Browser', 'System', 'Location', 'Duration', 'Answer']) {
    await page.getByRole('checkbox', { name }).check();
  }
  await page.keyboard.press('Escape');
  for (const name of ['Address', 'Browser', 'Answer', 'Error']) {
    await expect(table.getByRole('columnheader', { name })).toBeAttached();
  }
  await expect(box).toHaveClass(/more-after/);
  await box.evaluate((element) => element.scrollTo({ left: element.scrollWidth }));
  await expect(box).toHaveClass(/more-before/);
  await expect(box).not.toHaveClass(/more-after/);
  await expect(table.getByRole('columnheader', { name: 'Time' })).toBeInViewport({ ratio: 1 });
  await expect(table.getByRole('button', { name: 'Details' }).first()).toBeInViewport({ ratio: 1 });
});

test('columns are ordered by buttons and by dragging, and stay in that order', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 420 });
  await open(page, '/access/role');
  const table = page.getByRole('table', { name: 'Roles' });
  const headers = table.getByRole('columnheader').filter({ hasText: /\w/ });
  await expect(headers.first()).toHaveText('Name');
  await page.getByRole('button', { name: 'Columns' }).click();
  const chooser = page.getByRole('dialog', { name: 'Columns' });
  const down = chooser.getByRole('group', { name: 'Name' }).getByRole('button', { name: 'Move down' });
  await down.press('Enter');
  await expect(down).toBeFocused();
  await expect(headers.first()).toHaveText('Code');
  const up = chooser.getByRole('group', { name: 'Name' }).getByRole('button', { name: 'Move up' });
  await up.press('Enter');
  await expect(up).toBeDisabled();
  await expect(down).toBeFocused();
  await expect(headers.first()).toHaveText('Name');
  const entry = (name: string) => chooser.getByRole('listitem').filter({ hasText: name });
  await entry('Status').dragTo(entry('Name'));
  await expect(headers.first()).toHaveText('Status');
  // The last entry is whole, however low the window is.
  const last = chooser.getByRole('button', { name: 'Usual columns' });
  await last.scrollIntoViewIfNeeded();
  await expect(last).toBeInViewport({ ratio: 1 });
  await expect(chooser).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Escape');
  await page.reload();
  await expect(headers.first()).toHaveText('Status');
  await page.getByRole('button', { name: 'Columns' }).click();
  await last.press('Enter');
  await expect(headers.first()).toHaveText('Name');
});
