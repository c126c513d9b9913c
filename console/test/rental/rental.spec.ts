/** The product of `examples/rental`: from the first login to a paid and printed invoice. */
import { createHmac } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { violations } from '../support/axe';
import { RentalProject, WEBHOOK_SECRET } from '../support/rental-project';
import type { Steward } from '../support/steward';
import { test as base, expect, fillLogin, heading } from '../support/test';

/** The folder for pictures of the pages, if there are to be any. */
const PICTURES = process.env.RENTAL_PICTURES;

const test = base.extend<object, { steward: Steward }>({
  steward: [
    // eslint-disable-next-line no-empty-pattern -- what Playwright asks for
    async ({}, use) => {
      const project = new RentalProject();
      await project.build();
      const steward = await project.start();
      await use(steward);
      await steward.end();
      project.remove();
    },
    { scope: 'worker', timeout: 600_000 },
  ],
});

test.setTimeout(300_000);
test.describe.configure({ retries: 0 });

async function picture(page: Page, name: string): Promise<void> {
  if (PICTURES === undefined) return;
  mkdirSync(PICTURES, { recursive: true });
  // Nobody looks at a page that quickly after so much was done.
  const notes = page.locator('.toasts');
  const show = (visibility: string) =>
    notes.evaluateAll((all, value) => {
      for (const each of all) (each as HTMLElement).style.visibility = value;
    }, visibility);
  await show('hidden');
  await page.screenshot({ path: join(PICTURES, `${name}.png`) });
  await show('');
}

/** Chooses in a combobox by typing. */
async function choose(field: Locator, text: string): Promise<void> {
  await field.click();
  await field.fill(text);
  await field.page().getByRole('option', { name: text }).first().click();
}

/** Enters a day in a field with one input for each part. */
async function enterDay(form: Locator, label: string, day: string): Promise<void> {
  const [year = '', month = '', date = ''] = day.split('-');
  const field = form.getByRole('group', { name: label, exact: true });
  await field.getByRole('spinbutton').first().click();
  await field.page().keyboard.type(date + month + year);
}

/** Opens a page of the menu. The page before stays, with the same buttons, until the code of this one has arrived. */
async function go(page: Page, name: string): Promise<void> {
  const link = page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name, exact: true });
  await link.click();
  await expect(link).toHaveAttribute('aria-current', 'page');
}

/** Reports a payment as the provider does. */
async function pay(steward: Steward, invoice: string, amount: string): Promise<void> {
  const body = JSON.stringify({ tenantId: 0, invoice, paymentId: 'pay-1', amount });
  const time = Math.floor(Date.now() / 1000);
  const signature = createHmac('sha256', WEBHOOK_SECRET).update(`${time}.${body}`).digest('hex');
  const answer = await fetch(`${steward.origin}/api/app/payment/webhook`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-payment-signature': `t=${time},v1=${signature}` },
    body,
  });
  expect(await answer.json()).toMatchObject({ ok: true });
}

test('a machine is booked, handed out, taken back, billed and paid', async ({ page, steward }) => {
  const admin = await steward.as();
  const add = async (resource: string, body: object) =>
    (await admin.post<{ id: number }>(`/api/app/${resource}/add`, body)).id;
  const branchId = await add('branch', { name: 'Harbour', address: 'Quay 7' });
  const machines = await add('category', { name: 'Earth moving' });
  await add('category', { name: 'Diggers', parentId: machines });
  await add('customer', { name: 'Ada Builders', email: 'ada@example.org', phone: '555-01', taxNumber: 'DE123456789' });

  await test.step('the login page is its own', async () => {
    await page.goto('/console/');
    await expect(page.getByRole('heading', { name: 'Digger & Co.' })).toBeVisible();
    await expect(page.getByText('Machines for a day, a week or a season')).toBeVisible();
    await expect(page.locator('img[src="/console/rental.svg"]')).toBeVisible();
    await picture(page, 'login');
    await fillLogin(page);
    await expect(page.getByRole('heading', { name: 'Rental today' })).toBeVisible();
  });

  await test.step('a machine with its manual', async () => {
    await go(page, 'Equipment');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    const form = page.getByRole('dialog', { name: 'Add equipment' });
    await form.getByRole('textbox', { name: 'Name' }).fill('Digger 7');
    await form.getByRole('textbox', { name: 'Serial number' }).fill('CAT-0007');
    await form.getByRole('combobox', { name: 'Category' }).click();
    await page
      .getByRole('option', { name: 'Earth moving' })
      .or(page.getByRole('treeitem', { name: 'Earth moving' }))
      .first()
      .click();
    await choose(form.getByRole('combobox', { name: 'Branch' }), 'Harbour');
    await form.getByRole('textbox', { name: 'Price per day' }).fill('240.00');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form).toHaveCount(0);
    const row = page.getByRole('row').filter({ hasText: 'Digger 7' });
    await expect(row).toContainText('Earth moving');
    await picture(page, 'equipment');

    await row.getByRole('cell').nth(1).click();
    const details = page.getByRole('dialog', { name: 'Details' });
    await details.getByRole('tab', { name: 'Files' }).click();
    const chosen = page.waitForEvent('filechooser');
    await details.getByRole('button', { name: 'Add manual' }).click();
    await (
      await chosen
    ).setFiles({ name: 'digger.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 how to dig') });
    await expect(details.getByRole('cell', { name: 'digger.pdf', exact: true })).toBeVisible();
    expect(await violations(page)).toEqual([]);
    const loaded = page.waitForEvent('download');
    await details.getByRole('button', { name: 'digger.pdf', exact: true }).click();
    expect((await loaded).suggestedFilename()).toBe('digger.pdf');
    await picture(page, 'files');
    await page.keyboard.press('Escape');
  });

  const booking = page.getByRole('row').filter({ hasText: 'Ada Builders' });
  const act = async (name: string) => {
    await booking.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name, exact: true }).click();
  };

  await test.step('a booking and its actions', async () => {
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
    await go(page, 'Bookings');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    const form = page.getByRole('dialog', { name: 'Add booking' });
    await choose(form.getByRole('combobox', { name: 'Equipment' }), 'Digger 7');
    await choose(form.getByRole('combobox', { name: 'Customer' }), 'Ada Builders');
    await enterDay(form, 'From', inDays(0));
    await enterDay(form, 'To', inDays(2));
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form).toHaveCount(0);
    await expect(booking).toContainText('Requested');

    await booking.getByRole('button', { name: 'More' }).click();
    await expect(page.getByRole('menuitem', { name: 'Hand out' })).toHaveCount(0);
    await picture(page, 'booking');
    await page.getByRole('menuitem', { name: 'Confirm', exact: true }).click();
    await expect(booking).toContainText('Confirmed');

    await act('Cancel booking');
    const reason = page.getByRole('dialog', { name: 'Cancel booking' });
    await reason.getByRole('button', { name: 'Cancel booking' }).click();
    await expect(reason.getByText('Must not be empty')).toBeVisible();
    await picture(page, 'cancel');
    await reason.getByRole('button', { name: 'Cancel', exact: true }).click();

    await booking.getByRole('checkbox').check();
    await page.getByRole('group', { name: '1 selected' }).getByRole('button', { name: 'Hand out' }).click();
    await expect(booking).toContainText('Out');
  });

  await test.step('the calendar and the dashboard', async () => {
    await go(page, 'Calendar');
    await expect(page.getByRole('link', { name: /Out$/ })).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await picture(page, 'calendar');
    // The booking begins today in UTC, which may be in the month before the browser's.
    for (let months = 0; months < 2; months++) await page.getByRole('button', { name: 'Previous month' }).click();
    await expect(page.getByText('No machine is booked in this month.')).toBeVisible();
    await go(page, 'Dashboard');
    await expect(page.getByRole('link', { name: '1 out' })).toBeVisible();
    await picture(page, 'dashboard');
  });

  await test.step('the return, its invoice and the payment', async () => {
    await go(page, 'Bookings');
    await act('Take back');
    const question = page.getByRole('alertdialog').or(page.getByRole('dialog'));
    await question.getByRole('button', { name: 'Take back' }).click();
    await expect(booking).toContainText('Returned');
    await go(page, 'Invoices');
    await expect(booking).toContainText('720.00');
    await expect(booking).toContainText('Open');
    const number = (await booking.getByText(/^\d{4}-\d{6}$/).textContent()) ?? '';
    await pay(steward, number, '720.00');
    await page.getByRole('button', { name: 'Reload' }).click();
    await expect(booking).toContainText('Paid');
  });

  await test.step('the invoice on paper', async () => {
    await act('Print');
    const sheet = page.getByRole('dialog', { name: 'Invoice' });
    await expect(sheet.getByRole('rowheader', { name: 'Total' })).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await picture(page, 'invoice');
    await page.evaluate(() => {
      window.print = () => document.body.setAttribute('data-printed', '');
    });
    await sheet.getByRole('button', { name: 'Print' }).click();
    await expect(page.locator('body[data-printed]')).toHaveCount(1);
    await page.emulateMedia({ media: 'print' });
    await expect(page.locator('.on-paper').getByText('Ada Builders')).toBeVisible();
    await expect(sheet).toBeHidden();
    await expect(page.getByRole('navigation')).toHaveCount(0);
    await picture(page, 'paper');
    await page.emulateMedia({ media: 'screen' });
    await sheet.getByRole('button', { name: 'Close' }).last().click();
  });

  await test.step('a user has a branch', async () => {
    await page.goto('/console/access/user');
    const row = page.getByRole('row').filter({ hasText: 'admin' });
    await row.getByRole('button', { name: 'Edit', exact: true }).click();
    const form = page.getByRole('dialog', { name: 'Edit user' });
    await choose(form.getByRole('combobox', { name: 'Branch' }), 'Harbour');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form).toHaveCount(0);
    const { branchId: saved } = await admin.get<{ branchId: number }>('/api/user/detail/1');
    expect(saved).toBe(branchId);
    await picture(page, 'user');
  });

  await test.step('the log names its operations', async () => {
    await page.goto('/console/log/operation');
    await expect(heading(page, 'Operation log')).toBeVisible();
    await expect(page.getByRole('cell', { name: 'Take back' })).toBeVisible();
  });
});
