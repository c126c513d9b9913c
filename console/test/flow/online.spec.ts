import { addUser } from '../support/steward';
import { expect, heading, open, test } from '../support/test';

test('who is online: the own session is marked, another is ended after a question', async ({ page, steward }) => {
  const admin = await steward.as();
  const account = await addUser(admin, 'evicted', ['sys:user:page']);
  const evicted = await steward.as(account);

  await open(page, '/access/online');
  await expect(heading(page, 'Online users')).toBeVisible();
  const table = page.getByRole('table', { name: 'Online users' });
  await expect(table.getByRole('row').filter({ hasText: 'This session' })).toHaveCount(1);
  await expect(table.getByRole('row').filter({ hasText: 'This session' })).toContainText('admin');

  const row = table.getByRole('row', { name: /evicted/ });
  await row.getByRole('button', { name: 'Force logout' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('evicted');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toHaveCount(0);
  await evicted.get('/api/index/getUser');

  await row.getByRole('button', { name: 'Force logout' }).click();
  await question.getByRole('button', { name: 'Force logout' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'evicted' })).toBeVisible();
  await expect(row).toHaveCount(0);
  await expect(evicted.get('/api/index/getUser')).rejects.toThrow('ended by an administrator');
});

test('who is online is read again every 15 seconds, but not in a hidden tab', async ({ page, steward }) => {
  const account = await addUser(await steward.as(), 'latecomer', ['sys:user:page']);
  await page.clock.install();
  await open(page, '/access/online');
  await expect(heading(page, 'Online users')).toBeVisible();
  await steward.as(account);
  const row = page.getByRole('row', { name: /latecomer/ });
  await expect(row).toHaveCount(0);
  await page.clock.runFor(16_000);
  await expect(row).toHaveCount(1);

  let reads = 0;
  page.on('request', (request) => {
    if (request.url().includes('/api/online/page')) reads++;
  });
  const show = (state: DocumentVisibilityState) =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'visibilityState', { value, configurable: true });
      window.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    }, state);
  await show('hidden');
  await page.clock.runFor(60_000);
  expect(reads).toBe(0);
  await show('visible');
  await page.clock.runFor(16_000);
  await expect.poll(() => reads).toBeGreaterThan(0);
});
