import { expect, open, test } from '../support/test';

test('a duplicate stands at its field, with its label, and the input stays', async ({ page, steward }) => {
  const api = await steward.as();
  await api.post('/api/user/add', { username: 'taken.one', password: 'a silent lake' });
  await open(page, '/access/user');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Add user' });
  const email = dialog.getByRole('textbox', { name: 'Email' });
  await dialog.getByRole('textbox', { name: 'Username' }).fill('taken.one');
  await dialog.getByRole('textbox', { name: 'Password' }).fill('a silent lake');
  await email.fill('nope');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(email).toBeFocused();
  await expect(email).toHaveAccessibleDescription(/Must be an address/);

  await email.fill('one@example.org');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('A user with this username exists already');
  const username = dialog.getByRole('textbox', { name: 'Username' });
  await expect(username).toBeFocused();
  await expect(username).toHaveAccessibleDescription('Username is taken already');
  await expect(email).toHaveValue('one@example.org');

  // A mistaken click outside asks, and so does Escape; both keep what was entered.
  for (const act of [() => page.mouse.click(5, 5), () => page.keyboard.press('Escape')]) {
    await act();
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(username).toHaveValue('taken.one');
  }
});

test('a save that hangs says so after two seconds', async ({ page }) => {
  await open(page, '/system/dict');
  await page.getByRole('button', { name: 'Add', exact: true }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add dictionary' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Slow');
  await dialog.getByRole('textbox', { name: 'Code' }).fill('slow');
  let answer = (): void => undefined;
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/api/dict/add', async (route) => {
    await held;
    await route.continue();
  });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('status')).toHaveText('Still saving …');
  answer();
  await expect(dialog).toBeHidden();
});

test('the console says in Chinese why something is refused', async ({ page, steward }) => {
  const api = await steward.as();
  const { id: dictId } = await api.post<{ id: number }>('/api/dict/add', { name: 'Used', code: 'used' });
  await api.post('/api/dict/item/add', { dictId, label: 'A', value: 'a' });
  await page.addInitScript(() => localStorage.setItem('steward.language', 'zh'));
  await page.goto('/console/login');
  await page.getByRole('textbox', { name: '用户名' }).fill('nobody');
  await page.getByRole('textbox', { name: '密码' }).fill('wrong');
  await page.getByRole('button', { name: '登录' }).click();
  await expect(page.getByRole('alert')).toHaveText('用户名或密码错误');

  await open(page, '/system/dict?pageSize=100');
  const row = page.getByRole('row').filter({ hasText: 'used' });
  await row.getByRole('button', { name: '删除' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: '删除' }).click();
  await expect(page.getByRole('alert')).toContainText('字典 used 正在被1 个字典项使用');
});

test('the console says in Chinese that an address, an id or a filter makes no sense', async ({ page, allow }) => {
  allow(/404/);
  await page.addInitScript(() => localStorage.setItem('steward.language', 'zh'));
  await open(page, '/access/role?status=x');
  await expect(page.getByRole('alert')).toContainText('status必须是整数');
  await page.route('**/api/role/page**', (route) => route.continue({ url: new URL('/api/nowhere', page.url()).href }));
  await page.goto('/console/access/role');
  await expect(page.getByRole('alert')).toContainText('请求的地址不存在');
});

test('a whole number is taken as it is meant, or refused at its field', async ({ page, steward }) => {
  await open(page, '/system/dict');
  await page.getByRole('button', { name: 'Add', exact: true }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add dictionary' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Numbers');
  await dialog.getByRole('textbox', { name: 'Code' }).fill('numbers');
  const sort = dialog.getByRole('spinbutton', { name: 'Sort' });
  for (const [typed, says] of [
    ['1,250', /^Can be read in two ways/],
    ['12,5', 'Must be a whole number'],
    ['12.5', 'Must be a whole number'],
  ] as const) {
    await sort.fill(typed);
    await sort.blur();
    await expect(sort).toHaveAccessibleDescription(says);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(sort).toBeFocused();
    await expect(sort).toHaveValue(typed);
  }
  await sort.fill('1 250');
  await sort.blur();
  await expect(sort).toHaveValue('1250');
  await sort.press('ArrowUp');
  await sort.press('ArrowUp');
  await sort.press('ArrowDown');
  await expect(sort).toHaveValue('1251');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  const stored = await (await steward.as()).get<{ sort: number }[]>('/api/dict/list?code=numbers');
  expect(stored.map(({ sort }) => sort)).toEqual([1251]);
});
