import type { Page } from '@playwright/test';
import { expect, heading, open, test } from '../support/test';

/** The parameters of the next read of the login log that has a range. */
async function rangeOf(page: Page, act: () => Promise<unknown>): Promise<(string | null)[]> {
  const asked = page.waitForRequest((request) => /login\/log\/page\?.*endTime=/.test(request.url()));
  await act();
  const { searchParams } = new URL((await asked).url());
  return [searchParams.get('startTime'), searchParams.get('endTime')];
}

test('a range of days is that of the chosen zone, and so are times', async ({ page }) => {
  // The clocks of Berlin are set forward on this day.
  const day = '2026-03-29';
  const link = `/console/log/login?startTime=${day}&endTime=${day}`;
  await open(page, '/log/login');
  expect(await rangeOf(page, () => page.goto(link))).toEqual(['2026-03-28T23:00:00.000Z', '2026-03-29T21:59:59.999Z']);
  await expect(page.getByRole('search').getByRole('button', { name: /^Time / })).toHaveText('29 Mar 2026');

  await page.goto('/console/profile');
  await page.getByRole('combobox', { name: 'Time zone' }).selectOption('America/New_York');
  expect(await rangeOf(page, () => page.goto(link))).toEqual(['2026-03-29T04:00:00.000Z', '2026-03-30T03:59:59.999Z']);

  await page.goto('/console/log/login');
  const time = page.getByRole('table', { name: 'Login log' }).locator('time').first();
  const instant = new Date((await time.getAttribute('datetime')) ?? '');
  const hour = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium', timeZone: 'America/New_York' }).format(instant);
  const title = await time.getAttribute('title');
  expect(title).toContain(hour);
  expect(title).toContain(`(${instant.toISOString().slice(0, 19).replace('T', ' ')} UTC)`);
});

test('the dashboard counts the days of the chosen zone', async ({ page }) => {
  await open(page, '/profile');
  await page.getByRole('combobox', { name: 'Time zone' }).selectOption('Pacific/Auckland');
  const asked = page.waitForRequest((request) => request.url().includes('/api/statistics/logins'));
  await page.goto('/console/dashboard');
  expect(new URL((await asked).url()).searchParams.get('zone')).toBe('Pacific/Auckland');
  await expect(heading(page, 'Dashboard')).toBeVisible();
  const today = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'Pacific/Auckland' }).format(
    new Date(),
  );
  await expect(page.getByRole('table', { name: 'Logins by day' }).getByRole('rowheader').last()).toHaveText(today);
});
