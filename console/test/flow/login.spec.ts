import { CAPTCHA } from '../support/steward';
import { WRONG_CREDENTIALS, expect, fillLogin, heading, test } from '../support/test';

test('a first login leads to the first page, whose heading has the focus', async ({ page }) => {
  await page.goto('/console/');
  await expect(page).toHaveURL(/\/console\/login$/);
  await expect(page).toHaveTitle('Log in – Steward');
  await expect(page.getByRole('textbox', { name: 'Captcha' })).toHaveCount(0);

  await fillLogin(page);

  await expect(page).toHaveURL(/\/console\/dashboard$/);
  await expect(page.getByRole('button', { name: 'admin', exact: true })).toBeVisible();
  await expect(
    page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Users', exact: true }),
  ).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('what is missing is said at its field', async ({ page }) => {
  await page.goto('/console/login');
  await page.getByRole('button', { name: 'Log in' }).click();

  await expect(page.getByRole('textbox', { name: 'Username' })).toBeFocused();
  await expect(page.getByRole('textbox', { name: 'Username' })).toHaveAccessibleDescription('Enter the username.');
  await expect(page.getByRole('textbox', { name: 'Password' })).toHaveAccessibleDescription('Enter the password.');
});

test('a captcha is asked for after a failure, another one after each', async ({ page }) => {
  await page.goto('/console/login');
  await fillLogin(page, { username: 'admin', password: 'wrong' });

  await expect(page.getByRole('alert')).toHaveText(WRONG_CREDENTIALS);
  await expect(page.getByRole('textbox', { name: 'Username' })).toHaveValue('admin');
  await expect(page.getByRole('textbox', { name: 'Password' })).toBeFocused();
  const image = page.getByRole('img', { name: 'Characters to be typed' });
  const first = await image.getAttribute('src');

  await page.getByRole('textbox', { name: 'Captcha' }).fill('no');
  await fillLogin(page);
  await expect(page.getByRole('alert')).toHaveText('The captcha is wrong or expired');
  await expect(page.getByRole('textbox', { name: 'Captcha' })).toBeFocused();
  await expect(page.getByRole('textbox', { name: 'Captcha' })).toHaveValue('');
  await expect(image).not.toHaveAttribute('src', first ?? '');

  const second = await image.getAttribute('src');
  await page.getByRole('button', { name: 'Show another captcha' }).click();
  await expect(image).not.toHaveAttribute('src', second ?? '');

  await page.getByRole('textbox', { name: 'Captcha' }).fill(CAPTCHA);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible();
});

test('a change of the language keeps what is typed', async ({ page }) => {
  await page.goto('/console/login');
  await page.getByRole('textbox', { name: 'Username' }).fill('admin');
  await page.getByRole('combobox', { name: 'Language' }).selectOption('zh');
  await expect(page.getByRole('textbox', { name: '用户名' })).toHaveValue('admin');
});

test('a login leads to where one was, with all that the address holds', async ({ page }) => {
  await page.goto('/console/access/user?username=adm&pageSize=50');
  await fillLogin(page);

  await expect(heading(page, 'Users')).toBeVisible();
  await expect(page).toHaveURL(/\/console\/access\/user\?username=adm&pageSize=50$/);
  await page.reload();
  await expect(heading(page, 'Users')).toBeVisible();
});

test('a login leads to no other site', async ({ page }) => {
  await page.goto('/console/login?to=//example.org/');
  await fillLogin(page);
  await expect(page).toHaveURL(/\/console\/dashboard$/);
});

test('the tenant code is remembered, the password can be looked at', async ({ page }) => {
  await page.goto('/console/login');
  await fillLogin(page, { username: 'admin', password: 'wrong', tenantCode: 'platform' });
  await expect(page.getByRole('alert')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Tenant code' })).toHaveValue('platform');

  const password = page.getByRole('textbox', { name: 'Password' });
  await password.fill('secret');
  await expect(password).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(password).toHaveAttribute('type', 'text');
});
