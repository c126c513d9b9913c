import { ADMIN, addUser } from '../support/steward';
import { expect, heading, login, open, test } from '../support/test';

const ROW = (name: string) => ({ hasText: name });

test('the life of a user', async ({ page, another, steward, allow }) => {
  // The reset of the password ends the session of the user's own page, which may be sending a request at that moment.
  allow(/status of 401/);
  const admin = await steward.as();
  await admin.post('/api/role/add', { name: 'Reader', code: 'reader' });
  await open(page, '/access/user');
  await expect(heading(page, 'Users')).toBeVisible();

  await page.getByRole('button', { name: 'Add', exact: true }).click();
  const add = page.getByRole('dialog', { name: 'Add user' });
  await add.getByRole('button', { name: 'Save' }).click();
  await expect(add.getByRole('textbox', { name: 'Username' })).toBeFocused();
  await expect(add.getByText('Must not be empty')).toHaveCount(2);

  await add.getByRole('textbox', { name: 'Username' }).fill('lena');
  await add.getByRole('textbox', { name: 'Password' }).fill('a quiet river');
  await add.getByRole('textbox', { name: 'Real name' }).fill('Lena Vogt');
  await add.getByRole('combobox', { name: 'Roles' }).fill('read');
  await page.getByRole('option', { name: 'Reader reader' }).click();
  await add.getByRole('textbox', { name: 'Real name' }).press('Control+Enter');
  await expect(page.getByRole('status').filter({ hasText: 'User added: lena' })).toBeVisible();
  const row = page.getByRole('table', { name: 'Users' }).getByRole('row').filter(ROW('lena'));
  await expect(row).toContainText('Reader');
  await expect(row).toContainText('Never');

  const other = await another();
  await login(other, { username: 'lena', password: 'a quiet river' });
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(row).toContainText('now');

  await row.getByRole('button', { name: 'Edit' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit user' });
  await edit.getByRole('textbox', { name: 'Real name' }).fill('Lena Maria Vogt');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(row).toContainText('Lena Maria Vogt');

  await row.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Reset password' }).click();
  const reset = page.getByRole('dialog', { name: 'Reset password' });
  await reset.getByRole('button', { name: 'Generate' }).click();
  const made = await reset.getByRole('textbox', { name: 'New password' }).inputValue();
  expect(made.length).toBeGreaterThanOrEqual(12);
  await reset.getByRole('button', { name: 'Reset password' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'has been reset' })).toBeVisible();
  await steward.as({ username: 'lena', password: made });

  await row.getByRole('switch', { name: 'Status of lena' }).click();
  await expect(row.getByRole('switch')).toHaveAttribute('aria-checked', 'false');
  // Busy until the service has answered.
  await expect(row.getByRole('switch')).not.toHaveAttribute('aria-busy');
  await expect(steward.as({ username: 'lena', password: made })).rejects.toThrow();

  await row.getByRole('button', { name: 'Delete' }).click();
  const ask = page.getByRole('alertdialog');
  await expect(ask).toContainText('lena');
  await ask.getByRole('button', { name: 'Cancel' }).click();
  await expect(row).toBeVisible();
  await row.getByRole('button', { name: 'Delete' }).click();
  await ask.getByRole('button', { name: 'Delete' }).click();
  await expect(row).toHaveCount(0);
});

test('what was typed is not lost by accident, and the refusal of the service stands over it', async ({
  page,
  steward,
}) => {
  const admin = await steward.as();
  await addUser(admin, 'taken', []);
  await open(page, '/access/user');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  const add = page.getByRole('dialog', { name: 'Add user' });
  await add.getByRole('textbox', { name: 'Username' }).fill('taken');
  await add.getByRole('textbox', { name: 'Password' }).fill('a quiet river');
  await add.getByRole('button', { name: 'Save' }).click();
  await expect(add.getByRole('alert')).toContainText('already');
  await expect(add.getByRole('textbox', { name: 'Username' })).toHaveValue('taken');

  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(add.getByRole('textbox', { name: 'Username' })).toHaveValue('taken');
  await add.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click();
  await expect(add).toHaveCount(0);
});

test('a status that the service refuses to change goes back', async ({ page, steward, allow }) => {
  allow(/403|503/);
  const admin = await steward.as();
  await addUser(admin, 'steady', []);
  await open(page, '/access/user');
  const status = page.getByRole('switch', { name: 'Status of steady' });
  await expect(status).toHaveAttribute('aria-checked', 'true');
  await page.route('**/api/user/update', (route) =>
    route.fulfill({ json: { code: 1, ok: false, msg: 'Not this one', data: {} } }),
  );
  await status.click();
  await expect(page.getByRole('alert').filter({ hasText: 'Not this one' })).toBeVisible();
  await expect(status).toHaveAttribute('aria-checked', 'true');
});

test('nobody is offered what is then refused: the first user, and oneself', async ({ page, steward }) => {
  await open(page, `/access/user?username=${ADMIN.username}`);
  const name = page.getByRole('cell', { name: ADMIN.username, exact: true });
  const row = page.getByRole('table', { name: 'Users' }).getByRole('row').filter({ has: name });
  await expect(row.getByRole('button', { name: 'Edit' })).toBeVisible();
  await expect(row.getByRole('button', { name: 'Delete' })).toHaveCount(0);
  await expect(row.getByRole('switch')).toHaveCount(0);

  const reader = await addUser(await steward.as(), 'only-reads', ['sys:user:page']);
  const other = await page.context().browser()?.newContext({ baseURL: steward.origin });
  const theirs = await other?.newPage();
  if (!theirs) throw new Error('no browser');
  await open(theirs, '/access/user', reader);
  await expect(theirs.getByRole('table', { name: 'Users' })).toBeVisible();
  for (const name of ['Add', 'Edit', 'Delete', 'Export', 'More']) {
    await expect(theirs.getByRole('button', { name, exact: true })).toHaveCount(0);
  }
  await expect(theirs.getByRole('checkbox')).toHaveCount(0);
  await other?.close();
});

test('a user is made, changed and deleted by the keyboard alone', async ({ page }) => {
  await open(page, '/access/user');
  await expect(heading(page, 'Users')).toBeVisible();
  await page.keyboard.press('n');
  const add = page.getByRole('dialog', { name: 'Add user' });
  await expect(add).toBeVisible();
  const tabTo = async (name: string, role: 'textbox' | 'button' = 'textbox') => {
    const target = page.getByRole(role, { name, exact: true }).last();
    for (let i = 0; i < 60; i++) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`Tab never reached ${name}`);
  };
  await tabTo('Username');
  await page.keyboard.type('keys');
  await tabTo('Password');
  await page.keyboard.type('only keys here');
  await page.keyboard.press('Control+Enter');
  await expect(add).toHaveCount(0);
  await expect(page.getByRole('table', { name: 'Users' })).toContainText('keys');

  await page.keyboard.press('/');
  await expect(page.getByRole('search').getByRole('searchbox', { name: 'Username' })).toBeFocused();
  await page.keyboard.type('keys');
  await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText('1–1 of 1');
  await tabTo('Edit', 'button');
  await page.keyboard.press('Enter');
  await tabTo('Real name');
  await page.keyboard.type('By Keys');
  await tabTo('Save', 'button');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('table', { name: 'Users' })).toContainText('By Keys');
  await tabTo('Delete', 'button');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await tabTo('Delete', 'button');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Nothing matches')).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('a user is found and changed', async ({ page, steward }) => {
    await addUser(await steward.as(), 'pocket', []);
    await open(page, '/access/role');
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Users', exact: true }).click();
    await expect(heading(page, 'Users')).toBeVisible();
    await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByRole('search').getByRole('searchbox', { name: 'Username' }).fill('pocket');
    const row = page.getByRole('table', { name: 'Users' }).getByRole('row').filter(ROW('pocket'));
    await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText('1–1 of 1');
    await row.getByRole('button', { name: 'Edit' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit user' });
    const box = await edit.boundingBox();
    expect(box?.width).toBe(390);
    await edit.getByRole('textbox', { name: 'Real name' }).fill('Pocket Money');
    await edit.getByRole('button', { name: 'Save' }).click();
    await expect(row).toContainText('Pocket Money');
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(390);
  });
});
