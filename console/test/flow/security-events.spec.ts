import { violations } from '../support/axe';
import { expect, heading, open, test } from '../support/test';
import type { Account, Steward } from '../support/steward';

const PASSWORD = 'a quiet river';

/** A user of their own, who has logged in once. */
async function aUser(steward: Steward, username: string): Promise<Account & { id: number }> {
  const admin = await steward.as();
  const { id } = await admin.post<{ id: number }>('/api/user/add', { username, password: PASSWORD });
  return { id, username, password: PASSWORD };
}

/** Logs in as another browser does. */
async function logInWith(origin: string, userAgent: string, account: Account): Promise<void> {
  const answer = await fetch(`${origin}/api/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'User-Agent': userAgent },
    body: JSON.stringify({ username: account.username, password: account.password }),
  });
  expect(await answer.json()).toMatchObject({ ok: true });
}

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';

test('security events: filtered by kind and user, in both languages', async ({ page, steward }) => {
  const { id, username } = await aUser(steward, 'event-reset');
  await (await steward.as()).put('/api/user/resetPassword', { id, password: 'another quiet river' });
  await open(page, '/log/security-event');
  await expect(heading(page, 'Security events')).toBeVisible();
  const filters = page.getByRole('search', { name: 'Filters' });
  await filters.getByLabel('Event').selectOption('Password reset');
  await expect(page).toHaveURL(/[?&]type=password\.reset/);
  const row = page.getByRole('table', { name: 'Security events' }).getByRole('row').filter({ hasText: username });
  await expect(row).toHaveCount(1);
  await expect(row.getByRole('cell', { name: 'Password reset', exact: true })).toBeVisible();
  await expect(row.getByRole('cell', { name: 'admin', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add', exact: true })).toHaveCount(0);

  await page.evaluate(() => localStorage.setItem('steward.language', 'zh'));
  await page.reload();
  await expect(heading(page, '安全事件')).toBeVisible();
  await expect(
    page.getByRole('row', { name: username }).getByRole('cell', { name: '密码已重置', exact: true }),
  ).toBeVisible();
});

test('a login from a new device is announced in the other sessions, until it is dismissed', async ({
  page,
  steward,
}) => {
  const account = await aUser(steward, 'event-device');
  await open(page, '/profile', account);
  const banner = page.getByRole('status').filter({ hasText: 'new device' });
  await logInWith(steward.origin, FIREFOX, account);
  await page.reload();
  await expect(banner).toContainText('Firefox 140.0, Windows 10, 127.0.0.1');
  await banner.getByRole('button', { name: 'Dismiss' }).click();
  await expect(banner).toHaveCount(0);
  const asked = page.waitForResponse(/getSecurityEvents/);
  await page.reload();
  await asked;
  await expect(banner).toHaveCount(0);
});

test('the announcement leaves the page where it is', async ({ page, steward }) => {
  const account = await aUser(steward, 'event-still');
  await open(page, '/profile', account);
  await logInWith(steward.origin, FIREFOX, account);
  let announce!: () => void;
  const announced = new Promise<void>((resolve) => (announce = resolve));
  await page.route(/getSecurityEvents/, async (route) => {
    await announced;
    await route.continue();
  });
  await page.reload();
  const title = heading(page, 'Profile');
  await expect(title).toBeVisible();
  const before = await title.boundingBox();
  announce();
  const banner = page.getByRole('status').filter({ hasText: 'new device' });
  await expect(banner).toBeVisible();
  expect(await title.boundingBox()).toEqual(before);
  expect(await violations(page)).toEqual([]);
  await page.emulateMedia({ media: 'print' });
  await expect(banner).toBeHidden();
});

test('the new device itself announces nothing', async ({ page, steward }) => {
  const account = await aUser(steward, 'event-self');
  await logInWith(steward.origin, FIREFOX, account);
  const asked = page.waitForResponse(/getSessions/);
  await open(page, '/profile', account);
  await asked;
  await page.waitForLoadState('networkidle');
  await expect(page.getByRole('status').filter({ hasText: 'new device' })).toHaveCount(0);
});
