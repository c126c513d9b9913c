import { texts } from '@/text/language';

/** Words of the history of a row. */
export const t = texts(
  {
    history: 'History',
    none: 'Nothing has been recorded about this yet.',
    older: 'Show older',
    by: (name: string) => `by ${name}`,
    added: 'Added',
    changed: 'Changed',
    deleted: 'Deleted',
    saved: 'Saved',
    resetPassword: 'Password reset',
    updatePassword: 'Password changed',
    forceLogout: 'Logged out',
    unknown: 'Changed',
  },
  {
    history: '历史记录',
    none: '还没有相关记录。',
    older: '显示更早的记录',
    by: (name) => `操作人：${name}`,
    added: '新增',
    changed: '修改',
    deleted: '删除',
    saved: '保存',
    resetPassword: '重置密码',
    updatePassword: '修改密码',
    forceLogout: '强制下线',
    unknown: '更改',
  },
);
