import { texts } from './language';

/** The kinds of security events, by their `type`. */
const t = texts(
  {
    'login.newDevice': 'New device',
    'login.factorFailed': 'Second step failed',
    'password.changed': 'Password changed',
    'password.reset': 'Password reset',
    'factor.added': 'Second step added',
    'factor.removed': 'Second step removed',
    'recovery.used': 'Recovery code used',
    'session.reused': 'Session copied',
    'email.changed': 'E-mail changed',
    'token.added': 'API token added',
    'token.revoked': 'API token revoked',
  },
  {
    'login.newDevice': '新设备登录',
    'login.factorFailed': '第二验证步骤失败',
    'password.changed': '密码已更改',
    'password.reset': '密码已重置',
    'factor.added': '已添加第二验证步骤',
    'factor.removed': '已移除第二验证步骤',
    'recovery.used': '已使用恢复码',
    'session.reused': '会话被复制',
    'email.changed': '电子邮箱已更改',
    'token.added': '已添加 API 令牌',
    'token.revoked': '已吊销 API 令牌',
  },
);

/** The kinds of security events as choices. */
export function eventTypes() {
  return { choices: Object.entries(t).map(([value, label]) => ({ value, label })) };
}
