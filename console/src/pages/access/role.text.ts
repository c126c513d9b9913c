import { texts } from '@/text/language';

/** Words of roles and of what they grant. */
export const t = texts(
  {
    title: 'Role',
    permissions: 'Permissions',
    locked: 'You do not hold this yourself',
    tenant: 'Tenant',
    all: 'Everything',
    count: (n: number) => `${n} entries`,
    preview: 'Preview as this role',
    previewOf: (name: string) => `Preview as this role: ${name}`,
    previewText: 'What somebody with this role alone finds in the menu, and what they may do there.',
    menu: 'Menu',
    hidden: 'Not in the menu',
    disabled: 'This role is disabled: nobody has anything from it at present.',
    noPages: 'No page of the menu.',
    unseen: 'Also granted, but not shown in the menu, because nothing opens the page or it is disabled:',
    grants: 'Grants',
  },
  {
    title: '角色',
    permissions: '权限',
    locked: '您自己没有此权限',
    tenant: '租户',
    all: '全部',
    count: (n) => `${n} 项`,
    preview: '以此角色预览',
    previewOf: (name) => `以此角色预览：${name}`,
    previewText: '仅拥有此角色的用户在菜单中看到的页面，以及可以执行的操作。',
    menu: '菜单',
    hidden: '不在菜单中',
    disabled: '此角色已停用，目前不授予任何权限。',
    noPages: '没有菜单页面。',
    unseen: '以下权限已授予，但菜单中不显示，因为页面无法打开或已停用：',
    grants: '授予的权限',
  },
);
