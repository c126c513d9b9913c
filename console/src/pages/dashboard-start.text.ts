import { texts } from '@/text/language';

/** Words of "Getting started". */
export const t = texts(
  {
    title: 'Getting started',
    progress: (done: number, all: number) => `${done} of ${all} done`,
    done: 'Done:',
    password: 'Change the password',
    site: 'Name the site',
    tenant: 'Add a tenant',
    role: 'Add a role',
    user: 'Add a user',
    module: 'Generate a module',
    dismiss: 'Dismiss',
    docs: 'Description of the API',
  },
  {
    title: '快速开始',
    progress: (done, all) => `已完成 ${done} / ${all}`,
    done: '已完成：',
    password: '修改密码',
    site: '设置网站名称',
    tenant: '新增租户',
    role: '新增角色',
    user: '新增用户',
    module: '生成模块',
    dismiss: '不再显示',
    docs: 'API 文档',
  },
);
