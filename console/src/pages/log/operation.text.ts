import { texts } from '@/text/language';

/** Words of the operation log. */
export const t = texts(
  {
    operation: 'Operation',
    changes: 'Changes',
    changesOf: (id: string) => `Changes of ${id}`,
    add: 'Add',
    update: 'Update',
    delete: 'Delete',
    batchDelete: 'Batch delete',
    save: 'Save',
    resetPassword: 'Reset password',
    updatePassword: 'Change password',
    forceLogout: 'Force logout',
    generate: 'Generate',
  },
  {
    operation: '操作',
    changes: '变更内容',
    changesOf: (id) => `${id} 的变更内容`,
    add: '新增',
    update: '修改',
    delete: '删除',
    batchDelete: '批量删除',
    save: '保存',
    resetPassword: '重置密码',
    updatePassword: '修改密码',
    forceLogout: '强制下线',
    generate: '生成代码',
  },
);
