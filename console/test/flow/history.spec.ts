import { type Page } from '@playwright/test';
import { addUser } from '../support/steward';
import { expect, open, test } from '../support/test';

const row = (page: Page, name: string) => page.getByRole('table').getByRole('row').filter({ hasText: name });

test('the history of a row says who changed what in words, and the log leads to the row', async ({ page, steward }) => {
  const admin = await steward.as();
  const { id: reader } = await admin.post<{ id: number }>('/api/role/add', { name: 'Reader', code: 'h-reader' });
  const { id } = await admin.post<{ id: number }>('/api/user/add', { username: 'historic', password: 'a quiet river' });
  await admin.put('/api/user/update', { id, status: 0, remark: 'On leave', roleIds: [reader] });
  await open(page, '/access/user?username=historic');
  await row(page, 'historic').getByText('historic').first().click();
  const details = page.getByRole('dialog', { name: 'Details' });
  await expect(details.getByRole('tab', { name: 'Details' })).toHaveAttribute('aria-selected', 'true');
  await details.getByRole('tab', { name: 'History' }).click();
  const entries = details.getByRole('list', { name: 'History' }).getByRole('listitem');
  await expect(entries).toHaveCount(2);
  await expect(entries.first()).toContainText('Changed by admin');
  await expect(entries.first()).toContainText('Status: Enabled → Disabled');
  await expect(entries.first()).toContainText('Remark: – → On leave');
  await expect(entries.first()).toContainText('Roles: +Reader');
  await expect(entries.last()).toContainText('Added by admin');

  // What is done from here is there at once.
  await details.getByRole('button', { name: 'Edit' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit user' });
  await edit.getByRole('textbox', { name: 'Remark' }).fill('Back');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(edit).toHaveCount(0);
  await row(page, 'historic').getByText('historic').first().click();
  await details.getByRole('tab', { name: 'History' }).click();
  await expect(entries.first()).toContainText('Remark: On leave → Back');

  await page.goto('/console/log/operation?url=user%2Fupdate');
  await page.getByRole('table').getByRole('link', { name: 'Users: historic' }).first().click();
  await expect(page).toHaveURL(/\/access\/user#open=/);
  await expect(details).toContainText('historic');
});

test('without the permission to read the operation log there is no history', async ({ page, steward }) => {
  const admin = await steward.as();
  const codes = ['sys:role:page', 'sys:role:list', 'sys:role:detail', 'sys:role:update'];
  const editor = await addUser(admin, 'no-history', codes);
  await open(page, '/access/role?name=no-history', editor);
  await row(page, 'no-history').getByRole('button', { name: 'Details' }).click();
  const details = page.getByRole('dialog', { name: 'Details' });
  await expect(details).toContainText('Role of no-history');
  await expect(details.getByRole('tab', { name: 'History' })).toHaveCount(0);
});
