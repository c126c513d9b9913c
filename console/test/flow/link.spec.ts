/** Links with which users set their passwords, and how to get one. */
import type { Page } from '@playwright/test';
import { generate } from 'otplib';
import { LOOKS, violations } from '../support/axe';
import { ADMIN, type Account, CAPTCHA, Steward, addUser } from '../support/steward';
import { expect, fillLogin, heading, open, test } from '../support/test';
import { SmtpServer } from '../../../test/support/smtp-server';

// No mail server listens there: mails stay in the queue, and the answers are the same.
test.use({ settings: { SMTP_URL: 'smtp://127.0.0.1:9', SMTP_FROM: 'steward@example.org' } });

const PASSWORD = 'a river of one’s own';

/** Opens a link whose address an administrator was shown. */
async function follow(page: Page, url: string): Promise<void> {
  await page.goto(`/console/link#${url.split('#')[1]}`);
}

async function linkFor(steward: Steward, username: string): Promise<{ account: Account; url: string }> {
  const admin = await steward.as();
  const account = await addUser(admin, username, []);
  const { url } = await admin.post<{ url: string }>('/api/user/resetLink', { id: account.id });
  return { account, url };
}

/** The link in the dialog that an action of an administrator opened. */
async function madeLink(page: Page, title: string): Promise<string> {
  const link = page.getByRole('dialog', { name: title, exact: true }).getByRole('textbox', { name: 'Link' });
  await expect(link).toHaveValue(/\/console\/link#[\w-]{43}$/);
  return link.inputValue();
}

async function choose(page: Page, username: string, action: string): Promise<void> {
  await open(page, `/access/user?username=${username}`);
  const row = page.getByRole('table', { name: 'Users' }).getByRole('row').filter({ hasText: username });
  await row.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: action }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: action }).click();
}

async function setPassword(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'New password', exact: true }).fill(PASSWORD);
  await page.getByRole('textbox', { name: 'Repeat new password' }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByRole('status')).toHaveText('The password is set. Log in with it.');
  await page.getByRole('link', { name: 'Go to the login' }).click();
}

test('a user whose password was reset sets another with the link', async ({ page, another, steward }) => {
  const account = await addUser(await steward.as(), 'gets-link', []);
  await choose(page, account.username, 'Reset link');
  const url = await madeLink(page, 'Reset link');
  const theirs = await another();
  await follow(theirs, url);
  await expect(heading(theirs, 'Reset password')).toBeVisible();
  const fresh = theirs.getByRole('textbox', { name: 'New password', exact: true });
  const repeat = theirs.getByRole('textbox', { name: 'Repeat new password' });
  await expect(fresh).toBeFocused();
  await expect(fresh).toHaveAttribute('autocomplete', 'new-password');
  await theirs.keyboard.press('Enter');
  await expect(fresh).toHaveAccessibleDescription('Enter the new password.');
  await fresh.fill('password1');
  await repeat.fill('password2');
  await theirs.keyboard.press('Enter');
  await expect(repeat).toHaveAccessibleDescription('Is not the same as the new password');
  await repeat.fill('password1');
  await theirs.keyboard.press('Enter');
  await expect(theirs.getByRole('alert')).toContainText('password is a common password');
  await expect(fresh).toBeFocused();
  await setPassword(theirs);
  await fillLogin(theirs, { ...account, password: PASSWORD });
  await expect(theirs.getByRole('button', { name: account.username, exact: true })).toBeVisible();
  await follow(theirs, url);
  await theirs.reload();
  await expect(theirs.getByRole('alert')).toContainText('The link is invalid or has expired');
});

test('somebody is invited with roles, and sets the first password', async ({ page, another, steward }) => {
  const api = await steward.as();
  await api.post('/api/role/add', { name: 'Invited role', code: 'invited-role' });
  await open(page, '/access/user');
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  const form = page.getByRole('dialog', { name: 'Invite user' });
  await expect(form.getByRole('textbox', { name: 'Password' })).toHaveCount(0);
  await expect(form.getByRole('combobox', { name: 'Tenant' })).toHaveValue('Platform');
  await form.getByRole('textbox', { name: 'Username' }).fill('is-invited');
  await form.getByRole('combobox', { name: 'Roles' }).fill('invited');
  await page.getByRole('option', { name: 'Invited role' }).click();
  await form.getByRole('textbox', { name: 'Username' }).press('Control+Enter');
  const url = await madeLink(page, 'Invite');
  const { records } = await api.get<{ records: { id: number }[] }>('/api/user/page?username=is-invited');
  const { roleIds } = await api.get<{ roleIds: number[] }>(`/api/user/detail/${records[0]?.id}`);
  expect(roleIds).toHaveLength(1);
  const theirs = await another();
  await follow(theirs, url);
  await expect(heading(theirs, 'Accept invitation')).toBeVisible();
  await setPassword(theirs);
  await fillLogin(theirs, { username: 'is-invited', password: PASSWORD });
  await expect(theirs.getByRole('button', { name: 'is-invited', exact: true })).toBeVisible();
});

test('a lost second factor is taken away, with the password', async ({ page, another, steward }) => {
  const account = await addUser(await steward.as(), 'lost-phone', []);
  const api = await steward.as(account);
  const { secret } = await api.post<{ secret: string }>('/api/index/addTotp', {});
  await api.post('/api/index/confirmTotp', { otp: await generate({ secret }) });
  await choose(page, account.username, 'Reset factors');
  const url = await madeLink(page, 'Reset factors');
  const theirs = await another();
  await follow(theirs, url);
  await setPassword(theirs);
  await fillLogin(theirs, { ...account, password: PASSWORD });
  await expect(theirs.getByRole('button', { name: account.username, exact: true })).toBeVisible();
});

test('a forgotten password: the answer is the same for everybody', async ({ page }) => {
  // The first picture arrives only after the form was sent without its answer.
  let arrive!: () => void;
  const picture = new Promise<void>((resolve) => (arrive = resolve));
  await page.route('**/api/captcha', async (route) => {
    await picture;
    await route.continue();
  });
  await page.goto('/console/login?tenant=acme');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(heading(page, 'Forgot password')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Tenant code' })).toHaveValue('acme');
  const captcha = page.getByRole('textbox', { name: 'Captcha' });
  await expect(captcha).toBeHidden();
  await page.getByRole('textbox', { name: 'Username' }).fill('nobody-at-all');
  await page.getByRole('button', { name: 'Send link' }).click();
  arrive();
  await expect(captcha).toBeFocused();
  await captcha.fill('wrong');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText('captcha');
  await expect(captcha).toBeFocused();
  await captcha.fill(CAPTCHA);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status')).toContainText('the link is on its way');
  await page.getByRole('link', { name: 'Go to the login' }).click();
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();
});

test('an e-mail address is confirmed with the link of a mail', async ({ page }) => {
  const mails = new SmtpServer();
  await mails.start();
  const service = await Steward.begin({ SMTP_URL: mails.url });
  try {
    await page.request.post(`${service.origin}/api/session`, { data: ADMIN });
    await page.goto(`${service.origin}/console/profile`);
    await page.getByRole('textbox', { name: 'Email' }).fill('chief@steward.test');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect
      .poll(() => mails.mails.find(({ text }) => text.includes('/console/link#'))?.to)
      .toEqual(['chief@steward.test']);
    const text = mails.mails.map((mail) => mail.text).join();
    await page.goto(`${service.origin}/console/link#${/link#([\w-]{43})/.exec(text)?.[1]}`);
    await expect(heading(page, 'Confirm email address')).toBeVisible();
    await page.getByRole('button', { name: 'Confirm' }).click();
    await expect(page.getByRole('status')).toHaveText('The address is confirmed.');
    await page.reload();
    await expect(page.getByRole('alert')).toContainText('The link is invalid or has expired');
    await page.goto('about:blank');
  } finally {
    await service.end();
    await mails.stop();
  }
});

test('a link that cannot be used says so, in a session too', async ({ page }) => {
  await follow(page, '#no-such-link');
  await expect(page.getByRole('alert')).toContainText('The link is invalid or has expired');
  await open(page, '/profile');
  await page.goto('/console/login');
  await follow(page, '#no-such-link');
  await expect(page.getByRole('alert')).toContainText('The link is invalid or has expired');
});

for (const look of LOOKS) {
  test.describe(`${look.colorScheme}, ${look.locale}`, () => {
    test.use(look);

    test('axe finds nothing on the pages of links', async ({ page, steward }) => {
      const { url } = await linkFor(steward, `axe-link-${look.colorScheme}`);
      await follow(page, url);
      await expect(page.locator('[name=repeat]')).toBeVisible();
      await page.keyboard.press('Enter');
      expect(await violations(page)).toEqual([]);
      await page.goto('/console/forgot');
      await expect(page.locator('[name=code]')).toBeVisible();
      expect(await violations(page)).toEqual([]);
    });
  });
}
