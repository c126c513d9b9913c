import { texts } from './language';

/** Words of the operation log that other screens use too. */
const t = texts(
  {
    add: 'Add',
    update: 'Update',
    delete: 'Delete',
    batchDelete: 'Batch delete',
    save: 'Save',
    resetPassword: 'Reset password',
    updatePassword: 'Change password',
    forceLogout: 'Force logout',
    link: 'Password link',
    invite: 'Invite',
    factor: 'Second factor',
    stepUp: 'Confirm identity',
    token: 'API token',
    generate: 'Generate',
  },
  {
    add: '新增',
    update: '修改',
    delete: '删除',
    batchDelete: '批量删除',
    save: '保存',
    resetPassword: '重置密码',
    updatePassword: '修改密码',
    forceLogout: '强制下线',
    link: '密码链接',
    invite: '邀请',
    factor: '第二因素',
    stepUp: '身份确认',
    token: 'API 令牌',
    generate: '生成代码',
  },
);

/** The kinds of operation that a product adds: lists of choices, the default exports of files `pages/app/…/<name>.operations.ts`. */
const added = import.meta.glob<{ default: { value: number; label: string }[] }>('/src/pages/app/**/*.operations.ts', {
  eager: true,
});

/** The kinds of operations, by their `logType`. */
export function operations() {
  return {
    choices: [
      { value: 1, label: t.add },
      { value: 2, label: t.update },
      { value: 3, label: t.delete },
      { value: 4, label: t.batchDelete },
      { value: 5, label: t.save },
      { value: 6, label: t.resetPassword },
      { value: 7, label: t.updatePassword },
      { value: 8, label: t.forceLogout },
      { value: 9, label: t.link },
      { value: 10, label: t.invite },
      { value: 11, label: t.factor },
      { value: 12, label: t.stepUp },
      { value: 13, label: t.token },
      { value: 19, label: t.generate },
      ...Object.values(added).flatMap(({ default: kinds }) => kinds),
    ],
  };
}
