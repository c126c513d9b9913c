import { addUser } from '../support/steward';
import { expect, fillLogin, heading, test } from '../support/test';

test('a user without pages is told whom to ask, and goes on as soon as there is one', async ({ page, steward }) => {
  const admin = await steward.as();
  const password = 'a quiet river';
  const { id } = await admin.post<{ id: number }>('/api/user/add', { username: 'nadia', password });
  const { id: other } = await addUser(admin, 'reader', ['sys:role:page']);
  await page.goto('/console/');
  await fillLogin(page, { username: 'nadia', password });
  await expect(heading(page, 'No access yet')).toBeVisible();
  await expect(page.getByRole('main')).toContainText('Ask your administrator for access.');
  await expect(page).toHaveTitle(/No access yet/);

  // Nor a page that is refused to others before anything is granted.
  await page.goto('/console/access/role');
  await expect(heading(page, 'No access yet')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Profile' }).click();
  await expect(heading(page, 'Profile')).toBeVisible();
  await page.goto('/console/');
  const again = page.getByRole('button', { name: 'Check again' });
  await again.click();
  await expect(again).toBeEnabled();
  await expect(heading(page, 'No access yet')).toBeVisible();

  const { roleIds } = await admin.get<{ roleIds: number[] }>(`/api/user/detail/${other}`);
  await admin.put('/api/user/update', { id, roleIds });
  await again.click();
  await expect(heading(page, 'Roles')).toBeVisible();
  await expect(page).toHaveURL(/\/console\/access\/role$/);
});

test('a user of a tenant is told of the tenant, in their language too', async ({ page, steward }) => {
  const admin = await steward.as();
  const { id: tenantId } = await admin.post<{ id: number }>('/api/tenant/add', { name: 'Quayside', code: 'quayside' });
  const account = { username: 'paul', password: 'a quiet river', tenantCode: 'quayside' };
  await admin.post('/api/user/add', { username: account.username, password: account.password, tenantId });
  await page.addInitScript(() => localStorage.setItem('steward.language', 'zh'));
  await page.request.post('/api/session', { data: account });
  await page.goto('/console/access/user');
  await expect(heading(page, '暂无访问权限')).toBeVisible();
  await expect(page.getByRole('main')).toContainText('请联系租户“quayside”的管理员');
});
