import type { Page } from '@playwright/test';
import { violations } from '../support/axe';
import { addUser } from '../support/steward';
import { expect, heading, open, test } from '../support/test';

const own = (page: Page) => page.evaluate(() => document.documentElement.style.getPropertyValue('--accent-light'));
const saved = (page: Page) => page.getByRole('status').filter({ hasText: 'Web configuration saved' });

test('an accent colour is chosen, shown in readable shades, and applied everywhere', async ({ page, another }) => {
  await open(page, '/system/web');
  const accent = page.getByRole('textbox', { name: 'Accent colour' });
  await expect(accent).toHaveValue('');
  await expect(page.getByText('contrast')).toHaveCount(0);
  await accent.fill('FF0');
  await accent.blur();
  await expect(accent).toHaveValue('#ffff00');
  await expect(page.getByLabel('Choose a colour')).toHaveValue('#ffff00');
  await expect(page.getByText(/^Light: too light to read \(contrast 1\.\d:1\), so it is shown darker/)).toBeVisible();
  await expect(page.getByText(/^Dark: used as chosen, contrast \d+\.\d:1$/)).toBeVisible();
  await page.getByLabel('Choose a colour').fill('#800040');
  await expect(accent).toHaveValue('#800040');
  await expect(page.getByText(/^Light: used as chosen/)).toBeVisible();
  await expect(page.getByText(/^Dark: too dark to read/)).toBeVisible();
  expect(await own(page)).toBe('');

  await page.getByRole('button', { name: 'Save' }).click();
  await expect(saved(page)).toBeVisible();
  await expect.poll(() => own(page)).toBe('#800040');
  await expect(page.getByRole('link', { name: 'Web configuration' })).toHaveCSS('color', 'rgb(128, 0, 64)');

  const visitor = await another();
  await visitor.goto('/console/login');
  await expect(visitor.getByRole('button', { name: 'Log in' })).toHaveCSS('background-color', 'rgb(128, 0, 64)');

  // The first paint, before the console's own script has run.
  await visitor.route('**/assets/*.js', () => undefined);
  await visitor.goto('/console/login', { waitUntil: 'commit' });
  await expect(visitor.locator('#app')).toBeEmpty();
  expect(await own(visitor)).toBe('#800040');

  await page.getByRole('button', { name: 'Default' }).click();
  await expect(page.getByText('used as chosen')).toHaveCount(0);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => own(page)).toBe('');
  await page.reload();
  await expect(heading(page, 'Web configuration')).toBeVisible();
  expect(await own(page)).toBe('');
});

test('what is no colour is refused at its field', async ({ page }) => {
  await open(page, '/system/web');
  const accent = page.getByRole('textbox', { name: 'Accent colour' });
  await accent.fill('yellow');
  await accent.blur();
  await expect(accent).toHaveAccessibleDescription('Must be a colour such as #3651c9');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(accent).toBeFocused();
  await expect(accent).toHaveValue('yellow');

  await page.route('**/api/config/web/save', (route) =>
    route.continue({ postData: JSON.stringify({ siteAccent: '#12' }) }),
  );
  await accent.fill('#123456');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(accent).toHaveAccessibleDescription('Accent colour must be a colour such as #3651c9');
  await expect(accent).toBeFocused();
});

for (const colour of ['#ffff00', '#000000']) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`axe finds nothing with the accent ${colour} in ${colorScheme}`, async ({ page, steward }) => {
      const admin = await steward.as();
      await admin.post('/api/config/web/save', { siteAccent: colour });
      const { username } = await addUser(admin, `accent-${colour.slice(1)}-${colorScheme}`, []);
      await page.emulateMedia({ colorScheme });
      await page.goto('/console/login');
      await expect.poll(() => own(page)).not.toBe('');
      expect(await violations(page)).toEqual([]);
      await open(page, '/system/web');
      await expect(page.getByText(/^Dark: /)).toBeVisible();
      expect(await violations(page)).toEqual([]);
      await open(page, `/access/user?username=${username}`);
      await page.getByRole('checkbox', { name: 'Select row' }).first().check();
      await page.getByRole('button', { name: 'More' }).first().click();
      await page.getByRole('menuitem').first().hover();
      expect(await violations(page)).toEqual([]);
      await admin.post('/api/config/web/save', { siteAccent: '' });
    });
  }
}
