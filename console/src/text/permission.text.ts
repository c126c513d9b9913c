import { texts } from './language';
import { type Named, menuName } from './menu.text';

/**
 * Permissions in words, by their codes or by the last part of these, which codes of generated modules have too. The
 * only place that has these words.
 */
const words: Readonly<Record<string, string>> = texts(
  {
    page: 'See the list',
    list: 'Read all at once',
    detail: 'Read one',
    options: 'Choose by name',
    export: 'Export',
    add: 'Add',
    update: 'Edit',
    delete: 'Delete',
    batchDelete: 'Delete several',
    data: 'See the values',
    save: 'Save',
    resetPassword: 'Reset passwords',
    resetLink: 'Make reset links',
    invite: 'Invite',
    resetFactors: 'Reset factors',
    forceLogout: 'Force logout',
    link: 'Link users to identities',
    retry: 'Begin again',
    cancel: 'Cancel',
    'sys:mail:preview': 'Preview and test mails',
    'sys:configWeb:data': 'See the configuration',
    'sys:configWeb:save': 'Save the configuration',
    'sys:generator:page': 'See the tables',
    'sys:generator:generator': 'Generate a module',
    'sys:generator:batchGenerator': 'Generate several modules',
    'sys:generator:undo': 'Undo what was generated',
    'sys:generator:remove': 'Remove modules',
    'sys:statistics:overview': 'See the figures of today',
    'sys:statistics:logins': 'See the logins of each day',
    'sys:statistics:top': 'See the most frequent values',
    'sys:user:list': 'Read contact details and roles',
  },
  {
    page: '查看列表',
    list: '一次读取全部',
    detail: '查看单条',
    options: '按名称选择',
    export: '导出',
    add: '新增',
    update: '编辑',
    delete: '删除',
    batchDelete: '批量删除',
    data: '查看内容',
    save: '保存',
    resetPassword: '重置密码',
    resetLink: '生成重置链接',
    invite: '邀请用户',
    resetFactors: '重置第二因素',
    forceLogout: '强制下线',
    link: '关联用户身份',
    retry: '重新开始',
    cancel: '取消',
    'sys:mail:preview': '预览和测试邮件',
    'sys:configWeb:data': '查看配置',
    'sys:configWeb:save': '保存配置',
    'sys:generator:page': '查看数据表',
    'sys:generator:generator': '生成模块',
    'sys:generator:batchGenerator': '批量生成模块',
    'sys:generator:undo': '撤销生成',
    'sys:generator:remove': '移除模块',
    'sys:statistics:overview': '查看今日数据',
    'sys:statistics:logins': '查看每日登录',
    'sys:statistics:top': '查看排行',
    'sys:user:list': '查看联系方式和角色',
  },
);

/** The last part of a code, which names the operation. */
export function operationOf(permission: string): string {
  return permission.slice(permission.lastIndexOf(':') + 1);
}

/** A permission in words; undefined for an operation without any. */
export function permissionWords(permission: string): string | undefined {
  return [permission, operationOf(permission)].filter((key) => Object.hasOwn(words, key)).map((key) => words[key])[0];
}

/**
 * The name of an entry of the menu in words: of a button what it permits, as long as it has the name that the service
 * or the generator gave it; a name that an administrator chose stays.
 */
export function entryName({ permission = '', ...entry }: Named & { permission?: string }): string {
  const given = permission !== '' && entry.name === operationOf(permission);
  return (given ? permissionWords(permission) : undefined) ?? menuName(entry);
}
