/** Confirming who is calling, once the login is no longer recent. */
import { setTimeout as sleep } from 'node:timers/promises';
import { generate } from 'otplib';
import { authenticatorOf } from '../support/authenticator';
import { LOOKS, violations } from '../support/axe';
import { addUser } from '../support/steward';
import { expect, open, test } from '../support/test';

const TTL_S = 4;

test.use({ settings: { STEP_UP_TTL: String(TTL_S) } });
// They mostly wait.
test.describe.configure({ mode: 'parallel' });

const stale = () => sleep((TTL_S + 2) * 1000);

test('what was refused is repeated after the password', async ({ page, steward, allow }) => {
  allow(/status of 403/);
  const account = await addUser(await steward.as(), 'confirms', []);
  await open(page, '/profile', account);
  await stale();
  const setUp = page.getByRole('button', { name: 'Set up authenticator app' });
  await setUp.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Confirm it is you' });
  const password = dialog.getByRole('textbox', { name: 'Password' });
  await expect(password).toBeFocused();
  await expect(password).toHaveAttribute('autocomplete', 'current-password');
  await expect(dialog.getByRole('textbox', { name: 'Code' })).toHaveCount(0);

  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('alert')).toBeVisible();
  await setUp.press('Enter');
  await expect(password).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(password).toHaveAccessibleDescription('Enter the password.');
  await password.fill('not the password');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toContainText('password is not the current password');
  await expect(password).toBeFocused();
  await dialog.getByRole('button', { name: 'Show password' }).click();
  await expect(password).toHaveAttribute('type', 'text');
  await password.fill(account.password);
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('dialog', { name: 'Set up authenticator app' })).toBeVisible();

  await page.reload();
  await expect(page.getByRole('table', { name: 'Sessions' })).toBeVisible();
});

test('a user with an app confirms with its code too', async ({ page, steward, allow }) => {
  allow(/status of 403/);
  const account = await addUser(await steward.as(), 'confirms-code', []);
  await open(page, '/profile', account);
  const api = await steward.as(account);
  const { secret } = await api.post<{ secret: string }>('/api/index/addTotp', {});
  const { recoveryCodes } = await api.post<{ recoveryCodes: string[] }>('/api/index/confirmTotp', {
    otp: await generate({ secret }),
  });
  await page.reload();
  await stale();
  await page.getByRole('button', { name: 'New recovery codes' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm it is you' });
  await dialog.getByRole('textbox', { name: 'Password' }).fill(account.password);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  const code = dialog.getByRole('textbox', { name: 'Code', exact: true });
  await expect(code).toBeFocused();
  await expect(code).toHaveAccessibleDescription(/Enter the code/);
  await code.fill('000000');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toBeVisible();
  await code.fill(recoveryCodes[0] ?? '');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Recovery codes' })).toBeVisible();
});

test('a user with a passkey confirms with it', async ({ page, steward, allow }) => {
  allow(/status of 403/);
  const account = await addUser(await steward.as(), 'confirms-key', []);
  await authenticatorOf(page);
  // Browsers have passkeys for host names only.
  const origin = `http://localhost:${steward.port}`;
  await page.request.post(`${origin}/api/session`, { data: account });
  await page.goto(`${origin}/console/profile`);
  const dialog = page.getByRole('dialog', { name: 'Confirm it is you' });
  // On a slow machine, the login is no longer recent by now.
  await page.addLocatorHandler(dialog, async () => {
    await dialog.getByRole('textbox', { name: 'Password' }).fill(account.password);
    await dialog.getByRole('button', { name: 'Confirm' }).click();
  });
  await page.getByRole('button', { name: 'Add passkey' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Key');
  await page.keyboard.press('Enter');
  await page.getByRole('checkbox', { name: 'I have saved these codes' }).check();
  await page.getByRole('button', { name: 'Done' }).click();
  await page.removeLocatorHandler(dialog);
  await stale();
  await page.getByRole('button', { name: 'New recovery codes' }).click();
  await dialog.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('dialog', { name: 'Recovery codes' })).toBeVisible();
});

test('another tab goes on with the new tokens', async ({ page, context, steward, allow }) => {
  allow(/status of 40[13]/);
  const account = await addUser(await steward.as(), 'two-tabs', ['sys:role:page', 'sys:role:list']);
  await open(page, '/profile', account);
  const other = await context.newPage();
  await other.goto('/console/profile');
  await expect(other.getByRole('table', { name: 'Sessions' })).toBeVisible();
  await stale();
  await page.getByRole('button', { name: 'Set up authenticator app' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm it is you' });
  await dialog.getByRole('textbox', { name: 'Password' }).fill(account.password);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('dialog', { name: 'Set up authenticator app' })).toBeVisible();
  await other.getByRole('link', { name: 'Roles', exact: true }).click();
  await expect(other.getByRole('table', { name: 'Roles' })).toBeVisible();
});

for (const look of LOOKS) {
  test.describe(`${look.colorScheme}, ${look.locale}`, () => {
    test.use(look);

    test('axe finds nothing in the question', async ({ page, steward, allow }) => {
      allow(/status of 403/);
      const account = await addUser(await steward.as(), `axe-confirm-${look.colorScheme}`, []);
      await open(page, '/profile', account);
      await stale();
      await page.getByRole('button', { name: /^(Set up authenticator app|设置验证器应用)$/ }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await page.keyboard.press('Enter');
      expect(await violations(page)).toEqual([]);
    });
  });
}
