import type { Page } from '@playwright/test';
import { type AxeScreen, LOOKS, expectNoViolations } from '../support/axe';
import { open, test } from '../support/test';

/** Screens, and what opens over them: the names of buttons in both languages. */
const SCREENS: AxeScreen[] = [
  { name: 'login log', path: '/log/login' },
  { name: 'login log, filtered', path: '/log/login?username=adm&status=0' },
  { name: 'login log without rows', path: '/log/login?username=nobody-at-all' },
  { name: 'detail of a login', path: '/log/login', act: (page) => button(page, /Details|详情/).click() },
  { name: 'actions of a login', path: '/log/login', act: (page) => button(page, /More|更多/).click() },
  { name: 'operation log', path: '/log/operation' },
  { name: 'security events', path: '/log/security-event' },
  {
    name: 'detail of an operation',
    path: '/log/operation?logType=2',
    act: (page) => button(page, /Details|详情/).click(),
  },
  { name: 'online users', path: '/access/online' },
  {
    name: 'question about a session',
    path: '/access/online',
    act: (page) => button(page, /Force logout|强制下线/).click(),
  },
  { name: 'dashboard', path: '/dashboard' },
  { name: 'profile', path: '/profile' },
  {
    name: 'profile with mistakes',
    path: '/profile',
    act: (page) => button(page, /Change password|修改密码/).click(),
  },
];

function button(page: Page, name: RegExp) {
  return page.getByRole('main').getByRole('button', { name }).first();
}

for (const look of LOOKS) {
  test.describe(`${look.colorScheme}, ${look.locale}`, () => {
    test.use(look);

    test('axe finds nothing on any screen', async ({ page, steward }) => {
      const admin = await steward.as();
      await admin.put('/api/index/updateInfo', { mobile: String(Math.random()).slice(2, 12) });
      await open(page, '/dashboard');
      await expectNoViolations(page, SCREENS, '[role=dialog], [role=alertdialog], [role=menu], [aria-invalid]');
    });
  });
}
