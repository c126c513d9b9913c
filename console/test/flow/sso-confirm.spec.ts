/** Confirming who is calling, for people who log in at an identity provider. */
import { setTimeout as sleep } from 'node:timers/promises';
import { addProvider, button, providerTest, somebody } from '../support/provider-test';
import { expect } from '../support/test';

const TTL_S = 4;

const test = providerTest({ STEP_UP_TTL: String(TTL_S) });

test('who logged in there confirms there who they are', async ({ page, steward, provider, allow }) => {
  allow(/status of 40[13]/);
  await addProvider(steward, provider, 'Confirming');
  const username = somebody(provider);
  await page.goto('/console/login');
  await button(page, 'Sign in with Confirming').click();
  await expect(button(page, username)).toBeVisible();
  await page.goto('/console/profile');
  await sleep((TTL_S + 2) * 1000);
  await button(page, 'Set up authenticator app').click();
  const dialog = page.getByRole('dialog', { name: 'Confirm it is you' });
  await expect(dialog.getByRole('textbox')).toHaveCount(0);
  const tab = page.waitForEvent('popup');
  await dialog.getByRole('button', { name: 'Sign in again' }).click();
  await tab;
  await expect(page.getByRole('dialog', { name: 'Set up authenticator app' })).toBeVisible();
});
