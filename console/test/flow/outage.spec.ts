import type { Page, Route } from '@playwright/test';
import { expect, heading, open, test } from '../support/test';

/** As the service itself refuses while it is overloaded. */
function refuse(route: Route): Promise<void> {
  return route.fulfill({
    status: 503,
    headers: { 'Retry-After': '3', 'Content-Type': 'application/json' },
    body: JSON.stringify({ code: 1, ok: false, msg: 'The service is overloaded', data: {} }),
  });
}

/** Presses "Retry now", which is gone if the console has just retried by itself. */
async function retryNow(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Retry now' });
  await button.click({ timeout: 5000 }).catch(() => expect(button).toHaveCount(0));
}

test('a service that cannot serve: the banner counts down, and reads repeat when it can', async ({ page, allow }) => {
  allow(/503/);
  await open(page, '/access/role');
  await expect(page.getByRole('table')).toBeVisible();
  await page.route('**/api/**', refuse);
  await page.getByRole('link', { name: 'Users', exact: true }).click();

  const banner = page.getByRole('alert').filter({ has: page.getByRole('button', { name: 'Retry now' }) });
  await expect(banner).toContainText('The service is overloaded');
  await expect(banner).toContainText(/Next try in \d s/);
  await page.unroute('**/api/**', refuse);
  await expect(banner).toHaveCount(0);
  await expect(page.getByRole('table', { name: 'Users' }).getByRole('row').nth(1)).toBeVisible();
});

test('a service that is not there: reads repeat by themselves, writes never', async ({ page, steward, allow }) => {
  allow(/ERR_|Failed to load resource/);
  const admin = await steward.as();
  const { id } = await admin.post<{ id: number }>('/api/role/add', { name: 'Outage', code: 'outage' });
  await open(page, '/access/role?name=Outage');
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const form = page.getByRole('dialog', { name: 'Edit role' });
  await form.getByRole('textbox', { name: 'Remark' }).fill('written meanwhile');
  await steward.stop();
  await form.getByRole('button', { name: 'Save' }).click();

  const banner = page.getByRole('alert').filter({ hasText: 'The service does not answer.' });
  await expect(banner).toBeVisible();
  await steward.start();
  // Beside the dialog, which stays as it is.
  await retryNow(page);
  await expect(banner).toHaveCount(0);
  await expect(form.getByRole('textbox', { name: 'Remark' })).toHaveValue('written meanwhile');
  expect(await (await steward.as()).get(`/api/role/detail/${id}`)).toMatchObject({ remark: '' });
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toHaveCount(0);
  expect(await (await steward.as()).get(`/api/role/detail/${id}`)).toMatchObject({ remark: 'written meanwhile' });
});

test('a page that is opened while the service cannot serve is shown when it can', async ({ page, allow }) => {
  allow(/503/);
  await open(page, '/access/role');
  await page.route('**/api/**', refuse);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Retry now' })).toBeVisible();
  await page.unroute('**/api/**', refuse);
  await retryNow(page);
  await expect(heading(page, 'Roles')).toBeVisible();
});

test('a browser without a network says so', async ({ page, context, allow }) => {
  allow(/ERR_INTERNET_DISCONNECTED/);
  await open(page, '/access/role');
  await context.setOffline(true);
  await expect(page.getByRole('alert')).toContainText('You are offline.');
  await context.setOffline(false);
  await expect(page.getByRole('alert')).toHaveCount(0);
});
