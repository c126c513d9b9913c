import type { Page } from '@playwright/test';
import { violations } from '../support/axe';
import { expect, open, test } from '../support/test';

const HOUR = 3_600_000;

/** The bounds of the next read of the login log that has both. */
async function boundsOf(page: Page, act: () => Promise<unknown>): Promise<(string | null)[]> {
  const asked = page.waitForRequest((request) => /login\/log\/page\?.*startTime=.*endTime=/.test(request.url()));
  await act();
  const { searchParams } = new URL((await asked).url());
  return [searchParams.get('startTime'), searchParams.get('endTime')];
}

for (const [language, names] of [
  [
    'en',
    {
      time: 'Time',
      from: 'Time from',
      // Day, month, year: as in Britain, whose English the browser prefers.
      typed: '01032026',
      shown: /^1\s–\s29 Mar 2026$/,
      until: '29032026',
      yesterday: 'Yesterday',
      previous: 'Previous month',
      day: 'Day',
    },
  ],
  [
    'zh',
    {
      time: '时间',
      from: '时间开始日期',
      typed: '20260301',
      shown: /^2026\/3\/1\s–\s2026\/3\/29$/,
      until: '20260329',
      yesterday: '昨天',
      previous: '上个月',
      day: '日',
    },
  ],
] as const) {
  test(`a range of days is entered by keyboard alone, in ${language} and another zone`, async ({ page }) => {
    await page.addInitScript((chosen) => {
      localStorage.setItem('steward.language', chosen);
      localStorage.setItem('steward.zone', 'America/New_York');
    }, language);
    await open(page, '/log/login?startTime=2020-01-01&endTime=2020-12-31');
    const button = page.getByRole('search').getByRole('button', { name: new RegExp(`^${names.time} `) });
    const panel = page.getByRole('dialog', { name: names.time });
    await button.focus();
    await page.keyboard.press('Enter');
    await expect(panel.getByRole('group', { name: names.from }).getByRole('spinbutton').first()).toBeFocused();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.type(names.typed);
    await page.keyboard.press('Tab');
    await page.keyboard.type(names.until);
    // Clocks are set forward on 8 March in New York.
    expect(await boundsOf(page, () => page.keyboard.press('Enter'))).toEqual([
      '2026-03-01T05:00:00.000Z',
      '2026-03-30T03:59:59.999Z',
    ]);
    await expect(panel).toBeHidden();
    await expect(button).toBeFocused();
    await expect(button).toHaveText(names.shown);
    await expect(page).toHaveURL(/startTime=2026-03-01&endTime=2026-03-29/);

    await page.keyboard.press('Enter');
    const [from = '', to = ''] = await boundsOf(page, () =>
      panel.getByRole('button', { name: names.yesterday }).press('Enter'),
    );
    expect(Date.parse(to ?? '') + 1 - Date.parse(from ?? '')).toBeLessThanOrEqual(25 * HOUR);
    await expect(button).toHaveText(names.yesterday);
    await page.goBack();
    await expect(button).toHaveText(names.shown);

    // Two days of a calendar, walked to with the arrow keys.
    await button.press('Enter');
    await panel.getByRole('button', { name: names.previous }).press('Enter');
    const first = panel.locator('[data-value="2026-02-01"]:not([data-outside-view])');
    await first.press('Enter');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/startTime=2026-02-01&endTime=2026-02-02/);
  });
}

test('a date that is not whole is not sent, and is said at its field', async ({ page, steward }) => {
  const api = await steward.as();
  await api.post('/api/tenant/add', { name: 'Dated', code: 'dated' });
  await open(page, '/access/tenant');
  const row = page.getByRole('table', { name: 'Tenants' }).getByRole('row').filter({ hasText: 'dated' });
  await row.getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit tenant' });
  const expires = dialog.getByRole('group', { name: 'Expires' });
  await expires.getByRole('spinbutton', { name: 'Day' }).focus();
  await page.keyboard.type('2412');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Is not complete')).toBeVisible();
  await expect(expires.getByRole('spinbutton', { name: 'Day' })).toBeFocused();
  await expires.getByRole('spinbutton', { name: 'Year' }).focus();
  // Enter sends the form, as in any other field.
  await page.keyboard.type('20301800');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(row.locator('time').first()).toHaveAttribute('datetime', '2030-12-24T17:00:00.000Z');
});
