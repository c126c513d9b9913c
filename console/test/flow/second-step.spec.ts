/** Logins of users who have an authenticator app. */
import { generate } from 'otplib';
import { LOOKS, violations } from '../support/axe';
import { type Steward, addUser } from '../support/steward';
import { expect, fillLogin, heading, test } from '../support/test';

/** A user with an authenticator app, and their recovery codes. */
async function secured(steward: Steward, username: string) {
  const account = await addUser(await steward.as(), username, ['sys:role:list', 'sys:role:page']);
  const api = await steward.as(account);
  const { secret } = await api.post<{ secret: string }>('/api/index/addTotp', {});
  const otp = await generate({ secret });
  const { recoveryCodes } = await api.post<{ recoveryCodes: string[] }>('/api/index/confirmTotp', { otp });
  return { account, codes: recoveryCodes };
}

test('a code follows the password, and a wrong one can be corrected', async ({ page, steward }) => {
  const { account, codes } = await secured(steward, 'two-steps');
  await page.goto('/console/login');
  await fillLogin(page, account);
  await expect(page.getByRole('heading', { name: 'Second step' })).toBeVisible();
  const code = page.getByRole('textbox', { name: 'Code', exact: true });
  await expect(code).toBeFocused();
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code');
  await expect(page.getByRole('textbox', { name: 'Password' })).toHaveCount(0);

  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page.getByText('Enter the code.')).toBeVisible();
  await code.fill('000000');
  await code.press('Enter');
  await expect(page.getByRole('alert')).toHaveText('The code is wrong, or the login has taken too long');
  await expect(code).toBeFocused();

  await code.fill(codes[0] ?? '');
  await code.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page.getByRole('button', { name: 'two-steps', exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'two-steps', exact: true })).toBeVisible();
});

test('a recovery code is asked for in words of its own', async ({ page, steward }) => {
  const { account, codes } = await secured(steward, 'recovers');
  await page.goto('/console/login');
  await fillLogin(page, account);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  const code = page.getByRole('textbox', { name: 'Code', exact: true });
  await expect(code).toBeFocused();
  await expect(code).toHaveAccessibleDescription('One of the recovery codes that you saved.');
  await expect(page.getByRole('button', { name: 'Use a recovery code' })).toHaveCount(0);
  await code.fill(codes[0] ?? '');
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page.getByRole('button', { name: account.username, exact: true })).toBeVisible();
});

test('the way back leads to the password', async ({ page, steward }) => {
  const { account, codes } = await secured(steward, 'back-again');
  await page.goto('/console/login');
  await fillLogin(page, account);
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByRole('textbox', { name: 'Password' })).toBeFocused();
  await expect(page.getByRole('textbox', { name: 'Username' })).toHaveValue('back-again');
  await fillLogin(page, account);
  await page.getByRole('textbox', { name: 'Code', exact: true }).fill(codes[0] ?? '');
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page.getByRole('button', { name: 'back-again', exact: true })).toBeVisible();
});

test('a session that is over is resumed with both steps, and the page stays', async ({ page, steward, allow }) => {
  allow(/status of 401/);
  const { account, codes } = await secured(steward, 'resumes');
  await page.goto('/console/profile');
  await fillLogin(page, account);
  await page.getByRole('textbox', { name: 'Code', exact: true }).fill(codes[0] ?? '');
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(heading(page, 'Profile')).toBeVisible();
  const admin = await steward.as();
  const { records } = await admin.get<{ records: { jti: string }[] }>('/api/online/page?username=resumes&pageSize=100');
  for (const { jti } of records) await admin.delete(`/api/online/forceLogout/${jti}`);
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Roles', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Log in again' });
  await dialog.getByRole('textbox', { name: 'Password' }).fill(account.password);
  await dialog.getByRole('button', { name: 'Log in' }).click();
  await dialog.getByRole('textbox', { name: 'Code', exact: true }).fill(codes[1] ?? '');
  await dialog.getByRole('button', { name: 'Verify' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('table', { name: 'Roles' })).toBeVisible();
});

for (const look of LOOKS) {
  test(`axe finds nothing at the second step in ${look.colorScheme}`, async ({ page, steward }) => {
    const { account } = await secured(steward, `axe-second-${look.colorScheme}`);
    await page.emulateMedia(look);
    await page.goto('/console/login');
    await fillLogin(page, account);
    await expect(page.getByRole('heading', { name: 'Second step' })).toBeVisible();
    expect(await violations(page)).toEqual([]);
  });
}
