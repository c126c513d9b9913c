import type { BrowserContext } from '@playwright/test';
import { CREDENTIALS } from './steward.js';

/** Logs in to the console, for all pages of a context. */
export async function logIn(context: BrowserContext): Promise<void> {
  const page = await context.newPage();
  await page.goto('/console/login');
  await page.getByLabel('Username', { exact: true }).fill(CREDENTIALS.username);
  await page.getByLabel('Password', { exact: true }).fill(CREDENTIALS.password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('navigation', { name: 'Main menu' }).waitFor();
  await page.close();
}
