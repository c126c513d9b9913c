/** The preview of mails on the page of work. */
import { LOOKS, violations } from '../support/axe';
import { expect, open, test } from '../support/test';

// Nothing listens there: mails are queued all the same.
test.use({ settings: { SMTP_URL: 'smtp://127.0.0.1:9' } });

test('mails are looked at in both languages, and one is sent to oneself', async ({ page, steward }) => {
  await open(page, '/system/work');
  await page.getByRole('button', { name: 'Mails' }).click();
  const dialog = page.getByRole('dialog', { name: 'Mails' });
  await dialog.getByRole('combobox', { name: 'Mail' }).selectOption('Reset your password');
  const html = dialog.getByRole('region', { name: 'As HTML' }).frameLocator('iframe');
  await expect(html.getByText('A new password can be set for the account alice')).toBeVisible();
  await expect(dialog.getByRole('region', { name: 'As text' })).toContainText('/console/link#xxx');
  await dialog.getByRole('combobox', { name: 'Language' }).selectOption('中文');
  await expect(html.getByText('可以为账号 alice 设置新密码')).toBeVisible();

  await dialog.getByRole('button', { name: 'Send to me' }).click();
  await expect(page.getByRole('alert')).toContainText('Your account has no confirmed e-mail address');
  const api = await steward.as();
  const { id } = await api.get<{ id: number }>('/api/index/getUser');
  await api.put('/api/user/update', { id, email: 'admin@steward.test' });
  await dialog.getByRole('button', { name: 'Send to me' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'on its way' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).first().click();
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(
    page.getByRole('table', { name: 'Work' }).getByRole('row').filter({ hasText: 'mail' }).first(),
  ).toBeVisible();
});

for (const look of LOOKS) {
  test.describe(`${look.colorScheme}, ${look.locale}`, () => {
    test.use(look);

    test('axe finds nothing in the preview of mails', async ({ page }) => {
      await open(page, '/system/work');
      await page.getByRole('button', { name: /^(Mails|邮件)$/ }).click();
      await expect(page.locator('.html-preview iframe')).toBeVisible();
      expect(await violations(page)).toEqual([]);
    });
  });
}
