/** Parts of the console that cannot be loaded, or that do not arrive. */
import { expect, heading, open, test } from '../support/test';

/** The forms of tables' rows. */
const FORMS = /assets\/forms-[-.\w]*\.js/;

/** The page of the roles. */
const ROLES = /assets\/role\.page[-.\w]*\.js/;

test('a form that could not be loaded is loaded again from the message that says so', async ({ page, allow }) => {
  allow(/ERR_FAILED|dynamically imported/);
  await page.route(FORMS, (route) => route.abort());
  await open(page, '/access/user?username=adm');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  const message = page.getByRole('alert').filter({ hasText: 'A part of the console could not be loaded.' });
  await expect(message).toHaveCount(1);

  await page.unrouteAll();
  await message.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('dialog', { name: 'Add user' })).toBeVisible();
  await expect(message).toBeHidden();
  await expect(page).toHaveURL(/username=adm/);
});

test('a page that could not be loaded leaves the one before, and can be tried again', async ({ page, allow }) => {
  allow(/ERR_FAILED|dynamically imported/);
  await page.route(ROLES, (route) => route.abort());
  await open(page, '/access/user');
  await page.getByRole('link', { name: 'Roles', exact: true }).click();
  const message = page.getByRole('alert').filter({ hasText: 'A part of the console could not be loaded.' });
  await expect(message).toBeVisible();
  await expect(heading(page, 'Users')).toBeVisible();

  await page.unrouteAll();
  await message.getByRole('button', { name: 'Retry' }).click();
  await expect(heading(page, 'Roles')).toBeVisible();
});

test('a page that does not arrive is said to be awaited, others can be opened, and it is shown when it arrives', async ({
  page,
}) => {
  let arrive = (): void => undefined;
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  await page.route(ROLES, async (route) => {
    await arrived;
    await route.continue();
  });
  await open(page, '/access/user');
  await page.getByRole('link', { name: 'Roles', exact: true }).click();
  const notice = page.getByRole('status').filter({ hasText: 'Still loading …' });
  await expect(notice).toBeVisible();
  await page.getByRole('link', { name: 'Tenants', exact: true }).click();
  await expect(heading(page, 'Tenants')).toBeVisible();

  await page.getByRole('link', { name: 'Roles', exact: true }).click();
  arrive();
  await expect(heading(page, 'Roles')).toBeVisible();
  await expect(notice).toBeHidden();
});

test('a reload that is offered while a part does not arrive asks about unsaved changes', async ({ page }) => {
  await page.route(ROLES, () => undefined);
  await open(page, '/profile');
  await page.getByRole('link', { name: 'Roles', exact: true }).click();
  const notice = page.getByRole('status').filter({ hasText: 'Still loading …' });
  await expect(notice).toBeVisible();
  await page.getByRole('textbox', { name: 'Real name' }).fill('Not saved');
  await notice.getByRole('button', { name: 'Reload' }).click();
  const question = page.getByRole('alertdialog', { name: 'Discard the changes?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('textbox', { name: 'Real name' })).toHaveValue('Not saved');
});
