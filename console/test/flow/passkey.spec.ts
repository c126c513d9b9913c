/** Passkeys, with the authenticator that Chromium simulates. */
import { type Page } from '@playwright/test';
import { authenticatorOf } from '../support/authenticator';
import { LOOKS, violations } from '../support/axe';
import { type Account, type Steward, addUser } from '../support/steward';
import { expect, fillLogin, heading, test as base } from '../support/test';

// Browsers have passkeys for host names only.
const test = base.extend({
  baseURL: async ({ steward }, use) => use(`http://localhost:${steward.port}`),
});

const table = (page: Page) => page.getByRole('table', { name: 'Passkeys' });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function newUser(steward: Steward, username: string): Promise<Account> {
  return addUser(await steward.as(), username, ['sys:role:list', 'sys:role:page']);
}

/** Logs in with the password and adds a first passkey, with its recovery codes. */
async function addFirst(page: Page, account: Account, name: string): Promise<void> {
  await page.goto('/console/profile');
  await fillLogin(page, account);
  await button(page, 'Add passkey').click();
  const dialog = page.getByRole('dialog', { name: 'Add passkey' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  const codes = page.getByRole('dialog', { name: 'Recovery codes' });
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  await codes.getByRole('checkbox', { name: 'I have saved these codes' }).check();
  await codes.getByRole('button', { name: 'Done' }).click();
  await expect(table(page).getByRole('row').filter({ hasText: name })).toBeVisible();
}

async function logOut(page: Page, account: Account): Promise<void> {
  await page.getByRole('button', { name: account.username, exact: true }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await expect(button(page, 'Log in')).toBeVisible();
}

test('a passkey is added, renamed, logs in without a password, and is removed', async ({ page, steward }) => {
  const account = await newUser(steward, 'no-password');
  await authenticatorOf(page);
  await addFirst(page, account, 'Laptop');

  await table(page).getByRole('button', { name: 'Rename' }).click();
  const rename = page.getByRole('dialog', { name: 'Rename' });
  await rename.getByRole('textbox', { name: 'Name' }).fill('');
  await rename.getByRole('button', { name: 'Save' }).click();
  await expect(rename.getByText('Enter a name.')).toBeVisible();
  await rename.getByRole('textbox', { name: 'Name' }).fill('Work laptop');
  await rename.getByRole('button', { name: 'Save' }).click();
  await expect(table(page)).toContainText('Work laptop');

  await logOut(page, account);
  await button(page, 'Sign in with passkey').click();
  await expect(heading(page, 'Roles')).toBeVisible();
  await page.goto('/console/profile');
  const sessions = page.getByRole('table', { name: 'Sessions' });
  await expect(sessions.getByRole('row').filter({ hasText: 'This session' })).toContainText('Passkey');

  await table(page).getByRole('button', { name: 'Remove' }).click();
  const question = page.getByRole('alertdialog', { name: 'Remove the passkey Work laptop?' });
  await question.getByRole('button', { name: 'Remove' }).click();
  await expect(table(page)).toHaveCount(0);

  // The device still has the key, which no longer works.
  await logOut(page, account);
  await button(page, 'Sign in with passkey').click();
  await expect(page.getByRole('alert')).toHaveText('The passkey was not accepted');
  await fillLogin(page, account);
  await expect(heading(page, 'Roles')).toBeVisible();
});

test('a passkey is the second step after the password', async ({ page, steward }) => {
  const account = await newUser(steward, 'second-key');
  await authenticatorOf(page);
  await addFirst(page, account, 'Phone');
  await logOut(page, account);
  await fillLogin(page, account);
  await expect(page.getByRole('heading', { name: 'Second step' })).toBeVisible();
  await button(page, 'Use a passkey').click();
  await expect(heading(page, 'Roles')).toBeVisible();
});

test('a user who is not verified, and a device without a key, are told so', async ({ page, steward }) => {
  const account = await newUser(steward, 'unverified');
  const authenticator = await authenticatorOf(page);
  await addFirst(page, account, 'Tablet');
  await logOut(page, account);
  await authenticator.verifies(false);
  await button(page, 'Sign in with passkey').click();
  await expect(page.getByRole('alert')).toHaveText('No passkey was used');
  await authenticator.verifies(true);
  await authenticator.clear();
  await button(page, 'Sign in with passkey').click();
  await expect(page.getByRole('alert')).toHaveText('No passkey was used');
  await expect(button(page, 'Log in')).toBeEnabled();
});

for (const look of LOOKS) {
  test.describe(`${look.colorScheme}, ${look.locale}`, () => {
    test.use(look);

    test('axe finds nothing where passkeys are added and listed', async ({ page, steward }) => {
      const account = await newUser(steward, `axe-pass-${look.colorScheme}`);
      await authenticatorOf(page);
      await page.request.post('/api/session', { data: account });
      await page.goto('/console/profile');
      await page.locator('.passkeys-head button').click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox').fill('Key');
      expect(await violations(page)).toEqual([]);
      await dialog.locator('button[type=submit]').click();
      await page.getByRole('checkbox').check();
      expect(await violations(page)).toEqual([]);
      await dialog.locator('.button.primary').click();
      await expect(page.locator('.passkeys-head ~ table')).toBeVisible();
      expect(await violations(page)).toEqual([]);
    });
  });
}
