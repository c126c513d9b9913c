import { addUser } from '../support/steward';
import { expect, heading, open, test } from '../support/test';

test('a user’s drawer has roles in words, sessions, logins and changes', async ({ page, steward, allow }) => {
  allow(/401/);
  const admin = await steward.as();
  const ann = await addUser(admin, 'ann', ['sys:user:page', 'sys:user:resetPassword', 'sys:role:page', 'sys:role:add']);
  // Filters by name find longer names, too.
  const annabel = await addUser(admin, 'annabel', ['sys:user:page']);
  for (let times = 0; times < 12; times++) await steward.as(annabel);
  await expect(steward.as({ ...ann, password: 'wrong' })).rejects.toThrow();
  const session = await steward.as(ann);
  await session.post('/api/role/add', { name: 'By Ann', code: 'by-ann' });

  await open(page, '/access/user?username=ann');
  const row = page.getByRole('row').filter({ has: page.getByText('Role of ann', { exact: true }) });
  await row.getByRole('button', { name: 'Details' }).click();
  const drawer = page.getByRole('dialog', { name: 'Details' });
  const grants = drawer.getByRole('group').filter({ hasText: 'Role of ann' }).getByRole('list', { name: 'Menu' });
  await expect(grants).toContainText('Reset passwords');
  await expect(grants.getByText('Reset passwords')).toHaveAttribute('title', 'sys:user:resetPassword');

  const logins = drawer.getByRole('table', { name: 'Last logins' });
  await expect(logins.getByRole('row')).toHaveCount(3);
  await expect(logins).toContainText('wrong password');
  const changes = drawer.getByRole('table', { name: 'Last changes made' });
  await expect(changes.getByRole('row')).toHaveCount(2);
  await expect(changes).toContainText('/api/role/add');

  const sessions = drawer.getByRole('table', { name: 'Sessions' });
  await expect(sessions.getByRole('row')).toHaveCount(2);
  await sessions.getByRole('button', { name: 'End' }).click();
  await page.getByRole('alertdialog', { name: 'Log ann out?' }).getByRole('button', { name: 'Force logout' }).click();
  await expect(sessions).toHaveCount(0);
  await expect(session.get('/api/index/getUser')).rejects.toThrow('ended by an administrator');

  await drawer.getByRole('link', { name: 'Show all: Last changes made' }).click();
  await expect(heading(page, 'Operation log')).toBeVisible();
  await expect(page).toHaveURL(/\/log\/operation\?username=ann$/);
  await expect(drawer).toHaveCount(0);
});

test('the drawer has no section that the reader may not see', async ({ page, steward }) => {
  const admin = await steward.as();
  const reader = await addUser(admin, 'bare', ['sys:user:page']);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await open(page, '/access/user?username=bare', reader);
  await page.getByRole('table', { name: 'Users' }).getByRole('button', { name: 'Details' }).click();
  const drawer = page.getByRole('dialog', { name: 'Details' });
  await expect(drawer).toContainText('Last login');
  await expect(drawer.getByRole('heading')).toHaveText(['Details']);
  expect(asked.filter((path) => /preview|online|log\//.test(path))).toEqual([]);
});

for (const [script, letter] of [
  ['Latin', 'W'],
  ['Chinese', '龘'],
] as const) {
  test(`names of 64 wide ${script} letters break no screen`, async ({ page, steward }) => {
    const admin = await steward.as();
    const wide = letter.repeat(64);
    const { id: roleId } = await admin.post<{ id: number }>('/api/role/add', { name: wide, code: `wide-${script}` });
    const { id: menuId } = await admin.post<{ id: number }>('/api/menu/add', {
      name: wide,
      type: 1,
      path: `/wide-${script}`,
      component: 'access/role',
    });
    const account = { username: `${'W'.repeat(63)}${script.length}`, password: 'a quiet river' };
    await admin.post('/api/user/add', { ...account, realname: wide, roleIds: [roleId] });
    const menus = await admin.get<{ id: number; permission: string; path: string }[]>('/api/menu/list');
    const held = menus.filter(({ permission, path }) => /^sys:(user|role):/.test(permission) || /^\/access/.test(path));
    await admin.put('/api/role/update', { id: roleId, menuIds: [menuId, ...held.map(({ id }) => id)] });

    for (const [width, height] of [
      [1280, 800],
      [390, 844],
    ] as const) {
      const fits = () =>
        page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      const dialogFits = () =>
        page.getByRole('dialog').evaluate((dialog) => {
          const body = dialog.querySelector('.dialog-body');
          return Math.max(dialog.scrollWidth - dialog.clientWidth, body ? body.scrollWidth - body.clientWidth : 0);
        });
      await page.setViewportSize({ width, height });
      await open(page, `/access/user?username=${account.username}`, account);
      await page.getByRole('button', { name: 'Details' }).click();
      await expect(page.getByRole('list', { name: 'Menu' })).toContainText(wide);
      await expect.poll(async () => [width, await fits(), await dialogFits()]).toEqual([width, 0, 0]);
      await page.keyboard.press('Escape');

      const code = `spare-${script}-${width}`;
      await admin.post('/api/role/add', { name: wide, code });
      await page.goto(`/console/access/role?code=${code}`);
      await page.getByRole('button', { name: 'Edit', exact: true }).click();
      await expect(page.getByRole('tree')).toContainText(wide);
      await expect.poll(async () => [width, await fits(), await dialogFits()]).toEqual([width, 0, 0]);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Delete', exact: true }).click();
      const question = page.getByRole('alertdialog');
      await expect(question).toContainText(wide);
      expect(await question.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
      await question.getByRole('button', { name: 'Delete' }).click();
      await expect(page.getByRole('status').filter({ hasText: wide })).toBeInViewport({ ratio: 1 });
      expect([width, await fits()]).toEqual([width, 0]);
    }
  });
}
