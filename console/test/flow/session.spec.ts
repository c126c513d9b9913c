import type { Page } from '@playwright/test';
import { type Steward, addUser } from '../support/steward';
import { WRONG_CREDENTIALS, expect, fillLogin, heading, open, quiet, test } from '../support/test';

/** Ends the sessions of a user as an administrator does. */
async function forceLogout(steward: Steward, username: string): Promise<void> {
  const admin = await steward.as();
  const { records } = await admin.get<{ records: { jti: string }[] }>(`/api/online/page?username=${username}`);
  for (const { jti } of records) await admin.delete(`/api/online/forceLogout/${jti}`);
}

/** Revokes the access token of a tab alone, as time would: its session goes on with a refresh. */
async function expire(steward: Steward, page: Page): Promise<void> {
  // The lookups of a table after its rows must not be the first to find the token revoked.
  await page.waitForLoadState('networkidle');
  const request = page.waitForRequest((one) => one.headers().authorization !== undefined);
  await page.getByRole('button', { name: 'Reload', exact: true }).click();
  const sent = await request;
  // Revoked while the service still reads the request, it would be refreshed at once.
  await sent.response();
  const token = (await sent.headerValue('authorization'))?.replace('Bearer ', '');
  await (await steward.as()).delete(`/api/oauth2/remove/${token}`);
}

for (const [kind, host] of [
  ['a secure origin', '127.0.0.1'],
  ['an insecure origin', 'steward.test'],
] as const) {
  test(`four tabs whose token has expired go on, on ${kind}`, async ({ context, steward, allow }) => {
    test.slow();
    allow(/401/);
    const origin = `http://${host}:${steward.port}`;
    const tabs = await Promise.all(Array.from({ length: 4 }, () => context.newPage()));
    const [first] = tabs as [Page];
    await first.goto(`${origin}/console/login`);
    await fillLogin(first);
    await expect(first.getByRole('navigation', { name: 'Main menu' })).toBeVisible();
    for (const tab of tabs) {
      await tab.goto(`${origin}/console/access/role`);
      await expect(heading(tab, 'Roles')).toBeVisible();
    }
    expect(await first.evaluate(() => 'locks' in navigator)).toBe(host === '127.0.0.1');

    for (let round = 0; round < 5; round++) {
      for (const tab of tabs) await expire(steward, tab);
      const asked = tabs.map((tab) =>
        tab.waitForResponse((one) => one.url().includes('/api/role/page') && one.status() === 200),
      );
      await Promise.all(tabs.map((tab) => tab.getByRole('button', { name: 'Reload', exact: true }).click()));
      await Promise.all(asked);
    }
    for (const tab of tabs) await expect(tab.getByRole('dialog')).toHaveCount(0);
  });
}

test('of four tabs whose token is refused at once, one refreshes', async ({ context, steward, allow }) => {
  allow(/401/);
  const tabs = await Promise.all(Array.from({ length: 4 }, () => context.newPage()));
  for (const tab of tabs) {
    await open(tab, '/access/role');
    // The next login in this browser revokes the token with which this tab still asks.
    await tab.waitForLoadState('networkidle');
  }
  // All have the token that the first one announces now.
  await expire(steward, tabs[0] as Page);
  const refreshes: string[] = [];
  context.on('request', (one) => {
    if (one.method() === 'PUT' && one.url().endsWith('/api/session')) refreshes.push(one.url());
  });
  await Promise.all(tabs.map((tab) => tab.getByRole('button', { name: 'Reload', exact: true }).click()));
  await Promise.all(tabs.map((tab) => expect(tab.getByRole('row')).not.toHaveCount(0)));
  await expect.poll(() => refreshes.length).toBeGreaterThan(0);
  expect(refreshes.length).toBeLessThan(tabs.length);
});

test('a logout and a login follow in the other tabs', async ({ page, context }) => {
  await open(page, '/access/user');
  const other = await context.newPage();
  await other.goto('/console/access/role?pageSize=50');
  await expect(heading(other, 'Roles')).toBeVisible();
  for (const tab of [page, other]) await quiet(tab);

  await page.getByRole('button', { name: 'admin', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await expect(page).toHaveURL(/\/console\/login$/);
  await expect(other).toHaveURL(/\/console\/login\?to=/);

  await fillLogin(page);
  await expect(heading(other, 'Roles')).toBeVisible();
  await expect(other).toHaveURL(/\/console\/access\/role\?pageSize=50$/);
  await page.reload();
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible();
});

test('a session that ends in mid-form: the login goes over it, and the form is saved', async ({
  page,
  steward,
  allow,
}) => {
  allow(/401/);
  const admin = await steward.as();
  const { id } = await addUser(admin, 'mid-form', ['sys:user:page', 'sys:user:update', 'sys:user:detail']);
  await open(page, '/access/user?username=mid-form', { username: 'mid-form', password: 'password of mid-form' });
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const form = page.getByRole('dialog', { name: 'Edit user' });
  await form.getByRole('textbox', { name: 'Real name' }).fill('Written before');
  await forceLogout(steward, 'mid-form');
  await form.getByRole('button', { name: 'Save' }).click();

  const again = page.getByRole('dialog', { name: 'Log in again' });
  await expect(again).toContainText('ended by an administrator');
  await expect(again.getByRole('textbox', { name: 'Username' })).toHaveValue('mid-form');
  await expect(again.getByRole('textbox', { name: 'Username' })).not.toBeEditable();
  await expect(again.getByRole('textbox', { name: 'Password' })).toBeFocused();
  await page.keyboard.press('Escape');
  await again.getByRole('textbox', { name: 'Password' }).fill('wrong');
  await again.getByRole('button', { name: 'Log in' }).click();
  await expect(again.getByRole('alert')).toHaveText(WRONG_CREDENTIALS);
  await again.getByRole('textbox', { name: 'Password' }).fill('password of mid-form');
  await again.getByRole('textbox', { name: 'Captcha' }).fill('let-me-in');
  await page.keyboard.press('Enter');

  await expect(again).toHaveCount(0);
  await expect(form).toHaveCount(0);
  expect(await admin.get(`/api/user/detail/${id}`)).toMatchObject({ realname: 'Written before' });
});

test('a forced logout says so; leaving goes to the login page', async ({ page, steward, allow }) => {
  allow(/401/);
  await addUser(await steward.as(), 'forced', ['sys:user:page', 'sys:role:page']);
  await open(page, '/access/user', { username: 'forced', password: 'password of forced' });
  await forceLogout(steward, 'forced');
  await page.getByRole('link', { name: 'Roles', exact: true }).click();

  const again = page.getByRole('dialog', { name: 'Log in again' });
  await expect(again).toContainText('ended by an administrator');
  await again.getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL(/\/console\/login/);
  await expect(page.getByRole('textbox', { name: 'Username' })).toBeVisible();
});

test('a browser whose session has become another user’s sends nothing in that one’s name', async ({
  page,
  steward,
  allow,
}) => {
  allow(/401/);
  const other = await addUser(await steward.as(), 'other', ['sys:role:page']);
  await open(page, '/access/role');
  await expect(heading(page, 'Roles')).toBeVisible();
  await expire(steward, page);
  // As in a tab that never heard of it.
  const answer = await page.request.post('/api/session', { data: other });
  expect(await answer.json()).toMatchObject({ ok: true });

  const loaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Reload', exact: true }).click();
  await loaded;
  await expect(page.getByRole('button', { name: 'other', exact: true })).toBeVisible();
});
