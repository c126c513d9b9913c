import type { Locator, Page } from '@playwright/test';
import { type Api, addUser } from '../support/steward';
import { expect, open, test } from '../support/test';

const status = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text });
const row = (page: Page, name: string) => page.getByRole('table').getByRole('row').filter({ hasText: name });

async function select(page: Page, ...names: string[]): Promise<void> {
  for (const name of names) await row(page, name).getByRole('checkbox', { name: 'Select row' }).check();
}

async function stored(admin: Api, name: string): Promise<{ id: number; status: number; remark: string }> {
  const { records } = await admin.get<{ records: { id: number; username: string; status: number; remark: string }[] }>(
    `/api/user/page?username=${name}`,
  );
  const found = records.find(({ username }) => username === name);
  if (!found) throw new Error(`There is no ${name}`);
  return found;
}

/** Whether an element lies over any control of the page. */
function coversControl(toast: Locator): Promise<string[]> {
  return toast.evaluate((element) => {
    const box = element.getBoundingClientRect();
    return Array.from(document.querySelectorAll('a, button, input, select, [role=switch]'))
      .filter((one) => !element.contains(one))
      .filter((one) => {
        const { left, right, top, bottom, width } = one.getBoundingClientRect();
        return width > 0 && left < box.right && right > box.left && top < box.bottom && bottom > box.top;
      })
      .map(({ outerHTML }) => outerHTML.slice(0, 120));
  });
}

test('a status switched by mistake is switched back, unless somebody has changed the row since', async ({
  page,
  steward,
}) => {
  const admin = await steward.as();
  await addUser(admin, 'switched', []);
  await open(page, '/access/user?username=switched');
  const status1 = page.getByRole('switch', { name: 'Status of switched' });
  await status1.click();
  await expect(status(page, 'User disabled: switched')).toBeVisible();
  expect(await coversControl(status(page, 'User disabled'))).toEqual([]);
  await status(page, 'User disabled').getByRole('button', { name: 'Undo' }).click();
  await expect(status(page, 'Undone for 1 user')).toBeVisible();
  await expect(status1).toHaveAttribute('aria-checked', 'true');

  await status1.click();
  const { id } = await stored(admin, 'switched');
  const undo = status(page, 'User disabled').getByRole('button', { name: 'Undo' });
  await expect(undo).toBeVisible();
  await admin.put('/api/user/update', { id, remark: 'Left the company' });
  await undo.click();
  await expect(page.getByRole('alert').filter({ hasText: 'changed by somebody else' })).toBeVisible();
  expect(await stored(admin, 'switched')).toMatchObject({ status: 0, remark: 'Left the company' });
});

test('selected rows get the same values, and Undo keeps and names what others changed since', async ({
  page,
  steward,
}) => {
  const admin = await steward.as();
  const names = ['many-a', 'many-b', 'many-c', 'many-d'];
  for (const name of names) await addUser(admin, name, []);
  await admin.put('/api/user/update', { id: (await stored(admin, 'many-a')).id, remark: 'First' });
  await open(page, '/access/user?username=many-');
  await select(page, ...names);
  await admin.delete(`/api/user/delete/${(await stored(admin, 'many-d')).id}`);
  await page.getByRole('button', { name: 'Edit selected' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit selected' });
  await expect(edit.getByRole('button', { name: 'Save' })).toBeDisabled();
  for (const unique of ['Username', 'Password', 'Avatar']) await expect(edit.getByText(unique)).toHaveCount(0);
  await edit.getByRole('checkbox', { name: 'Change Remark' }).check();
  await edit.getByRole('textbox', { name: 'Remark' }).fill('x'.repeat(300));
  await edit.getByRole('checkbox', { name: 'Change Status' }).check();
  await edit.getByRole('combobox', { name: 'Status' }).selectOption('Disabled');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(edit.getByRole('textbox', { name: 'Remark' })).toBeFocused();
  await edit.getByRole('textbox', { name: 'Remark' }).fill('Moved');
  await edit.getByRole('button', { name: 'Save' }).click();

  // One was deleted meanwhile: it is named, and does not hold up the others.
  const run = page.getByRole('dialog', { name: 'Edit selected' });
  await expect(run).toContainText('3 done, 1 failed');
  await expect(run.getByRole('row').filter({ hasText: 'many-d' })).toContainText('does not exist');
  await run.getByRole('button', { name: 'Close' }).last().click();
  for (const name of names.slice(0, 3)) {
    expect(await stored(admin, name)).toMatchObject({ status: 0, remark: 'Moved' });
  }

  await admin.put('/api/user/update', { id: (await stored(admin, 'many-b')).id, remark: 'Theirs' });
  await status(page, '3 users changed').getByRole('button', { name: 'Undo' }).click();
  const undone = page.getByRole('dialog', { name: 'Undo' });
  await expect(undone).toContainText('2 done, 1 failed');
  await expect(undone.getByRole('row').filter({ hasText: 'many-b' })).toContainText('changed by somebody else');
  expect(await stored(admin, 'many-a')).toMatchObject({ status: 1, remark: 'First' });
  expect(await stored(admin, 'many-b')).toMatchObject({ status: 0, remark: 'Theirs' });
  expect(await stored(admin, 'many-c')).toMatchObject({ status: 1, remark: '' });
});

test('actions on many rows say how many of what, and wait where the service limits them', async ({
  page,
  steward,
  allow,
}) => {
  allow(/429/);
  const admin = await steward.as();
  for (const name of ['lot-a', 'lot-b']) await addUser(admin, name, []);
  await open(page, '/access/user?username=lot-');
  await select(page, 'lot-a', 'lot-b');
  let refused = false;
  await page.route('**/api/user/update', async (route) => {
    if (refused) return route.continue();
    refused = true;
    const json = { code: 1, ok: false, msg: 'Too many changes, please try again later', data: {} };
    return route.fulfill({ status: 429, headers: { 'retry-after': '1' }, json });
  });
  await page.getByRole('button', { name: 'Disable selected' }).click();
  await expect(status(page, '2 users disabled')).toBeVisible();
  await status(page, '2 users disabled').getByRole('button', { name: 'Undo' }).click();
  await expect(status(page, 'Undone for 2 users')).toBeVisible();
  for (const name of ['lot-a', 'lot-b']) expect(await stored(admin, name)).toMatchObject({ status: 1 });
  await select(page, 'lot-a');
  await page.getByRole('button', { name: 'Delete selected' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(status(page, '1 user deleted')).toBeVisible();
});

test('after several rows were deleted, the focus is in the next one', async ({ page, steward }) => {
  const admin = await steward.as();
  for (const name of ['gone-a', 'gone-b', 'gone-c', 'gone-d']) await addUser(admin, name, []);
  await open(page, '/access/user?username=gone-');
  await select(page, 'gone-b', 'gone-c');
  await page.getByRole('button', { name: 'Delete selected' }).press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).press('Enter');
  await expect(status(page, '2 users deleted')).toBeVisible();
  await expect(page.getByRole('row').filter({ has: page.locator(':focus') })).toContainText(/gone-[ad]/);
});

test('changes to several rows are not lost by leaving', async ({ page, steward }) => {
  const admin = await steward.as();
  await addUser(admin, 'kept-a', []);
  await open(page, '/access/user?username=kept-');
  await select(page, 'kept-a');
  await page.getByRole('button', { name: 'Edit selected' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit selected' });
  await edit.getByRole('checkbox', { name: 'Change Remark' }).check();
  await edit.getByRole('textbox', { name: 'Remark' }).fill('typed');
  for (const act of [() => page.mouse.click(5, 5), () => page.keyboard.press('Escape')]) {
    await act();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
    await expect(edit.getByRole('textbox', { name: 'Remark' })).toHaveValue('typed');
  }
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  await expect(edit).toBeHidden();
});

test('a password that is refused has the focus', async ({ page, steward }) => {
  await addUser(await steward.as(), 'reset-focus', []);
  await open(page, '/access/user?username=reset-focus');
  await row(page, 'reset-focus').getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Reset password' }).click();
  const reset = page.getByRole('dialog', { name: 'Reset password' });
  await reset.getByRole('button', { name: 'Reset password' }).click();
  const password = reset.getByRole('textbox', { name: 'New password' });
  await expect(password).toBeFocused();
  await password.fill('long '.repeat(20));
  await reset.getByRole('button', { name: 'Reset password' }).click();
  await expect(password).toHaveAccessibleDescription(/at most/);
  await expect(password).toBeFocused();
});

test('the first user cannot be selected, and so not changed together with others', async ({ page, steward }) => {
  await addUser(await steward.as(), 'beside-admin', []);
  await open(page, '/access/user?orderBy=username&order=asc');
  await select(page, 'beside-admin');
  const rows = page.getByRole('table').getByRole('row');
  const admin = rows.filter({ has: page.getByText('admin', { exact: true }) });
  await expect(admin).toHaveCount(1);
  await expect(admin.getByRole('checkbox')).toHaveCount(0);
});
