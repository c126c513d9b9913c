import { texts } from '@/text/language';

/** Words of the dashboard. */
export const t = texts(
  {
    period: 'Period',
    days: (count: number) => `${count} days`,
    users: 'Users',
    online: 'Online',
    loginsToday: 'Logins today',
    failuresToday: 'Failures today',
    logins: 'Logins by day',
    reasons: 'Failures by reason',
    addresses: 'Top addresses',
    noFailure: 'No login has failed.',
    noLogin: 'Nobody has logged in.',
    nothing: 'There is nothing to see here for you',
    nothingText: 'Your roles include none of the statistics.',
  },
  {
    period: '时间范围',
    days: (count) => `最近 ${count} 天`,
    users: '用户数',
    online: '在线会话',
    loginsToday: '今日登录',
    failuresToday: '今日登录失败',
    logins: '每日登录',
    reasons: '失败原因',
    addresses: '登录最多的 IP 地址',
    noFailure: '没有失败的登录。',
    noLogin: '没有登录记录。',
    nothing: '没有可查看的内容',
    nothingText: '您的角色不包含任何统计权限。',
  },
);
