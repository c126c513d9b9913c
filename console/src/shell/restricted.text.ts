import { texts } from '@/text/language';

/** Words of the screens that a restricted session gets. */
export const t = texts(
  {
    password: 'Set a new password',
    passwordText: 'Somebody else chose your password. Choose one that only you know.',
    current: 'Current password',
    changed: 'The password is set. Log in with it.',
    factor: 'Set up a second step',
    factorText: 'Your account needs more than a password. Choose what you will use after it from now on.',
    cancel: 'Back',
    logout: 'Log out',
  },
  {
    password: '设置新密码',
    passwordText: '您的密码由他人设置，请设置只有您知道的新密码。',
    current: '当前密码',
    changed: '密码已设置，请使用新密码登录。',
    factor: '设置第二步验证',
    factorText: '您的账号不能只用密码登录，请选择今后在密码之后使用的验证方式。',
    cancel: '返回',
    logout: '退出登录',
  },
);
