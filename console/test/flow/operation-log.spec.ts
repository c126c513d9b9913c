import { showFilter } from '../support/filters';
import { expect, heading, open, test } from '../support/test';

test('the operation log: what an update changed, and with what body', async ({ page, steward }) => {
  const admin = await steward.as();
  const { id } = await admin.post<{ id: number }>('/api/user/add', {
    username: 'changed',
    password: 'password of changed',
    realname: 'Before It',
  });
  await admin.put('/api/user/update', { id, realname: 'After It' });

  await open(page, '/log/operation');
  await expect(heading(page, 'Operation log')).toBeVisible();
  const filters = page.getByRole('search', { name: 'Filters' });
  await filters.getByLabel('Operation').selectOption('Update');
  await showFilter(page, 'Status');
  await filters.getByLabel('Status').selectOption('Success');
  await filters.getByRole('searchbox', { name: 'Path' }).fill('/api/user/update');
  const row = page.getByRole('table', { name: 'Operation log' }).getByRole('row').nth(1);
  await expect(row).toContainText('Success');
  await row.getByRole('button', { name: 'Details' }).click();

  const details = page.getByRole('dialog', { name: 'Details' });
  const changes = details.getByRole('table', { name: 'Changes' });
  await expect(changes.getByRole('row', { name: /^realname Before It After It$/ })).toBeVisible();
  await expect(changes.getByRole('row')).toHaveCount(2);
  await expect(details).toContainText('realname: "After It"');
  await expect(details).toContainText('Operation succeeded');
});

test('the operation log: what was deleted, row by row', async ({ page, steward }) => {
  const admin = await steward.as();
  const ids = await Promise.all(
    ['gone-1', 'gone-2'].map(async (code) => {
      const role = await admin.post<{ id: number }>('/api/role/add', { name: `Role ${code}`, code });
      return role.id;
    }),
  );
  await admin.delete('/api/role/batchDelete', ids);

  await open(page, '/log/operation?logType=4');
  await page.getByRole('button', { name: 'Details' }).first().click();
  const details = page.getByRole('dialog', { name: 'Details' });
  for (const id of ids) await expect(details.getByRole('heading', { name: `Changes of ${id}` })).toBeVisible();
  await expect(details.getByRole('row', { name: 'code gone-1 –' })).toBeVisible();
  await expect(details.getByRole('row', { name: 'code gone-2 –' })).toBeVisible();
});
