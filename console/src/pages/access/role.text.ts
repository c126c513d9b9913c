import { texts } from '@/text/language';

export const t = texts(
  {
    title: 'Role',
    permissions: 'Permissions',
    locked: 'You do not hold this yourself',
    tenant: 'Tenant',
    all: 'Everything',
    count: (n: number) => `${n} entries`,
  },
  {
    title: '角色',
    permissions: '权限',
    locked: '您自己没有此权限',
    tenant: '租户',
    all: '全部',
    count: (n) => `${n} 项`,
  },
);
