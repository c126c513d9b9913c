import { WRONG_CREDENTIALS, expect, fillLogin, test } from '../support/test';

test.use({ settings: { AUTH_LIMIT: '1' } });

test('too many logins: the button counts down to when the next may be tried', async ({ page, allow }) => {
  allow(/429/);
  await page.clock.install();
  await page.goto('/console/login');
  await fillLogin(page, { username: 'admin', password: 'wrong' });
  await expect(page.getByRole('alert')).toHaveText(WRONG_CREDENTIALS);
  await page.getByRole('textbox', { name: 'Captcha' }).fill('any');
  await fillLogin(page, { username: 'admin', password: 'wrong' });

  const button = page.getByRole('button', { name: /^Log in \(\d+ s\)$/ });
  await expect(page.getByRole('alert')).toContainText('Too many');
  await expect(button).toBeDisabled();
  const before = Number(/\d+/.exec(await button.innerText())?.[0]);
  await page.clock.runFor(2000);
  expect(Number(/\d+/.exec(await button.innerText())?.[0])).toBeLessThan(before);

  await page.clock.runFor('01:00');
  await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeEnabled();
  await expect(page.getByRole('textbox', { name: 'Username' })).toHaveValue('admin');
});
