/** The profile's tab "Security": the second step of logins. */
import type { Page } from '@playwright/test';
import { generate } from 'otplib';
import { LOOKS, fitPhone, violations } from '../support/axe';
import { addUser } from '../support/steward';
import { expect, fillLogin, open, test } from '../support/test';

const PAGES = ['sys:role:list', 'sys:role:page'];

const setUp = (page: Page) => page.getByRole('button', { name: /^(Set up authenticator app|设置验证器应用)$/ });

/** The code that an app shows whose key is on the screen. */
async function codeOf(page: Page): Promise<string> {
  return generate({ secret: await page.getByRole('textbox', { name: /^(Setup key|密钥)$/ }).inputValue() });
}

test('an authenticator app is set up by keyboard, asked for at the login, and removed', async ({ page, steward }) => {
  const account = await addUser(await steward.as(), 'sets-up', PAGES);
  await open(page, '/profile', account);
  await expect(page.getByRole('tab', { name: 'Security' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('table', { name: 'Sessions' })).toBeVisible();
  await setUp(page).press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toHaveAccessibleName('Set up authenticator app');
  await expect(dialog.getByRole('img', { name: 'QR code' })).toHaveAttribute('src', /^data:image\/png/);
  const code = dialog.getByRole('textbox', { name: 'Code', exact: true });
  await expect(code).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(code).toHaveAccessibleDescription('Enter the code.');
  await page.keyboard.type('000000');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toBeVisible();
  await expect(code).toBeFocused();
  await page.keyboard.type(await codeOf(page));
  await page.keyboard.press('Enter');

  await expect(dialog.getByRole('group', { name: 'Recovery codes' })).toBeFocused();
  const codes = await dialog.getByRole('listitem').allTextContents();
  expect(codes).toHaveLength(10);
  await page.keyboard.press('Escape');
  const done = dialog.getByRole('button', { name: 'Done' });
  await expect(done).toBeDisabled();
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download' }).press('Enter');
  expect((await download).suggestedFilename()).toBe('recovery-codes.txt');
  await page.keyboard.press('Tab');
  await expect(dialog.getByRole('checkbox', { name: 'I have saved these codes' })).toBeFocused();
  await page.keyboard.press('Space');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  const remove = page.getByRole('button', { name: 'Remove authenticator app' });
  await expect(remove).toBeFocused();
  await expect(page.getByRole('listitem').filter({ hasText: '10 left' })).toBeVisible();

  await page.request.delete('/api/session', { headers: { 'X-Steward': 'console' } });
  await page.goto('/console/profile');
  await fillLogin(page, account);
  await page.getByRole('textbox', { name: 'Code', exact: true }).fill(codes[0] ?? '');
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: '9 left' })).toBeVisible();
  await remove.click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(setUp(page)).toBeVisible();
  await page.reload();
  const events = page.getByRole('table', { name: 'Security events' });
  for (const name of ['Second step added', 'Recovery code used', 'Second step removed']) {
    await expect(events.getByRole('cell', { name, exact: true })).toBeVisible();
  }
  await expect(page.getByRole('button', { name: 'New recovery codes' })).toHaveCount(0);
});

test('new recovery codes take the place of the former ones', async ({ page, steward }) => {
  const account = await addUser(await steward.as(), 'renews-codes', PAGES);
  await open(page, '/profile', account);
  await setUp(page).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Code', exact: true }).fill(await codeOf(page));
  await dialog.getByRole('button', { name: 'Verify' }).click();
  const former = await dialog.getByRole('listitem').allTextContents();
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: 'Done' }).click();

  await page.getByRole('button', { name: 'New recovery codes' }).click();
  await expect(dialog).toHaveAccessibleName('Recovery codes');
  const latter = await dialog.getByRole('listitem').allTextContents();
  expect(latter).toHaveLength(10);
  expect(latter.filter((code) => former.includes(code))).toEqual([]);
  await dialog.getByRole('checkbox', { name: 'I have saved these codes' }).check();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('button', { name: 'New recovery codes' })).toBeFocused();
});

for (const look of LOOKS) {
  test.describe(`${look.colorScheme}, ${look.locale}`, () => {
    test.use(look);

    test('axe finds nothing while an app is set up, also on a phone', async ({ page, steward }) => {
      const account = await addUser(await steward.as(), `axe-setup-${look.colorScheme}`, PAGES);
      await open(page, '/profile', account);
      await setUp(page).click();
      const dialog = page.getByRole('dialog');
      await expect(dialog.getByRole('img')).toBeVisible();
      expect(await violations(page)).toEqual([]);
      await fitPhone(page);
      expect(await violations(page)).toEqual([]);
      await dialog.locator('[name=otp]').fill(await codeOf(page));
      await page.keyboard.press('Enter');
      await expect(dialog.getByRole('listitem').first()).toBeVisible();
      expect(await violations(page)).toEqual([]);
      await dialog.getByRole('checkbox').check();
      await dialog.getByRole('button').last().click();
      await expect(dialog).toHaveCount(0);
      expect(await violations(page)).toEqual([]);
    });
  });
}
