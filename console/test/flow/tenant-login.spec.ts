import { violations } from '../support/axe';
import { expect, fillLogin, heading, open, test } from '../support/test';

const LOGO =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

test('the login address of a tenant is copied, and shows the tenant to its users', async ({
  page,
  steward,
  another,
  allow,
}) => {
  // The visitor's page, once the tenant is disabled.
  allow(/status of 401/);
  const api = await steward.as();
  const { id } = await api.post<{ id: number }>('/api/tenant/add', {
    name: 'Hollow Mills',
    code: 'mills',
    admin: { username: 'wendy', password: 'correct-horse-9' },
  });
  await open(page, '/access/tenant');
  const row = page.getByRole('row', { name: /Hollow Mills/ });
  await row.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Copy login address' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Login address copied' })).toBeVisible();
  const address = await page.evaluate(() => navigator.clipboard.readText());
  expect(address).toBe(`${steward.origin}/console/login?tenant=mills`);

  // Nothing of it is shown before the tenant says so.
  const visitor = await another();
  await visitor.goto(address);
  await expect(heading(visitor, 'Steward')).toBeVisible();
  await expect(visitor.getByRole('textbox', { name: 'Tenant code' })).toHaveValue('mills');
  await visitor.goto('/console/login?tenant=nobody');
  await expect(heading(visitor, 'Steward')).toBeVisible();

  await row.getByRole('button', { name: 'Edit' }).click();
  const form = page.getByRole('dialog', { name: 'Edit tenant' });
  await form.getByLabel('Shown at login').selectOption({ label: 'Yes' });
  await form.locator('input[type=file]').setInputFiles({
    name: 'logo.png',
    mimeType: 'image/png',
    buffer: Buffer.from(LOGO.slice(LOGO.indexOf(',') + 1), 'base64'),
  });
  await expect(form.getByRole('textbox', { name: 'Logo' })).toHaveValue(/^\/api\/file\//);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toHaveCount(0);

  await visitor.goto(address);
  await expect(heading(visitor, 'Hollow Mills')).toBeVisible();
  await expect(visitor.locator('.site-logo')).toHaveAttribute('src', /^\/api\/file\//);
  expect(await violations(visitor)).toEqual([]);
  await fillLogin(visitor, { username: 'wendy', password: 'correct-horse-9', tenantCode: 'mills' });
  await expect(visitor.getByRole('button', { name: 'wendy', exact: true })).toBeVisible();

  await api.put('/api/tenant/update', { id, status: 0 });
  const later = await another();
  await later.goto(address);
  await expect(heading(later, 'Steward')).toBeVisible();
});
