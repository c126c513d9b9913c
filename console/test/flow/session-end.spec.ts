import { type Account, type Api, type Steward } from '../support/steward';
import { expect, open, test } from '../support/test';

interface Target extends Account {
  id: number;
  tenantId: number;
}

const NEXT = 'another quiet river';

/** A user of a tenant of their own, who may read roles. */
async function aTarget(admin: Api, code: string): Promise<Target> {
  const menus = await admin.get<{ id: number; path: string; permission: string }[]>('/api/menu/list');
  const menuIds = menus
    .filter(({ path, permission }) => path === '/access/role' || permission === 'sys:role:page')
    .map(({ id }) => id);
  const account = { username: `of-${code}`, password: 'a quiet river', tenantCode: code };
  const { username, password } = account;
  const { id: tenantId } = await admin.post<{ id: number }>('/api/tenant/add', {
    name: code,
    code,
    admin: { username, password, menuIds },
  });
  const { records } = await admin.get<{ records: { id: number }[] }>(`/api/user/page?username=${username}`);
  return { ...account, tenantId, id: records[0]?.id ?? 0 };
}

async function forceLogout(admin: Api, { username }: Target): Promise<void> {
  const { records } = await admin.get<{ records: { jti: string }[] }>(`/api/online/page?username=${username}`);
  for (const { jti } of records) await admin.delete(`/api/online/forceLogout/${jti}`);
}

/** Ends the user's other sessions from another device. */
async function endElsewhere(steward: Steward, target: Target): Promise<void> {
  const elsewhere = await steward.as(target);
  const sessions = await elsewhere.get<{ jti: string; current: boolean }[]>('/api/index/getSessions');
  for (const { jti, current } of sessions) if (!current) await elsewhere.delete(`/api/index/endSession/${jti}`);
}

const ENDINGS: [says: string, end: (target: Target, admin: Api, steward: Steward) => Promise<unknown>][] = [
  ['Logged out', (target, _admin, steward) => endElsewhere(steward, target)],
  ['Session ended by an administrator', (target, admin) => forceLogout(admin, target)],
  ['Password changed', ({ id }, admin) => admin.put('/api/user/resetPassword', { id, password: NEXT })],
  ['Account disabled', ({ id }, admin) => admin.put('/api/user/update', { id, status: 0 })],
  ['Account deleted', ({ id }, admin) => admin.delete(`/api/user/delete/${id}`)],
  ['Tenant disabled', ({ tenantId: id }, admin) => admin.put('/api/tenant/update', { id, status: 0 })],
  [
    'Tenant expired',
    ({ tenantId: id }, admin) => admin.put('/api/tenant/update', { id, expireAt: '2020-01-31T08:00:00Z' }),
  ],
];

test('a session that is ended from elsewhere says why', async ({ page, steward, allow }) => {
  allow(/401/);
  const admin = await steward.as();
  for (const [index, [says, end]] of ENDINGS.entries()) {
    const target = await aTarget(admin, `ended-${index}`);
    await open(page, '/access/role', target);
    await expect(page.getByRole('table', { name: 'Roles' })).toBeVisible();
    await end(target, admin, steward);
    await page.getByRole('button', { name: 'Reload', exact: true }).click();
    const again = page.getByRole('dialog', { name: 'Log in again' });
    await expect(again).toContainText(`${says}, please log in again`);
    await expect(again.getByRole('textbox', { name: 'Username' })).toHaveValue(target.username);
    await again.getByRole('button', { name: 'Log out' }).click();
    await expect(page).toHaveURL(/\/console\/login/);
  }
});

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' });

  test('a page that is reloaded after its session was ended from elsewhere says why, once', async ({
    page,
    steward,
    allow,
  }) => {
    allow(/401/);
    const admin = await steward.as();
    const says: [code: string, text: string, end: (target: Target) => Promise<unknown>][] = [
      ['forced', '会话已被管理员结束，请重新登录', (target) => forceLogout(admin, target)],
      ['deleted', '账号已删除，请重新登录', ({ id }) => admin.delete(`/api/user/delete/${id}`)],
      ['disabled', '账号已停用', ({ id }) => admin.put('/api/user/update', { id, status: 0 })],
    ];
    for (const [code, text, end] of says) {
      const target = await aTarget(admin, code);
      await open(page, '/access/role', target);
      await end(target);
      await page.reload();
      await expect(page).toHaveURL(/\/console\/login/);
      await expect(page.getByRole('status').filter({ hasText: text })).toBeVisible();
      await page.reload();
      await expect(page.getByRole('textbox', { name: '用户名' })).toBeVisible();
      await expect(page.getByText(text)).toHaveCount(0);
    }
  });
});
