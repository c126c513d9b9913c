import { texts } from '@/text/language';

/** Words about links that set passwords or confirm addresses, and about how to get one. */
export const t = texts(
  {
    reset: 'Reset password',
    invite: 'Accept invitation',
    email: 'Confirm email address',
    account: (username: string, tenant: string) => `${username} – ${tenant}`,
    fresh: 'New password',
    repeat: 'Repeat new password',
    set: 'Set password',
    differs: 'Is not the same as the new password',
    isSet: 'The password is set. Log in with it.',
    confirm: 'Confirm',
    confirmed: 'The address is confirmed.',
    forgotText: 'If the account has a confirmed email address, a link with which you set a new password is sent to it.',
    send: 'Send link',
    sent: 'If the account has a confirmed email address, the link is on its way.',
    toLogin: 'Go to the login',
  },
  {
    reset: '重置密码',
    invite: '接受邀请',
    email: '确认邮箱',
    account: (username, tenant) => `${username} – ${tenant}`,
    fresh: '新密码',
    repeat: '确认新密码',
    set: '设置密码',
    differs: '与新密码不一致',
    isSet: '密码已设置，请使用新密码登录。',
    confirm: '确认',
    confirmed: '邮箱已确认。',
    forgotText: '如果该账户有已确认的邮箱，系统会向其发送用于设置新密码的链接。',
    send: '发送链接',
    sent: '如果该账户有已确认的邮箱，链接已在发送途中。',
    toLogin: '前往登录',
  },
);
