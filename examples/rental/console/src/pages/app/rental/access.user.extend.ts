import { extendPage } from '@/kit/crud';
import { t } from './rental.text';

const branch = { options: '/api/app/branch', values: 'number' } as const;

extendPage('access/user', {
  columns: { branchId: { label: t.branch, show: branch, important: true } },
  filters: { branchId: { label: t.branch, input: branch } },
  fields: { branchId: { label: t.branch, input: branch } },
});
