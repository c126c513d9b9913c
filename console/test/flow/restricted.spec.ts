/** Sessions that lack a password of the user's own, or a second factor. */
import { type Page } from '@playwright/test';
import { generate } from 'otplib';
import { LOOKS, violations } from '../support/axe';
import { type Account, type Steward, addUser } from '../support/steward';
import { expect, fillLogin, heading, test } from '../support/test';

test.use({ settings: { PASSWORD_CHANGE_FIRST: 'true' } });

const OWN = 'a quiet river at night';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

/** The administrator of a tenant whose users need a second step. */
async function strictTenant(steward: Steward, code: string): Promise<Account> {
  const api = await steward.as();
  const menus = await api.get<{ id: number; permission: string; parentId: number }[]>('/api/menu/list');
  const page = menus.find(({ permission }) => permission === 'sys:role:page');
  const menuIds = menus.filter(({ id }) => id === page?.id || id === page?.parentId).map(({ id }) => id);
  const admin = { username: 'owner', password: 'given by somebody else' };
  await api.post('/api/tenant/add', { name: `Tenant ${code}`, code, mfaRequired: true, admin: { ...admin, menuIds } });
  return { ...admin, tenantCode: code };
}

async function setPassword(page: Page, password: string): Promise<void> {
  await field(page, 'New password').fill(password);
  await field(page, 'Repeat new password').fill(password);
  await field(page, 'Repeat new password').press('Enter');
}

test('a temporary password is replaced, and the page that was asked for appears', async ({ page, steward }) => {
  const user = await addUser(await steward.as(), 'fresh-face', ['sys:role:list', 'sys:role:page']);
  await page.goto('/console/access/role');
  await fillLogin(page, user);
  await expect(heading(page, 'Set a new password')).toBeVisible();
  await expect(page).toHaveTitle(/^Set a new password/);
  await expect(field(page, 'Current password')).toHaveCount(0);
  await expect(field(page, 'New password')).toBeFocused();

  await setPassword(page, 'password1');
  await expect(field(page, 'New password')).toHaveAccessibleDescription(/too common/);
  await field(page, 'Repeat new password').fill('another');
  await button(page, 'Set password').click();
  await expect(field(page, 'Repeat new password')).toHaveAccessibleDescription('Is not the same as the new password');

  await setPassword(page, OWN);
  await expect(heading(page, 'Roles')).toBeVisible();
  await expect(page.getByRole('table', { name: 'Roles' })).toBeVisible();
  await page.reload();
  await expect(heading(page, 'Roles')).toBeVisible();
  expect(await steward.as({ ...user, password: OWN })).toBeDefined();
});

test('after a reload the temporary password is asked for, and the way out is open', async ({ page, steward }) => {
  const user = await addUser(await steward.as(), 'comes-back', ['sys:role:list', 'sys:role:page']);
  await page.goto('/console/access/role');
  await fillLogin(page, user);
  await expect(heading(page, 'Set a new password')).toBeVisible();
  await page.goto('/console/profile');
  await expect(field(page, 'Current password')).toBeFocused();
  await button(page, 'Log out').click();
  await expect(button(page, 'Log in')).toBeVisible();

  await fillLogin(page, user);
  await expect(heading(page, 'Set a new password')).toBeVisible();
  await page.reload();
  await field(page, 'Current password').fill('not the one');
  await setPassword(page, OWN);
  await expect(field(page, 'Current password')).toHaveAccessibleDescription(/is not the current password/);
  await field(page, 'Current password').fill(user.password);
  await setPassword(page, OWN);
  await expect(heading(page, 'Profile')).toBeVisible();
});

test('a password comes first, then the second step, whose recovery codes have to be saved', async ({
  page,
  steward,
}) => {
  const owner = await strictTenant(steward, 'both');
  await page.goto('/console/access/role');
  await fillLogin(page, owner);
  await setPassword(page, OWN);
  await expect(heading(page, 'Set up a second step')).toBeVisible();
  await page.reload();
  await button(page, 'Set up authenticator app').click();
  await expect(page.getByRole('img', { name: 'QR code' })).toBeVisible();
  await button(page, 'Back').click();
  await button(page, 'Set up authenticator app').click();
  const secret = await field(page, 'Setup key').inputValue();
  await field(page, 'Code').fill(await generate({ secret }));
  await button(page, 'Verify').click();
  const codes = page.getByRole('group', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  const code = (await codes.first().textContent()) ?? '';
  await expect(button(page, 'Done')).toBeDisabled();
  await page.getByRole('checkbox', { name: 'I have saved these codes' }).check();
  await button(page, 'Done').click();
  await expect(heading(page, 'Roles')).toBeVisible();
  await expect(page.getByRole('table', { name: 'Roles' })).toBeVisible();

  // From now on, the second step is asked at the login.
  await page.getByRole('button', { name: owner.username, exact: true }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await fillLogin(page, { ...owner, password: OWN });
  await field(page, 'Code').fill(code.trim());
  await button(page, 'Verify').click();
  await expect(page.getByRole('table', { name: 'Roles' })).toBeVisible();
});

test('another tab goes on too', async ({ page, context, steward }) => {
  const user = await addUser(await steward.as(), 'two-tabs', ['sys:role:list', 'sys:role:page']);
  await page.goto('/console/access/role');
  await fillLogin(page, user);
  const other = await context.newPage();
  await other.goto('/console/access/role');
  await expect(heading(other, 'Set a new password')).toBeVisible();
  await setPassword(page, OWN);
  await expect(page.getByRole('table', { name: 'Roles' })).toBeVisible();
  await expect(other.getByRole('table', { name: 'Roles' })).toBeVisible();
});

for (const look of LOOKS) {
  test.describe(`${look.colorScheme}, ${look.locale}`, () => {
    test.use(look);

    test('axe finds nothing on the screens of restricted sessions', async ({ page, steward }) => {
      const owner = await strictTenant(steward, `axe-${look.colorScheme}`);
      await page.request.post('/api/session', { data: owner });
      await page.goto('/console/');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('input[type=password]')).toHaveCount(3);
      expect(await violations(page)).toEqual([]);
      const [current, fresh, repeat] = await page.locator('input[type=password]').all();
      await current?.fill(owner.password);
      await fresh?.fill(OWN);
      await repeat?.fill(OWN);
      await repeat?.press('Enter');
      await expect(page.locator('input[type=password]')).toHaveCount(0);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      expect(await violations(page)).toEqual([]);
      await page.locator('.login-form button').first().click();
      await expect(page.locator('.totp-image')).toBeVisible();
      expect(await violations(page)).toEqual([]);
    });
  });
}
