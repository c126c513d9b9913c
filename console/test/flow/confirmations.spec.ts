import type { Page } from '@playwright/test';
import { addUser } from '../support/steward';
import { expect, open, test } from '../support/test';

/** A slow line: half a megabit a second. Parts that are loaded only when they are needed take noticeable time. */
const SLOW = { offline: false, latency: 200, downloadThroughput: 64_000, uploadThroughput: 64_000 };

/** Pages with the buttons that ask before they act, and what must be there for them to be shown. */
const PAGES = [
  ['/access/user', 'Delete'],
  ['/access/role', 'Delete'],
  ['/access/menu', 'Delete'],
  ['/access/tenant', 'Delete'],
  ['/access/online', 'Force logout'],
  ['/system/config', 'Delete'],
  ['/system/config-item', 'Delete'],
  ['/system/dict', 'Delete'],
  ['/log/login', 'Delete'],
  ['/log/operation', 'Delete'],
] as const;

/** Presses a button as soon as it is there, and expects the question, whole and in its styles, within the window. */
async function expectQuestion(page: Page, name: string): Promise<void> {
  await page
    .getByRole('table')
    .getByRole('button', { name, exact: true })
    .and(page.locator(':enabled'))
    .first()
    .click();
  const question = page.getByRole('alertdialog');
  await expect(question).toBeInViewport({ ratio: 1 });
  expect(await question.evaluate((element) => getComputedStyle(element).position)).toBe('fixed');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toHaveCount(0);
}

test.describe('on a slow line, a question is seen as soon as it is asked', () => {
  for (const [path, name] of PAGES) {
    test(`${name} on ${path}`, async ({ page, context, steward }) => {
      test.slow();
      const admin = await steward.as();
      const account = await addUser(admin, `asked-${path.split('/').at(-1)}`, ['sys:user:page']);
      await steward.as(account);
      await admin.post('/api/tenant/add', { name: path, code: `asked-${path.split('/').at(-1)}` });
      await admin.post('/api/dict/add', { name: path, code: `asked-${path.split('/').at(-1)}` });
      await open(page, path);
      const devtools = await context.newCDPSession(page);
      await devtools.send('Network.emulateNetworkConditions', SLOW);
      await page.reload({ waitUntil: 'commit' });
      await expectQuestion(page, name);
    });
  }

  test('leaving a form without saving', async ({ page, context }) => {
    test.slow();
    await open(page, '/access/role');
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.emulateNetworkConditions', SLOW);
    await page.reload({ waitUntil: 'commit' });
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Clerk');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('alertdialog')).toBeInViewport({ ratio: 1 });
  });
});
