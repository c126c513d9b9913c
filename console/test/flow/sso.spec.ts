/** Single sign-on, at an identity provider on this machine. */
import { generate } from 'otplib';
import { LOOKS, violations } from '../support/axe';
import { addProvider, button, providerTest, somebody } from '../support/provider-test';
import { expect, heading, login, open } from '../support/test';

const test = providerTest();

test('an administrator sets a provider up, and people log in there', async ({ page, steward, provider, another }) => {
  const admin = await steward.as();
  const { id: roleId } = await admin.post<{ id: number }>('/api/role/add', { name: 'Chief', code: 'chief' });
  await open(page, '/access/sso');
  await button(page, 'Add').click();
  const form = page.getByRole('dialog', { name: 'Add identity provider' });
  const field = (name: string) => form.getByRole('textbox', { name, exact: true });
  await field('Code').fill('corp');
  await field('Name').fill('Example Corp');
  await field('Issuer').fill('https://elsewhere.example.org');
  await field('Client ID').fill(provider.clientId);
  await form.getByLabel('Client secret', { exact: true }).fill(provider.clientSecret);
  await form.getByRole('combobox', { name: 'Add users' }).selectOption('Yes');
  await field('Groups claim').fill('groups');
  const groups = form.getByRole('group', { name: 'Roles of groups' });
  await groups.getByRole('button', { name: 'Add row' }).click();
  await groups.getByRole('textbox').first().fill('chiefs');
  await groups.getByRole('combobox').fill('Chie');
  await page.getByRole('option', { name: /Chief/ }).click();
  await button(page, 'Save').click();
  await expect(form.getByRole('alert')).toContainText('SSO_ISSUERS');
  await field('Issuer').fill(provider.issuer);
  await button(page, 'Save').click();
  await expect(page.getByRole('table')).toContainText('Example Corp');

  const guest = await another();
  const username = somebody(provider);
  provider.somebody.groups = ['chiefs'];
  await guest.goto('/console/login');
  await button(guest, 'Sign in with Example Corp').click();
  await expect(button(guest, username)).toBeVisible();
  await expect(guest).toHaveURL(/\/console\//);
  const { records } = await admin.get<{ records: { roleIds: number[] }[] }>(`/api/user/page?username=${username}`);
  expect(records.map((user) => user.roleIds)).toEqual([[roleId]]);
});

test('an administrator says whom a provider means', async ({ page, steward, provider, another }) => {
  const admin = await steward.as();
  const { issuer, clientId, clientSecret } = provider;
  await admin.post('/api/sso/provider/add', { code: 'links', name: 'Linking', issuer, clientId, clientSecret });
  await admin.post('/api/user/add', { username: 'linked', realname: 'Linked One', password: 'a quiet river' });
  await open(page, '/access/sso?pageSize=100');
  const row = page.getByRole('row').filter({ hasText: 'Linking' });
  await row.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Link user' }).click();
  const form = page.getByRole('dialog', { name: 'Link user' });
  await form.getByRole('combobox', { name: 'User' }).fill('Linked');
  await page.getByRole('option', { name: 'Linked One' }).click();
  await form.getByRole('textbox', { name: 'Subject' }).fill('employee 7');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toHaveCount(0);
  provider.somebody = { sub: 'employee 7' };
  const guest = await another();
  await guest.goto('/console/login');
  await button(guest, 'Sign in with Linking').click();
  await expect(button(guest, 'linked')).toBeVisible();
});

test('a sign-in that fails says so, and passwords go on', async ({ page, steward, provider }) => {
  await addProvider(steward, provider, 'Failing');
  provider.lies = { signature: 'none' };
  await page.goto('/console/login');
  await button(page, 'Sign in with Failing').click();
  await expect(page.getByRole('alert')).toHaveText('The sign-in did not succeed. Try again, or ask an administrator.');
  provider.lies = {};
  await login(page);
});

test('a second step follows for those who have a factor', async ({ page, steward, provider, another }) => {
  await addProvider(steward, provider, 'Second');
  const username = somebody(provider);
  await page.goto('/console/login');
  await button(page, 'Sign in with Second').click();
  await expect(button(page, username)).toBeVisible();
  await page.goto('/console/profile');
  await button(page, 'Set up authenticator app').click();
  const setUp = page.getByRole('dialog', { name: 'Set up authenticator app' });
  const secret = (await setUp.getByRole('textbox', { name: 'Setup key' }).inputValue()).replaceAll(' ', '');
  await setUp.getByRole('textbox', { name: 'Code' }).fill(await generate({ secret }));
  await page.keyboard.press('Enter');
  const codes = page.getByRole('dialog').getByRole('listitem');
  await expect(codes).toHaveCount(10);
  const recovery = (await codes.first().textContent()) ?? '';

  const fresh = await another();
  await fresh.goto('/console/login');
  await button(fresh, 'Sign in with Second').click();
  await expect(fresh.getByRole('heading', { name: 'Second step' })).toBeVisible();
  await expect(fresh).toHaveURL(/\/console\/login$/);
  const code = fresh.getByRole('textbox', { name: 'Code' });
  await expect(code).toBeFocused();
  await button(fresh, 'Use a recovery code').click();
  await code.fill(recovery);
  await button(fresh, 'Verify').click();
  await expect(fresh.getByRole('button', { name: username, exact: true })).toBeVisible();
});

for (const look of LOOKS) {
  test.describe(`${look.colorScheme}, ${look.locale}`, () => {
    test.use(look);

    test('axe finds nothing in the login and the page of providers', async ({ page, steward, provider }) => {
      await addProvider(steward, provider, 'Anywhere');
      await page.goto('/console/login?sso=failed');
      await expect(page.getByRole('button', { name: /Anywhere/ }).first()).toBeVisible();
      expect(await violations(page)).toEqual([]);
      await open(page, '/access/sso');
      await expect(page.getByRole('table')).toContainText('Anywhere');
      expect(await violations(page)).toEqual([]);
      await page.getByRole('button', { name: /^(Add|新增)$/ }).click();
      const form = page.getByRole('dialog');
      await form.getByRole('button', { name: /^(Add row|新增行)$/ }).click();
      await page.waitForLoadState('networkidle');
      expect(await violations(page)).toEqual([]);
    });
  });
}

test('the pages have their names', async ({ page }) => {
  await open(page, '/access/sso');
  await expect(heading(page, 'Single sign-on')).toBeVisible();
});
