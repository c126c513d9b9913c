import { crudPermissions } from '../../common/crud/permissions.js';

const { page, list, detail, delete: remove, batchDelete } = crudPermissions('sys:loginLog');

/** Permission codes of /api/login/log, which has neither add nor update (interface §4.4, contract §6). */
export const loginLogPermissions = {
  ...{ page, list, detail, delete: remove, batchDelete },
  export: 'sys:loginLog:export',
} as const;
